package jsonx

// maxDepth is how deep a value may be nested. What models write is not; encoding/json stops at 10,000.
const maxDepth = 1000

// reader reads one object or array by the grammar of RFC 8259, without recursion.
type reader struct {
	text  string
	at    int
	open  []frame
	whole []span // values completed inside those that are still open, the outermost of them, in order
}

type frame struct {
	start int
	whole int // length of reader.whole when it was opened
}

// value reads the object or array at r.at and reports whether it is one; r.at is then behind it. Otherwise r.open holds
// those that were not finished, from the outermost, and r.whole those inside that were.
func (r *reader) value() bool {
	for {
		// At the start of a value.
		if r.at >= len(r.text) {
			return false
		}
		switch c := r.text[r.at]; c {
		case '{', '[':
			if len(r.open) == maxDepth {
				return false
			}
			r.open = append(r.open, frame{r.at, len(r.whole)})
			r.at++
			r.space()
			if r.at < len(r.text) && r.text[r.at] == closer(c) {
				break // an empty one: closed below
			}
			if c == '{' && !r.name() {
				return false
			}
			continue
		case '"':
			if !r.str() {
				return false
			}
		default:
			if !r.scalar() {
				return false
			}
		}
		// Behind a value, or in front of the end of an empty one.
		for {
			r.space()
			if r.at >= len(r.text) {
				return false
			}
			f := r.open[len(r.open)-1]
			opener := r.text[f.start]
			c := r.text[r.at]
			if c == ',' {
				r.at++
				r.space()
				if opener == '{' && !r.name() {
					return false
				}
				break
			}
			if c != closer(opener) {
				return false
			}
			r.at++
			r.open = r.open[:len(r.open)-1]
			if len(r.open) == 0 {
				return true
			}
			r.whole = append(r.whole[:f.whole], span{f.start, r.at})
		}
	}
}

func closer(opener byte) byte { return opener + 2 } // '[' and ']', '{' and '}' are two apart

func (r *reader) space() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

// name reads a member's name and the colon, and stops at its value.
func (r *reader) name() bool {
	if r.at >= len(r.text) || r.text[r.at] != '"' || !r.str() {
		return false
	}
	r.space()
	if r.at >= len(r.text) || r.text[r.at] != ':' {
		return false
	}
	r.at++
	r.space()
	return true
}

// str reads a string, beginning at its quote.
func (r *reader) str() bool {
	for i := r.at + 1; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case c == '"':
			r.at = i + 1
			return true
		case c < ' ':
			r.at = i
			return false
		case c == '\\':
			i++
			if i >= len(r.text) {
				return false
			}
			switch r.text[i] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				for range 4 {
					i++
					if i >= len(r.text) || !hex(r.text[i]) {
						return false
					}
				}
			default:
				return false
			}
		}
	}
	return false
}

func hex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// scalar reads a number, true, false or null.
func (r *reader) scalar() bool {
	rest := r.text[r.at:]
	for _, word := range [...]string{"true", "false", "null"} {
		if len(rest) >= len(word) && rest[:len(word)] == word {
			r.at += len(word)
			return true
		}
	}
	if r.at < len(r.text) && r.text[r.at] == '-' {
		r.at++
	}
	switch {
	case r.at < len(r.text) && r.text[r.at] == '0':
		r.at++
	case !r.digits():
		return false
	}
	if r.at < len(r.text) && r.text[r.at] == '.' {
		r.at++
		if !r.digits() {
			return false
		}
	}
	if r.at < len(r.text) && r.text[r.at]|0x20 == 'e' {
		r.at++
		if r.at < len(r.text) && (r.text[r.at] == '+' || r.text[r.at] == '-') {
			r.at++
		}
		return r.digits()
	}
	return true
}

func (r *reader) digits() bool {
	start := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		r.at++
	}
	return r.at > start
}
