package agenttest

import (
	"context"
	"errors"
	"fmt"
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
	owner TB            // the test that plays by hand, nil for a case
}

// serialize waits until no other case plays the agent, if it is a [chat.Resetter], and returns what gives it free. Under
// a context that has the agent's place already ([Hold]) it returns at once. It returns an error when the context ends
// first, and when t would wait for itself because it leads a conversation by hand that it has not ended. Such a
// conversation is entered with byHand set; t may be nil.
func serialize(ctx context.Context, agent Agent, t TB, byHand bool) (release func(), err error) {
	key := seatKey(agent)
	if key == nil {
		return func() {}, nil
	}
	if place, ok := ctx.Value(placeKey{key}).(*place); ok && place.take() {
		return place.leave, nil
	}
	turnstile.Lock()
	p := turnstile.agents[key]
	if p == nil {
		p = &seat{free: make(chan struct{}, 1)}
		p.free <- struct{}{}
		turnstile.agents[key] = p
	}
	if p.owner != nil && reflect.TypeOf(t) == reflect.TypeOf(p.owner) && reflect.ValueOf(t).Comparable() && p.owner == t {
		turnstile.Unlock()
		return nil, errors.New("the agent has a Reset method, so it plays one conversation at a time, and this test has not ended the last one; call its End method first, or wrap the agent in EachRun")
	}
	p.users++
	turnstile.Unlock()

	var owner TB
	if byHand {
		owner = t
	}
	leave := func() {
		turnstile.Lock()
		defer turnstile.Unlock()
		if p.users--; p.users == 0 {
			delete(turnstile.agents, key)
		}
	}
	select {
	case <-p.free:
		p.setOwner(owner)
		return func() {
			p.setOwner(nil)
			p.free <- struct{}{}
			leave()
		}, nil
	case <-ctx.Done():
		leave()
		return nil, fmt.Errorf("interrupted while waiting for the agent, which has a Reset method and plays one conversation at a time: %w", context.Cause(ctx))
	}
}

// seatKey returns what cases of the agent are played one at a time for; nil when they are not.
func seatKey(agent Agent) any {
	key := resetter(agent)
	if key != nil && !reflect.ValueOf(key).Comparable() { // nobody can tell two of them apart
		return reflect.TypeOf(key)
	}
	return key
}

// resetter returns the innermost of an agent and those it wraps that has a Reset method, which is the one that keeps
// state, whatever is wrapped around it; nil when none has.
func resetter(agent Agent) (state any) {
	for r, ok := chat.As[chat.Resetter](agent); ok; {
		state = r
		w, wraps := r.(chat.Wrapper)
		if !wraps {
			break
		}
		r, ok = chat.As[chat.Resetter](w.Unwrap())
	}
	return state
}

func (s *seat) setOwner(t TB) {
	turnstile.Lock()
	defer turnstile.Unlock()
	s.owner = t
}
