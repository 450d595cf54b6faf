package detect

import (
	"slices"

	"github.com/agenttest/go/agenttest/chat"
)

// HybridDetector asks the other detectors in turn; see [Hybrid]. The zero value is ready to use. It is immutable and
// may be used from several goroutines: its methods return changed copies.
type HybridDetector struct {
	tools    ToolsDetector
	question func(text string) bool
	silent   bool // the text is not looked at
}

// Hybrid returns a detector that takes the first of these that says anything:
//
//  1. what the agent declared, see [Declared];
//  2. a call without a result of a tool that asks the user, see [Tools];
//  3. why the model stopped, see [FinishReason];
//  4. the text, see [Question].
//
// An agent of which nothing says that it waits has completed its turn.
func Hybrid() HybridDetector { return HybridDetector{} }

// WithTools returns a copy that also takes calls of these tools for questions to the user.
func (d HybridDetector) WithTools(names ...string) HybridDetector {
	d.tools.names = append(slices.Clip(d.tools.names), names...)
	return d
}

// WithQuestion returns a copy that reads the text with this function instead of [IsQuestion]. With nil it does not
// look at the text at all, so that the state never rests on a guess.
func (d HybridDetector) WithQuestion(isQuestion func(text string) bool) HybridDetector {
	d.question, d.silent = isQuestion, isQuestion == nil
	return d
}

// Detect returns whether the agent waits for input, and which rule says so. A nil response has the zero state.
func (d HybridDetector) Detect(r *chat.Response) chat.State {
	if r == nil {
		return chat.State{}
	}
	if state, ok := declared(r); ok {
		return state
	}
	if state, ok := d.tools.called(r); ok {
		return state
	}
	if state, ok := finished(r); ok {
		return state
	}
	switch {
	case d.silent:
		return completed
	case d.question == nil:
		return Question().Detect(r)
	case d.question(spoken(r)):
		return chat.State{Awaiting: true, Reason: ReasonQuestion}
	default:
		return completed
	}
}

// Asks reports whether a tool of this name asks the user.
func (d HybridDetector) Asks(tool string) bool { return d.tools.Asks(tool) }

// Validate returns an error when a tool was given without a name.
func (d HybridDetector) Validate() error { return d.tools.Validate() }
