package wire

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/agenttest/go/agenttest/chat"
)

// request is the object that is sent.
type request struct {
	Protocol  int          `json:"protocol"`
	ID        int64        `json:"id"`
	SessionID string       `json:"session_id"`
	Turn      int          `json:"turn"`
	Input     message      `json:"input"`
	History   *[]message   `json:"history,omitempty"` // a pointer: an empty history is sent, one that is left out is not
	Options   chat.Options `json:"options"`
}

type message struct {
	Role        chat.Role         `json:"role"`
	Content     string            `json:"content"`
	ToolCalls   []toolCall        `json:"tool_calls,omitempty"`
	ToolResults []chat.ToolResult `json:"tool_results,omitempty"`
	Attachments []chat.Attachment `json:"attachments,omitempty"`
	Reasoning   string            `json:"reasoning,omitempty"`
	Name        string            `json:"name,omitempty"`
	ID          string            `json:"id,omitempty"`
	Metadata    map[string]any    `json:"metadata,omitempty"`
}

// toolCall has the plain result beside the call, as agents write it.
type toolCall struct {
	ID       string          `json:"id,omitempty"`
	Name     string          `json:"name"`
	Args     json.RawMessage `json:"args,omitempty"`
	Result   json.RawMessage `json:"result,omitempty"`
	IsError  bool            `json:"is_error,omitempty"`
	Metadata map[string]any  `json:"metadata,omitempty"`
}

// Encode returns the request as one line of JSON with its line feed. It fails where options or metadata of the case
// hold what JSON cannot, such as a function.
func (x *Exchange) Encode() ([]byte, error) {
	req := x.Request
	out := request{
		Protocol: Protocol, ID: x.ID, SessionID: req.SessionID, Turn: req.Turn,
		Input: newMessage(&req.Input), Options: req.Options,
	}
	if !x.NoHistory {
		history := make([]message, len(req.History))
		for i := range req.History {
			history[i] = newMessage(&req.History[i])
		}
		out.History = &history
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b) // it writes raw JSON compacted, so that no line feed is left inside
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return nil, fmt.Errorf("the request cannot be written as JSON, so the agent was not asked: %w; look at the options and metadata of the case", err)
	}
	return b.Bytes(), nil
}

func newMessage(m *chat.Message) message {
	out := message{
		Role: m.Role, Content: m.Text, ToolResults: m.ToolResults, Attachments: m.Attachments,
		Reasoning: m.Reasoning, Name: m.Name, ID: m.ID, Metadata: m.Metadata,
	}
	if len(m.ToolCalls) > 0 {
		out.ToolCalls = make([]toolCall, len(m.ToolCalls))
	}
	for i := range m.ToolCalls {
		c := &m.ToolCalls[i]
		call := toolCall{ID: c.ID, Name: c.Name, Args: chat.ValidJSON(c.Args), Metadata: c.Metadata}
		if c.Result != nil {
			call.Result, call.IsError = chat.ValidJSON(c.Result.Content), c.Result.IsError
		}
		out.ToolCalls[i] = call
	}
	return out
}
