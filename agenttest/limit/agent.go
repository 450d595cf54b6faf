package limit

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
)

// limited is an agent whose calls are admitted by limiters.
type limited struct {
	agent  chat.Agent
	limits []*Limiter // in their order, none of them twice
	wrong  error      // with these
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
	var problems []error
	for _, l := range limits {
		problems = append(problems, l.Validate())
	}
	if checks.IsNil(agent) {
		problems = append(problems, errors.New("Limiter.Agent: the agent is nil; pass the one whose calls are limited"))
	}
	l := &limited{agent: agent, limits: limits, wrong: errors.Join(problems...)}
	if runs, ok := agent.(chat.PerRun); ok {
		return maker{l, runs}
	}
	return l
}

// Unwrap returns the agent without its limits.
func (a *limited) Unwrap() chat.Agent { return a.agent }

// Validate returns what is wrong with the limits and with the agent.
func (a *limited) Validate() error {
	if checks.IsNil(a.agent) {
		return a.wrong
	}
	problems := []error{a.wrong}
	for _, l := range a.inner() {
		if l != nil && l.slots != nil && slices.Contains(a.limits, l) {
			problems = append(problems, errors.New("Limiter.Agent: "+l.slots.name+" is around an agent that wraps one with the same limiter, so calls wait for themselves; limit it once"))
			break
		}
	}
	if v, ok := chat.As[chat.Validator](a.agent); ok {
		problems = append(problems, v.Validate())
	}
	return errors.Join(problems...)
}

// inner returns the limiters of the agents that are wrapped, as far as that can be seen.
func (a *limited) inner() []*Limiter {
	if in, ok := chat.As[interface{ around() []*Limiter }](a.agent); ok {
		return in.around()
	}
	return nil
}

func (a *limited) around() []*Limiter { return slices.Concat(a.limits, a.inner()) }

// Respond waits until the call is admitted and makes it.
func (a *limited) Respond(ctx context.Context, req *chat.Request) (*chat.Response, error) {
	if a.wrong != nil {
		return nil, a.wrong
	}
	ctx, done, err := admitted(ctx, a.limits)
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
