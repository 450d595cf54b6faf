package report

import "io"

// JSONL returns a reporter that writes one line for each case when it has finished: the JSON of its result, and under
// "run" the run that it is of. Every line says all of itself, so lines of several runs can be put together in any order
// and read again with [Read]. A line is written with one call of Write.
func JSONL(w io.Writer) *Writer { return &Writer{format: &jsonlFormat{w: w}} }

type jsonlFormat struct {
	w    io.Writer
	file interface{ Truncate(int64) error } // not nil where a broken line can be taken back
	good int64                              // bytes of whole lines
}

func (*jsonlFormat) begin(*Run) error { return nil }

func (*jsonlFormat) prepare(rec *Record) []byte {
	line := make([]byte, 0, len(rec.raw)+1)
	return append(append(line, rec.raw...), '\n')
}

func (f *jsonlFormat) add(_ *Record, line []byte, _ *tally) error {
	if _, err := f.w.Write(line); err != nil {
		return err
	}
	f.good += int64(len(line))
	return nil
}

func (*jsonlFormat) end(*tally) error { return nil }

// abort takes back the part of a line that still fitted on a full disk.
func (f *jsonlFormat) abort() {
	if f.file != nil {
		_ = f.file.Truncate(f.good) // the write's own error is the one that is told
	}
}
