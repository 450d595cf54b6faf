package chat

import (
	"encoding/json"
	"strings"
)

// Response is everything an [Agent] did in one turn. The zero value is an empty reply that says nothing of its state.
type Response struct {
	// Messages are the agent's messages of this turn in order: assistant, tool, assistant and so on.
	Messages []Message `json:"messages"`
	// Awaiting is the agent's own word on whether it waits for the user; [AwaitingUnsaid] when it says nothing.
	Awaiting Awaiting `json:"awaiting,omitempty"`
	// InputHint tells the user what the agent waits for: "Enter amount, e.g. $3500".
	InputHint string `json:"input_hint,omitempty"`
	// FinishReason is why the model stopped, in this package's words; RawFinishReason in the provider's.
	FinishReason    FinishReason `json:"finish_reason,omitempty"`
	RawFinishReason string       `json:"raw_finish_reason,omitempty"`
	// Data is structured output or the state of the agent's world, as JSON. Nil when there is none.
	Data json.RawMessage `json:"data,omitempty"`
	// Usage is nil when it is not known.
	Usage    *Usage         `json:"usage,omitempty"`
	Model    string         `json:"model,omitempty"`
	Metadata map[string]any `json:"metadata,omitempty"`
}

// Awaiting is an agent's declaration of whether it waits for the user's input.
type Awaiting uint8

// An agent that says nothing neither waits nor is done; a plain false in serialised data means the same.
const (
	AwaitingUnsaid Awaiting = iota
	AwaitingYes
	AwaitingNo
)

// String returns "unsaid", "yes" or "no".
func (a Awaiting) String() string {
	switch a {
	case AwaitingYes:
		return "yes"
	case AwaitingNo:
		return "no"
	default:
		return "unsaid"
	}
}

// MarshalText writes the word that String returns.
func (a Awaiting) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// Reply returns a response of one assistant message with this text.
func Reply(text string) *Response {
	r := &struct {
		Response
		only [1]Message
	}{}
	r.only[0] = Message{Role: RoleAssistant, Text: text}
	r.Response.Messages = r.only[:]
	return &r.Response
}

// WithCalls puts tool calls in front of the reply's text, as an agent makes them before it speaks, and returns r.
// Calls that have a result ([ToolCall.Returning]) are finished; others are pending.
func (r *Response) WithCalls(calls ...ToolCall) *Response {
	call := Message{Role: RoleAssistant, ToolCalls: calls}
	if n := len(r.Messages); n > 0 && r.Messages[n-1].Role == RoleAssistant && r.Messages[n-1].Text != "" {
		last := r.Messages[n-1]
		r.Messages = append(r.Messages[:n-1:n-1], call, last)
		return r
	}
	if n := len(r.Messages); n > 0 && r.Messages[n-1].Empty() {
		r.Messages = r.Messages[: n-1 : n-1]
	}
	r.Messages = append(r.Messages, call)
	return r
}

// WithData sets the structured data, given as a Go value (see [JSON]), and returns r.
func (r *Response) WithData(v any) *Response {
	r.Data = JSON(v)
	return r
}

// Asking declares that the agent waits for the user, with a hint that may be empty, and returns r.
func (r *Response) Asking(hint string) *Response {
	r.Awaiting, r.InputHint = AwaitingYes, hint
	return r
}

// Completed declares that the agent has finished its task and waits for nothing, and returns r.
func (r *Response) Completed() *Response {
	r.Awaiting = AwaitingNo
	return r
}

// Text returns the text of the reply: what the agent said in all its messages of the turn (see [Message.FromAgent]),
// joined by a newline.
func (r *Response) Text() string {
	if r == nil {
		return ""
	}
	var first string
	var rest []string
	for i := range r.Messages {
		m := &r.Messages[i]
		if m.Text == "" || !m.FromAgent() {
			continue
		}
		switch {
		case rest != nil:
			rest = append(rest, m.Text)
		case first == "":
			first = m.Text
		default:
			rest = []string{first, m.Text}
		}
	}
	if rest != nil {
		return strings.Join(rest, "\n")
	}
	return first
}

// ToolCalls returns the calls of the turn in the order they were made, each with its result when that is known.
func (r *Response) ToolCalls() []ToolCall {
	if r == nil {
		return nil
	}
	return joinCalls(r.Messages)
}

// Pending returns the calls that have no result.
func (r *Response) Pending() []ToolCall {
	var pending []ToolCall
	for _, c := range r.ToolCalls() {
		if c.Pending() {
			pending = append(pending, c)
		}
	}
	return pending
}

// View lets assertions look at the response alone.
func (r *Response) View() View { return View{Turn: &Turn{Response: r}} }
