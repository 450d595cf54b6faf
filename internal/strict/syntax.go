package strict

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The errors of the JSON syntax. Each method is called with pos at the byte that is wrong and leaves it there.

// errorHere returns an error at pos.
func (d *Decoder) errorHere(format string, args ...any) *Error {
	return &Error{File: d.file, Line: d.line, Column: d.column(), Message: fmt.Sprintf(format, args...), syntax: true}
}

// syntax returns an error at pos that names the value it is in, when that begins on another line.
func (d *Decoder) syntax(format string, args ...any) *Error {
	return d.inValue(d.errorHere(format, args...))
}

// syntaxAt returns an error at the beginning of a token.
func (d *Decoder) syntaxAt(t token, format string, args ...any) *Error {
	err := d.errorHere(format, args...)
	err.Line, err.Column = int(t.line), int(t.column)
	return d.inValue(err)
}

// syntaxAfter returns an error after the last token.
func (d *Decoder) syntaxAfter(format string, args ...any) *Error {
	err := d.errorHere(format, args...)
	err.Line, err.Column = int(d.place.line), int(d.place.column)
	for _, c := range d.buf[d.start : d.start+d.last] {
		switch {
		case c == '\n':
			err.Line++
			err.Column = 1
		case utf8.RuneStart(c):
			err.Column++
		}
	}
	return d.inValue(err)
}

func (d *Decoder) inValue(err *Error) *Error {
	if err.Line != int(d.place.line) && len(d.tape) > 0 {
		err.Message += fmt.Sprintf(" (in the %s that begins on line %d)", d.tape[0].kind, d.place.line)
	}
	return err
}

// cut returns the error of a value that is not complete where reading ended.
func (d *Decoder) cut() *Error {
	if err := d.stopped(); err != nil {
		return err
	}
	t := d.tape[d.open[len(d.open)-1]]
	return d.syntaxAt(t, "the %s that begins here is not closed before the end of the file", t.kind)
}

// stopped returns why reading ended, nil when it is the plain end of the stream.
func (d *Decoder) stopped() *Error {
	if d.large {
		return d.tooLarge()
	}
	return d.failure()
}

func (d *Decoder) tooLarge() *Error {
	size := strconv.Itoa(d.limit) + " bytes"
	if d.limit%(1<<20) == 0 {
		size = strconv.Itoa(d.limit>>20) + " MiB"
	}
	return d.syntaxAt(d.place, "the value that begins here is larger than %s", size)
}

// notAnObject returns the error of a value that begins with c where only objects may stand.
func (d *Decoder) notAnObject(c byte) *Error {
	if err := d.misplaced(c); err != nil {
		return err
	}
	switch c {
	case '[':
		return d.syntax("got an array, want one object after another; remove the surrounding [ ] and the commas between the objects")
	case '}', ']':
		return d.syntax(`got "%c", but nothing is open`, c)
	case ',':
		return d.syntax("got a comma, want one object after another without commas between them")
	default:
		return d.syntax("got %s, want an object", d.found(c))
	}
}

// trailing returns the error of a line that goes on with c after its value.
func (d *Decoder) trailing(c byte) *Error {
	if err := d.misplaced(c); err != nil {
		return err
	}
	if d.buf[d.pos-1] == '\r' {
		return d.syntax("got a carriage return without a line feed; end lines with LF or CR LF")
	}
	switch c {
	case '{', '[', '"':
		return d.syntax("got a second value on the line; begin it on a line of its own")
	case '}', ']':
		return d.syntax(`got "%c", but nothing is open`, c)
	case ',':
		return d.syntax("got a comma after the value, want one value after another without commas between them")
	default:
		return d.syntax("got %s after the value, want the end of the line", d.found(c))
	}
}

// noValue returns the error of what begins with c where a value should.
func (d *Decoder) noValue(c byte) *Error {
	if err := d.misplaced(c); err != nil {
		return err
	}
	if classes[c]&wordByte != 0 {
		word := d.word()
		switch strings.ToLower(strings.TrimLeft(word, "+")) {
		case "true", "false", "null":
			return d.syntax("got %s, want %s", word, strings.ToLower(word))
		case "none", "nil", "undefined":
			return d.syntax("got %s, want null", word)
		case "nan", "inf", "infinity":
			return d.syntax("JSON has no number %s; write null or a string", word)
		}
		if c == '+' {
			return d.syntax("got %s, want a number without the plus sign", word)
		}
		if c == '.' {
			return d.syntax("got %s, want a number with a digit before the point", word)
		}
	}
	if c == ',' && d.last > 0 && d.buf[d.start+d.last-1] == ',' {
		return d.syntax("got two commas in a row")
	}
	if classes[c]&wordByte != 0 {
		word := d.word()
		way := Hint(word, []string{"true", "false", "null"})
		if way == "" {
			way = "; text needs double quotes"
		}
		return d.syntax("got %s, want a value%s", word, way)
	}
	return d.syntax("got %s, want a value", d.found(c))
}

// badWord returns the error of a word that begins at t and ends at pos: what explain says of its first byte, unless
// the word is cut off.
func (d *Decoder) badWord(t token, explain func(*Decoder, byte) *Error) *Error {
	if d.pos == len(d.buf) {
		if err := d.stopped(); err != nil {
			return err
		}
	}
	d.pos = d.start + int(t.begin)
	return explain(d, d.buf[d.pos])
}

// noNumber returns the error of what begins like a number.
func (d *Decoder) noNumber(byte) *Error {
	word := d.word()
	digits := strings.TrimLeft(word, "-")
	switch lower := strings.ToLower(digits); {
	case lower == "nan" || lower == "inf" || lower == "infinity":
		return d.syntax("JSON has no number %s; write null or a string", word)
	case strings.HasPrefix(lower, "0x"), strings.HasPrefix(lower, "0o"), strings.HasPrefix(lower, "0b"):
		return d.syntax("got %s, want a decimal number", word)
	case len(digits) > 1 && digits[0] == '0' && strings.Trim(digits, "0123456789") == "":
		return d.syntax("the number %s has a leading zero; drop it, or put text into double quotes", word)
	case strings.HasPrefix(digits, "."):
		return d.syntax("got %s, want a number with a digit before the point", word)
	case validNumber([]byte(strings.ReplaceAll(word, "_", ""))):
		return d.syntax("got %s, want a number without underscores", word)
	case validNumber([]byte(strings.Replace(word, ".", "", 1))):
		return d.syntax("got %s, want a number with a digit after the point", word)
	default:
		return d.syntax("%s is no number; text needs double quotes", word)
	}
}

// noKey returns the error of what begins with c where a field name should.
func (d *Decoder) noKey(c byte) *Error {
	if err := d.misplaced(c); err != nil {
		return err
	}
	comma := d.last > 0 && d.buf[d.start+d.last-1] == ','
	switch {
	case classes[c]&wordByte != 0:
		return d.syntax("the field name %s needs double quotes", d.word())
	case c == ',' && comma:
		return d.syntax("got two commas in a row")
	case comma && d.line > d.inked && (c == '{' || c == '['):
		// Most likely the next value begins here, and this one is broken off.
		return d.syntaxAfter(`got "%c" on line %d after this comma, want a field name in double quotes`, c, d.line)
	default:
		return d.syntax("got %s, want a field name in double quotes", d.found(c))
	}
}

// noColon returns the error of what begins with c where the colon after a field name should.
func (d *Decoder) noColon(c byte) *Error {
	if err := d.misplaced(c); err != nil {
		return err
	}
	if d.line > d.inked {
		return d.syntaxAfter(`missing ":" after the field name`)
	}
	return d.syntax(`got %s, want ":" after the field name`, d.found(c))
}

// noComma returns the error of what begins with c where a comma or the end of the innermost object or array should.
func (d *Decoder) noComma(c byte) *Error {
	if err := d.misplaced(c); err != nil {
		return err
	}
	top := d.tape[d.open[len(d.open)-1]]
	bracket := "}"
	if top.kind == KindArray {
		bracket = "]"
	}
	switch {
	case c == '}' || c == ']':
		where := placeFrom(d.line, int(top.line), int(top.column))
		return d.syntax(`got "%c", want %q to close the %s that begins %s`, c, bracket, top.kind, where)
	case d.line > d.inked:
		return d.syntaxAfter(`missing "," or %q here; line %d goes on with %s`, bracket, d.line, d.found(c))
	case classes[c]&wordByte != 0 && d.tape[len(d.tape)-1].kind == KindString:
		return d.syntax(`got %s, want "," or %q; a quote inside a string is written \"`, d.found(c), bracket)
	default:
		return d.syntax(`got %s, want "," or %q`, d.found(c), bracket)
	}
}

// trailingComma returns the error of a comma that is followed by the closing bracket c.
func (d *Decoder) trailingComma(c byte) *Error {
	err := d.syntaxAfter(`remove the comma before "%c"`, c)
	err.Column-- // the comma itself
	return err
}

// openString returns the error of the string t that its line does not close.
func (d *Decoder) openString(t token) *Error {
	if err := d.stopped(); err != nil {
		return err
	}
	return d.syntaxAt(t, `the string that begins here is not closed on its line; a line break in a string is written \n`)
}

// control returns the error of the control character c in the string t.
func (d *Decoder) control(t token, c byte) *Error {
	switch {
	case c == '\n', c == '\r' && d.have(2) && d.buf[d.pos+1] == '\n':
		return d.openString(t)
	case c == '\t':
		return d.syntax(`got a tab in a string; it is written \t`)
	default:
		return d.syntax(`got the control character U+%04X in a string; it is written \u%04x`, c, c)
	}
}

// noEscape returns the error of a backslash at pos, in the string t, that begins no escape.
func (d *Decoder) noEscape(t token) *Error {
	switch c := d.buf[d.pos+1]; {
	case c == '\n' || c == '\r':
		return d.openString(t)
	case c == '\'':
		return d.syntax(`\' is no escape; a single quote stands for itself`)
	case c > ' ' && c < utf8.RuneSelf:
		return d.syntax(`\%c is no escape; a backslash in a string is written \\`, c)
	default:
		return d.syntax(`got a backslash that begins no escape; a backslash in a string is written \\`)
	}
}

// misplaced returns the error of a byte that is wrong wherever a token may begin, nil for any other byte.
func (d *Decoder) misplaced(c byte) *Error {
	switch {
	case c == '/' && d.have(2) && d.buf[d.pos+1] == '/':
		return d.syntax("a comment needs a line of its own")
	case c == '/' || c == '#':
		return d.syntax(`got "%c"; a comment is a line of its own that begins with //`, c)
	case c == '\'':
		return d.syntax("got a single quote; strings and field names need double quotes")
	case c < ' ' || c == 0x7F:
		return d.syntax("got the control character U+%04X", c)
	case c < utf8.RuneSelf:
		return nil
	}
	switch r := d.rune(); r {
	case utf8.RuneError:
		return d.syntax("invalid UTF-8 (the byte 0x%02x); save the file as UTF-8", c)
	case '“', '”', '„', '‘', '’', '‚', '«', '»':
		return d.syntax("got the typographic quote %c; strings and field names need plain double quotes", r)
	case '\uFEFF':
		return d.syntax("got a byte order mark; it can only stand at the start of the file")
	default:
		return nil
	}
}

// found names what begins with c at pos.
func (d *Decoder) found(c byte) string {
	switch {
	case c == '"':
		return "a string"
	case classes[c]&wordByte != 0:
		return d.word()
	case c < utf8.RuneSelf:
		return strconv.Quote(string(rune(c)))
	default:
		return strconv.Quote(string(d.rune()))
	}
}

// word returns the letters and digits at pos, shortened.
func (d *Decoder) word() string {
	n := 0
	for n <= shownRunes && d.have(n+1) && classes[d.buf[d.pos+n]]&wordByte != 0 {
		n++
	}
	return shorten(string(d.buf[d.pos : d.pos+n]))
}

// rune returns the character at pos.
func (d *Decoder) rune() rune {
	for n := 1; n < utf8.UTFMax && !utf8.FullRune(d.buf[d.pos:]) && d.have(n+1); n++ {
	}
	r, _ := utf8.DecodeRune(d.buf[d.pos:])
	return r
}

// placeFrom names a place for somebody who looks at a line: "in column 6" of the same line, "on line 3" otherwise.
func placeFrom(here, line, column int) string {
	if line == here {
		return "in column " + strconv.Itoa(column)
	}
	return "on line " + strconv.Itoa(line)
}
