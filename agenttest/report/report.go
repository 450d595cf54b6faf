package report

import (
	"crypto/rand"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/agenttest/go/agenttest"
)

// Reporter makes a report of a run. Begin is called once before the first case, Observe for every event of every case
// and from several goroutines at once, and End once after the last one. An error in between must not be lost: End
// returns it.
type Reporter interface {
	Begin(Run) error
	agenttest.Observer
	End() error
}

// Run says what is reported. The zero value is a run of which nothing is known.
type Run = agenttest.RunInfo

// Writer is a [Reporter] that writes one of the formats of this package. Its methods may be called from several
// goroutines.
type Writer struct {
	mu      sync.Mutex
	format  format
	close   io.Closer // nil when the writer is not ours to close
	begun   bool
	ended   bool
	run     Run
	summary tally
	err     error
	broken  bool // the output does not take more
	partial bool // not all that was to be added could be read
}

// format writes a report. Its methods are called one at a time, and none after one has returned an error; only prepare
// is called side by side, with what it returns given to add.
type format interface {
	prepare(*Record) []byte
	begin(*Run) error
	add(rec *Record, prepared []byte, t *tally) error
	end(*tally) error
}

// watcher is a format that also shows what is under way.
type watcher interface {
	watch(agenttest.Event, *tally) error
}

// aborter is a format that has to take something back when the report has failed.
type aborter interface{ abort() }

// Begin starts the report. A writer that is told of a case before is begun by it, with the zero [Run].
func (w *Writer) Begin(run Run) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begin(run)
	return w.err
}

func (w *Writer) begin(run Run) {
	if w.begun {
		return
	}
	w.begun = true
	w.run = complete(run)
	w.summary.Expected = max(run.Cases, 0)
	w.keep(w.format.begin(&w.run))
}

// complete fills in what a run always has.
func complete(run Run) Run {
	if run.ID == "" {
		run.ID = rand.Text()
	}
	if run.Start.IsZero() {
		run.Start = time.Now()
	}
	run.Cases, run.Total = max(run.Cases, 0), max(run.Total, 0)
	return run
}

// Observe adds a case to the report when it has finished.
func (w *Writer) Observe(e agenttest.Event) {
	if e.Result == nil {
		return
	}
	if e.Kind != agenttest.CaseFinished {
		w.watch(e)
		return
	}
	w.mu.Lock()
	w.begin(Run{})
	run := w.run
	w.mu.Unlock()
	// The record is made outside of the lock: it is most of the work, and the cases run side by side.
	rec, err := NewRecord(e.Result, run)
	w.take(rec, err)
}

func (w *Writer) watch(e agenttest.Event) {
	ui, ok := w.format.(watcher)
	if !ok {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begin(Run{})
	if !w.broken && !w.ended {
		w.keep(ui.watch(e, &w.summary))
	}
}

// Add adds a record that was read or made elsewhere, such as the records of another machine. The error is the first
// one of the report so far, as [Writer.Err] returns it.
func (w *Writer) Add(rec *Record) error {
	w.take(rec, nil)
	return w.Err()
}

func (w *Writer) take(rec *Record, problem error) {
	prepared := w.format.prepare(rec)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begin(Run{})
	if w.ended {
		w.err = errors.Join(w.err, errors.New("report: a case finished after the report had ended: "+rec.label()))
		return
	}
	w.summary.add(rec)
	if !w.broken {
		w.keep(w.format.add(rec, prepared, &w.summary))
	}
	if w.err == nil {
		w.err = problem // the record says it, too; it is whole, and so is what is written after it
	}
}

// keep keeps the first error of the output; nothing is written after it.
func (w *Writer) keep(err error) {
	if err == nil || w.broken {
		return
	}
	w.broken = true
	if w.err == nil {
		w.err = err
	}
	if a, ok := w.format.(aborter); ok {
		a.abort()
	}
}

// Err returns the first error of the report so far, such as a full disk. The run may be ended early because of it.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// Summary returns the totals of the cases that are in the report so far.
func (w *Writer) Summary() Summary {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.summary.current()
}

// End completes the report and returns the first error of all that was written. It closes what this package opened;
// a second call does nothing.
func (w *Writer) End() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended {
		return w.err
	}
	w.begin(Run{})
	w.ended = true
	w.summary.Complete = !w.partial && len(w.run.Problems) == 0 && w.summary.Expected <= w.summary.Total
	if !w.broken {
		w.keep(w.format.end(&w.summary))
	}
	if w.close != nil {
		if err := w.close.Close(); err != nil {
			w.keep(err)
		}
	}
	return w.err
}
