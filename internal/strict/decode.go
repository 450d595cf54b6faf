package strict

import (
	"io"
	"iter"
	"slices"
	"strings"
)

// Decode returns what read makes of a node. When anything in the node is wrong it returns the zero value and an
// [Errors] that lists all of it; file is the name they print.
func Decode[T any](n *Node, file string, read func(Value) T) (T, error) {
	return decode(&ledger{file: file}, n, read)
}

func decode[T any](l *ledger, n *Node, read func(Value) T) (T, error) {
	l.size, l.errs = len(n.raw), nil
	result := read(Value{step{node: n}, l})
	l.settle()
	l.objects.reset()
	l.lists.reset()
	l.asked, l.missing = l.asked[:0], l.missing[:0]
	if len(l.errs) > 0 {
		var zero T
		return zero, l.errs.Err()
	}
	return result, nil
}

// All returns what read makes of the values of a stream, one after another. For a value with mistakes the zero value
// and its [Errors] are yielded, and the loop goes on with the next value. The nodes of one value are the memory of the
// next one's: they must not be kept.
func All[T any](d *Decoder, read func(Value) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		l := &ledger{file: d.file}
		var reused nodes
		for {
			n, err := d.next(&reused)
			if err == io.EOF {
				return
			}
			var result T
			if err == nil {
				result, err = decode(l, n, read)
			}
			if !yield(result, err) {
				return
			}
		}
	}
}

// ledger collects what happens while one document is decoded. Its memory is used again for the next one.
type ledger struct {
	file    string
	size    int // of the source, in bytes; 0 when it is not known
	errs    Errors
	objects pool[Object] // all that were opened
	lists   pool[step]   // where the arrays stand whose elements were read
	asked   []asked      // all fields that the objects were asked for
	missing []missing    // those of them that should have been there
}

// asked is a field that an object was asked for.
type asked struct {
	in   *Object
	name string
}

// missing is a field, by all its spellings, that an object should have.
type missing struct {
	in    *Object
	names []string
}

func (l *ledger) add(line, column int, path, message string) {
	l.errs = append(l.errs, &Error{File: l.file, Line: line, Column: column, Path: path, Message: message})
}

// settle compares the objects that were opened with what was taken from them.
func (l *ledger) settle() {
	for _, o := range l.objects.used() {
		if o.node != nil && o.taken < len(o.node.Members) && !o.lenient {
			o.reportUnknown()
		}
	}
	for _, m := range l.missing {
		misspelt := func(name string) bool { return slices.Contains(m.in.meant, name) }
		if !slices.ContainsFunc(m.names, misspelt) {
			m.in.Errorf("missing field %q", m.names[0])
		}
	}
}

// sharedUpTo is the size of a document, in bytes, up to which its strings share its memory: copies of them would take
// about as much, and far more time.
const sharedUpTo = 4 << 10

// own returns s as a string that keeps no large text alive which is mostly something else: a copy, or s itself where
// its document is small or mostly s. A nil ledger returns s.
func (l *ledger) own(s string) string {
	if l == nil || l.size <= sharedUpTo || len(s) > l.size/2 {
		return s
	}
	return strings.Clone(s)
}

// text returns the text of a string node as own does. One with escapes has memory of its own already.
func (l *ledger) text(n *Node) string {
	if len(n.Text) != len(n.raw)-len(`""`) {
		return n.Text
	}
	return l.own(n.Text)
}
