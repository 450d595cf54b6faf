package chat

import "context"

// Agent answers one turn of a conversation. Respond returns what the agent did in the turn, or an error when it could
// not answer at all. It may be called from any goroutine, and from several at once unless the agent says otherwise
// (see [Resetter]); within one conversation the calls follow each other. It should return when ctx is done: a call
// that does not is abandoned.
//
// The request is the agent's to read and must not be changed; the response belongs to the caller once it is returned.
type Agent interface {
	Respond(ctx context.Context, req *Request) (*Response, error)
}

// AgentFunc is a function that is an [Agent].
type AgentFunc func(ctx context.Context, req *Request) (*Response, error)

// Respond calls f.
func (f AgentFunc) Respond(ctx context.Context, req *Request) (*Response, error) { return f(ctx, req) }

// Text returns an [Agent] from a function that answers text with text. The session is the same for every turn of one
// conversation and differs between conversations.
func Text(f func(ctx context.Context, session, input string) (string, error)) Agent {
	return textAgent(f)
}

type textAgent func(ctx context.Context, session, input string) (string, error)

func (f textAgent) Respond(ctx context.Context, req *Request) (*Response, error) {
	text, err := f(ctx, req.SessionID, req.Input.Text)
	if err != nil {
		return nil, err
	}
	return Reply(text), nil
}

// Resetter is implemented by an [Agent] that keeps state between conversations. Reset is called before each one. Such
// an agent is played one conversation at a time, whatever is wrapped around it (see [Wrapper]).
type Resetter interface {
	Reset(ctx context.Context) error
}

// PerRun is implemented by an [Agent] that only makes agents: NewRun returns a fresh one for each conversation, which
// is closed at the end when it is an io.Closer.
type PerRun interface {
	NewRun(ctx context.Context) (Agent, error)
}
