package chat

import (
	"bytes"
	"encoding/json"
	"time"
)

// Subject is anything assertions can look at: a [Turn], a [Response], a [Transcript], or the result of a case.
type Subject interface {
	View() View
}

// View is what an assertion sees: one turn, or a whole conversation. Its methods answer for whichever it is, and work
// things out only when they are called.
type View struct {
	// Turn is the turn under judgement; nil when the whole conversation is.
	Turn *Turn
	// Transcript is the conversation; nil when a response is judged by itself. When a turn is under judgement, later
	// turns are not part of the view: see [View.Turns].
	Transcript *Transcript
}

// Whole reports whether the whole conversation is under judgement.
func (v View) Whole() bool { return v.Turn == nil }

// Turns returns the conversation: all turns up to and including the one under judgement, or all of them.
func (v View) Turns() []*Turn {
	switch {
	case v.Transcript == nil && v.Turn == nil:
		return nil
	case v.Transcript == nil:
		return []*Turn{v.Turn}
	case v.Turn == nil:
		return v.Transcript.Turns
	}
	turns := v.Transcript.Turns
	// Turns are numbered in order, so the turn is normally found where its number says.
	if n := v.Turn.Number; n >= 1 && n <= len(turns) && turns[n-1] == v.Turn {
		return turns[:n:n]
	}
	for i, t := range turns {
		if t == v.Turn {
			return turns[: i+1 : i+1]
		}
	}
	return []*Turn{v.Turn}
}

// last returns the turn under judgement or the last turn that was answered; nil when there is none.
func (v View) last() *Turn {
	if v.Turn != nil {
		return v.Turn
	}
	if v.Transcript == nil {
		return nil
	}
	for i := len(v.Transcript.Turns) - 1; i >= 0; i-- {
		if t := v.Transcript.Turns[i]; t.Response != nil {
			return t
		}
	}
	return nil
}

// Text returns the reply's text; of a whole conversation, the last reply's.
func (v View) Text() string {
	if t := v.last(); t != nil {
		return t.Text()
	}
	return ""
}

// Input returns the text of the user's message that the reply answers.
func (v View) Input() string {
	if t := v.last(); t != nil {
		return t.Input.Text
	}
	return ""
}

// ToolCalls returns the tool calls of the turn, or of all turns, in the order they were made, with results joined.
func (v View) ToolCalls() []ToolCall {
	if v.Turn != nil {
		return v.Turn.ToolCalls()
	}
	if v.Transcript == nil {
		return nil
	}
	return joinCalls(v.Transcript.Messages())
}

// Data returns the structured data of the turn; of a whole conversation, that of the last turn that had one, where null
// is none. It is nil when there is none.
func (v View) Data() json.RawMessage {
	if v.Turn != nil {
		return v.Turn.Data()
	}
	if v.Transcript == nil {
		return nil
	}
	for i := len(v.Transcript.Turns) - 1; i >= 0; i-- {
		if data := v.Transcript.Turns[i].Data(); len(data) > 0 && string(bytes.TrimSpace(data)) != "null" {
			return data
		}
	}
	return nil
}

// Messages returns the messages of the turn, or of all turns.
func (v View) Messages() []Message {
	switch {
	case v.Turn != nil:
		return v.Turn.Messages()
	case v.Transcript != nil:
		return v.Transcript.Messages()
	default:
		return nil
	}
}

// Duration returns the agent's time in the turn, or in all turns.
func (v View) Duration() time.Duration {
	if v.Turn != nil {
		return v.Turn.Duration
	}
	var sum time.Duration
	for _, t := range v.Turns() {
		sum += t.Duration
	}
	return sum
}

// Usage returns the usage of the turn, or of all turns; nil when it is not known.
func (v View) Usage() *Usage {
	if v.Turn != nil {
		return TotalUsage([]*Turn{v.Turn})
	}
	return TotalUsage(v.Turns())
}

// Variables returns the variables of the conversation; nil when there are none.
func (v View) Variables() *Variables {
	if v.Transcript == nil {
		return nil
	}
	return v.Transcript.Variables
}

// TestID returns the id of the case; empty when there is none.
func (v View) TestID() string {
	if v.Transcript == nil {
		return ""
	}
	return v.Transcript.ID
}

// SessionID returns the session of the conversation; empty when there is none.
func (v View) SessionID() string {
	if v.Transcript == nil {
		return ""
	}
	return v.Transcript.SessionID
}
