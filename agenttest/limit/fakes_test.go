package limit_test

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
)

// provider is a service whose calls take a second. It keeps when they began.
type provider struct {
	mu      sync.Mutex
	begun   []time.Time
	busy    int
	busiest int
}

func (p *provider) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begun = append(p.begun, time.Now())
	p.busy++
	p.busiest = max(p.busiest, p.busy)
}

func (p *provider) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy--
}

// model returns an agent that is served by the provider and answers with this text.
func (p *provider) model(text string) agenttest.Agent {
	return agenttest.AgentFunc(func(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
		p.begin()
		defer p.end()
		select {
		case <-time.After(time.Second):
			return agenttest.Reply(text), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
}

const yes = `{"passed": true, "reason": "fine"}`

// within checks that in no stretch of this length more calls began than these.
func (p *provider) within(t *testing.T, length time.Duration, most int) {
	t.Helper()
	slices.SortFunc(p.begun, time.Time.Compare)
	for i := range p.begun {
		n := 0
		for _, other := range p.begun[i:] {
			if other.Sub(p.begun[i]) < length {
				n++
			}
		}
		if n > most {
			t.Errorf("from %s on: got %d calls within %s, want at most %d", p.begun[i].Sub(p.begun[0]), n, length, most)
			return
		}
	}
}

// hanging is an agent that ignores its context until it is released.
type hanging struct{ release chan struct{} }

func (h hanging) Respond(context.Context, *agenttest.Request) (*agenttest.Response, error) {
	<-h.release
	return agenttest.Reply("at last"), nil
}

// outcome tells a result in one line.
func outcome(res *agenttest.Result) string {
	s := string(res.Status)
	if res.Blame != "" {
		s += " (" + string(res.Blame) + ")"
	}
	if res.Error != "" {
		s += ": " + res.Error
	}
	return s
}

func want(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\ngot  %q\nwant %q", what, got, want)
	}
}

// sideBySide plays the cases against the agent all at once.
func sideBySide(ctx context.Context, agent agenttest.Agent, cases ...agenttest.Case) []*agenttest.Result {
	results := make([]*agenttest.Result, len(cases))
	var all sync.WaitGroup
	for i, c := range cases {
		all.Go(func() { results[i] = agenttest.Play(ctx, agent, c) })
	}
	all.Wait()
	return results
}

// here returns the line of the caller.
func here() int {
	_, _, line, _ := runtime.Caller(1)
	return line
}

// times returns n copies.
func times(n int, c agenttest.Case) []agenttest.Case {
	cases := make([]agenttest.Case, n)
	for i := range cases {
		cases[i] = c
	}
	return cases
}

// now returns an agent of the provider that answers at once.
func (p *provider) now(text string) agenttest.Agent {
	return agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		p.begin()
		defer p.end()
		return agenttest.Reply(text), nil
	})
}
