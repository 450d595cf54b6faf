package agenttest

import (
	"fmt"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// failures returns everything that went wrong in a case, in the order it was met.
func failures(res *Result) []failure {
	var out []failure
	for _, t := range res.Turns {
		out = append(out, turnFailures(t)...)
	}
	for i := range res.Final {
		if c := &res.Final[i]; !c.OK() {
			out = append(out, failure{at: c.Source, text: finalText(*c)})
		}
	}
	if res.Error == "" {
		return out
	}
	if res.errorTurn > 0 {
		return append(out, failure{at: res.errorAt, text: errorText(res)})
	}
	for _, c := range res.Checkpoints {
		if !c.Reached && !c.Optional && res.Status == Failed { // of an errored case they say nothing
			out = append(out, failure{at: c.Source, text: checkpointText(c.ID, c.Description, c.Reason)})
		}
	}
	at := res.errorAt
	if at.IsZero() && res.Source.File != "" {
		at = res.Source // a case from a file; one written in Go is reported where it is run
	}
	return append(out, failure{at: at, text: errorText(res)})
}

// errorText returns the error of a case with the turn it ended.
func errorText(res *Result) string {
	text := render.Escape(render.Cut(res.Error, 4000))
	if res.errorTurn > 0 {
		return fmt.Sprintf("turn %d: %s", res.errorTurn, text)
	}
	return text
}

func finalText(c chat.Check) string { return render.Failure("finally: ", c) }

func turnLabelled(t *chat.Turn, c chat.Check) string {
	return render.Failure(fmt.Sprintf("turn %d: ", t.Number), c)
}

// turnFailures returns the assertions of a turn that did not pass.
func turnFailures(t *chat.Turn) []failure {
	var out []failure
	for i := range t.Checks {
		if c := &t.Checks[i]; !c.OK() {
			out = append(out, failure{at: c.Source, text: turnLabelled(t, *c)})
		}
	}
	return out
}

func checkpointText(id, description, reason string) string {
	text := "checkpoint " + render.Short(id, 80) + " not reached"
	if description != "" {
		text += " (" + render.Short(description, 120) + ")"
	}
	if reason != "" {
		text += ": " + render.Escape(render.Cut(reason, 1000))
	}
	return text
}
