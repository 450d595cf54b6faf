package agenttest

import (
	"context"
	"reflect"
	"sync"

	"github.com/agenttest/go/agenttest/chat"
)

// turnstile lets one case at a time play an agent that keeps state between conversations. It holds an entry only while
// such an agent is being played.
var turnstile = struct {
	sync.Mutex
	agents map[any]*seat
}{agents: map[any]*seat{}}

type seat struct {
	free  chan struct{} // holds one token when nobody plays
	users int           // who plays or waits
}

// serialize waits until no other case plays the agent, if it is a [chat.Resetter], and returns what gives it free. It
// returns the context's cause when that ends first.
func serialize(ctx context.Context, agent Agent) (release func(), err error) {
	if _, ok := agent.(chat.Resetter); !ok || !reflect.ValueOf(agent).Comparable() {
		return func() {}, nil
	}
	turnstile.Lock()
	p := turnstile.agents[agent]
	if p == nil {
		p = &seat{free: make(chan struct{}, 1)}
		p.free <- struct{}{}
		turnstile.agents[agent] = p
	}
	p.users++
	turnstile.Unlock()

	leave := func() {
		turnstile.Lock()
		defer turnstile.Unlock()
		if p.users--; p.users == 0 {
			delete(turnstile.agents, agent)
		}
	}
	select {
	case <-p.free:
		return func() {
			p.free <- struct{}{}
			leave()
		}, nil
	case <-ctx.Done():
		leave()
		return nil, context.Cause(ctx)
	}
}
