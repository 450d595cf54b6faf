package strict

import "unicode/utf8"

// Classes of bytes.
const (
	plainByte  = 1 << iota // stands for itself in a string
	numberByte             // occurs in numbers
	wordByte               // occurs in words and in what is meant to be a number
)

var classes = func() (t [256]uint8) {
	for c := range t {
		switch {
		case '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.':
			t[c] = numberByte | wordByte
		case c == 'e' || c == 'E':
			t[c] = numberByte | wordByte
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_':
			t[c] = wordByte
		}
		if 0x20 <= c && c < utf8.RuneSelf && c != '"' && c != '\\' {
			t[c] |= plainByte
		}
	}
	return t
}()

// str reads the string whose opening quote is at pos.
func (d *Decoder) str(kind Kind) *Error {
	t := d.token(kind)
	d.pos++
	for {
		i, buf := d.pos, d.buf
		for i < len(buf) && classes[buf[i]]&plainByte != 0 {
			i++
		}
		d.pos = i
		if i == len(buf) {
			if !d.fill() {
				return d.openString(t)
			}
			continue
		}
		switch c := buf[i]; {
		case c == '"':
			d.pos++
			d.put(t)
			return nil
		case c == '\\':
			t.escaped = true
			if err := d.escape(t); err != nil {
				return err
			}
		case c < 0x20:
			return d.control(t, c)
		default:
			if !utf8.FullRune(buf[i:]) {
				if !d.fill() {
					return d.openString(t)
				}
				continue
			}
			r, size := utf8.DecodeRune(d.buf[d.pos:])
			if r == utf8.RuneError && size <= 1 {
				return d.syntax("invalid UTF-8 (the byte 0x%02x); save the file as UTF-8", d.buf[d.pos])
			}
			d.pos += size
			d.wide += size - 1
		}
	}
}

// escape steps over the escape whose backslash is at pos, in the string t.
func (d *Decoder) escape(t token) *Error {
	if !d.have(2) {
		return d.openString(t)
	}
	switch d.buf[d.pos+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		d.pos += 2
		return nil
	case 'u':
	default:
		return d.noEscape(t)
	}
	if !d.have(6) {
		return d.openString(t)
	}
	r, ok := hex4(d.buf[d.pos+2:])
	if !ok {
		return d.syntax(`\u must be followed by four hexadecimal digits`)
	}
	if r < 0xD800 || r > 0xDFFF {
		d.pos += 6
		return nil
	}
	if r < 0xDC00 && d.have(8) && d.buf[d.pos+6] == '\\' && d.buf[d.pos+7] == 'u' {
		if !d.have(12) {
			return d.openString(t)
		}
		if low, ok := hex4(d.buf[d.pos+8:]); ok && low >= 0xDC00 && low <= 0xDFFF {
			d.pos += 12
			return nil
		}
	}
	return d.syntax(`\u%04x is one half of a surrogate pair, want a whole character`, r)
}

// number reads the number that begins at pos.
func (d *Decoder) number() *Error {
	t := d.token(KindNumber)
	word := d.span(numberByte)
	if !validNumber(word) || d.pos < len(d.buf) && classes[d.buf[d.pos]]&wordByte != 0 {
		return d.badWord(t, (*Decoder).noNumber)
	}
	d.put(t)
	return nil
}

// literal reads the word that begins at pos, which must be want.
func (d *Decoder) literal(want string, kind Kind) *Error {
	t := d.token(kind)
	if word := d.span(wordByte); string(word) != want {
		return d.badWord(t, (*Decoder).noValue)
	}
	d.put(t)
	return nil
}

// span steps over the bytes of a class and returns them.
func (d *Decoder) span(class uint8) []byte {
	from := d.pos - d.start
	for {
		i := d.pos
		for i < len(d.buf) && classes[d.buf[i]]&class != 0 {
			i++
		}
		d.pos = i
		if i < len(d.buf) || !d.fill() {
			return d.buf[d.start+from : d.pos]
		}
	}
}

// validNumber reports whether b is a number as RFC 8259 writes them.
func validNumber(b []byte) bool {
	digits := func() bool {
		n := 0
		for n < len(b) && '0' <= b[n] && b[n] <= '9' {
			n++
		}
		b = b[n:]
		return n > 0
	}
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
	}
	if len(b) > 1 && b[0] == '0' && '0' <= b[1] && b[1] <= '9' || !digits() {
		return false
	}
	if len(b) > 0 && b[0] == '.' {
		if b = b[1:]; !digits() {
			return false
		}
	}
	if len(b) > 0 && (b[0] == 'e' || b[0] == 'E') {
		if b = b[1:]; len(b) > 0 && (b[0] == '+' || b[0] == '-') {
			b = b[1:]
		}
		if !digits() {
			return false
		}
	}
	return len(b) == 0
}
