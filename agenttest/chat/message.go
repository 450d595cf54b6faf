package chat

import (
	"encoding/json"
	"fmt"
)

// Role says who speaks in a [Message].
type Role string

// The four roles, spelled as the common model APIs spell them.
const (
	RoleSystem    Role = "system"
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool"
)

// Message is one entry of a conversation: what somebody said, the tools an assistant called, or the results of tools.
// The zero value is an empty message of no role. Within one message the text comes before the tool calls; an agent
// that speaks between two calls sends two messages.
type Message struct {
	Role Role   `json:"role"`
	Text string `json:"content"`
	// ToolCalls are the calls an assistant made, in the order it made them.
	ToolCalls []ToolCall `json:"tool_calls,omitempty"`
	// ToolResults are the results a tool message carries, or a user's answers to calls that were pending.
	ToolResults []ToolResult `json:"tool_results,omitempty"`
	Attachments []Attachment `json:"attachments,omitempty"`
	// Reasoning is the thinking a model showed beside its reply. It is never part of the reply's text.
	Reasoning string `json:"reasoning,omitempty"`
	// Name is the author in a conversation of several agents.
	Name string `json:"name,omitempty"`
	// ID is the identifier the provider gave; it differs from run to run.
	ID string `json:"id,omitempty"`
	// Metadata round-trips what a framework needs to find again in the history.
	Metadata map[string]any `json:"metadata,omitempty"`
}

// UserMessage returns a message of the user with this text.
func UserMessage(text string) Message { return Message{Role: RoleUser, Text: text} }

// AssistantMessage returns a message of the assistant with this text.
func AssistantMessage(text string) Message { return Message{Role: RoleAssistant, Text: text} }

// Empty reports whether the message says, calls, answers and attaches nothing.
func (m *Message) Empty() bool {
	return m.Text == "" && len(m.ToolCalls) == 0 && len(m.ToolResults) == 0 && len(m.Attachments) == 0
}

// FromAgent reports whether a message of a [Response] is the agent's own word: every role is but system, user and tool.
// Agents that leave the role out, or call it "model", are heard like others.
func (m *Message) FromAgent() bool {
	return m.Role != RoleTool && m.Role != RoleUser && m.Role != RoleSystem
}

// Attachment is a file that travels with a message: its bytes, a URI, or both.
type Attachment struct {
	// Type is the kind as the case wrote it: "image", "audio", "file".
	Type string `json:"type,omitempty"`
	Name string `json:"name,omitempty"`
	// MIME is the media type, "image/png"; empty where it is not known.
	MIME string `json:"mime,omitempty"`
	// URI is the source as it was written: "file://receipt.jpg", "https://…".
	URI string `json:"source,omitempty"`
	// Data holds the bytes of a file that was read for the case; nil when only the URI is known.
	Data     []byte         `json:"data,omitempty"`
	Metadata map[string]any `json:"metadata,omitempty"`
}

// JSON returns v encoded as JSON, for arguments, results and structured data written in Go. It panics when v cannot
// be encoded (a channel, a function, a NaN), since such a literal is a mistake in the program.
func JSON(v any) json.RawMessage {
	if raw, ok := v.(json.RawMessage); ok {
		return raw
	}
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("chat.JSON: a %T cannot be written as JSON: %v; use maps, slices, strings, numbers, booleans or nil", v, err))
	}
	return data
}
