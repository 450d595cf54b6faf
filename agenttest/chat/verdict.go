package chat

import "fmt"

// Verdict is the answer of an [Assertion]. Its Status is [Passed], [Failed] or [Errored]; any other value, the zero
// value included, is treated as errored, so that a forgotten verdict cannot pass.
type Verdict struct {
	Status Status
	// Blame says who is responsible; empty for a pass. A failed verdict without blame blames the agent, an errored
	// one the case.
	Blame Blame
	// Reason says in one line what was looked at or what went wrong: "tools called".
	Reason string
	// Got and Want are what was found and what was asked for, ready to print; either may be empty.
	Got, Want string
	// Diff shows the difference of two structures over several lines.
	Diff string
	// Score is a judge's score, nil when it gave none.
	Score *float64
	// Suggestions are a judge's hints for the agent's author.
	Suggestions []string
}

// Pass returns a verdict that passed.
func Pass() Verdict { return Verdict{Status: Passed} }

// Fail returns a verdict that failed for this reason, with the agent to blame.
func Fail(format string, args ...any) Verdict {
	return Verdict{Status: Failed, Blame: BlameAgent, Reason: sprintf(format, args)}
}

// Mismatch returns a verdict that failed because got was found where want was asked for; both are printed as they are.
func Mismatch(reason, got, want string) Verdict {
	return Verdict{Status: Failed, Blame: BlameAgent, Reason: reason, Got: got, Want: want}
}

// Fault returns a verdict that errored: the question could not be answered, and blame is responsible.
func Fault(blame Blame, format string, args ...any) Verdict {
	return Verdict{Status: Errored, Blame: blame, Reason: sprintf(format, args)}
}

func sprintf(format string, args []any) string {
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}
