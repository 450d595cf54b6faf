package strict

import "strings"

// resync moves past a mistake: from pos, where the mistake is, to the next line that can begin a value. Since no
// string goes over a line end, and people indent what is inside an object, that is a line that begins with the bracket
// of a value, no further to the right than the broken value began.
func (d *Decoder) resync() {
	first := "{"
	if d.AnyKind {
		first = `{["-0123456789tfn`
	}
	flat := d.flat()
	before := byte(0) // the last byte that is no blank before the line
	d.holding, d.large = false, false
	if d.beginsLine() {
		// The wrong byte may itself begin the next value: the one before it was never closed.
		before = d.buf[d.start+d.last-1]
	} else {
		if d.values == 1 && !d.AnyKind && d.have(1) && d.buf[d.pos] == '[' {
			d.skipArray()
		}
		if !d.nextLine(&before) {
			return
		}
	}
	for {
		c, ok := d.lineHead()
		if !ok {
			return
		}
		inside := flat && strings.IndexByte("[,:", before) >= 0
		if strings.IndexByte(first, c) >= 0 && d.column() <= int(d.place.column) && !inside {
			return
		}
		last := &before
		if c == '/' { // a comment line
			last = new(byte)
		}
		if !d.nextLine(last) {
			return
		}
	}
}

// flat reports whether the broken value is spread over several lines without indenting them. Then the values inside it
// begin lines too; they follow a bracket, a comma or a colon.
func (d *Decoder) flat() bool {
	for _, t := range d.tape {
		if t.line > d.place.line && t.column <= d.place.column {
			return true
		}
	}
	return false
}

// beginsLine reports whether only blanks stand before pos on its line, and that is not the line on which the value
// begins.
func (d *Decoder) beginsLine() bool {
	return d.line > int(d.place.line) && d.last > 0 && d.pos < len(d.buf) &&
		strings.Trim(string(d.buf[d.lineStart:d.pos]), " \t\r") == ""
}

// nextLine moves to the start of the next line and sets last to the last byte of this one that is no blank, if there
// is one. It returns false at the end of the stream.
func (d *Decoder) nextLine(last *byte) bool {
	if b := d.skipLine(); b != 0 {
		*last = b
	}
	if !d.have(1) {
		return false
	}
	d.newline()
	return true
}

// lineHead moves to the first byte of the line that is no blank and returns it; the line feed of an empty line counts.
// It returns false at the end of the stream.
func (d *Decoder) lineHead() (byte, bool) {
	for d.have(1) {
		switch c := d.buf[d.pos]; c {
		case ' ', '\t', '\r':
			d.pos++
		default:
			return c, true
		}
	}
	return 0, false
}

// skipArray moves past the array at pos, so that a file which is one array is one mistake and not one for each line.
func (d *Decoder) skipArray() {
	depth := 0
	for d.have(1) {
		c := d.buf[d.pos]
		switch c {
		case '\n':
			d.newline()
			continue
		case '"':
			d.skipString()
			continue
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		d.pos++
		if depth <= 0 {
			return
		}
	}
}

// skipString moves past the string at pos, or to the end of its line.
func (d *Decoder) skipString() {
	d.pos++
	for d.have(1) && d.buf[d.pos] != '\n' {
		c := d.buf[d.pos]
		d.pos++
		if c == '"' {
			return
		}
		if c == '\\' && d.have(1) && d.buf[d.pos] != '\n' {
			d.pos++
		}
	}
}
