package limit_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/limit"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/simulator"
)

// parts are the parts of a run that may be limited: each is a case in which the one call of the limited agent is the
// first it makes.
var parts = map[string]func(limited, ok agenttest.Agent) (agenttest.Agent, agenttest.Case){
	"agent": func(limited, ok agenttest.Agent) (agenttest.Agent, agenttest.Case) {
		return limited, agenttest.Single("hello")
	},
	"agent with a turn's time": func(limited, ok agenttest.Agent) (agenttest.Agent, agenttest.Case) {
		return limited, agenttest.Single("hello").TurnTimeout(10 * s)
	},
	"agent of a run": func(limited, ok agenttest.Agent) (agenttest.Agent, agenttest.Case) {
		return agenttest.EachRun(func(context.Context) (agenttest.Agent, error) { return limited, nil }), agenttest.Single("hello")
	},
	"agent's agent": func(limited, ok agenttest.Agent) (agenttest.Agent, agenttest.Case) {
		return agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
			resp, err := limited.Respond(ctx, req)
			if err != nil {
				err = fmt.Errorf("my helper: %w", err)
			}
			return resp, err
		}), agenttest.Single("hello")
	},
	"judge": func(limited, ok agenttest.Agent) (agenttest.Agent, agenttest.Case) {
		return ok, agenttest.Single("hello", assert.Agent(limited, "polite").Samples(3))
	},
	"final judge": func(limited, ok agenttest.Agent) (agenttest.Agent, agenttest.Case) {
		return ok, agenttest.Single("hello").Finally(assert.Agent(limited, "polite"))
	},
	"negated judge": func(limited, ok agenttest.Agent) (agenttest.Agent, agenttest.Case) {
		return ok, agenttest.Single("hello").Never(assert.Agent(limited, "rude"))
	},
	"checkpoint": func(limited, ok agenttest.Agent) (agenttest.Agent, agenttest.Case) {
		return ok, agenttest.Dynamic(simulator.Script("hello"), checkpoint.New("polite", assert.Agent(limited, "polite")))
	},
	"simulator": func(limited, ok agenttest.Agent) (agenttest.Agent, agenttest.Case) {
		return ok, agenttest.Dynamic(simulator.Agent(limited)).OnSimulatorError(agenttest.SimulatorSkipped)
	},
}

// When the run ends while a call waits, that is nobody's failure, and it says what was waited for.
func TestInterruptedWhileWaiting(t *testing.T) {
	for part, of := range parts {
		for _, tt := range []struct {
			limits []limit.Option
			want   string
		}{
			{[]limit.Option{limit.PerMinute(60), limit.Burst(1)}, "the limit of 60 calls a minute"},
			{[]limit.Option{limit.PerMinute(1)}, "the limit of 1 call a minute"},
			{[]limit.Option{limit.PerMinute(0.5), limit.Concurrent(8)}, "the limit of 0.5 calls a minute"},
			{[]limit.Option{limit.Every(90 * s)}, "the limit of 1 call every 1m30s"},
			{[]limit.Option{limit.Concurrent(1)}, "the limit of 1 call at once"},
		} {
			t.Run(part, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					lim := limit.New(tt.limits...)
					h := hanging{make(chan struct{})}
					defer close(h.release)
					for range 2 { // one uses the limit up, the other is the head of the queue
						go func() { _, _ = lim.Agent(h).Respond(t.Context(), &agenttest.Request{}) }()
						synctest.Wait()
					}
					ctx, cancel := context.WithCancelCause(t.Context())
					defer cancel(nil)
					time.AfterFunc(500*time.Millisecond, func() { cancel(errors.New("Ctrl-C")) })
					agent, c := of(lim.Agent((&provider{}).model(yes)), (&provider{}).now("ok"))
					got := outcome(agenttest.Play(ctx, agent, c))
					text := "errored (harness): interrupted while waiting for " + tt.want + ": Ctrl-C"
					if part == "checkpoint" {
						text += " (checkpoint polite)"
					}
					want(t, part, got, text)
				})
			})
		}
	}
}

// A suite whose deadline comes ends its cases in the queue, with the reason.
func TestDeadlineWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lim := limit.New(limit.PerMinute(1))
		ctx, cancel := context.WithTimeoutCause(t.Context(), 150*s, errors.New("the test binary's own deadline is near"))
		defer cancel()
		n := map[string]int{}
		for _, res := range sideBySide(ctx, lim.Agent((&provider{}).model("ok")), times(10, agenttest.Single("hello", assert.Contains("ok")).Timeout(2*s))...) {
			n[outcome(res)]++
		}
		want(t, "outcomes", fmt.Sprint(n), "map[errored (harness): interrupted while waiting for the limit of 1 call a minute: the test binary's own deadline is near:7 passed:3]")
	})
	synctest.Test(t, func(t *testing.T) {
		lim := limit.New(limit.PerMinute(1))
		fake := &fakeT{end: time.Now().Add(20 * s)}
		agent := lim.Agent((&provider{}).model("ok"))
		agenttest.Run(fake, agent, agenttest.Single("hello", assert.Contains("ok")))
		res := agenttest.Run(fake, agent, agenttest.Single("hello", assert.Contains("ok")))
		want(t, "the test's deadline", outcome(res), "errored (harness): timeout after 17.1s while waiting for the limit of 1 call a minute: the test binary's own deadline is near; raise it with go test -timeout")
	})
}

// fakeT is a test whose binary has a deadline.
type fakeT struct{ end time.Time }

func (t *fakeT) Helper()                            {}
func (t *fakeT) Logf(string, ...any)                {}
func (t *fakeT) Errorf(string, ...any)              {}
func (t *fakeT) FailNow()                           {}
func (t *fakeT) Deadline() (end time.Time, ok bool) { return t.end, true }

// A call that never comes back keeps its slot. The others go on with those that are left; when there are none they end
// with an error instead of waiting for ever, and go on when one comes back after all.
func TestAbandonedCallsKeepTheirSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lim := limit.New(limit.Concurrent(2))
		h := hanging{make(chan struct{})}
		c := agenttest.Single("hello", assert.Contains("ok")).Timeout(10 * s)
		quick := lim.Agent((&provider{}).model("ok"))
		hangs := func() {
			want(t, "hanging", outcome(agenttest.Play(t.Context(), lim.Agent(h), c)), "failed (agent): timeout after 10s")
		}

		hangs()
		p := &provider{}
		for _, res := range sideBySide(t.Context(), lim.Agent(p.model("ok")), times(5, c)...) {
			want(t, "with one slot left", outcome(res), "passed")
		}
		want(t, "at once", fmt.Sprint(p.busiest), "1")
		hangs()
		start := time.Now()
		for _, res := range sideBySide(t.Context(), quick, times(5, c)...) {
			want(t, "with none left", outcome(res), "errored (harness): gave up waiting for the limit of 2 calls at once: it is used up by 2 calls that did not return within 30s of the end of their time")
		}
		if took := time.Since(start); took > 30*s {
			t.Errorf("it took %s, want at most 30s", took)
		}
		for part, of := range parts {
			agent, c := of(quick, (&provider{}).now("ok"))
			got := outcome(agenttest.Play(t.Context(), agent, c))
			if !strings.HasPrefix(got, "errored (harness)") {
				t.Errorf("%s: got %q, want an error of the harness", part, got)
			}
		}
		close(h.release)
		synctest.Wait()
		for _, res := range sideBySide(t.Context(), quick, times(5, c)...) {
			want(t, "when they are back", outcome(res), "passed")
		}
	})
}

// A slow call that comes back within the patience costs the others nothing but the wait.
func TestLateCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lim := limit.New(limit.Concurrent(1))
		slow := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
			time.Sleep(29 * s)
			return agenttest.Reply("ok"), nil
		})
		c := agenttest.Single("hello", assert.Contains("ok")).Timeout(s)
		want(t, "slow", outcome(agenttest.Play(t.Context(), lim.Agent(slow), c)), "failed (agent): timeout after 1s")
		want(t, "next", outcome(agenttest.Play(t.Context(), lim.Agent((&provider{}).now("ok")), c)), "passed")
		time.Sleep(time.Hour)
		want(t, "later", outcome(agenttest.Play(t.Context(), lim.Agent((&provider{}).now("ok")), c)), "passed")
	})
}

// An agent that is too slow fails although one of its helpers was refused in a time of its own.
func TestSlowAgentIsNotExcused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lim := limit.New(limit.Every(time.Hour))
		helper := lim.Agent((&provider{}).now("ok"))
		_, _ = helper.Respond(t.Context(), &agenttest.Request{})
		agent := agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
			short, cancel := context.WithTimeout(ctx, s)
			defer cancel()
			_, _ = helper.Respond(short, req)
			<-ctx.Done()
			_, _ = helper.Respond(ctx, req)
			return nil, ctx.Err()
		})
		c := agenttest.Single("hello", assert.Agent((&provider{}).now(yes), "polite")).Timeout(10 * s)
		want(t, "outcome", outcome(agenttest.Play(t.Context(), agent, c)), "failed (agent): timeout after 10s")
	})
}

// The verdict of a judge that was not asked says so, also where a test asserts by hand.
func TestVerdictOfAJudgeThatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lim := limit.New(limit.PerMinute(1))
		judge := lim.Agent((&provider{}).now(yes))
		_, _ = judge.Respond(t.Context(), &agenttest.Request{})
		ctx, cancel := context.WithTimeout(t.Context(), s)
		defer cancel()
		v := assert.Agent(judge, "polite").Check(ctx, agenttest.Reply("ok").View())
		want(t, "verdict", fmt.Sprintf("%s (%s): %s", v.Status, v.Blame, v.Reason),
			"errored (harness): the judge was not asked, the time was over while waiting for the limit of 1 call a minute: context deadline exceeded")
	})
}
