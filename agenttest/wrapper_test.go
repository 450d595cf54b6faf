package agenttest_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/agenttest/go/agenttest"
)

// wrapping is a wrapper of the user's own.
type wrapping struct{ inner agenttest.Agent }

func (w wrapping) Unwrap() agenttest.Agent { return w.inner }
func (w wrapping) Respond(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	return w.inner.Respond(ctx, req)
}

// wrappingReset is one that has something to reset itself.
type wrappingReset struct {
	wrapping
	*resettable
}

func (w wrappingReset) Respond(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	return w.wrapping.Respond(ctx, req)
}

// checked is an agent that knows a mistake of its own.
type checked struct {
	agenttest.Agent
	err error
}

func (c checked) Validate() error { return c.err }

func TestWrappers(t *testing.T) {
	made := agenttest.EachRun(func(context.Context) (agenttest.Agent, error) { return ok, nil })
	var none *recorder
	for _, tt := range []struct {
		reason string
		agent  agenttest.Agent
		want   string
	}{
		{"answers", wrapping{wrapping{ok}}, "passed"},
		{"of nil", wrapping{}, "errored (case): the agent: agenttest_test.wrapping wraps a nil agent"},
		{"of a nil pointer", wrapping{wrapping{none}}, "errored (case): the agent: agenttest_test.wrapping wraps a nil agent"},
		{"of an agent with a mistake", wrapping{checked{ok, errors.New("no key")}}, "errored (case): the agent: no key"},
		{"of an agent that makes agents, which would not be wrapped", wrapping{made},
			"errored (case): the agent: agenttest_test.wrapping wraps an agent that makes one for each run, and does not do so itself; give it a NewRun method that wraps what the other makes"},
		{"made for a run, of nil", agenttest.EachRun(func(context.Context) (agenttest.Agent, error) { return wrapping{}, nil }),
			"errored (agent): agent error: make the agent: got no agent and no error"},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			wantOutcome(t, play(t, tt.agent, agenttest.Single("hello", passes("a"))), tt.want)
		})
	}
}

// All wrappers of one agent that keeps state are that agent: one case at a time.
func TestWrappersOfOneResetter(t *testing.T) {
	var mu sync.Mutex
	busy, most, resets := 0, 0, 0
	state := &resettable{Agent: agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		mu.Lock()
		defer mu.Unlock()
		return agenttest.Reply("ok"), nil
	}), reset: func(context.Context) error {
		mu.Lock()
		defer mu.Unlock()
		busy++
		resets++
		most = max(most, busy)
		return nil
	}}
	leaves := func(context.Context, *agenttest.Session, *agenttest.Result) error {
		mu.Lock()
		defer mu.Unlock()
		busy--
		return nil
	}
	own := wrappingReset{wrapping{state}, &resettable{reset: func(ctx context.Context) error { return state.Reset(ctx) }}}
	var all sync.WaitGroup
	for range 10 {
		for _, agent := range []agenttest.Agent{state, wrapping{state}, wrapping{wrapping{state}}, own} {
			all.Go(func() { wantOutcome(t, play(t, agent, hello.After(leaves)), "passed") })
		}
	}
	all.Wait()
	if most != 1 || resets != 40 {
		t.Errorf("got %d cases at once and %d resets, want 1 and 40", most, resets)
	}
}
