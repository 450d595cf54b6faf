package chat

// Detector finds out from a response whether the agent waits for input.
type Detector interface {
	Detect(r *Response) State
}

// State is what a [Detector] found.
type State struct {
	// Awaiting reports whether the agent waits for the user's input.
	Awaiting bool
	// Declared reports whether the agent said so itself, by a flag or by calling a tool that asks the user; otherwise
	// the state is a guess from the text, which informs and does not decide.
	Declared bool
	// Reason names the rule: "agent_declared", "tool_requires_confirmation", "content_is_question", "completed", ….
	Reason string
	// Hint is what the agent says it waits for; may be empty.
	Hint string
}
