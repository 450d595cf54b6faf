package agenttest

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/simulator"
)

// Hold waits until the case can begin: until no other case plays the agent, if it has a Reset method and so plays one at
// a time, and then until no other conversation has the terminal, if a person takes part. It returns the context under
// which [Play] or [Run] plays the case without a further wait, and what gives both free afterwards, which is never nil and
// is to be called once. The error wraps the cause for which ctx ended.
//
// Play and Run wait by themselves; Hold is for those who have something to look at between the wait and the case. The
// agent comes before the terminal everywhere: who holds the agent, as a test does with [Start], may wait for the
// terminal, so who has the terminal must not wait for the agent.
func Hold(ctx context.Context, agent Agent, c Case) (held context.Context, release func(), err error) {
	if isNoAgent(agent) {
		return ctx, func() {}, nil // Play says what is wrong
	}
	began := time.Now()
	return wait(ctx, agent, nil, c.person(), func(key any) context.Context {
		return context.WithValue(ctx, placeKey{key}, &place{waited: time.Since(began)})
	})
}

// hold is [Hold] for the case that is played, whose time begins when the wait is over.
func (p *player) hold(ctx context.Context, t TB) (held context.Context, release func(), err error) {
	who, waits := p.c.person(), false
	held, release, err = wait(ctx, p.given, t, who, func(key any) context.Context {
		waits = true
		waited := time.Since(p.res.Start)
		if place, ok := ctx.Value(placeKey{key}).(*place); ok {
			waited += place.waited
		}
		p.waited(waited)
		return ctx
	})
	if err == nil && (waits || simulator.IsHuman(who)) {
		p.res.Start = time.Now()
	}
	return held, release, err
}

// wait waits for the agent and then for the terminal. Where the agent plays one conversation at a time, seated is called
// between the two, with what it is known by, and returns the context to go on with. Release is never nil.
func wait(ctx context.Context, agent Agent, t TB, who simulator.Simulator, seated func(key any) context.Context) (held context.Context, release func(), err error) {
	leave, err := serialize(ctx, agent, t, false)
	if err != nil {
		return ctx, func() {}, err
	}
	key := seatKey(agent)
	if key == nil {
		return simulator.Hold(ctx, who)
	}
	held, handBack, err := simulator.Hold(seated(key), who)
	if err != nil {
		leave()
		return held, handBack, err
	}
	return held, func() {
		handBack()
		leave()
	}, nil
}

// waited says that the case has waited for its agent, when that was long.
func (p *player) waited(d time.Duration) {
	if d = d.Round(time.Second); d > 0 {
		p.note("it waited " + render.Duration(d) + " for another case: the agent has a Reset method, so it plays one conversation at a time; wrap it in EachRun to play cases side by side")
	}
}

// person returns who is asked where a person takes part.
func (c *Case) person() simulator.Simulator {
	if c.human != nil {
		return c.human
	}
	return c.simulator
}

// placeKey marks a context under which an agent is held.
type placeKey struct{ agent any }

// place is that of a case which is going to be played with an agent that is held. One at a time has it: a case that is
// played within another waits as everybody does.
type place struct {
	waited time.Duration
	taken  atomic.Bool
}

func (p *place) take() bool { return p.taken.CompareAndSwap(false, true) }
func (p *place) leave()     { p.taken.Store(false) }
