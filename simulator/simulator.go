package simulator

import (
	"context"

	"github.com/agenttest/go/agenttest/chat"
)

// Simulator plays the user: it looks at the conversation and makes the user's next move. One value may serve several
// conversations at once, so that whatever it needs to know must come from the state, or be guarded.
//
// An error ends the case as errored, with the simulator to blame. Next should return when ctx is done.
//
// A simulator may implement fmt.Stringer, to name itself in reports; [chat.Validator], to report a mistake in how it was
// built before anything runs; Human() bool, to say that it is a person, whose time to think is not the case's; and
// Unwrap() Simulator, where it asks another one.
type Simulator interface {
	Next(ctx context.Context, s *State) (Move, error)
}

// State is what a simulator can look at. It is the engine's and must not be changed.
type State struct {
	TestID, SessionID string
	// Turn is the number of the turn to come, from 1.
	Turn int
	// MaxTurns is how many turns the conversation may have; 0 is no bound.
	MaxTurns int
	// Moves is how many moves the simulator has made so far, those included that a human replaced.
	Moves int
	// Transcript holds all turns so far. The engine never leaves it nil; a nil one is a conversation without turns.
	Transcript *chat.Transcript
	// Planned is, for a human who may override a turn, the input that would be sent; empty otherwise.
	Planned string
	// PlannedSource says where Planned is from.
	PlannedSource chat.InputSource
	// Awaiting is what detection said of the last reply; the zero value before the first.
	Awaiting chat.State
}

// Move is what the user does next. A move with neither input, answer nor attachments is only sensible when the goal is
// achieved.
type Move struct {
	// Input is what the user says.
	Input       string
	Attachments []chat.Attachment
	// Answer answers a pending tool call instead of speaking; nil for an ordinary message.
	Answer *chat.ToolResult
	// GoalAchieved says that the user has got what they wanted; the input, if any, is still delivered.
	GoalAchieved bool
	// Reasoning is why the user said it, for reports; the agent under test never sees it.
	Reasoning string
}

// turns returns the turns so far.
func (s *State) turns() []*chat.Turn {
	if s.Transcript == nil {
		return nil
	}
	return s.Transcript.Turns
}

// moves returns how many moves were made; in a state that was built without the number, the simulated turns.
func (s *State) moves() int {
	if s.Moves > 0 {
		return s.Moves
	}
	n := 0
	for _, t := range s.turns() {
		if t.InputSource == chat.InputSimulated {
			n++
		}
	}
	return n
}

// IsHuman reports whether a simulator says that it is a person, whose time to think is not the case's.
func IsHuman(s Simulator) bool {
	h, ok := s.(interface{ Human() bool })
	return ok && h.Human()
}
