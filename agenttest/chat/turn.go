package chat

import (
	"encoding/json"
	"time"
)

// InputSource says where the input of a turn came from.
type InputSource string

// The sources of input.
const (
	InputStatic    InputSource = "static"    // the case's own turns
	InputInitial   InputSource = "initial"   // the opening of a dynamic case
	InputSimulated InputSource = "simulated" // the simulator
	InputHuman     InputSource = "human"     // a person at the terminal
	InputWorld     InputSource = "world"     // a simulated world
)

// Turn is the record of one turn: the user's input, what the agent did, and what the assertions said.
type Turn struct {
	// Number counts from 1.
	Number      int
	InputSource InputSource
	Input       Message
	// Response is nil when the agent gave none.
	Response *Response
	// Options are what the agent was given in this turn; nil when there were none.
	Options *Options
	// Checks are the turn's assertions in the order of their declaration.
	Checks []Check
	// Reached are the ids of the checkpoints that this turn reached.
	Reached []string
	// Status is Passed unless something says otherwise.
	Status Status
	Blame  Blame
	// Error says what went wrong beside the assertions: "agent error: …", "timeout after 30s".
	Error string
	// SkipReason says why a turn of status Skipped was not played.
	SkipReason string
	// Source is where the turn was written; unknown for simulated input.
	Source Source
	// Reasoning is why the simulator said what it said. It is never sent to the agent.
	Reasoning string
	Start     time.Time
	// Duration is the agent's time, its tools included; assertions and simulator are not in it, nor is what its calls
	// waited for a limit of the test's own.
	Duration time.Duration
	// Detector answers State; nil leaves the state to the agent's own declaration.
	Detector Detector

	transcript *Transcript
}

// Text returns the text of the reply.
func (t *Turn) Text() string { return t.Response.Text() }

// ToolCalls returns the calls of the turn in the order they were made, each with its result when that is known.
func (t *Turn) ToolCalls() []ToolCall { return t.Response.ToolCalls() }

// Data returns the structured data of the response, nil when there is none.
func (t *Turn) Data() json.RawMessage {
	if t.Response == nil {
		return nil
	}
	return t.Response.Data
}

// State returns whether the agent waits for input after this turn. It is worked out at each call, so that a turn whose
// state nobody reads costs nothing.
func (t *Turn) State() State {
	switch {
	case t.Response == nil:
		return State{}
	case t.Detector != nil:
		return t.Detector.Detect(t.Response)
	case t.Response.Awaiting == AwaitingYes:
		return State{Awaiting: true, Declared: true, Reason: "agent_declared", Hint: t.Response.InputHint}
	default:
		return State{Declared: t.Response.Awaiting == AwaitingNo, Reason: "completed"}
	}
}

// View lets assertions look at the turn, with the conversation up to it.
func (t *Turn) View() View {
	v := View{Turn: t}
	if t.transcript != nil {
		v.Transcript = t.transcript
	}
	return v
}

// Messages returns the messages of the turn in order: the input, then what the agent sent.
func (t *Turn) Messages() []Message {
	if t.Response == nil {
		return []Message{t.Input}
	}
	all := make([]Message, 0, 1+len(t.Response.Messages))
	return append(append(all, t.Input), t.Response.Messages...)
}
