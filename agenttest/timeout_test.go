package agenttest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/simulator"
)

// heeding is a call that returns when its context ends.
func heeding(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

// The time of a case ends whatever is being called; who was called is to blame. Only the agent fails for it.
func TestTimeouts(t *testing.T) {
	want := map[string]string{
		"agent":              "failed (agent): timeout after 30s",
		"tool":               "errored (tool): timeout after 30s, in a call of the tool",
		"simulator":          "errored (simulator): simulator error: timeout after 30s",
		"assertion":          "errored (case): timeout after 30s, in a call of the assertion",
		"rule":               "errored (case): timeout after 30s, in a call of the assertion",
		"judge":              "errored (judge): timeout after 30s, in a call of the judge",
		"final assertion":    "errored (case): timeout after 30s, in a call of the assertion",
		"final judge":        "errored (judge): timeout after 30s, in a call of the judge",
		"checkpoint":         "errored (case): timeout after 30s, in a call of the assertion (checkpoint c)",
		"checkpoint's judge": "errored (judge): timeout after 30s, in a call of the judge (checkpoint c)",
		"before hook":        "errored (case): timeout after 30s, in a call of the hook",
		"after hook":         "errored (case): timeout after 30s, in a call of the hook",
		"maker":              "errored (agent): timeout after 30s, in a call of the agent",
		"reset":              "errored (agent): timeout after 30s, in a call of the agent",
	}
	for _, p := range places {
		t.Run(p.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				agent, c := p.of(heeding)
				start := time.Now()
				wantOutcome(t, play(t, agent, c.Timeout(30*time.Second)), want[p.name])
				equal(t, "took", time.Since(start), 30*time.Second)
			})
		})
	}
}

// The durations in messages have no units that are zero.
func TestTimeoutMessages(t *testing.T) {
	for want, limit := range map[string]time.Duration{
		"timeout after 5m":    0, // the default
		"timeout after 30s":   30 * time.Second,
		"timeout after 1m30s": 90 * time.Second,
		"timeout after 2h":    2 * time.Hour,
		"timeout after 1.5s":  1500 * time.Millisecond,
	} {
		synctest.Test(t, func(t *testing.T) {
			agent, c := places[0].of(heeding)
			wantOutcome(t, play(t, agent, c.Timeout(limit)), "failed (agent): "+want)
		})
	}
}

// The time of a turn is the agent's. The case's own time goes on.
func TestTurnTimeout(t *testing.T) {
	slow := func(times ...time.Duration) agenttest.Agent {
		return agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
			select {
			case <-time.After(times[req.Turn-1]):
				return agenttest.Reply("ok"), nil
			case <-ctx.Done():
				return nil, fmt.Errorf("request failed: %w", ctx.Err())
			}
		})
	}
	three := agenttest.Static(agenttest.User("one"), agenttest.User("two"), agenttest.User("three")).Finally(passes("f")).KeepGoing()
	const s = time.Second
	tests := []struct {
		reason string
		agent  agenttest.Agent
		c      agenttest.Case
		want   string
		turns  int
	}{
		{"every turn in time", slow(4*s, 4*s, 4*s), three.TurnTimeout(5 * s), "passed", 3},
		{"one turn too slow", slow(4*s, 6*s, 4*s), three.TurnTimeout(5 * s), "failed (agent): timeout after 5s", 2},
		{"the case too slow", slow(4*s, 4*s, 4*s), three.TurnTimeout(5 * s).Timeout(10 * s), "failed (agent): timeout after 10s", 3},
		{"the turn's limit is above the case's", slow(11*s, s, s), three.TurnTimeout(20 * s).Timeout(10 * s), "failed (agent): timeout after 10s", 1},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				res := play(t, tt.agent, tt.c)
				wantOutcome(t, res, tt.want)
				equal(t, "turns", len(res.Turns), tt.turns)
			})
		})
	}
}

// Who ignores the end of a turn, the agent or one of its tools, is left behind long before the case is over. The limit
// that ended it is the one that is told.
func TestTurnTimeoutIgnored(t *testing.T) {
	const s = time.Second
	for _, tt := range []struct {
		place       place
		turn, whole time.Duration
		want        string
	}{
		{places[0], 5 * s, 0, "failed (agent): timeout after 5s"},
		{places[1], 5 * s, 0, "errored (tool): timeout after 5s, in a call of the tool"},
		{places[0], 8 * s, 5 * s, "failed (agent): timeout after 5s"},
		{places[1], 8 * s, 5 * s, "errored (tool): timeout after 5s, in a call of the tool"},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBlocked()
			defer close(b.release)
			agent, c := tt.place.of(b.call)
			start := time.Now()
			res := play(t, agent, c.TurnTimeout(tt.turn).Timeout(tt.whole))
			wantOutcome(t, res, tt.want)
			wantNote(t, res, "abandoned")
			if took := time.Since(start); took > 6*s {
				t.Errorf("%s: it took %s, want 5s and a grace", tt.place, took)
			}
		})
	}
}

// An agent that looks at its context, or at one that it derived from it, sees the timeout of any other context, whatever
// else is in the case.
func TestTimeoutsAreDeadlines(t *testing.T) {
	for reason, c := range map[string]agenttest.Case{
		"plain":     hello,
		"judge":     agenttest.Single("hello", assert.Agent(ok, "polite")),
		"simulator": agenttest.Dynamic(user(t, says("hello"))),
	} {
		for _, c := range []agenttest.Case{c.Timeout(5 * time.Second), c.TurnTimeout(5 * time.Second)} {
			synctest.Test(t, func(t *testing.T) {
				agent := agenttest.AgentFunc(func(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
					type key struct{}
					derived, cancel := context.WithTimeout(context.WithValue(ctx, key{}, true), time.Hour)
					defer cancel()
					<-derived.Done()
					for _, ctx := range []context.Context{ctx, derived} {
						if ctx.Err() != context.DeadlineExceeded || !errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
							t.Errorf("%s: got %v, %v, want a deadline exceeded", reason, ctx.Err(), context.Cause(ctx))
						}
					}
					return nil, derived.Err()
				})
				wantOutcome(t, play(t, agent, c), "failed (agent): timeout after 5s")
			})
		}
	}
}

// Who answers when the time is over has used it up, even if what it says is welcome. It is not the agent's failure.
func TestTimeUpAfterAnAnswer(t *testing.T) {
	late := func(ctx context.Context) { <-ctx.Done() }
	judge := agenttest.AgentFunc(func(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
		late(ctx)
		return agenttest.Reply(yes), nil
	})
	passesLate := assert.Func("late", func(ctx context.Context, _ chat.View) chat.Verdict {
		late(ctx)
		return chat.Pass()
	})
	two := agenttest.Static(agenttest.User("one"), agenttest.User("two"))
	for want, c := range map[string]agenttest.Case{
		"errored (judge): timeout after 5s, in a call of the judge":    two.Always(assert.Agent(judge, "polite")),
		"errored (case): timeout after 5s, in a call of the assertion": two.Always(passesLate),
		"errored (case): timeout after 5s, in a call of the checkpoint": agenttest.Dynamic(user(t, says("one"), says("two")),
			checkpoint.New("c", passesLate), checkpoint.New("d", fails("d"))),
		"errored (case): timeout after 5s, in a call of the observer": two.Observe(agenttest.ObserverFunc(func(e agenttest.Event) {
			if e.Kind == agenttest.TurnFinished {
				time.Sleep(5100 * time.Millisecond)
			}
		})),
	} {
		synctest.Test(t, func(t *testing.T) {
			res := play(t, ok, c.Timeout(5*time.Second))
			wantOutcome(t, res, want)
			equal(t, "turns", len(res.Turns), 1)
		})
	}
}

// The judge's time is the case's, not the turn's.
func TestTurnTimeoutIsNotTheJudges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		judge := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
			time.Sleep(time.Minute)
			return agenttest.Reply(yes), nil
		})
		wantOutcome(t, play(t, ok, agenttest.Single("hello", assert.Agent(judge, "polite")).TurnTimeout(time.Second)), "passed")
	})
}

// A cancelled context is nobody's failure and never a success, wherever it strikes.
func TestInterrupts(t *testing.T) {
	for _, p := range places {
		t.Run(p.name, func(t *testing.T) {
			for reason, c := range map[string]func(agenttest.Case) agenttest.Case{
				"plain":                 func(c agenttest.Case) agenttest.Case { return c },
				"simulator errors skip": func(c agenttest.Case) agenttest.Case { return c.OnSimulatorError(agenttest.SimulatorSkipped) },
				"simulator errors fail": func(c agenttest.Case) agenttest.Case { return c.OnSimulatorError(agenttest.SimulatorFailed) },
				"keep going":            agenttest.Case.KeepGoing,
			} {
				synctest.Test(t, func(t *testing.T) {
					ctx, cancel := context.WithCancelCause(t.Context())
					agent, of := p.of(func(ctx context.Context) error {
						cancel(errors.New("Ctrl-C"))
						return heeding(ctx)
					})
					if got, want := outcome(agenttest.Play(ctx, agent, c(of))), "errored (harness): interrupted: Ctrl-C"; !strings.HasPrefix(got, want) {
						t.Errorf("%s: got %q, want %q", reason, got, want)
					}
				})
			}
		})
	}
}

// A call that ignores the interrupt is left behind, and still nobody's failure.
func TestInterruptsIgnored(t *testing.T) {
	for _, p := range places {
		t.Run(p.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				b := newBlocked()
				defer close(b.release)
				agent, c := p.of(func(ctx context.Context) error {
					cancel()
					return b.call(ctx)
				})
				start := time.Now()
				got := outcome(agenttest.Play(ctx, agent, c.OnSimulatorError(agenttest.SimulatorSkipped)))
				if want := "errored (harness): interrupted: context canceled"; !strings.HasPrefix(got, want) {
					t.Errorf("got %q, want %q", got, want)
				}
				if took := time.Since(start); took > time.Second {
					t.Errorf("it took %s, want a short grace", took)
				}
			})
		})
	}
}

// A reply that comes at the moment of the interrupt does not make a success of it.
func TestInterruptedWithReply(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	agent := replying(func(*agenttest.Request) *agenttest.Response {
		cancel()
		return agenttest.Reply("ok")
	})
	two := agenttest.Static(agenttest.User("one").Expect(passes("a")), agenttest.User("two").Expect(passes("b")))
	wantOutcome(t, agenttest.Play(ctx, agent, two), "errored (harness): interrupted: context canceled")

	wantOutcome(t, agenttest.Play(ctx, ok, two), "errored (harness): interrupted: context canceled") // from the start
}

// After an interrupt nobody is asked any more, and what has passed so far is no success.
func TestInterruptBetweenCalls(t *testing.T) {
	for reason, c := range map[string]agenttest.Case{
		"more to come": agenttest.Static(agenttest.User("one"), agenttest.User("two")),
		"the last one": agenttest.Static(agenttest.User("one")).Finally(passes("f")),
		"simulated":    agenttest.Dynamic(user(t, says("one"), says("two"))),
	} {
		ctx, cancel := context.WithCancel(t.Context())
		agent := &recorder{}
		cancels := assert.Func("cancels", func(context.Context, chat.View) chat.Verdict {
			cancel()
			return chat.Pass()
		})
		res := agenttest.Play(ctx, agent, c.Always(cancels))
		if got := outcome(res); got != "errored (harness): interrupted: context canceled" || len(agent.requests) != 1 || len(res.Final) != 0 {
			t.Errorf("%s: got %q, the agent was asked %d times", reason, got, len(agent.requests))
		}
	}
}

// A deadline of the caller's own is an interrupt.
func TestCallersDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		agent, c := places[0].of(heeding)
		wantOutcome(t, agenttest.Play(ctx, agent, c), "errored (harness): interrupted: context deadline exceeded")
	})
}

// deadlineT is a test whose binary has a deadline.
type deadlineT struct {
	fakeT
	end time.Time
}

func (t *deadlineT) Deadline() (time.Time, bool) { return t.end, true }

// When the test binary's deadline is nearer than the case's, the case ends in time to print its transcript, and says
// what to do.
func TestDeadlineOfTheTestBinary(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake := &deadlineT{end: time.Now().Add(20 * time.Second)}
		agent, c := places[0].of(heeding)
		res := agenttest.Run(fake, agent, c)
		if res.Status != agenttest.Errored || res.Blame != chat.BlameHarness || !strings.HasPrefix(res.Error, "timeout after ") || !strings.Contains(res.Error, "go test -timeout") {
			t.Errorf("got %s, want it said that the test binary's time is over", outcome(res))
		}
		if !time.Now().Before(fake.end) {
			t.Error("it ended after the deadline")
		}

		far := &deadlineT{end: time.Now().Add(time.Hour)}
		wantOutcome(t, agenttest.Run(far, agent, c.Timeout(time.Second)), "failed (agent): timeout after 1s")
	})
}

// Waiting for an agent that plays one conversation at a time does not push a case past the test binary's deadline.
func TestDeadlineWhileWaitingForTheAgent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		agent := &resettable{agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
			if req.Text() == "wait" {
				return nil, heeding(ctx)
			}
			return agenttest.Reply("ok"), nil
		}), func(context.Context) error { return nil }}
		held := make(chan struct{})
		go func() {
			defer close(held)
			slow := hello.Before(func(context.Context, *agenttest.Session) error {
				time.Sleep(15 * time.Second)
				return nil
			})
			agenttest.Play(t.Context(), agent, slow)
		}()
		synctest.Wait()

		fake := &deadlineT{end: time.Now().Add(10 * time.Second)}
		res := agenttest.Run(fake, agent, hello)
		if res.Status != agenttest.Errored || res.Blame != chat.BlameHarness || !strings.Contains(res.Error, "one conversation at a time") {
			t.Errorf("got %s, want it said what it waited for", outcome(res))
		}
		if !time.Now().Before(fake.end) {
			t.Error("it ended after the deadline")
		}

		short := &deadlineT{end: time.Now().Add(10 * time.Second)} // the agent is free for the last few of them
		res = agenttest.Run(short, agent, agenttest.Single("wait"))
		equal(t, "turns", len(res.Turns), 1)
		if res.Blame != chat.BlameHarness || !time.Now().Before(short.end) {
			t.Errorf("got %s, %s after the deadline", outcome(res), time.Since(short.end))
		}
		<-held
	})
}

// The time a human takes to answer is not the case's; the time everybody else takes is.
func TestHumanTimeDoesNotCount(t *testing.T) {
	human := thinking{time.Hour, func(s *simulator.State) (simulator.Move, error) {
		return simulator.Move{Input: fmt.Sprintf("line %d", s.Turn)}, nil
	}}
	slow := func(d time.Duration) agenttest.Agent {
		return agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
			select {
			case <-time.After(d):
				return agenttest.Reply("ok"), nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		})
	}
	c := agenttest.Static(agenttest.User("one"), agenttest.User("two"), agenttest.User("three")).
		Finally(passes("f")).Interactive(human).Timeout(time.Minute)
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		wantOutcome(t, play(t, slow(19*time.Second), c), "passed")
		equal(t, "took", time.Since(start), 3*time.Hour+57*time.Second)
		wantOutcome(t, play(t, slow(25*time.Second), c), "failed (agent): timeout after 1m")
	})
}

// thinking is a person who takes this long for every move.
type thinking struct {
	time time.Duration
	move func(*simulator.State) (simulator.Move, error)
}

func (h thinking) Human() bool { return true }

func (h thinking) Next(ctx context.Context, s *simulator.State) (simulator.Move, error) {
	select {
	case <-time.After(h.time):
		return h.move(s)
	case <-ctx.Done():
		return simulator.Move{}, context.Cause(ctx)
	}
}
