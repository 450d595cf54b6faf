package report

import (
	"bytes"
	"io"
	"slices"
)

// layout is a format that is one document: a head, a piece for each case, and a foot. The head and the foot may
// tell the totals.
type layout interface {
	// head returns the head. One that tells the totals has room for them to grow where that is asked for: it is then of
	// the same length each time, so that it can be written over.
	head(run *Run, s Summary, room bool) []byte
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
	file   wholeFile // w, where it is a file of our own
	run    *Run
	held   bytes.Buffer
	start  int64 // where the head ends in the file
	at     int64 // where the foot begins in the file
	size   int64
	first  []byte // the head that is in the file, where it tells the totals
	last   []byte // the foot that is in the file
}

// wholeFile is what keeping a file whole needs of it.
type wholeFile interface {
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
}

// tidyLimit is how large a file may be that is written again at the end, which takes as much memory.
const tidyLimit = 64 << 20

func (d *document) begin(run *Run) error {
	d.run = run
	s := Summary{Expected: run.Cases}
	head := d.layout.head(run, s, d.file != nil)
	switch {
	case d.file != nil:
		d.last = d.layout.foot(run, s)
		d.start = int64(len(head))
		d.at = d.start
		d.first = head
		return d.writeAt(slices.Concat(head, d.last), 0)
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
	switch {
	case d.file != nil && d.layout.totalsFirst() && d.size <= tidyLimit:
		return d.tidy(s)
	case d.file != nil:
		return d.place(nil, s)
	}
	var rest []byte
	if d.layout.totalsFirst() {
		rest = append(d.layout.head(d.run, s, false), d.held.Bytes()...)
	}
	_, err := d.w.Write(append(rest, d.layout.foot(d.run, s)...))
	return err
}

// tidy writes the finished document over the one that is in the file, without the room that its head had for totals.
func (d *document) tidy(s Summary) error {
	head, foot := d.layout.head(d.run, s, false), d.layout.foot(d.run, s)
	whole := make([]byte, int64(len(head))+d.at-d.start+int64(len(foot)))
	body := whole[copy(whole, head) : len(whole)-copy(whole[len(whole)-len(foot):], foot)]
	if n, _ := d.file.ReadAt(body, d.start); n < len(body) {
		return d.place(nil, s)
	}
	if _, err := d.file.WriteAt(whole, 0); err != nil {
		// What was there still fits. The first error is the one that is told; abort writes the foot.
		_, _ = d.file.WriteAt(slices.Concat(d.first, body), 0)
		return err
	}
	d.at, d.size, d.last = int64(len(head)+len(body)), int64(len(whole)), foot
	return d.file.Truncate(d.size)
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
		d.first = d.layout.head(d.run, s, true)
		return d.writeAt(d.first, 0)
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
