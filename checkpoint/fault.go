package checkpoint

import (
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// Fault is a checkpoint whose assertion errored: it could not be judged, which ends the case. The check holds the
// verdict with its blame, and the place where the checkpoint was declared.
type Fault struct {
	ID    string
	Check chat.Check
}

// Error returns the fault on one line: `checkpoint ID failed: Agent("polite"): …`.
func (f *Fault) Error() string {
	return "checkpoint " + render.Short(f.ID, 80) + " failed: " + explain(f.Check.Assertion, f.Check.Verdict)
}
