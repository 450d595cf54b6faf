package detect

import "github.com/agenttest/go/agenttest/chat"

// DeclaredDetector believes what the agent says of itself; see [Declared]. The zero value is ready to use.
type DeclaredDetector struct{}

// Declared returns a detector that reads the agent's own declaration, [chat.Response.Awaiting], and nothing else. An
// agent that says nothing does not wait.
func Declared() DeclaredDetector { return DeclaredDetector{} }

// Detect returns what the agent declared. A nil response has the zero state.
func (DeclaredDetector) Detect(r *chat.Response) chat.State {
	if r == nil {
		return chat.State{}
	}
	state, _ := declared(r)
	return state
}

// declared returns the declared state, and whether the agent declared one.
func declared(r *chat.Response) (chat.State, bool) {
	switch r.Awaiting {
	case chat.AwaitingYes:
		return chat.State{Awaiting: true, Declared: true, Reason: ReasonDeclared, Hint: r.InputHint}, true
	case chat.AwaitingNo:
		return chat.State{Declared: true, Reason: ReasonCompleted}, true
	default:
		return completed, false
	}
}
