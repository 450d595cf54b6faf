package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/internal/wire"
)

// The limits of an [Agent] that sets none.
const (
	DefaultMaxReply = 16 << 20
	DefaultGrace    = 3 * time.Second // a Go program built with -race sleeps for one before it exits
)

// Agent is a [chat.Agent] that is a program. It is an immutable value, made by [New]; its methods return changed copies.
// It may be used by any number of conversations at once.
type Agent struct {
	program       string
	args          []string
	dir           string
	env           []string
	perRequest    bool
	noHistory     bool
	ignoreUnknown bool
	maxReply      int
	grace         time.Duration
}

var (
	_ chat.PerRun    = Agent{}
	_ chat.Validator = Agent{}
)

// New returns an agent that is this program, started with these arguments and without a shell. A name without a path
// separator is looked up in PATH; a relative path is relative to [Agent.Dir].
func New(program string, args ...string) Agent {
	return Agent{program: program, args: slices.Clone(args)}
}

// Dir sets the working directory of the program. Empty means that of the test.
func (a Agent) Dir(dir string) Agent {
	a.dir = dir
	return a
}

// Env adds variables, written "NAME=value", to the environment, which is otherwise that of the test. Of two values for
// one name the last counts.
func (a Agent) Env(vars ...string) Agent {
	a.env = append(slices.Clip(a.env), vars...)
	return a
}

// PerRequest gives each request a process of its own. The program reads one request, writes one reply and exits with
// status 0; its standard input ends after the request. The reply may go over several lines.
func (a Agent) PerRequest() Agent {
	a.perRequest = true
	return a
}

// WithoutHistory leaves the history out of the requests, for a program that keeps the conversation itself.
func (a Agent) WithoutHistory() Agent {
	a.noHistory = true
	return a
}

// IgnoreUnknownFields lets replies have fields that the protocol does not know, for a program that cannot be changed.
// Without it they are errors. A name that is nearly one of the protocol's stays an error.
func (a Agent) IgnoreUnknownFields() Agent {
	a.ignoreUnknown = true
	return a
}

// MaxReply sets how many bytes one reply may have; 0 means [DefaultMaxReply].
func (a Agent) MaxReply(bytes int) Agent {
	a.maxReply = bytes
	return a
}

// Grace sets how long the program may take to exit once its standard input is closed, and again once it is terminated;
// 0 means [DefaultGrace].
func (a Agent) Grace(d time.Duration) Agent {
	a.grace = d
	return a
}

// Validate reports what is wrong with how the agent was built.
func (a Agent) Validate() error {
	var problems []error
	if strings.TrimSpace(a.program) == "" {
		problems = append(problems, errors.New(`command.New: the program has no name; want one such as command.New("python3", "agent.py")`))
	}
	for _, v := range a.env {
		if name, _, ok := strings.Cut(v, "="); !ok || name == "" { // the value may be a secret
			problems = append(problems, fmt.Errorf(`command.Env: got %s without a value, want "NAME=value"`, render.Quote(name)))
		}
	}
	if a.maxReply < 0 {
		problems = append(problems, fmt.Errorf("command.MaxReply: got %d, want a number of bytes above 0, or 0 for the default", a.maxReply))
	}
	if a.grace < 0 {
		problems = append(problems, fmt.Errorf("command.Grace: got %s, want a duration above 0, or 0 for the default", a.grace))
	}
	return errors.Join(problems...)
}

// NewRun starts the program for one conversation. The agent it returns is an io.Closer, whose Close ends the program and
// must be called. The context bounds the start only.
func (a Agent) NewRun(ctx context.Context) (chat.Agent, error) {
	if err := a.Validate(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	if a.perRequest {
		return chat.AgentFunc(a.once), nil
	}
	return a.open()
}

// Respond starts the program for the one request and ends it.
func (a Agent) Respond(ctx context.Context, req *chat.Request) (*chat.Response, error) {
	run, err := a.NewRun(ctx)
	if err != nil {
		return nil, err
	}
	c, ok := run.(*conversation)
	if !ok {
		return run.Respond(ctx, req)
	}
	resp, err := c.Respond(ctx, req)
	_ = c.Close() // how it ended is of no interest, only that it has said no more
	if err == nil {
		err = c.saidMore()
	}
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// String returns the name of the program. Its arguments may be secrets.
func (a Agent) String() string { return "the program " + render.Quote(a.program) }

func (a Agent) exchange(id int64, req *chat.Request) wire.Exchange {
	return wire.Exchange{ID: id, Request: req, NoHistory: a.noHistory, IgnoreUnknown: a.ignoreUnknown}
}

func (a Agent) replyLimit() int {
	if a.maxReply > 0 {
		return a.maxReply
	}
	return DefaultMaxReply
}

func (a Agent) graceTime() time.Duration {
	if a.grace > 0 {
		return a.grace
	}
	return DefaultGrace
}
