package httpagent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// DefaultMaxReply is how many bytes a reply may have where [Agent.MaxReply] does not say so.
const DefaultMaxReply = 16 << 20

// Agent is a [chat.Agent] that is a service. It is an immutable value, made by [New]; its methods return changed copies.
// It may be used by any number of conversations at once.
type Agent struct {
	address       string
	client        *http.Client
	headers       []header
	noHistory     bool
	ignoreUnknown bool
	maxReply      int
	retries       int
}

type header struct{ name, value string }

var (
	_ chat.PerRun    = Agent{}
	_ chat.Validator = Agent{}
)

// New returns an agent that is the service at this address: "http://127.0.0.1:8080/chat".
func New(address string) Agent { return Agent{address: address} }

// Client sets the client that sends the requests. It is not changed, and its idle connections are left to it. Nil means
// one of the conversation's own.
func (a Agent) Client(client *http.Client) Agent {
	a.client = client
	return a
}

// Header adds a header to each request. Of two values for one name the last counts.
func (a Agent) Header(name, value string) Agent {
	a.headers = append(slices.Clip(a.headers), header{name, value})
	return a
}

// WithoutHistory leaves the history out of the requests, for a service that keeps the conversation itself.
func (a Agent) WithoutHistory() Agent {
	a.noHistory = true
	return a
}

// IgnoreUnknownFields lets replies have fields that the protocol does not know, for a service that cannot be changed.
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

// Retries sets how often a request is sent again when there was no answer to it, not even a status: the service could not
// be reached, or the connection broke. The first wait is 100 ms, each further one twice as long, up to 2 s. The zero
// value is never.
func (a Agent) Retries(times int) Agent {
	a.retries = times
	return a
}

// Validate reports what is wrong with how the agent was built.
func (a Agent) Validate() error {
	var problems []error
	if u, err := url.Parse(a.address); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		// The address may hold a secret, and so may the words of the error.
		problems = append(problems, errors.New(`httpagent.New: this is no address of a service; want one such as "http://127.0.0.1:8080/chat"`))
	}
	for _, h := range a.headers {
		if strings.TrimSpace(h.name) == "" || strings.ContainsAny(h.name, " :\r\n") {
			problems = append(problems, fmt.Errorf(`httpagent.Header: got the name %s, want one such as "Authorization"`, render.Quote(h.name)))
		}
		if strings.ContainsAny(h.value, "\r\n\x00") {
			problems = append(problems, fmt.Errorf("httpagent.Header: the value of %s has a line break in it, want one line", render.Quote(h.name)))
		}
	}
	if a.maxReply < 0 {
		problems = append(problems, fmt.Errorf("httpagent.MaxReply: got %d, want a number of bytes above 0, or 0 for the default", a.maxReply))
	}
	if a.retries < 0 {
		problems = append(problems, fmt.Errorf("httpagent.Retries: got %d, want at least 0", a.retries))
	}
	return errors.Join(problems...)
}

// NewRun returns an agent for one conversation. It is an io.Closer that closes the connections.
func (a Agent) NewRun(context.Context) (chat.Agent, error) {
	if err := a.Validate(); err != nil {
		return nil, err
	}
	return a.open(), nil
}

// Respond asks the service outside of any conversation.
func (a Agent) Respond(ctx context.Context, req *chat.Request) (*chat.Response, error) {
	run, err := a.NewRun(ctx)
	if err != nil {
		return nil, err
	}
	defer run.(io.Closer).Close()
	return run.Respond(ctx, req)
}

// String returns the address without what may be a secret.
func (a Agent) String() string {
	u, err := url.Parse(a.address)
	if err != nil {
		return "the service"
	}
	return shown(u)
}

func (a Agent) replyLimit() int {
	if a.maxReply > 0 {
		return a.maxReply
	}
	return DefaultMaxReply
}
