// Package admission is where limits and the engine meet: a call that a limit holds back says so to the time it is made
// in, which then stands still, so that the wait is nobody's time.
package admission

import (
	"context"
	"sync"
	"time"
)

// Span is an account of time: of a case, a turn in it, a sample of a judge, a call of an agent with limits. It has at most
// passed what would have without the limits. So what is in it begins, for this account, when it asks to, and what is side
// by side in it for as long as limits put one behind the other passes once and not in turns:
//
//   - a span with nothing in it passes as time does, except while it waits;
//   - one with others in it has got as far as that of them which has got the furthest.
//
// Its methods may be called from several goroutines, and the reading ones on a nil span.
type Span struct {
	tree  *tree
	outer *Span
	err   func() error // of the context that it belongs to
	clock *Clock       // which ends by it; nil for most

	// Under tree.mu:
	began  time.Duration // when it asked to begin, by the account of outer
	passed time.Duration
	stood  time.Duration // the rest, without its own waits
	inside []*Span
	over   bool

	still    int              // reasons for which it waits itself
	since    time.Time        // when it began to
	what     string           // what it waits for
	moved    func() time.Time // when that moved last, where the wait counts if it does not; nil elsewhere
	admitted any              // by whom, when it was

	settled bool   // the context is over, and missed is what was waited for then
	missed  string // empty when something was under way
}

// tree is what all spans within the outermost one share.
type tree struct {
	mu   sync.Mutex
	root *Span
	upTo time.Time // the moment up to which they count
}

// key is the key of the [*Span] among the values of a context.
type key struct{}

// Of returns the span that ctx is in, nil when there is none.
func Of(ctx context.Context) *Span {
	s, _ := ctx.Value(key{}).(*Span)
	return s
}

// Begin returns a new span in that of ctx, and a context in which it is the span. It must be ended.
func Begin(ctx context.Context) (context.Context, *Span) {
	s := &Span{err: ctx.Err}
	s.beginIn(Of(ctx))
	return context.WithValue(ctx, key{}, s), s
}

func (s *Span) beginIn(outer *Span) {
	if outer != nil {
		t := outer.tree
		t.mu.Lock()
		defer t.mu.Unlock()
		for outer != nil && outer.over { // who goes on after the end of a call is not in it any more
			outer = outer.outer
		}
	}
	if outer == nil {
		s.tree = &tree{root: s, upTo: time.Now()}
		return
	}
	outer.tree.count(time.Now())
	s.tree, s.outer, s.began = outer.tree, outer, outer.passed
	outer.inside = append(outer.inside, s)
	outer.rearm()
}

// End ends the span. Ending it again does nothing.
func (s *Span) End() {
	s.change(func() {
		s.over = true
		if s.outer != nil {
			s.outer.inside = without(s.outer.inside, s)
		}
	})
}

// Wait says that the span waits for what is named like "the limit of 60 calls a minute". If moved is not nil, the span may
// be what that waits for itself: so when it has not moved for all the time that a clock has left, the clock ends.
func (s *Span) Wait(what string, moved func() time.Time) {
	s.change(func() {
		if s.still == 0 {
			s.still, s.since = 1, s.tree.upTo
		}
		s.what, s.moved = what, moved
	})
}

// Admitted says that what the span waited for is there, and by whom it was admitted, for [Span.Around].
func (s *Span) Admitted(by any) {
	s.change(func() { s.still, s.admitted = 0, by })
}

// Around returns by whom the spans were admitted that this one is in.
func (s *Span) Around() []any {
	s.tree.mu.Lock()
	defer s.tree.mu.Unlock()
	var by []any
	for o := s.outer; o != nil; o = o.outer {
		if o.admitted != nil {
			by = append(by, o.admitted)
		}
	}
	return by
}

// Waiting returns what the span waits for, or waited for when its context ended. It is empty when something in it was
// under way: then that is what the time was needed for.
func (s *Span) Waiting() (what string) {
	if s != nil {
		s.change(func() {
			if what = s.missed; !s.settled {
				what = s.waitsFor()
			}
		})
	}
	return what
}

// Waited returns for how long the span has stood still for what is in it.
func (s *Span) Waited() (stood time.Duration) {
	if s != nil {
		s.change(func() { stood = s.stood })
	}
	return stood
}

// change counts the time up to now, makes a change from then on, and sets the clocks by it.
func (s *Span) change(f func()) {
	t := s.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count(time.Now())
	for o := s; o != nil; o = o.outer {
		if !o.settled && o.err() != nil {
			o.settle()
		}
	}
	f()
	s.rearm()
}

// settle keeps what the span waits for at the end of its context.
func (s *Span) settle() { s.settled, s.missed = true, s.waitsFor() }

func (s *Span) rearm() {
	for o := s; o != nil; o = o.outer {
		if o.clock != nil {
			o.clock.rearm()
		}
	}
}

func (t *tree) count(now time.Time) {
	t.root.pass(now.Sub(t.upTo))
	t.upTo = now
}

// pass lets time pass in which nothing changes.
func (s *Span) pass(d time.Duration) {
	switch {
	case s.still > 0:
	case len(s.inside) == 0:
		s.passed += d
	default:
		before := s.passed
		for _, in := range s.inside {
			in.pass(d)
			s.passed = max(s.passed, in.began+in.passed)
		}
		s.stood += d - (s.passed - before)
	}
}

// left returns in which time the span gets as far as this if nothing changes; false if it never does.
func (s *Span) left(mark time.Duration) (left time.Duration, ok bool) {
	switch {
	case s.still > 0 && s.moved == nil:
		return 0, false
	case s.still > 0:
		since := s.since
		if moved := s.moved(); moved.After(since) {
			since = moved
		}
		return mark - s.tree.upTo.Sub(since), true
	case len(s.inside) == 0:
		return mark - s.passed, true
	}
	for _, in := range s.inside {
		if l, is := in.left(mark - in.began); is && (!ok || l < left) {
			left, ok = l, true
		}
	}
	return left, ok
}

func (s *Span) waitsFor() (what string) {
	if s.still > 0 {
		return s.what
	}
	for _, in := range s.inside {
		if what = in.waitsFor(); what == "" {
			return ""
		}
	}
	return what
}

func without(list []*Span, s *Span) []*Span {
	for i := range list {
		if list[i] == s {
			return append(list[:i], list[i+1:]...)
		}
	}
	return list
}

// Refused is the error of a call that was not made, because the wait for its admission ended otherwise. Nobody who was
// to be called is to blame for it.
type Refused struct {
	What string // "the limit of 60 calls a minute"
	Err  error
}

// Error names the limit and the reason.
func (r *Refused) Error() string { return "gave up waiting for " + r.What + ": " + r.Err.Error() }

// Unwrap returns the reason.
func (r *Refused) Unwrap() error { return r.Err }
