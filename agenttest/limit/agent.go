package limit

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/admission"
)

// limited is an agent whose calls are admitted by limiters.
type limited struct {
	agent  chat.Agent
	limits []*Limiter // in their order, none of them twice
}

// maker is limited for an agent that makes one for each run.
type maker struct {
	*limited
	runs chat.PerRun
}

var (
	_ chat.Wrapper   = (*limited)(nil)
	_ chat.Validator = (*limited)(nil)
	_ chat.PerRun    = maker{}
)

// wrap returns the agent within these limiters. One that is within others already is within all of them then: they
// must be waited for together, since a call that one of them has admitted is under way for it.
func wrap(limits []*Limiter, agent chat.Agent) chat.Agent {
	limits = slices.Clone(limits)
	switch inner := agent.(type) {
	case *limited:
		agent, limits = inner.agent, append(limits, inner.limits...)
	case maker:
		agent, limits = inner.agent, append(limits, inner.limits...)
	}
	if !slices.Contains(limits, nil) { // which Validate reports
		slices.SortStableFunc(limits, func(a, b *Limiter) int { return cmp.Compare(a.order, b.order) })
		limits = slices.Compact(limits)
	}
	l := &limited{agent: agent, limits: limits}
	if runs, ok := agent.(chat.PerRun); ok {
		return maker{l, runs}
	}
	return l
}

// Unwrap returns the agent without its limits.
func (a *limited) Unwrap() chat.Agent { return a.agent }

// Validate returns what is wrong with the limits and with the agent.
func (a *limited) Validate() error {
	var problems []error
	for _, l := range a.limits {
		problems = append(problems, l.Validate())
	}
	if a.agent == nil {
		problems = append(problems, errors.New("Limiter.Agent: the agent is nil; pass the one whose calls are limited"))
	} else if v, ok := chat.As[chat.Validator](a.agent); ok {
		problems = append(problems, v.Validate())
	}
	return errors.Join(problems...)
}

// Respond waits until the call is admitted and makes it.
func (a *limited) Respond(ctx context.Context, req *chat.Request) (*chat.Response, error) {
	if err := a.Validate(); err != nil {
		return nil, err
	}
	done, err := admitted(ctx, a.limits)
	if err != nil {
		return nil, err
	}
	defer done()
	return a.agent.Respond(ctx, req)
}

// NewRun returns an agent for one run, within the same limits.
func (m maker) NewRun(ctx context.Context) (chat.Agent, error) {
	agent, err := m.runs.NewRun(ctx)
	if err != nil || agent == nil {
		return agent, err
	}
	return wrap(m.limits, agent), nil
}

// admitted waits until all the limits admit a call and returns what is called when it has returned. Slots come before
// tokens, because a token is taken at the moment a call begins.
func admitted(ctx context.Context, limits []*Limiter) (done func(), err error) {
	if ctx.Err() != nil { // it is no limit's fault that the call is not made
		return nil, context.Cause(ctx)
	}
	var held, leading []func()
	var buckets []*bucket
	call := admission.Wait(ctx, limits[0].first())
	defer func() { undo(leading) }()
	refused := func(why error) (func(), error) {
		undo(held)
		return nil, call.Refused(why)
	}
	for _, l := range limits {
		if l.slots == nil {
			continue
		}
		call.For(l.slots.name)
		release, err := l.slots.take(ctx)
		if err != nil {
			return refused(err)
		}
		held = append(held, release)
	}
	for _, l := range limits {
		if l.bucket == nil {
			continue
		}
		call.For(l.bucket.name)
		leave, err := l.bucket.lead(ctx)
		if err != nil {
			return refused(err)
		}
		leading, buckets = append(leading, leave), append(buckets, l.bucket)
	}
	if err := takeAll(ctx, buckets); err != nil {
		return refused(err)
	}
	call.Admitted()
	return func() {
		undo(held)
		call.Done()
	}, nil
}

func undo(steps []func()) {
	for _, f := range slices.Backward(steps) {
		f()
	}
}

// first returns the name of what a call waits for first.
func (l *Limiter) first() string {
	if l.slots != nil {
		return l.slots.name
	}
	return l.bucket.name
}
