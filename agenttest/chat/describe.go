package chat

import (
	"context"
	"encoding/json"
)

// Describer is implemented by an [Agent] that can say what it is. Those who write test cases for it are told, such as a
// generator; what it says has no part in any verdict. Describe should return when ctx is done.
type Describer interface {
	Describe(ctx context.Context) (Description, error)
}

// Description is what an agent says of itself. Every field may be empty.
type Description struct {
	// Name is the agent's name, for people.
	Name string `json:"name,omitempty"`
	// Description says what the agent is for.
	Description string `json:"description,omitempty"`
	// Tools are the tools that it may call.
	Tools []Tool `json:"tools,omitempty"`
}

// Tool describes a tool as model APIs do. A call of it is a [ToolCall].
type Tool struct {
	// Name is what a call of the tool is made by.
	Name string `json:"name"`
	// Description says what the tool does, and when to use it.
	Description string `json:"description,omitempty"`
	// Parameters is the JSON Schema of the arguments, an object; nil when nothing is known of them.
	Parameters json.RawMessage `json:"parameters,omitempty"`
}
