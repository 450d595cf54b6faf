package agenttest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
)

// events is an observer that keeps what it is told.
type events struct {
	mu  sync.Mutex
	log []string
}

func (e *events) Observe(ev agenttest.Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := string(ev.Kind)
	if ev.Turn != nil {
		s += fmt.Sprintf(" %d %s", ev.Turn.Number, ev.Turn.Status)
	}
	e.log = append(e.log, fmt.Sprintf("%s (%s, %d turns)", s, ev.Result.Status, len(ev.Result.Turns)))
}

// Whatever becomes of a case, its events are complete: it begins, each turn that begins is finished, and it ends with
// the result.
func TestEvents(t *testing.T) {
	stuck := newBlocked()
	defer close(stuck.release)
	blocking, _ := places[0].of(stuck.call)
	panicking, _ := places[0].of(func(context.Context) error { panic("boom") })
	tests := []struct {
		reason string
		agent  agenttest.Agent
		c      agenttest.Case
		want   string
	}{
		{"passed", ok, agenttest.Static(agenttest.User("one"), agenttest.User("two").Expect(passes("a"))),
			"case_started (passed, 0 turns)|turn_started 1 passed (passed, 1 turns)|turn_finished 1 passed (passed, 1 turns)|" +
				"turn_started 2 passed (passed, 2 turns)|turn_finished 2 passed (passed, 2 turns)|case_finished (passed, 2 turns)"},
		{"failed", ok, agenttest.Single("one", fails("a")),
			"case_started (passed, 0 turns)|turn_started 1 passed (passed, 1 turns)|turn_finished 1 failed (failed, 1 turns)|case_finished (failed, 1 turns)"},
		{"an agent's error", erring(errors.New("boom")), hello,
			"case_started (passed, 0 turns)|turn_started 1 passed (passed, 1 turns)|turn_finished 1 failed (failed, 1 turns)|case_finished (failed, 1 turns)"},
		{"an agent's panic", panicking, hello,
			"case_started (passed, 0 turns)|turn_started 1 passed (passed, 1 turns)|turn_finished 1 failed (failed, 1 turns)|case_finished (failed, 1 turns)"},
		{"an agent that hangs", blocking, hello.Timeout(10 * time.Millisecond),
			"case_started (passed, 0 turns)|turn_started 1 passed (passed, 1 turns)|turn_finished 1 failed (failed, 1 turns)|case_finished (failed, 1 turns)"},
		{"no input", ok, agenttest.Static(), "case_started (passed, 0 turns)|case_finished (failed, 0 turns)"},
		{"refused", nil, hello, "case_started (errored, 0 turns)|case_finished (errored, 0 turns)"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			all := &events{}
			play(t, tt.agent, tt.c.Observe(all))
			equal(t, "events", strings.Join(all.log, "|"), tt.want)
		})
	}
}

// What observers are told of a turn: its input when it starts, everything when it is finished.
func TestEventsOfATurn(t *testing.T) {
	var log []string
	look := agenttest.ObserverFunc(func(e agenttest.Event) {
		if e.Turn != nil {
			log = append(log, fmt.Sprintf("%s %q %q %d checks", e.Kind, e.Turn.Input.Text, e.Turn.Text(), len(e.Turn.Checks)))
		}
	})
	play(t, ok, agenttest.Single("hello", passes("a")).Observe(look).Observe(look))
	equal(t, "log", log, `[turn_started "hello" "" 0 checks turn_started "hello" "" 0 checks turn_finished "hello" "ok" 1 checks turn_finished "hello" "ok" 1 checks]`)
}

// The last event has the complete result: final assertions, checkpoints, duration.
func TestCaseFinished(t *testing.T) {
	var last *agenttest.Result
	var told string
	c := agenttest.Dynamic(user(t, says("hello")), at("ok")).Finally(fails("f")).
		Observe(agenttest.ObserverFunc(func(e agenttest.Event) {
			if last = e.Result; e.Kind == agenttest.CaseFinished {
				told = fmt.Sprint(outcome(e.Result), checksOf(e.Result.Final), e.Result.Checkpoints[0].Reached)
			}
		}))
	res := play(t, ok, c)
	if last != res {
		t.Error("the observers were told of another result")
	}
	equal(t, "told", told, "failed (agent)f failedtrue")
}

// An observer that hangs costs its case, not the events of the others, and is not waited for a second time.
func TestObserverThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBlocked()
		defer close(b.release)
		all := &events{}
		c := hello.Timeout(30 * time.Second).
			Observe(agenttest.ObserverFunc(func(agenttest.Event) { _ = b.call(t.Context()) })).Observe(all)
		start := time.Now()
		res := play(t, ok, c)
		wantOutcome(t, res, "errored (case): timeout after 30s, in a call of the observer")
		if took := time.Since(start); took > 32*time.Second {
			t.Errorf("it took %s, want 30s and a grace", took)
		}
		equal(t, "the other one heard", all.log, "[case_finished (errored, 0 turns)]")
	})
}

// An observer that panics is blamed, once.
func TestObserverThatPanics(t *testing.T) {
	all := &events{}
	n := 0
	c := hello.Observe(agenttest.ObserverFunc(func(agenttest.Event) { n++; panic("boom") })).Observe(all)
	res := play(t, ok, c)
	wantOutcome(t, res, "errored (case): observer error: panic: boom")
	equal(t, "told", n, 1)
	equal(t, "notes", len(res.Notes), 1)
	if res.Blame != chat.BlameCase || len(all.log) == 0 {
		t.Errorf("the other observer heard %v", all.log)
	}
}
