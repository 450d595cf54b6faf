package detect

import "github.com/agenttest/go/agenttest/chat"

// FinishReasonDetector reads why the model stopped; see [FinishReason]. The zero value is ready to use.
type FinishReasonDetector struct{}

// FinishReason returns a detector that reads why the model stopped, and nothing else. The agent waits when its
// framework interrupted it for input, which counts as a declaration. It does not wait when it is about to run tools or
// to go on by itself, nor when its reply was cut off or failed. A normal stop, a refusal and an unknown reason say
// nothing: the state is then "completed", without being declared.
func FinishReason() FinishReasonDetector { return FinishReasonDetector{} }

// Detect returns what the finish reason says. A nil response has the zero state.
func (FinishReasonDetector) Detect(r *chat.Response) chat.State {
	if r == nil {
		return chat.State{}
	}
	state, _ := finished(r)
	return state
}

// finished returns the state that the finish reason tells, and whether it tells one.
func finished(r *chat.Response) (chat.State, bool) {
	switch r.FinishReason {
	case chat.FinishInterrupted:
		return chat.State{Awaiting: true, Declared: true, Reason: ReasonInterrupted, Hint: r.InputHint}, true
	case chat.FinishLength:
		return chat.State{Reason: ReasonLength}, true
	case chat.FinishToolCalls:
		return chat.State{Reason: ReasonToolCalls}, true
	case chat.FinishContentFilter:
		return chat.State{Reason: ReasonContentFilter}, true
	case chat.FinishPaused:
		return chat.State{Reason: ReasonPaused}, true
	case chat.FinishError:
		return chat.State{Reason: ReasonError}, true
	default:
		return completed, false
	}
}
