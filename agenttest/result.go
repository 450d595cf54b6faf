package agenttest

import (
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/checkpoint"
)

// Result is what became of a case. Once [Play] has returned it, it does not change.
type Result struct {
	ID, Name string
	Status   Status
	// Error says what went wrong beside the assertions: "agent error: …", "timeout after 30s",
	// "max turns (20) exceeded", "missing checkpoints: …". Empty when only assertions failed, and on a pass.
	Error string
	// SkipReason says why the case was skipped.
	SkipReason string
	// Blame names who is responsible when the status is not Passed.
	Blame Blame
	Turns []*Turn
	// Final are the outcomes of the assertions given to Finally.
	Final []chat.Check
	// Checkpoints are all checkpoints in the order of their declaration.
	Checkpoints []checkpoint.Status
	// GoalAchieved reports whether the simulator said that its goal is achieved, and GoalReason why.
	GoalAchieved bool
	GoalReason   string
	// Simulator says who played the user, as the simulator's String does; empty for a script.
	Simulator string
	SessionID string
	// Notes are remarks that change nothing, such as a case that checks nothing.
	Notes []string
	Start time.Time
	// Duration is the time from Start to the end of the case, with all that it waited for.
	Duration time.Duration
	// Source is where the case was written.
	Source chat.Source

	variables *chat.Variables
	usage     bool        // the case was built wrongly
	byHand    bool        // a passed status says nothing: the test itself judges
	errorAt   chat.Source // where Error is reported, when it belongs to a turn or a checkpoint
	errorTurn int         // the turn that Error ended
}

// Passed reports whether the case passed.
func (r *Result) Passed() bool { return r.Status == Passed }

// Transcript returns the record of the conversation.
func (r *Result) Transcript() *Transcript {
	return &chat.Transcript{ID: r.ID, Name: r.Name, SessionID: r.SessionID, Turns: r.Turns, Variables: r.variables}
}

// View lets assertions look at the whole conversation.
func (r *Result) View() chat.View { return r.Transcript().View() }

// Usage returns what the agent's model calls consumed; nil when it is not known.
func (r *Result) Usage() *chat.Usage { return chat.TotalUsage(r.Turns) }

// severity orders the outcomes: a definite failure of the agent stands whatever else went wrong beside it, and a
// failed assertion beats a skip.
func severity(s Status) int {
	switch s {
	case Failed:
		return 3
	case Errored:
		return 2
	case Skipped:
		return 1
	default:
		return 0
	}
}

// worsen sets the outcome when it is worse than the one so far, and reports whether it did.
func (r *Result) worsen(s Status, b Blame) bool {
	if severity(s) <= severity(r.Status) {
		return false
	}
	r.Status, r.Blame = s, b
	return true
}

// ChecksNothing reports whether the result of the case says nothing about the agent but that it answered: there is
// neither an assertion nor a checkpoint, and no simulator has a goal.
func (c Case) ChecksNothing() bool { return c.checksNothing() }

func (c *Case) checksNothing() bool {
	if len(c.rules)+len(c.final)+len(c.checkpoints) > 0 || c.simulator != nil {
		return false
	}
	for i := range c.turns {
		if len(c.turns[i].expects) > 0 {
			return false
		}
	}
	return true
}
