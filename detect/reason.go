package detect

import "github.com/agenttest/go/agenttest/chat"

// The reasons a state gives.
const (
	// ReasonDeclared: the agent said that it waits.
	ReasonDeclared = "agent_declared"
	// ReasonTool: the agent called a tool that asks the user, and the call has no result.
	ReasonTool = "tool_requires_confirmation"
	// ReasonQuestion: the reply reads as if it waited.
	ReasonQuestion = "content_is_question"
	// ReasonCompleted: nothing says that the agent waits, or it said that it does not.
	ReasonCompleted = "completed"
	// ReasonInterrupted: the framework stopped the agent for input of the user.
	ReasonInterrupted = "finish_reason_interrupted"
	// The other finish reasons that speak of waiting say that the agent does not wait: its reply was cut off, or it is
	// not done yet.
	ReasonLength        = "finish_reason_length"
	ReasonToolCalls     = "finish_reason_tool_calls"
	ReasonContentFilter = "finish_reason_content_filter"
	ReasonPaused        = "finish_reason_paused"
	ReasonError         = "finish_reason_error"
)

var completed = chat.State{Reason: ReasonCompleted}
