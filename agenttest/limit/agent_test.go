package limit_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/limit"
	"github.com/agenttest/go/assert"
)

// stateful is an agent that keeps state between conversations.
type stateful struct {
	agenttest.Agent
	mu     sync.Mutex
	log    []string
	closed int
}

func (a *stateful) note(what string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.log = append(a.log, what)
}

func (a *stateful) Reset(context.Context) error { a.note("reset"); return nil }
func (a *stateful) Close() error                { a.closed++; return nil }
func (a *stateful) Respond(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	a.note(req.Text())
	return a.Agent.Respond(ctx, req)
}

// An agent with a Reset method is reset and played one case at a time, through however many limiters it is reached.
func TestResetThroughLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &stateful{Agent: (&provider{}).model("ok")}
		one, two := limit.New(limit.PerMinute(600)), limit.New(limit.Concurrent(5))
		c := agenttest.Static(agenttest.User("first"), agenttest.User("second")).Finally(assert.Contains("ok"))
		var all sync.WaitGroup
		for _, agent := range []agenttest.Agent{a, one.Agent(a), two.Agent(a), two.Agent(one.Agent(a))} {
			all.Go(func() { want(t, "outcome", outcome(agenttest.Play(t.Context(), agent, c)), "passed") })
		}
		all.Wait()
		want(t, "log", fmt.Sprint(a.log), "[reset first second reset first second reset first second reset first second]")
		if a.closed != 0 {
			t.Error("an agent that was not made for the run was closed")
		}
	})
}

// Agents that are made for each run share the limiter that is around their maker, or within it, and are closed.
func TestEachRunThroughLimits(t *testing.T) {
	lim := func() *limit.Limiter { return limit.New(limit.Concurrent(2)) }
	for reason, of := range map[string]func(make func(context.Context) (agenttest.Agent, error)) agenttest.Agent{
		"around": func(make func(context.Context) (agenttest.Agent, error)) agenttest.Agent {
			return lim().Agent(agenttest.EachRun(make))
		},
		"within": func(make func(context.Context) (agenttest.Agent, error)) agenttest.Agent {
			l := lim()
			return agenttest.EachRun(func(ctx context.Context) (agenttest.Agent, error) {
				a, err := make(ctx)
				return l.Agent(a), err
			})
		},
		"both": func(make func(context.Context) (agenttest.Agent, error)) agenttest.Agent {
			l, other := lim(), limit.New(limit.Concurrent(100))
			return other.Agent(l.Agent(agenttest.EachRun(func(ctx context.Context) (agenttest.Agent, error) {
				a, err := make(ctx)
				return l.Agent(a), err
			})))
		},
	} {
		t.Run(reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := &provider{}
				var mu sync.Mutex
				var made []*stateful
				agent := of(func(context.Context) (agenttest.Agent, error) {
					a := &stateful{Agent: p.model(yes)}
					mu.Lock()
					defer mu.Unlock()
					made = append(made, a)
					return a, nil
				})
				c := agenttest.Static(agenttest.User("one").Expect(assert.MaxDuration(s)), agenttest.User("two").Expect(assert.Agent(agent, "polite"))).Timeout(4 * s)
				for _, res := range sideBySide(t.Context(), agent, times(10, c)...) {
					want(t, "outcome", outcome(res), "passed")
				}
				want(t, "made, calls, at once", fmt.Sprint(len(made), len(p.begun), p.busiest), "20 30 2")
				for _, a := range made {
					if a.closed != 1 {
						t.Errorf("an agent was closed %d times, want once", a.closed)
					}
				}
			})
		})
	}
	failing := limit.New(limit.Concurrent(1)).Agent(agenttest.EachRun(func(context.Context) (agenttest.Agent, error) { return nil, errors.New("no key") }))
	want(t, "cannot be made", outcome(agenttest.Play(t.Context(), failing, agenttest.Single("hello"))), "errored (agent): agent error: make the agent: no key")
}

// Whatever becomes of a call, its slot is free afterwards.
func TestSlotsAreGivenFree(t *testing.T) {
	lim := limit.New(limit.Concurrent(1))
	for reason, f := range map[string]func() (*agenttest.Response, error){
		"failed (agent): agent error: panic: boom":                                                           func() (*agenttest.Response, error) { panic("boom") },
		"failed (agent): agent error: it ended its goroutine (runtime.Goexit, or FailNow or Skip of a test)": func() (*agenttest.Response, error) { runtime.Goexit(); return nil, nil },
		"failed (agent): agent error: no network":                                                            func() (*agenttest.Response, error) { return nil, errors.New("no network") },
		"failed (agent): agent error: the agent returned no response and no error":                           func() (*agenttest.Response, error) { return nil, nil },
	} {
		agent := lim.Agent(agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) { return f() }))
		want(t, "outcome", outcome(agenttest.Play(t.Context(), agent, agenttest.Single("hello"))), reason)
	}
	want(t, "afterwards", outcome(agenttest.Play(t.Context(), lim.Agent((&provider{}).now("ok")), agenttest.Single("hello", assert.Contains("ok")))), "passed")
}

// What else the agent can do is found through the limiter.
func TestLimitsAreTransparent(t *testing.T) {
	a := &stateful{Agent: (&provider{}).now("ok")}
	agent := limit.New(limit.PerMinute(60)).Agent(limit.New(limit.Concurrent(1)).Agent(a))
	if found, ok := chat.As[*stateful](agent); !ok || found != a {
		t.Errorf("got %v, want the agent within", found)
	}
	if _, ok := chat.As[chat.PerRun](agent); ok {
		t.Error("got an agent that is made for each run, want one that is not")
	}
}

// A conversation that is led by hand waits in nobody's time, too.
func TestByHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lim, p := limit.New(limit.Every(time.Hour)), &provider{}
		c := agenttest.Start(t, lim.Agent(p.model("ok")), agenttest.Static().Timeout(2*s))
		for range 3 {
			turn := c.Say("hello")
			want(t, "time of the agent", turn.Duration.String(), "1s")
			c.Expect(assert.MaxDuration(s), assert.Agent(lim.Agent(p.model(yes)), "polite"))
		}
		if len(p.begun) != 6 {
			t.Errorf("got %d calls, want 6", len(p.begun))
		}
	})
}

// validated is an agent that counts how often it is asked for mistakes.
type validated struct {
	agenttest.Agent
	asked atomic.Int32
}

func (v *validated) Validate() error { v.asked.Add(1); return nil }

// An agent is asked for mistakes once, not before each call.
func TestValidatedOnce(t *testing.T) {
	four := agenttest.Static(agenttest.User("1"), agenttest.User("2"), agenttest.User("3"), agenttest.User("4"))
	lim := limit.New(limit.Concurrent(3))
	for reason, of := range map[string]func(agenttest.Agent) agenttest.Agent{
		"without": func(agent agenttest.Agent) agenttest.Agent { return agent },
		"limited": lim.Agent,
		"twice": func(agent agenttest.Agent) agenttest.Agent {
			return limit.New(limit.Concurrent(9)).Agent(lim.Agent(agent))
		},
	} {
		v := &validated{Agent: (&provider{}).now("ok")}
		want(t, reason, outcome(agenttest.Play(t.Context(), of(v), four)), "passed")
		want(t, reason, fmt.Sprint(v.asked.Load()), "1")
	}
}
