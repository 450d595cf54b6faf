package limit_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/limit"
	"github.com/agenttest/go/assert"
)

// wrapping is an agent around another one that it shows; hiding one that does not.
type (
	wrapping struct{ agenttest.Agent }
	hiding   struct{ agenttest.Agent }
)

func (w wrapping) Unwrap() agenttest.Agent { return w.Agent }

// A call that waits within another one is nobody's time either.
func TestWaitsOfCallsWithinCalls(t *testing.T) {
	for _, inner := range []limit.Option{limit.Every(10 * s), limit.Concurrent(1)} {
		for reason, of := range map[string]func(outer, slow *limit.Limiter, agent agenttest.Agent) agenttest.Agent{
			"direct": func(outer, slow *limit.Limiter, agent agenttest.Agent) agenttest.Agent {
				return outer.Agent(slow.Agent(agent))
			},
			"wrapper": func(outer, slow *limit.Limiter, agent agenttest.Agent) agenttest.Agent {
				return outer.Agent(wrapping{slow.Agent(agent)})
			},
			"embedding": func(outer, slow *limit.Limiter, agent agenttest.Agent) agenttest.Agent {
				return outer.Agent(hiding{slow.Agent(agent)})
			},
			"three": func(outer, slow *limit.Limiter, agent agenttest.Agent) agenttest.Agent {
				return outer.Agent(wrapping{limit.New(limit.Concurrent(50)).Agent(hiding{slow.Agent(agent)})})
			},
			"made": func(outer, slow *limit.Limiter, agent agenttest.Agent) agenttest.Agent {
				return outer.Agent(agenttest.EachRun(func(context.Context) (agenttest.Agent, error) { return wrapping{slow.Agent(agent)}, nil }))
			},
		} {
			t.Run(reason, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					agent := of(limit.New(limit.Concurrent(8)), limit.New(inner), (&provider{}).model("ok"))
					c := agenttest.Static(agenttest.User("one").Expect(assert.MaxDuration(s)), agenttest.User("two").Expect(assert.MaxDuration(s)))
					for _, c := range []agenttest.Case{c.Timeout(2*s + time.Millisecond), c.TurnTimeout(s + time.Millisecond)} {
						for _, res := range sideBySide(t.Context(), agent, times(20, c)...) {
							want(t, "outcome", outcome(res), "passed")
							for _, turn := range res.Turns {
								want(t, "time of the agent", turn.Duration.String(), "1s")
							}
						}
					}
				})
			})
		}
	}
}

// What an agent takes before and after the wait of a call within it is its own time.
func TestTimeAroundWaitsOfCallsWithinCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		outer, slow := limit.New(limit.Concurrent(8)), limit.New(limit.Every(time.Hour))
		helper := slow.Agent((&provider{}).model("ok"))
		_ = call(t.Context(), helper)
		agent := outer.Agent(agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
			time.Sleep(2 * s)
			if _, err := helper.Respond(ctx, req); err != nil {
				return nil, err
			}
			time.Sleep(3 * s)
			return agenttest.Reply("ok"), nil
		}))
		res := agenttest.Play(t.Context(), agent, agenttest.Single("hello", assert.MaxDuration(6*s)).Timeout(6*s+time.Millisecond))
		want(t, "outcome", outcome(res), "passed")
		want(t, "time of the agent", res.Turns[0].Duration.String(), "6s")
		want(t, "too little", outcome(agenttest.Play(t.Context(), agent, agenttest.Single("hello").Timeout(5*s))), "failed (agent): timeout after 5s")
		time.Sleep(time.Minute) // what was left behind comes back
	})
}

// A call that goes on after the one that it was made in has ended is in the case, and no longer in that call.
func TestCallThatOutlivesTheOneAroundIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lim := limit.New(limit.Concurrent(1))
		helper := lim.Agent((&provider{}).model("ok"))
		results := make(chan error, 1)
		agent := lim.Agent(agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
			go func() {
				time.Sleep(s)
				results <- call(ctx, helper)
			}()
			return agenttest.Reply("ok"), nil
		}))
		waits := agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
			resp, err := agent.Respond(ctx, req)
			if err := <-results; err != nil {
				t.Error(err)
			}
			return resp, err
		})
		want(t, "outcome", outcome(agenttest.Play(t.Context(), waits, agenttest.Single("hello", assert.Contains("ok")).Timeout(3*s))), "passed")
	})
}

// An agent that calls another one through the limiter that it is called through itself may wait for itself. When nothing
// moves for as long as the case has time, the case ends.
func TestWaitingForItself(t *testing.T) {
	const text = " while waiting for the limit of 1 call at once, in a call that the same limit has admitted"
	for _, tt := range []struct {
		c          agenttest.Case
		want, took string
	}{
		{agenttest.Single("hello"), "errored (harness): timeout after 5m" + text, "5m0s"},
		{agenttest.Single("hello").TurnTimeout(10 * s), "errored (harness): timeout after 10s" + text, "10s"},
	} {
		synctest.Test(t, func(t *testing.T) {
			lim := limit.New(limit.Concurrent(1))
			agent := hiding{lim.Agent((&provider{}).model("ok"))}
			start := time.Now()
			want(t, "outcome", outcome(agenttest.Play(t.Context(), lim.Agent(agent), tt.c)), tt.want)
			want(t, "took", time.Since(start).String(), tt.took)
		})
	}
	synctest.Test(t, func(t *testing.T) { // while something moves, it waits for others
		lim, p := limit.New(limit.Concurrent(2)), &provider{}
		for range 30 {
			go func() { _ = call(t.Context(), lim.Agent(p.model("ok"))) }()
		}
		c := agenttest.Single("hello", assert.MaxDuration(s)).Timeout(s + time.Millisecond)
		want(t, "others", outcome(agenttest.Play(t.Context(), lim.Agent(hiding{lim.Agent(p.model("ok"))}), c)), "passed")
		time.Sleep(time.Minute)
	})
	synctest.Test(t, func(t *testing.T) { // a token always comes
		lim := limit.New(limit.Every(time.Hour))
		agent := lim.Agent(hiding{lim.Agent((&provider{}).model("ok"))})
		want(t, "a rate", outcome(agenttest.Play(t.Context(), agent, agenttest.Single("hello", assert.MaxDuration(s)))), "passed")
		both := limit.New(limit.Every(time.Hour), limit.Concurrent(2))
		agent = both.Agent(hiding{both.Agent((&provider{}).model("ok"))})
		want(t, "a rate and slots", outcome(agenttest.Play(t.Context(), agent, agenttest.Single("hello", assert.MaxDuration(s)))), "passed")
	})
}

// Calls that wait for each other, because limiters are around each other in both orders and nobody can see it, end with
// the time of a case.
func TestWaitingForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := limit.New(limit.Concurrent(1)), limit.New(limit.Concurrent(1))
		within := func(outer, inner *limit.Limiter) agenttest.Agent {
			in := inner.Agent((&provider{}).model("ok"))
			return outer.Agent(agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
				time.Sleep(s)
				return in.Respond(ctx, req)
			}))
		}
		results := make(chan string, 2)
		for i, agent := range []agenttest.Agent{within(a, b), within(b, a)} {
			go func() {
				results <- outcome(agenttest.Play(t.Context(), agent, agenttest.Single("hello", assert.Contains("ok")).Timeout(time.Duration(i+1)*time.Minute)))
			}()
		}
		want(t, "first", <-results, "errored (harness): timeout after 1m while waiting for the limit of 1 call at once")
		want(t, "second", <-results, "passed")
	})
}

// A limiter that is around itself is a mistake, where it can be seen.
func TestLimiterAroundItself(t *testing.T) {
	const text = "Limiter.Agent: the limit of 3 calls at once is around an agent that wraps one with the same limiter, so calls wait for themselves; limit it once"
	lim, other := limit.New(limit.Concurrent(3), limit.PerMinute(60_000)), limit.New(limit.Concurrent(1))
	agent := (&provider{}).now(yes)
	for reason, twice := range map[string]agenttest.Agent{
		"wrapper":       lim.Agent(wrapping{lim.Agent(agent)}),
		"wrappers":      lim.Agent(wrapping{wrapping{other.Agent(lim.Agent(agent))}}),
		"further in":    wrapping{other.Agent(wrapping{lim.Agent(wrapping{lim.Agent(agent)})})},
		"one in a half": lim.Agent(wrapping{other.Agent(wrapping{lim.Agent(agent)})}),
	} {
		want(t, reason, outcome(agenttest.Play(t.Context(), twice, agenttest.Single("hello"))), "errored (case): the agent: "+text)
	}
	made := agenttest.EachRun(func(context.Context) (agenttest.Agent, error) { return wrapping{lim.Agent(agent)}, nil })
	want(t, "made", outcome(agenttest.Play(t.Context(), lim.Agent(made), agenttest.Single("hello"))), "errored (agent): agent error: make the agent: "+text)
	for reason, once := range map[string]agenttest.Agent{
		"directly":      lim.Agent(lim.Agent(agent)),
		"two limiters":  other.Agent(wrapping{lim.Agent(agent)}),
		"one of a rate": limit.New(limit.PerMinute(60_000)).Agent(wrapping{lim.Agent(agent)}),
	} {
		want(t, reason, outcome(agenttest.Play(t.Context(), once, agenttest.Single("hello"))), "passed")
	}
}
