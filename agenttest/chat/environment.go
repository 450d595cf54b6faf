package chat

import "context"

// Environment executes the tools an agent calls: stubs, or a simulated world. CallTool returns the result, or nil when
// the call is not this environment's, which leaves the call to the next one or pending. An error is the environment's
// own failure; a tool that fails answers with a result that has IsError set.
type Environment interface {
	CallTool(ctx context.Context, call ToolCall) (*ToolResult, error)
}
