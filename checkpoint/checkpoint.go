package checkpoint

import (
	"slices"

	"github.com/agenttest/go/agenttest/chat"
)

// Checkpoint is a named assertion that a conversation must satisfy in one of its turns. It is an immutable value: its
// methods return changed copies, so that one may be shared between cases. The zero Checkpoint has neither id nor
// assertion, which [Validate] reports.
type Checkpoint struct {
	id          string
	description string
	assertion   chat.Assertion
	after       []string
	optional    bool
	source      chat.Source
}

// New returns a required checkpoint that is reached in the first turn that the assertion passes. The id is what other
// checkpoints and reports call it; it must be unique in its case. The place of the call is where failures point.
func New(id string, a chat.Assertion) Checkpoint {
	return Checkpoint{id: id, assertion: a, source: chat.Caller(0)}
}

// After returns a copy that can be reached only when the checkpoints with these ids have been, in an earlier turn or in
// the same one. Further calls add ids.
func (c Checkpoint) After(ids ...string) Checkpoint {
	c.after = append(slices.Clip(c.after), ids...)
	return c
}

// Optional returns a copy that the conversation need not reach. It is still tracked and reported, and still holds up
// required checkpoints that come after it.
func (c Checkpoint) Optional() Checkpoint {
	c.optional = true
	return c
}

// Describe returns a copy with this text for reports: "Agent asks for the type of expense".
func (c Checkpoint) Describe(text string) Checkpoint {
	c.description = text
	return c
}

// At returns a copy that is reported at this place instead of the line that called [New]; readers of case files use it.
func (c Checkpoint) At(s chat.Source) Checkpoint {
	c.source = s
	return c
}

// ID returns the id.
func (c Checkpoint) ID() string { return c.id }

// Description returns the text of [Checkpoint.Describe]; empty when there is none.
func (c Checkpoint) Description() string { return c.description }

// Assertion returns what is asserted; nil only in a checkpoint that [Validate] rejects.
func (c Checkpoint) Assertion() chat.Assertion { return c.assertion }

// IsOptional reports whether the conversation need not reach the checkpoint.
func (c Checkpoint) IsOptional() bool { return c.optional }

// Source returns where the checkpoint was declared.
func (c Checkpoint) Source() chat.Source { return c.source }

// Requires returns a copy of the ids that [Checkpoint.After] named, as they were written; nil when there are none.
func (c Checkpoint) Requires() []string { return slices.Clone(c.after) }
