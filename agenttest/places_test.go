package agenttest_test

import (
	"context"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/simulator"
)

// place is a piece of a run in which code of the user's runs. Its case passes when the function returns nil.
type place struct {
	name string
	of   func(f func(context.Context) error) (agenttest.Agent, agenttest.Case)
}

func (p place) String() string { return p.name }

// resettable is an agent with a Reset method.
type resettable struct {
	agenttest.Agent
	reset func(context.Context) error
}

func (r *resettable) Reset(ctx context.Context) error { return r.reset(ctx) }

// closable is an agent with a Close method.
type closable struct {
	agenttest.Agent
	close func() error
}

func (c closable) Close() error { return c.close() }

// environment is a function that is an environment of tools.
type environment func(ctx context.Context, call agenttest.ToolCall) (*agenttest.ToolResult, error)

func (f environment) CallTool(ctx context.Context, call agenttest.ToolCall) (*agenttest.ToolResult, error) {
	return f(ctx, call)
}

// detecting is a function that is a detector.
type detecting func(*chat.Response) chat.State

func (f detecting) Detect(r *chat.Response) chat.State { return f(r) }

var (
	ok    = saying("ok")
	hello = agenttest.Single("hello", passes("a"))
)

// asking returns an assertion that asks f first.
func asking(f func(context.Context) error) agenttest.Assertion {
	return assert.Func("user's", func(ctx context.Context, _ chat.View) chat.Verdict {
		if err := f(ctx); err != nil {
			return chat.Fault(chat.BlameCase, "%v", err)
		}
		return chat.Pass()
	})
}

// judgeAsking returns a judge that asks f first.
func judgeAsking(f func(context.Context) error) agenttest.Agent {
	return agenttest.AgentFunc(func(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
		if err := f(ctx); err != nil {
			return nil, err
		}
		return agenttest.Reply(yes), nil
	})
}

// places are all pieces of a run in which the user's code runs.
var places = []place{
	{"agent", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return agenttest.AgentFunc(func(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
			if err := f(ctx); err != nil {
				return nil, err
			}
			return agenttest.Reply("ok"), nil
		}), hello
	}},
	{"tool", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		agent := replying(func(req *agenttest.Request) *agenttest.Response {
			if req.Input.Role == chat.RoleTool {
				return agenttest.Reply("ok")
			}
			return agenttest.Reply("").WithCalls(agenttest.Call("lookup", nil))
		})
		return agent, hello.Tools(environment(func(ctx context.Context, _ agenttest.ToolCall) (*agenttest.ToolResult, error) {
			if err := f(ctx); err != nil {
				return nil, err
			}
			return &agenttest.ToolResult{Content: chat.JSON(1)}, nil
		}))
	}},
	{"simulator", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return ok, agenttest.Dynamic(simulator.Func(func(ctx context.Context, s *simulator.State) (simulator.Move, error) {
			if s.Turn == 1 {
				return simulator.Move{Input: "hello"}, nil
			}
			return simulator.Move{GoalAchieved: true}, f(ctx)
		}))
	}},
	{"assertion", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return ok, agenttest.Single("hello", asking(f))
	}},
	{"rule", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return ok, hello.Always(asking(f))
	}},
	{"judge", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return ok, agenttest.Single("hello", assert.Agent(judgeAsking(f), "polite"))
	}},
	{"final assertion", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return ok, hello.Finally(asking(f))
	}},
	{"final judge", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return ok, hello.Finally(assert.Agent(judgeAsking(f), "polite"))
	}},
	{"checkpoint", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return ok, agenttest.Dynamic(simulator.Script("hello"), checkpoint.New("c", asking(f)))
	}},
	{"checkpoint's judge", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return ok, agenttest.Dynamic(simulator.Script("hello"), checkpoint.New("c", assert.Agent(judgeAsking(f), "polite")))
	}},
	{"before hook", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return ok, hello.Before(func(ctx context.Context, _ *agenttest.Session) error { return f(ctx) })
	}},
	{"after hook", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return ok, hello.After(func(ctx context.Context, _ *agenttest.Session, _ *agenttest.Result) error { return f(ctx) })
	}},
	{"maker", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return agenttest.EachRun(func(ctx context.Context) (agenttest.Agent, error) { return ok, f(ctx) }), hello
	}},
	{"reset", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return &resettable{ok, f}, hello
	}},
}

// placesWithoutContext are pieces of a run in which the user's code runs without a context or an error.
var placesWithoutContext = []place{
	{"observer", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return ok, hello.Observe(agenttest.ObserverFunc(func(e agenttest.Event) {
			if e.Kind == agenttest.TurnFinished {
				_ = f(context.Background())
			}
		}))
	}},
	{"detector", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return ok, hello.OnMissingInput(agenttest.MissingFail).Detect(detecting(func(*chat.Response) chat.State {
			_ = f(context.Background())
			return chat.State{}
		}))
	}},
	{"close", func(f func(context.Context) error) (agenttest.Agent, agenttest.Case) {
		return agenttest.EachRun(func(context.Context) (agenttest.Agent, error) {
			return closable{ok, func() error { return f(context.Background()) }}, nil
		}), hello
	}},
}
