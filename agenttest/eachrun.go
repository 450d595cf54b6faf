package agenttest

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
)

// EachRun returns an [Agent] of which every conversation gets its own: make is called before the first turn, and what
// it returns is closed after the last one when it is an io.Closer. So cases that run side by side share no state.
//
// Called directly, as a judge is, the agent is made for the one call.
func EachRun(make func(ctx context.Context) (Agent, error)) Agent { return eachRun(make) }

type eachRun func(ctx context.Context) (Agent, error)

func (f eachRun) NewRun(ctx context.Context) (Agent, error) {
	agent, err := f(ctx)
	if err != nil {
		return nil, err
	}
	if checks.IsNil(agent) {
		return nil, errors.New("the function given to EachRun returned no agent and no error")
	}
	return agent, nil
}

func (f eachRun) Respond(ctx context.Context, req *Request) (resp *Response, err error) {
	agent, err := f.NewRun(ctx)
	if err != nil {
		return nil, fmt.Errorf("make the agent: %w", err)
	}
	if closer, ok := chat.As[io.Closer](agent); ok {
		defer func() { err = errors.Join(err, closer.Close()) }()
	}
	return agent.Respond(ctx, req)
}

var _ chat.PerRun = eachRun(nil)
