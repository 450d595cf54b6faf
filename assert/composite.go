package assert

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
	"github.com/agenttest/go/internal/render"
)

// All asserts that every one of the assertions holds. It fails when one of them fails, whatever the others say; else it
// is errored when one of them is; else it passes. Assertions that ask a model are asked last, side by side, and only
// when all the others have passed. No assertions at all are a usage error.
//
//	{"type": "all", "assertions": [{…}, {…}]}
func All(as ...chat.Assertion) chat.Assertion { return newComposite("All", as) }

// Any asserts that at least one of the assertions holds. It passes when one of them passes, whatever the others say;
// else it is errored when one of them is; else it fails. Assertions that ask a model are asked last, side by side, and
// only when none of the others has passed. No assertions at all are a usage error.
//
//	{"type": "any", "assertions": [{…}, {…}]}
func Any(as ...chat.Assertion) chat.Assertion { return newComposite("Any", as) }

type composite struct {
	mistake
	name  string // "All" or "Any"
	parts []chat.Assertion
}

func newComposite(name string, as []chat.Assertion) composite {
	c := composite{name: name, parts: slices.Clone(as)}
	if len(as) == 0 {
		c.notef("%s() checks nothing; give it assertions", name)
	}
	for i, a := range as {
		if err := validate(a); err != nil {
			c.notef("%s: assertion %d: %w", name, i+1, err)
		}
	}
	return c
}

func (c composite) String() string { return call(c.name, writtenList(c.parts)...) }

// MarshalJSON writes {"type": "all", "assertions": […]}.
func (c composite) MarshalJSON() ([]byte, error) {
	parts := make([]rawJSON, len(c.parts))
	for i, a := range c.parts {
		parts[i] = spelling(a)
	}
	return spell(strings.ToLower(c.name)).add("assertions", parts).json()
}

// CallsModel reports whether one of the assertions asks a model.
func (c composite) CallsModel() bool { return slices.ContainsFunc(c.parts, chat.CallsModel) }

func (c composite) ignoringCase() (chat.Assertion, bool) {
	folded := make([]chat.Assertion, len(c.parts))
	for i, a := range c.parts {
		var ok bool
		if folded[i], ok = ignoringCase(a); !ok {
			return nil, false
		}
	}
	c.parts = folded
	return c, true
}

func (c composite) Check(ctx context.Context, v chat.View) chat.Verdict {
	if c.err != nil {
		return c.verdict()
	}
	// The first verdict of this status decides; the other one is what is left when nobody was errored.
	decisive, other := chat.Failed, chat.Passed
	if c.name == "Any" {
		decisive, other = chat.Passed, chat.Failed
	}
	results := make([]chat.Check, len(c.parts))
	var models []int
	enough := false
	for i, a := range c.parts {
		results[i].Assertion = a
		if chat.CallsModel(a) {
			models = append(models, i)
			continue
		}
		verdict := checks.One(ctx, a, v)
		results[i].Verdict = verdict
		enough = enough || verdict.Status == decisive || decisive == chat.Failed && verdict.Status == chat.Errored
	}
	c.ask(ctx, v, results, models, enough)

	status := other
	for i := range results {
		switch s := results[i].Verdict.Status; {
		case results[i].NotRun != "":
		case s == decisive:
			status = decisive
		case s == chat.Errored && status != decisive:
			status = chat.Errored
		}
	}
	if status == chat.Passed {
		return chat.Pass()
	}
	return c.summary(status, results)
}

// ask runs those that ask a model, unless the others have decided already.
func (c composite) ask(ctx context.Context, v chat.View, results []chat.Check, models []int, enough bool) {
	asked := make([]chat.Assertion, len(models))
	for k, i := range models {
		asked[k] = results[i].Assertion
		if enough {
			results[i].NotRun = "a cheaper assertion has decided, so no model was asked"
		}
	}
	if enough || len(models) == 0 {
		return
	}
	verdicts := checks.Together(ctx, asked, v)
	for k, i := range models {
		results[i].Verdict = verdicts[k]
	}
}

// summary returns the verdict of a composite that did not pass, with a line for each part that did not.
func (c composite) summary(status chat.Status, results []chat.Check) chat.Verdict {
	out := chat.Verdict{Status: status}
	var lines strings.Builder
	failed, errored := 0, 0
	for i := range results {
		r := &results[i]
		switch {
		case r.NotRun != "":
		case r.Verdict.Status == chat.Failed:
			failed++
		case r.Verdict.Status == chat.Errored:
			errored++
		}
		if r.NotRun == "" && r.Verdict.Status == status && out.Blame == chat.BlameNone {
			out.Blame = r.Verdict.Blame
		}
		if r.NotRun != "" || r.Verdict.Status != chat.Passed {
			lines.WriteString("\n- " + strings.ReplaceAll(render.Failure("", *r), "\n", "\n  "))
		}
	}
	out.Reason = fmt.Sprintf("%d of %d failed", failed, len(results))
	if c.name == "Any" {
		out.Reason = fmt.Sprintf("none of %d passed", len(results))
	}
	if errored > 0 {
		out.Reason += fmt.Sprintf(", %d errored", errored)
	}
	out.Reason += lines.String()
	return out
}

// Unwanted returns the failure of assertions that must not hold together, or one of which holds and must not.
func (c composite) Unwanted(chat.View) chat.Verdict {
	if c.name == "All" {
		return chat.Fail("all of them hold, but must not")
	}
	return chat.Fail("one of them holds, but none must")
}
