package report

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// joined is what is known of the files that are merged after they were read once.
type joined struct {
	files     []*input
	groups    map[groupKey]*group
	parts     []*part // in the order of the report, once they were checked
	divisions []*division
	again     repeats
	agents    map[string]bool // all there are, once all was read; see of
	inputs    map[string]bool
	problems  []string
	told      map[string]bool // problems of an earlier merge that are told again
}

func (j *joined) problem(format string, args ...any) {
	j.problems = append(j.problems, fmt.Sprintf(format, args...))
}

// input is one of the files.
type input struct {
	name    string
	data    []byte // what was in it, where it can be read only once
	records int
	broken  bool     // it was not read to its end
	lost    []string // what is wrong with it and cannot be seen in its records
}

// open returns what reads the file from the start.
func (in *input) open() (r io.ReaderAt, done func(), err error) {
	if in.data != nil {
		return bytes.NewReader(in.data), func() {}, nil
	}
	f, err := os.Open(in.name)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() { // a pipe
		in.data, err = io.ReadAll(f)
		f.Close()
		return bytes.NewReader(in.data), func() {}, err
	}
	return f, func() { f.Close() }, err
}

// groupKey is what cases are told apart by beside their ids.
type groupKey struct{ agent, input string }

// group is the runs of one agent and one input.
type group struct {
	parts map[partKey]*part
	cases map[string]*seen
}

// partKey tells runs apart. One that has no id is told by its file.
type partKey struct {
	id, shard    string
	cases, total int
	file         int
}

// part is the records of one run.
type part struct {
	run       Run
	index, of int       // the shard, from 1; 0 when the run is not divided
	start     time.Time // of the run, else of its first case
	extents   map[int][]extent
	records   int
	distinct  int // cases, each counted once
	copied    bool
	lost      []string // what is wrong with its files; see carry
}

// extent is where a record is in its file.
type extent struct {
	offset int64
	size   int
}

func (p *part) divided() bool { return p.of > 0 }

// same reports whether both are the same shard.
func (p *part) same(other *part) bool { return p.index == other.index && p.of == other.of }

// seen is where a case was found first.
type seen struct {
	part       *part
	file, line int
	again      bool
}

// repeats are cases that are there more than once, the first few with their places.
type repeats struct {
	count int
	first []string
}

// read takes in what is in a file.
func (j *joined) read(name string, to []*Writer) {
	in := &input{name: name}
	file := len(j.files)
	j.files = append(j.files, in)
	if slices.ContainsFunc(to, func(w *Writer) bool { return w.writes(name) }) {
		in.broken = true
		j.damaged(in, "%s is one of the reports that are written, so it was emptied before it could be read; leave it out of the files to merge", name)
		return
	}
	r, done, err := in.open()
	if err != nil {
		in.broken = true
		j.damaged(in, "%v", err)
		return
	}
	defer done()
	for at, err := range readPlaces(io.NewSectionReader(r, 0, 1<<63-1)) {
		if err != nil {
			in.broken = true
			switch {
			case errors.Is(err, io.ErrUnexpectedEOF):
				j.damaged(in, "%s: %v; its case counts as not finished", name, err)
			case in.records == 0:
				j.damaged(in, "%s: %v; want the JSONL report of a run", name, err)
			default:
				j.damaged(in, "%s: %v; nothing from there on was read", name, err)
			}
			return
		}
		in.records++
		j.add(at, file)
	}
}

// writes reports whether the writer writes the file of this name.
func (w *Writer) writes(name string) bool {
	f, ok := w.close.(*os.File)
	if !ok {
		return false
	}
	own, err1 := f.Stat()
	info, err2 := os.Stat(name)
	return err1 == nil && err2 == nil && os.SameFile(own, info)
}

// add takes a record in.
func (j *joined) add(at place, file int) {
	rec := at.rec
	run := Run{}
	if rec.Run != nil {
		run = *rec.Run
	}
	found := run.Problems
	run.Cases, run.Total, run.Problems = max(run.Cases, 0), max(run.Total, 0), nil
	g := j.groups[groupKey{run.Agent, run.Input}]
	if g == nil {
		g = &group{parts: map[partKey]*part{}, cases: map[string]*seen{}}
		j.groups[groupKey{run.Agent, run.Input}] = g
	}
	key := partKey{id: run.ID, shard: run.Shard, cases: run.Cases, total: run.Total}
	if run.ID == "" {
		key.file = file + 1
	}
	p := g.parts[key]
	if p == nil {
		p = &part{run: run, start: run.Start, extents: map[int][]extent{}}
		p.index, p.of = j.shard(run.Shard, file, at.line)
		g.parts[key] = p
		j.parts = append(j.parts, p)
	}
	j.tellAgain(p, found)
	p.records++
	p.extents[file] = append(p.extents[file], extent{offset: at.offset, size: at.size})
	if run.Start.IsZero() && !rec.Start.IsZero() && (p.start.IsZero() || rec.Start.Before(p.start)) {
		p.start = rec.Start
	}
	if rec.ID == "" { // what it is called may be said of others, too
		p.distinct++
		return
	}
	before := g.cases[rec.ID]
	if before == nil {
		g.cases[rec.ID] = &seen{part: p, file: file, line: at.line}
		p.distinct++
		return
	}
	if before.part != p {
		p.distinct++
	}
	switch {
	case before.part == p && before.file != file:
		p.copied = true
	case before.part != p && p.divided() && before.part.same(p):
		// A shard that is there twice is told as such.
	case !before.again:
		before.again = true
		j.again.count++
		if len(j.again.first) < 5 {
			j.again.first = append(j.again.first, fmt.Sprintf("%q (%s:%d and %s:%d)", rec.ID, j.files[before.file].name, before.line, j.files[file].name, at.line))
		}
	}
}

// shard reads which shard a run is of.
func (j *joined) shard(text string, file, line int) (index, of int) {
	if text == "" {
		return 0, 0
	}
	i, n, _ := strings.Cut(text, "/")
	index, err1 := strconv.Atoi(i)
	of, err2 := strconv.Atoi(n)
	if err1 != nil || err2 != nil || index < 1 || index > of {
		j.problem("%s: line %d: got the shard %q, want the number of a shard and of all, such as \"2/8\"", j.files[file].name, line, text)
		return 0, 0
	}
	return index, of
}

// sort brings the parts into the order of the report.
func (j *joined) sort() {
	slices.SortStableFunc(j.parts, func(a, b *part) int {
		return cmp.Or(
			cmp.Compare(a.run.Input, b.run.Input), cmp.Compare(a.run.Agent, b.run.Agent), cmp.Compare(a.index, b.index),
			a.start.Compare(b.start), cmp.Compare(a.run.ID, b.run.ID),
		)
	})
}
