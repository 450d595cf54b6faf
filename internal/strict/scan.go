package strict

// token is one entry of the tape: a value or a key, in the order of the source. The tokens of what an object or array
// holds follow its own.
type token struct {
	kind         Kind
	escaped      bool  // a string with escapes
	line, column int32 // where it begins
	begin, end   int32 // its source, counted from the beginning of the value under way
	count        int32 // how many members or items an object or array has
}

// scan puts the value that begins with c, the byte at pos, on the tape. When it returns an error, pos is at the byte
// that is wrong.
func (d *Decoder) scan(c byte) *Error {
	depth := d.MaxDepth
	if depth <= 0 {
		depth = DefaultMaxDepth
	}
	for {
		// Here c begins a value.
		var err *Error
		switch c {
		case '"':
			err = d.str(KindString)
		case '{', '[':
			if len(d.open) >= depth {
				return d.syntax("nested more deeply than %d levels", depth)
			}
			kind := KindObject
			if c == '[' {
				kind = KindArray
			}
			d.open = append(d.open, int32(len(d.tape)))
			d.tape = append(d.tape, d.token(kind))
			d.pos++
			d.ink()
			next, ok := d.peek()
			if !ok {
				return d.cut()
			}
			switch {
			case next == c+2: // the brackets of a kind are two apart: empty
				d.close()
			case kind == KindArray:
				d.tape[len(d.tape)-1].count++
				c = next
				continue
			default:
				if c, err = d.key(next, false); err != nil {
					return err
				}
				continue
			}
		case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			err = d.number()
		case 't':
			err = d.literal("true", KindBool)
		case 'f':
			err = d.literal("false", KindBool)
		case 'n':
			err = d.literal("null", KindNull)
		default:
			err = d.noValue(c)
		}
		if err != nil {
			return err
		}
		// Here a value has ended: close what ends with it, and go to the next.
		for {
			if len(d.open) == 0 {
				return nil
			}
			next, ok := d.peek()
			if !ok {
				return d.cut()
			}
			top := &d.tape[d.open[len(d.open)-1]]
			if next == ',' {
				d.pos++
				d.ink()
				if c, ok = d.peek(); !ok {
					return d.cut()
				}
				if top.kind == KindObject {
					if c, err = d.key(c, true); err != nil {
						return err
					}
				} else {
					if c == ']' {
						return d.trailingComma(c)
					}
					top.count++
				}
				break
			}
			if top.kind == KindObject && next == '}' || top.kind == KindArray && next == ']' {
				d.close()
				continue
			}
			return d.noComma(next)
		}
	}
}

// token returns a token of this kind that begins at pos.
func (d *Decoder) token(kind Kind) token {
	return token{kind: kind, line: int32(d.line), column: int32(d.column()), begin: int32(d.pos - d.start)}
}

// ink notes that a token ends at pos.
func (d *Decoder) ink() {
	d.last, d.inked = d.pos-d.start, d.line
}

// put puts a token that ends at pos on the tape.
func (d *Decoder) put(t token) {
	d.ink()
	t.end = int32(d.last)
	d.tape = append(d.tape, t)
}

// close closes the innermost object or array with the bracket at pos.
func (d *Decoder) close() {
	d.pos++
	d.ink()
	top := len(d.open) - 1
	d.tape[d.open[top]].end = int32(d.last)
	d.open = d.open[:top]
}

// key reads a key that begins with c, and the colon after it, and returns the first byte of the value.
func (d *Decoder) key(c byte, afterComma bool) (byte, *Error) {
	switch {
	case c == '"':
	case c == '}' && afterComma:
		return 0, d.trailingComma(c)
	default:
		return 0, d.noKey(c)
	}
	if err := d.str(kindKey); err != nil {
		return 0, err
	}
	d.tape[d.open[len(d.open)-1]].count++
	c, ok := d.peek()
	if ok && c != ':' {
		return 0, d.noColon(c)
	}
	if ok {
		d.pos++
		d.ink()
		c, ok = d.peek()
	}
	if !ok {
		return 0, d.cut()
	}
	return c, nil
}
