package strict

import (
	"bytes"
	"errors"
	"io"
)

// input is the part of a stream that is in memory, and the place in it. All positions are indexes of buf; those from
// start on survive reading more while a value is held.
type input struct {
	r   io.Reader
	buf []byte // what was read and not yet dropped

	start     int  // where the value under way begins
	pos       int  // the next byte to look at
	line      int  // the line of pos
	lineStart int  // where that line begins; negative when that was dropped
	wide      int  // bytes of that line before pos that are not the first of their character
	inked     int  // the last line on which a token ended: no comment can begin on it
	holding   bool // a value is under way: what follows start must stay
	limit     int  // how large it may become
	large     bool // it has become larger

	begun bool  // the first bytes were looked at
	end   error // why reading ended: io.EOF, or what the reader returned; nil while there may be more
}

const (
	firstBuffer = 64 << 10
	readAtOnce  = 256 << 10
	// sizeSlack lets blanks after a value of just the permitted size be read. Sizes are compared exactly elsewhere.
	sizeSlack = 64 << 10
)

var errUTF16 = errors.New("the file is encoded as UTF-16; save it as UTF-8")

// fill reads more after buf, dropping what is not held. It returns false when there is no more to read, or the value
// under way is too large.
func (in *input) fill() bool {
	if in.end != nil {
		return false
	}
	if !in.holding {
		in.start = in.pos
	} else if len(in.buf)-in.start-sizeSlack > in.limit {
		in.large = true
		return false
	}
	if in.start > 0 {
		in.buf = in.buf[:copy(in.buf, in.buf[in.start:])]
		in.pos -= in.start
		in.lineStart -= in.start
		in.start = 0
	}
	if len(in.buf) == cap(in.buf) {
		grown := make([]byte, len(in.buf), max(firstBuffer, 2*cap(in.buf)))
		copy(grown, in.buf)
		in.buf = grown
	}
	room := in.buf[len(in.buf):min(cap(in.buf), len(in.buf)+readAtOnce)]
	for range 100 {
		n, err := in.r.Read(room)
		in.buf = in.buf[:len(in.buf)+n]
		if err != nil {
			in.end = err
		}
		if n > 0 || err != nil {
			return n > 0
		}
	}
	in.end = io.ErrNoProgress
	return false
}

// have reports whether there are n bytes at pos, and reads them if need be.
func (in *input) have(n int) bool {
	for len(in.buf)-in.pos < n {
		if !in.fill() {
			return false
		}
	}
	return true
}

// skipMark skips a byte order mark at the start of the stream. It returns false when the stream cannot be read.
func (in *input) skipMark() bool {
	in.have(2)
	switch {
	case bytes.HasPrefix(in.buf, []byte{0xFE, 0xFF}), bytes.HasPrefix(in.buf, []byte{0xFF, 0xFE}):
		in.buf, in.end = in.buf[:0], errUTF16
		return false
	case bytes.HasPrefix(in.buf, []byte{0xEF, 0xBB}) && in.have(3) && in.buf[2] == 0xBF:
		in.pos, in.lineStart = 3, 3
	}
	return true
}

// column returns the column of pos, in characters from 1.
func (in *input) column() int { return in.pos - in.lineStart - in.wide + 1 }

// newline steps over the line feed at pos.
func (in *input) newline() {
	in.pos++
	in.line++
	in.lineStart, in.wide = in.pos, 0
}

// peek moves over blanks, line ends and comment lines to the next byte of interest and returns it; false at the end.
func (in *input) peek() (byte, bool) {
	for {
		for in.pos < len(in.buf) {
			switch c := in.buf[in.pos]; c {
			case ' ', '\t', '\r':
				in.pos++
			case '\n':
				in.newline()
			case '/':
				if in.inked == in.line || !in.have(2) || in.buf[in.pos+1] != '/' {
					return c, true
				}
				in.comment()
			default:
				return c, true
			}
		}
		if !in.fill() {
			return 0, false
		}
	}
}

// comment steps over the comment at pos, up to the line feed, and blanks it, so that the source of a value stays JSON.
// A carriage return ends it as well: in a file that has no other line ends it would hide everything else.
func (in *input) comment() {
	for in.have(1) {
		switch in.buf[in.pos] {
		case '\n', '\r':
			return
		default:
			in.buf[in.pos] = ' '
			in.pos++
		}
	}
}

// skipLine moves to the line feed that ends the line and returns the last byte before it that is no blank; 0 when there
// is none.
func (in *input) skipLine() (last byte) {
	for in.have(1) {
		switch c := in.buf[in.pos]; c {
		case '\n':
			return last
		case ' ', '\t', '\r':
		default:
			last = c
		}
		in.pos++
	}
	return last
}

// shrink gives back a buffer that has become much larger than its values are, judged by the size of the last one.
func (in *input) shrink(size int) {
	rest := in.buf[in.pos:]
	if cap(in.buf) <= 1<<20 || max(size, len(rest)) > cap(in.buf)/8 {
		return
	}
	in.buf = append(make([]byte, 0, max(firstBuffer, 2*len(rest))), rest...)
	in.lineStart -= in.pos
	in.start, in.pos = 0, 0
}
