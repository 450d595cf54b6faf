package agenttest

import (
	"errors"
	"fmt"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/internal/checks"
)

// errUsage marks a case that was built wrongly, as opposed to one that could not be played.
var errUsage = errors.New("bad usage")

type usageError struct{ error }

func (usageError) Is(target error) bool { return target == errUsage }

// validate returns every mistake in how the case was built, one a line, each with the place where it was written.
func (c *Case) validate(agent Agent) error {
	var problems []error
	add := func(s chat.Source, format string, args ...any) {
		problems = append(problems, fmt.Errorf("%s%s", prefix(s), fmt.Sprintf(format, args...)))
	}
	if checks.IsNil(agent) {
		add(chat.Source{}, "the agent is nil; pass what answers the user, for example agenttest.Text(func(ctx, session, input) (string, error))")
	}
	if err := validAny(agent); err != nil {
		add(chat.Source{}, "the agent: %v", err)
	}
	if c.dynamic && checks.IsNil(c.simulator) && checks.IsNil(c.human) {
		add(c.source, "a dynamic case has no simulator; pass one to Dynamic, for example simulator.Script(\"…\"), or let a human play with Interactive")
	}
	if c.maxTurns < 0 {
		add(c.source, "MaxTurns: got %d, want a number above 0, or 0 for the default of %d", c.maxTurns, DefaultMaxTurns)
	}
	if c.timeout < 0 {
		add(c.source, "Timeout: got %s, want a duration above 0, or 0 for the default of 5m", c.timeout)
	}
	if c.turnTimeout < 0 {
		add(c.source, "TurnTimeout: got %s, want a duration above 0, or 0 for none", c.turnTimeout)
	}
	switch c.onMissing {
	case "", MissingEnd, MissingSkip, MissingFail:
	default:
		add(c.source, "OnMissingInput: got %q, want %q, %q or %q", c.onMissing, MissingSkip, MissingFail, MissingEnd)
	}
	switch c.onSimFail {
	case "", SimulatorErrored, SimulatorSkipped, SimulatorFailed:
	default:
		add(c.source, "OnSimulatorError: got %q, want %q, %q or %q", c.onSimFail, SimulatorErrored, SimulatorSkipped, SimulatorFailed)
	}
	for i := range c.turns {
		for _, e := range c.turns[i].expects {
			if err := validAssertion(e.assertion); err != nil {
				add(e.source, "turn %d: %v", i+1, err)
			}
		}
	}
	for _, e := range c.rules {
		if err := validAssertion(e.assertion); err != nil {
			add(e.source, "%s: %v", e.kind, err)
		}
	}
	for _, e := range c.final {
		if err := validAssertion(e.assertion); err != nil {
			add(e.source, "Finally: %v", err)
		}
	}
	if err := checkpoint.Validate(c.checkpoints); err != nil {
		problems = append(problems, err)
	}
	for _, env := range c.tools {
		if checks.IsNil(env) {
			add(c.source, "Tools: an environment is nil")
			continue
		}
		if err := validAny(env); err != nil {
			add(c.source, "Tools: %v", err)
		}
	}
	for _, s := range []any{c.simulator, c.human} {
		if err := validAny(s); err != nil {
			add(c.source, "simulator: %v", err)
		}
	}
	if err := validAny(c.detector); err != nil {
		add(c.source, "Detect: %v", err)
	}
	for _, h := range c.before {
		if h == nil {
			add(c.source, "Before: the hook is nil")
		}
	}
	for _, h := range c.after {
		if h == nil {
			add(c.source, "After: the hook is nil")
		}
	}
	for _, o := range c.observers {
		if checks.IsNil(o) {
			add(c.source, "Observe: the observer is nil")
		}
	}
	if len(problems) == 0 {
		return nil
	}
	return usageError{errors.Join(problems...)}
}

func validAssertion(a chat.Assertion) error {
	if checks.IsNil(a) {
		return errors.New("an assertion is nil; leave it out, or pass one of package assert")
	}
	return validAny(a)
}

// validAny returns what x says is wrong with itself. It may be of a type of the user's own.
func validAny(x any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%T panicked when it was asked for mistakes: %v", x, r)
		}
	}()
	if a, ok := x.(chat.Assertion); ok {
		chat.CallsModel(a)
	}
	if checks.IsNil(x) {
		return nil
	}
	if w, ok := x.(chat.Wrapper); ok {
		return validWrapper(w)
	}
	if v, ok := x.(chat.Validator); ok {
		return v.Validate()
	}
	return nil
}

// validWrapper returns what is wrong with an agent that wraps another one.
func validWrapper(w chat.Wrapper) error {
	if v, ok := chat.As[chat.Validator](w); ok {
		if err := v.Validate(); err != nil {
			return err
		}
	}
	if isNoAgent(w) {
		return fmt.Errorf("%T wraps a nil agent", w)
	}
	_, makes := w.(chat.PerRun)
	if _, inside := chat.As[chat.PerRun](w); inside && !makes {
		return fmt.Errorf("%T wraps an agent that makes one for each run, and does not do so itself; give it a NewRun method that wraps what the other makes", w)
	}
	return nil
}
