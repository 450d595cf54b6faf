package report

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Merge joins the JSONL reports of several runs, such as the shards of one, into one report and writes it in every
// format: each of to is begun, given every record, and ended. Files that were joined before can be joined again, and
// the order in which they are given means nothing.
//
// Merge checks that together they are whole. Every shard has to be there once with all of its cases, the shards must be
// of the same division of the same cases, and no case of an agent and input may be there twice. Runs that are not
// divided, such as those of several packages, are joined as they are, each with all of its cases. An empty file is taken
// for that of a shard without a case, where the numbers show that there is one.
//
// What is wrong is an error, a [*MergeError], and the report is written all the same, of everything that can be read: its
// [Run] names the problems, it is not complete, and in JUnit it holds an error. Records of a file that is damaged name
// that in their run, so that it is an error again when they are merged again. Other errors are of the outputs, or of a
// file that has changed meanwhile; both kinds may be joined. The summary is that of all records.
//
// Without an output Merge only checks. The outputs must not have been begun; a nil among them is left out.
//
// Records are written shard by shard, and within a shard as they were recorded. The joined run has the number of all
// cases, and began when the first of the runs did; a single run that is whole stays as it is. The files are read
// twice, so that no more than one record is held at a time, beside what the formats hold.
func Merge(files []string, to ...*Writer) (Summary, error) {
	to = slices.DeleteFunc(slices.Clone(to), func(w *Writer) bool { return w == nil })
	j := &joined{groups: map[groupKey]*group{}}
	for _, name := range slices.Sorted(slices.Values(files)) {
		j.read(name, to)
	}
	j.check()
	run := j.run()
	out := &Group{writers: to}
	sum := &Writer{format: nowhere{}}
	out.writers = append(out.writers, sum)
	_ = out.Begin(run) // End returns it
	unread := j.each(func(rec *Record) { _ = out.Add(rec) })
	for _, w := range out.writers {
		w.partial = unread != nil
	}
	err := errors.Join(unread, out.End())
	if len(j.problems) > 0 {
		err = errors.Join(&MergeError{Problems: j.problems}, err)
	}
	return sum.Summary(), err
}

// MergeError says why what [Merge] has joined is not whole.
type MergeError struct {
	// Problems name each shard, case or file that is missing, double, or not as it should be; there is at least one.
	Problems []string
}

// Error returns the problems, one a line.
func (e *MergeError) Error() string { return strings.Join(e.Problems, "\n") }

// nowhere is a format that only has its cases counted.
type nowhere struct{}

func (nowhere) begin(*Run) error                  { return nil }
func (nowhere) prepare(*Record) []byte            { return nil }
func (nowhere) add(*Record, []byte, *tally) error { return nil }
func (nowhere) end(*tally) error                  { return nil }

// run returns what the joined report is of.
func (j *joined) run() Run {
	if len(j.parts) == 1 && !j.parts[0].divided() {
		run := j.parts[0].run
		run.Problems = j.shown()
		return run
	}
	run := Run{Problems: j.shown()}
	agents, inputs, ids := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, p := range j.parts {
		agents[p.run.Agent], inputs[p.run.Input], ids[p.run.ID] = true, true, true
		if !p.start.IsZero() && (run.Start.IsZero() || p.start.Before(run.Start)) {
			run.Start = p.start
		}
		if !p.divided() {
			run.Cases += max(p.run.Cases, p.distinct)
		}
	}
	for _, d := range j.divisions {
		run.Cases += d.total()
	}
	run.Agent, run.Input = together(agents), together(inputs)
	// The same runs joined again are the same run.
	sum := sha256.Sum256([]byte(strings.Join(slices.Sorted(maps.Keys(ids)), "\n")))
	run.ID = base32.StdEncoding.EncodeToString(sum[:])[:26]
	return run
}

// together returns all texts that say something, in order.
func together(texts map[string]bool) string {
	delete(texts, "")
	return listed(slices.Sorted(maps.Keys(texts)))
}

// mostShown is how many problems a report names.
const mostShown = 50

// shown returns the problems as the reports name them: the first ones of many.
func (j *joined) shown() []string {
	if rest := len(j.problems) - mostShown; rest > 0 {
		return append(slices.Clone(j.problems[:mostShown]), fmt.Sprintf("and %d more", rest))
	}
	return slices.Clone(j.problems)
}

// each calls f with every record of every part, in order. A file that is no longer what it was is an error.
func (j *joined) each(f func(*Record)) error {
	var errs []error
	for _, p := range j.parts {
		for _, file := range slices.Sorted(maps.Keys(p.extents)) {
			if err := j.files[file].each(p.extents[file], p.carrying(f)); err != nil {
				errs = append(errs, fmt.Errorf("%s: it has changed while it was merged: %w", j.files[file].name, err))
			}
		}
	}
	return errors.Join(errs...)
}

// each calls f with the records at these places of the file.
func (in *input) each(extents []extent, f func(*Record)) error {
	r, done, err := in.open()
	if err != nil {
		return err
	}
	defer done()
	var raw []byte
	for _, at := range extents {
		raw = slices.Grow(raw[:0], at.size)[:at.size] // a record keeps nothing of it
		if _, err := io.ReadFull(io.NewSectionReader(r, at.offset, int64(at.size)), raw); err != nil {
			return err
		}
		rec, err := decodeRecord(raw)
		if err != nil {
			return err
		}
		f(rec)
	}
	return nil
}
