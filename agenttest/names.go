package agenttest

import (
	"context"

	"github.com/agenttest/go/agenttest/chat"
)

// The types a test file needs are those of package chat; these are other names for them.
type (
	Agent       = chat.Agent
	AgentFunc   = chat.AgentFunc
	Request     = chat.Request
	Response    = chat.Response
	Message     = chat.Message
	ToolCall    = chat.ToolCall
	ToolResult  = chat.ToolResult
	Options     = chat.Options
	Turn        = chat.Turn
	Transcript  = chat.Transcript
	Status      = chat.Status
	Blame       = chat.Blame
	Environment = chat.Environment
	Assertion   = chat.Assertion
	TB          = chat.TB
	Describer   = chat.Describer
	Description = chat.Description
	Tool        = chat.Tool
)

// The outcomes of a case; see [Status].
const (
	Passed  = chat.Passed
	Failed  = chat.Failed
	Errored = chat.Errored
	Skipped = chat.Skipped
)

// Reply returns a response of one assistant message with this text.
func Reply(text string) *Response { return chat.Reply(text) }

// Call returns a tool call with arguments given as Go values, nil for none; it panics when they cannot be written as
// JSON.
func Call(name string, args any) ToolCall { return chat.Call(name, args) }

// Text returns an [Agent] from a function that answers text with text. The session is the same for every turn of one
// conversation and differs between conversations.
func Text(f func(ctx context.Context, session, input string) (string, error)) Agent {
	return chat.Text(f)
}
