package assert

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
	"github.com/agenttest/go/internal/render"
)

// run checks assertions in a goroutine of its own, so that one that ignores its context can be left behind. What has
// come out so far is kept under a lock.
type run struct {
	door
	mu     sync.Mutex
	checks []chat.Check
	state  []progress
}

type progress uint8

const (
	waiting progress = iota
	started
	done
)

func newRun(assertions []chat.Assertion, d door) *run {
	r := &run{door: d, checks: make([]chat.Check, len(assertions)), state: make([]progress, len(assertions))}
	for i, a := range assertions {
		r.checks[i].Assertion = a
	}
	return r
}

// watch runs the assertions and returns their checks in the order they were given; those of a Must after the one that
// did not pass are left out.
func (r *run) watch(ctx context.Context, v chat.View) []chat.Check {
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		r.all(ctx, v)
	}()
	select {
	case <-finished:
	case <-ctx.Done():
		patience := time.NewTimer(r.grace)
		defer patience.Stop()
		select {
		case <-finished:
		case <-patience.C:
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	out := slices.Clone(r.checks)
	for i := range out {
		switch r.state[i] {
		case waiting:
			out[i].NotRun = "an assertion before it did not return"
		case started:
			out[i].Verdict = abandoned(ctx, out[i].Assertion, r.limit)
		}
	}
	return slices.DeleteFunc(out, func(c chat.Check) bool { return c.NotRun == skipped })
}

// skipped marks what a Must did not get to.
const skipped = "skipped"

func abandoned(ctx context.Context, a chat.Assertion, limit time.Duration) chat.Verdict {
	blame := chat.BlameCase
	if chat.CallsModel(a) {
		blame = chat.BlameJudge
	}
	if ctx.Err() == context.DeadlineExceeded {
		return chat.Fault(blame, "no verdict within %s: the call ignores its context and was left behind", render.Duration(limit))
	}
	return chat.Fault(chat.BlameHarness, "no verdict: the test was interrupted (%v), and the call ignores its context", context.Cause(ctx))
}

func (r *run) set(i int, c chat.Check) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.checks[i], r.state[i] = c, done
}

// all runs the assertions: the cheap ones in order, then those that ask a model.
func (r *run) all(ctx context.Context, v chat.View) {
	passed := true
	var models []int
	for i, c := range slices.Clone(r.checks) {
		switch {
		case !passed && r.hard:
			c.NotRun = skipped
			r.set(i, c)
		case chat.CallsModel(c.Assertion):
			models = append(models, i)
		default:
			passed = r.one(ctx, i, c.Assertion, v) && passed
		}
	}
	var all sync.WaitGroup
	for _, i := range models {
		a := r.checks[i].Assertion
		switch {
		case passed:
			all.Go(func() { r.one(ctx, i, a, v) })
		case r.hard:
			r.set(i, chat.Check{Assertion: a, NotRun: skipped})
		default:
			r.set(i, chat.Check{Assertion: a, NotRun: "another assertion did not pass, so no model was asked"})
		}
	}
	all.Wait()
}

// one runs one assertion. It gets a goroutine of its own, which a FailNow inside may end.
func (r *run) one(ctx context.Context, i int, a chat.Assertion, v chat.View) bool {
	r.mu.Lock()
	r.state[i] = started
	r.mu.Unlock()
	verdict := checks.Together(ctx, []chat.Assertion{a}, v)[0]
	r.set(i, chat.Check{Assertion: a, Verdict: verdict})
	return verdict.Status == chat.Passed
}
