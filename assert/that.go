package assert

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
	"github.com/agenttest/go/internal/render"
)

// limits of one That or Must.
const (
	// timeLimit bounds everything together.
	timeLimit = 5 * time.Minute
	// grace is what a call that watches its context has to return after the end of it.
	grace = time.Second
)

// That checks the assertions against the subject, reports every one that does not pass through t.Errorf, and returns
// whether all of them passed. The test goes on.
//
//	turn := c.Say("Where is my order?")
//	assert.That(t, turn, assert.Contains("A-1"), assert.ToolCalled("lookup"))
//
// The subject is a turn, a response, a transcript or the result of a case. Assertions run in order; those that ask a
// model run last, side by side, and not at all when another one has not passed. All run under t's context, if it has one,
// and for five minutes at most; one that does not return in time is left behind and errored.
//
// Wrong use ends the test: a nil subject, no assertions, or one that was built wrongly.
func That(t chat.TB, subject chat.Subject, assertions ...chat.Assertion) bool {
	t.Helper()
	return door{name: "That", limit: timeLimit, grace: grace}.check(t, subject, assertions)
}

// Must is like [That], but ends the test at the first assertion that does not pass; those after it are not run. It
// returns only when all passed.
func Must(t chat.TB, subject chat.Subject, assertions ...chat.Assertion) {
	t.Helper()
	door{name: "Must", hard: true, limit: timeLimit, grace: grace}.check(t, subject, assertions)
}

// door is a way in for tests by hand.
type door struct {
	name         string
	hard         bool
	limit, grace time.Duration
}

func (d door) check(t chat.TB, subject chat.Subject, assertions []chat.Assertion) bool {
	t.Helper()
	if err := misuse(subject, assertions); err != nil {
		t.Errorf("assert.%s: %s", d.name, render.Escape(err.Error()))
		t.FailNow()
		return false
	}
	v := subject.View()
	if err := nothing(v); err != nil {
		t.Errorf("assert.%s: %s", d.name, render.Escape(err.Error()))
		if d.hard {
			t.FailNow()
		}
		return false
	}
	ctx, cancel := context.WithTimeout(contextOf(t), d.limit)
	defer cancel()
	label := ""
	if v.Turn != nil && v.Turn.Number > 0 {
		label = fmt.Sprintf("turn %d: ", v.Turn.Number)
	}
	passed := true
	for _, c := range newRun(assertions, d).watch(ctx, v) {
		switch {
		case c.NotRun != "":
			t.Logf("%s", render.Failure(label, c))
		case c.Verdict.Status != chat.Passed:
			passed = false
			t.Errorf("%s", render.Failure(label, c))
		}
	}
	if !passed && d.hard {
		t.FailNow()
	}
	return passed
}

// misuse returns what is wrong with a call of That or Must, all of it.
func misuse(subject chat.Subject, assertions []chat.Assertion) error {
	var problems []error
	if checks.IsNil(subject) {
		problems = append(problems, fmt.Errorf("the subject is nil (%T); want a turn, a response, a transcript or a result", subject))
	}
	if len(assertions) == 0 {
		problems = append(problems, errors.New("no assertions: this checks nothing"))
	}
	for i, a := range assertions {
		if err := validate(a); err != nil {
			text := err.Error()
			if name := written(a); !strings.Contains(text, name) {
				text = render.Short(name, 160) + ": " + text
			}
			problems = append(problems, fmt.Errorf("assertion %d: %s", i+1, text))
		}
	}
	return errors.Join(problems...)
}

// nothing returns why there is nothing to judge in a view. Without a reply, everything that must not be said is not
// said: such assertions would pass for the wrong reason.
func nothing(v chat.View) error {
	switch {
	case v.Turn == nil && len(v.Turns()) == 0:
		return errors.New("there is nothing to judge: the conversation has no turns")
	case v.Turn != nil && v.Turn.Response == nil && v.Turn.Error != "":
		return fmt.Errorf("there is nothing to judge: the turn has no response: %s", v.Turn.Error)
	case v.Turn != nil && v.Turn.Response == nil:
		return errors.New("there is nothing to judge: the turn has no response")
	}
	return nil
}

// contextOf returns the test's context, and one that never ends where the test has none or is already cleaning up.
func contextOf(t chat.TB) context.Context {
	if c, ok := t.(interface{ Context() context.Context }); ok {
		if ctx := c.Context(); ctx != nil {
			if ctx.Err() != nil {
				return context.WithoutCancel(ctx)
			}
			return ctx
		}
	}
	return context.Background()
}
