package report

import (
	"errors"
	"sync"

	"github.com/agenttest/go/agenttest"
)

// All returns a [Reporter] of all these reports. A nil among them is left out. Each case is encoded once for all of
// this package's formats.
func All(reporters ...Reporter) *Group {
	g := &Group{}
	for _, r := range reporters {
		switch r := r.(type) {
		case nil:
		case *Writer:
			g.writers = append(g.writers, r)
		default:
			g.others = append(g.others, r)
		}
	}
	return g
}

// Group is several reports of one run; see [All]. An error in one of them does not keep the others from being written.
type Group struct {
	writers []*Writer
	others  []Reporter

	mu    sync.Mutex
	begun bool
	run   Run
	begin error // of the reports that are not of this package
}

// Begin begins all reports and returns their errors.
func (g *Group) Begin(run Run) error {
	g.start(run)
	return errors.Join(g.begin, g.Err())
}

// start begins all reports, once, and returns what the run is.
func (g *Group) start(run Run) Run {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.begun {
		return g.run
	}
	g.run, g.begun = complete(run), true
	var errs []error
	for _, w := range g.writers {
		_ = w.Begin(g.run) // Err tells it
	}
	for _, r := range g.others {
		errs = append(errs, r.Begin(g.run))
	}
	g.begin = errors.Join(errs...)
	return g.run
}

// Observe passes the event to all reports. Where Begin was not called, they are begun with the zero [Run].
func (g *Group) Observe(e agenttest.Event) {
	run := g.start(Run{})
	if e.Kind == agenttest.CaseFinished && e.Result != nil && len(g.writers) > 0 {
		rec, err := NewRecord(e.Result, run)
		for _, w := range g.writers {
			w.take(rec, err)
		}
	} else {
		for _, w := range g.writers {
			w.Observe(e)
		}
	}
	for _, r := range g.others { // last: one that panics takes nothing from the rest
		r.Observe(e)
	}
}

// Add adds a record to those of the reports that are of this package; the others only observe.
func (g *Group) Add(rec *Record) error {
	for _, w := range g.writers {
		w.take(rec, nil)
	}
	return g.Err()
}

// Err returns the errors of the reports so far, of those that tell.
func (g *Group) Err() error {
	var errs []error
	for _, w := range g.writers {
		errs = append(errs, w.Err())
	}
	for _, r := range g.others {
		if r, ok := r.(interface{ Err() error }); ok {
			errs = append(errs, r.Err())
		}
	}
	return errors.Join(errs...)
}

// End ends all reports and returns their errors, those of Begin included.
func (g *Group) End() error {
	g.start(Run{})
	errs := []error{g.begin}
	for _, w := range g.writers {
		errs = append(errs, w.End())
	}
	for _, r := range g.others {
		errs = append(errs, r.End())
	}
	return errors.Join(errs...)
}
