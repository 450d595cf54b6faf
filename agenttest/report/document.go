package report

import (
	"bytes"
	"io"
	"os"
)

// layout is a format that is one document: a head, a piece for each case, and a foot. The head and the foot may
// tell the totals; a head that does is of the same length each time, so that it can be written over.
type layout interface {
	head(*Run, Summary) []byte
	// item is called for several cases side by side; place is called for one after another, and returns what is
	// written of the item in its place.
	item(*Record) []byte
	place(rec *Record, item []byte) []byte
	foot(*Run, Summary) []byte
	// totalsFirst reports whether the head tells the totals.
	totalsFirst() bool
}

// document writes a layout. In a file it keeps the document complete: each case is written over the foot of the one
// before, together with the new foot, so that at any moment the file is a whole document of all cases that have
// finished. To another writer it is written piece by piece, and held back until the end where the head tells totals.
type document struct {
	layout layout
	w      io.Writer
	file   *os.File // w, where it is a file of our own
	run    *Run
	held   bytes.Buffer
	at     int64 // where the foot begins in the file
	size   int64
	last   []byte // the foot that is in the file
}

func (d *document) begin(run *Run) error {
	d.run = run
	head := d.layout.head(run, Summary{})
	switch {
	case d.file != nil:
		d.last = d.layout.foot(run, Summary{})
		d.at = int64(len(head))
		return d.writeAt(append(head, d.last...), 0)
	case d.layout.totalsFirst():
		return nil
	default:
		_, err := d.w.Write(head)
		return err
	}
}

func (d *document) prepare(rec *Record) []byte { return d.layout.item(rec) }

func (d *document) add(rec *Record, item []byte, t *tally) error {
	item = d.layout.place(rec, item)
	switch {
	case d.file != nil:
		return d.place(item, t.current())
	case d.layout.totalsFirst():
		d.held.Write(item)
		return nil
	case len(item) == 0:
		return nil
	default:
		_, err := d.w.Write(item)
		return err
	}
}

func (d *document) end(t *tally) error {
	s := t.current()
	if d.file != nil {
		return d.place(nil, s)
	}
	var rest []byte
	if d.layout.totalsFirst() {
		rest = append(d.layout.head(d.run, s), d.held.Bytes()...)
	}
	_, err := d.w.Write(append(rest, d.layout.foot(d.run, s)...))
	return err
}

// place writes an item and the foot after it, then the head where that has changed.
func (d *document) place(item []byte, s Summary) error {
	n := len(item)
	foot := d.layout.foot(d.run, s)
	if err := d.writeAt(append(item, foot...), d.at); err != nil {
		return err
	}
	d.at += int64(n)
	d.last = foot
	if d.layout.totalsFirst() {
		return d.writeAt(d.layout.head(d.run, s), 0)
	}
	return nil
}

// writeAt writes at a place of the file. What is at the end of the document is its end.
func (d *document) writeAt(p []byte, at int64) error {
	if _, err := d.file.WriteAt(p, at); err != nil {
		return err
	}
	if at == 0 && d.size > 0 { // the head
		return nil
	}
	end := at + int64(len(p))
	if end < d.size {
		if err := d.file.Truncate(end); err != nil {
			return err
		}
	}
	d.size = end
	return nil
}

// abort makes the file whole again after a write that did not fit: the foot that was there before still does.
func (d *document) abort() {
	if d.file == nil || d.last == nil {
		return
	}
	// The error of the write is the one that is told.
	if _, err := d.file.WriteAt(d.last, d.at); err == nil {
		_ = d.file.Truncate(d.at + int64(len(d.last)))
	}
}
