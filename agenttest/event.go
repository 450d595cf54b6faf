package agenttest

import "github.com/agenttest/go/agenttest/chat"

// Observer is told what happens in a run, as it happens. Observe is called in the goroutine that plays the case, one
// event after another; with cases side by side an observer of several gets calls from several goroutines. It must not
// change what it is given. A panic in it makes the case errored.
type Observer interface {
	Observe(Event)
}

// ObserverFunc is a function that is an [Observer].
type ObserverFunc func(Event)

// Observe calls f.
func (f ObserverFunc) Observe(e Event) { f(e) }

// EventKind names what happened.
type EventKind string

// The events of a run, in the order they come. A run has one CaseStarted and one CaseFinished; turns lie between.
const (
	CaseStarted  EventKind = "case_started"
	TurnStarted  EventKind = "turn_started"  // the input is known, the agent has not answered
	TurnFinished EventKind = "turn_finished" // answered and judged
	CaseFinished EventKind = "case_finished" // the result is complete
)

// Event is one thing that happened in a run.
type Event struct {
	Kind EventKind
	// Result is the result as far as it is known; complete in CaseFinished.
	Result *Result
	// Turn is the turn of TurnStarted and TurnFinished, nil otherwise.
	Turn *chat.Turn
}
