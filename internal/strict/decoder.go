package strict

import (
	"bytes"
	"io"
	"math"
)

// The limits of a [Decoder] that sets none.
const (
	DefaultMaxDepth = 500
	DefaultMaxSize  = 256 << 20
)

// Decoder reads JSON values from a stream, one after another, each beginning on a line of its own. It holds one value
// at a time. Set the fields before the first call of [Decoder.Next]. It is not for use by several goroutines at once.
type Decoder struct {
	// MaxDepth is how deeply objects and arrays may be nested; 0 means DefaultMaxDepth.
	MaxDepth int
	// MaxSize is how many bytes one value may have; 0 means DefaultMaxSize, and more than 2 GiB means 2 GiB.
	MaxSize int
	// AnyKind lets a top-level value be of any kind. Otherwise it must be an object.
	AnyKind bool

	input
	file   string
	values int  // how many values were begun
	told   bool // the failure of the reader was reported

	// The value under way.
	place token   // where it begins
	tape  []token // its tokens
	open  []int32 // where on the tape its unclosed objects and arrays are, innermost last
	last  int     // the end of its last token, counted from its beginning
}

// NewDecoder returns a decoder that reads from r. The name of the file is for error messages only.
func NewDecoder(r io.Reader, file string) *Decoder {
	return &Decoder{input: input{r: r, line: 1}, file: file}
}

// ParseJSON reads a document that is exactly one value of any kind, with the default limits. Comment lines and a byte
// order mark are accepted as in a stream. The error is an [Errors].
func ParseJSON(data []byte, file string) (*Node, error) {
	d := NewDecoder(bytes.NewReader(data), file)
	d.AnyKind = true
	n, err := d.Next()
	if err == io.EOF {
		return nil, Errors{d.errorHere("the document is empty, want a JSON value")}
	}
	if err != nil {
		return nil, err
	}
	if _, ok := d.seek(); ok {
		return nil, Errors{d.errorHere("got more after the value that begins on line %d, want one value", n.Line)}
	}
	return n, nil
}

// File returns the name that the decoder was given.
func (d *Decoder) File() string { return d.file }

// Next returns the next value of the stream, and io.EOF after the last one. Any other error is an [Errors] about the
// value that would have been next; the call after it goes on after the mistake, so that a loop until io.EOF finds the
// mistakes of the whole stream. When reading itself fails, that is reported once, with the reader's error as the cause,
// and then io.EOF.
//
// Next reads to the end of the line on which the value ends, to see that nothing follows it there.
func (d *Decoder) Next() (*Node, error) { return d.next(new(nodes)) }

// next is Next with the nodes in this memory.
func (d *Decoder) next(mem *nodes) (*Node, error) {
	c, ok := d.seek()
	if !ok {
		if err := d.failure(); err != nil {
			return nil, Errors{err}
		}
		return nil, io.EOF
	}
	d.begin()
	if err := d.read(c); err != nil {
		d.resync()
		return nil, Errors{err}
	}
	n, errs := d.tree(mem)
	d.holding = false
	d.shrink(d.last)
	if cap(d.tape) > 1<<16 && len(d.tape) < cap(d.tape)/8 {
		d.tape = nil
	}
	return n, errs.Err()
}

// seek moves to the first byte of the next value and returns it; false when there is none.
func (d *Decoder) seek() (byte, bool) {
	if !d.begun {
		d.begun = true
		if !d.skipMark() {
			return 0, false
		}
	}
	return d.peek()
}

// begin makes the value at pos the one under way.
func (d *Decoder) begin() {
	d.start, d.holding = d.pos, true
	d.limit = d.MaxSize
	if d.limit <= 0 {
		d.limit = DefaultMaxSize
	}
	d.limit = min(d.limit, math.MaxInt32) // tokens count in 32 bits
	d.place = token{line: int32(d.line), column: int32(d.column())}
	d.tape, d.open, d.last = d.tape[:0], d.open[:0], 0
	d.values++
	d.large = false
}

// read puts the value that begins with c on the tape.
func (d *Decoder) read(c byte) *Error {
	if c != '{' && !d.AnyKind {
		return d.notAnObject(c)
	}
	if err := d.scan(c); err != nil {
		return err
	}
	if d.last > d.limit {
		return d.tooLarge()
	}
	return d.lineEnd()
}

// lineEnd sees to it that nothing follows the value on its last line.
func (d *Decoder) lineEnd() *Error {
	for d.have(1) {
		switch c := d.buf[d.pos]; c {
		case ' ', '\t', '\r':
			d.pos++
		case '\n':
			return nil
		default:
			return d.trailing(c)
		}
	}
	return d.failure()
}

// failure returns the error that ended reading, once; nil at the plain end of the stream.
func (d *Decoder) failure() *Error {
	if d.end == nil || d.end == io.EOF || d.told {
		return nil
	}
	d.told = true
	if d.end == errUTF16 {
		return d.errorHere("%v", d.end)
	}
	err := d.errorHere("reading stopped here: %v", d.end)
	err.Err = d.end
	return err
}
