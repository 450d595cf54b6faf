package suite

import (
	"slices"

	"github.com/agenttest/go/internal/strict"
)

// The words of "type" and "mode".
const (
	singleTurn = "single_turn"
	multiTurn  = "multi_turn"
	static     = "static"
	dynamic    = "dynamic"
)

// shape are the fields that decide what kind of conversation a case is, as they stand in the file.
type shape struct {
	*strict.Object
	kind, mode                            strict.Value
	input, attachments, assertions, turns strict.Value
	user, checkpoints                     strict.Value
	maxTurns, untilGoal                   strict.Value
}

// checkShape settles who plays the user, and notes fields that contradict each other. What a case is follows from its
// fields; "type" and "mode" may say it too, but nothing else.
func (r *reader) checkShape(c *caseSpec, f shape) {
	c.human = r.personIn(c.Interactive)
	if f.user.Present() || f.checkpoints.Present() || c.Mode == dynamic {
		c.dynamic = true
		r.settleUser(c, f)
	}
	c.opening = at(f.input)
	if !f.input.Present() {
		c.opening = at(f.attachments)
	}
	opens := f.input.Present() || f.attachments.Present()
	for _, v := range []strict.Value{f.input, f.attachments} {
		if v.Present() && f.turns.Present() {
			v.Errorf(`%q cannot stand beside "turns"; put it into the first turn`, v.Path())
		}
	}
	others := f.turns.Present() || c.dynamic || c.human != nil
	if f.assertions.Present() && !opens && others {
		f.assertions.Errorf(`these judge the reply to "input", which the case does not have; put them into a turn, or use "final_assertions"`)
	}
	if !opens && !others && !f.misspelt("input", "turns", "simulator") {
		f.Errorf(`no initial input; want "input", "turns" or "simulator"`)
	}
	if len(c.Turns) > 0 && c.Turns[0].Answer != nil {
		f.turns.Errorf("the first turn answers a tool call, but the agent has made none yet")
	}
	checkKind(c, f)
	checkMode(c, f)
	if c.UntilGoal && !f.user.Present() && !(c.dynamic && r.cfg.Simulator != "") {
		f.untilGoal.Errorf("only a simulator has a goal, and the case has none")
	}
	settleMaxTurns(c, f)
}

// misspelt reports whether one of these fields, none of which is there, was meant by a field that is unknown.
func (f *shape) misspelt(names ...string) bool {
	n := f.Node()
	return n == nil || slices.ContainsFunc(n.Members, func(m strict.Member) bool {
		return strict.DidYouMean(m.Key, names) != ""
	})
}

// settleUser finds the simulator of a dynamic case. A case that says it is of another kind is not asked for one.
func (r *reader) settleUser(c *caseSpec, f shape) {
	spec := c.Simulator
	if spec == nil && r.cfg.Simulator != "" {
		spec = &simulatorSpec{}
		spec.ref, spec.found = r.defaultUser()
	}
	switch {
	case spec != nil && spec.found:
		c.user = r.user(spec)
	case spec == nil && c.human == nil && c.Mode != static && c.Type != singleTurn:
		f.Errorf(`a dynamic case needs somebody who plays the user; add "simulator", set suite.Config.Simulator, or let a person play with "interactive": {"enabled": true}`)
	}
}

// settleMaxTurns joins the two fields of one limit.
func settleMaxTurns(c *caseSpec, f shape) {
	if c.Simulator == nil || c.Simulator.MaxTurns == 0 {
		return
	}
	switch limit := c.Simulator.MaxTurns; {
	case c.MaxTurns == 0:
		c.MaxTurns = limit
	case c.MaxTurns != limit:
		f.maxTurns.Errorf(`got %d, but "simulator.max_turns" is %d; they are the same limit, want it once`, c.MaxTurns, limit)
	}
	c.Simulator.MaxTurns = 0
}

// checkKind notes a "type" that the other fields contradict.
func checkKind(c *caseSpec, f shape) {
	switch {
	case c.Type == multiTurn:
		if !f.turns.Present() && !c.dynamic && c.human == nil {
			f.kind.Errorf(`got %q, but the case has neither "turns" nor "simulator"`, multiTurn)
		}
	case c.Type != singleTurn:
	case len(c.Turns) > 1:
		f.kind.Errorf("got %q, but the case has %d turns", singleTurn, len(c.Turns))
	case f.user.Present():
		f.kind.Errorf(`got %q, but the case has "simulator"`, singleTurn)
	case f.checkpoints.Present():
		f.kind.Errorf(`got %q, but the case has "checkpoints"`, singleTurn)
	case c.dynamic:
		f.kind.Errorf(`got %q, but "mode" is %q`, singleTurn, dynamic)
	}
}

// checkMode notes a "mode" that the other fields contradict.
func checkMode(c *caseSpec, f shape) {
	if c.Mode != static {
		return
	}
	for _, v := range []strict.Value{f.user, f.checkpoints} {
		if v.Present() {
			f.mode.Errorf("got %q, but the case has %q, which makes it %q", static, v.Path(), dynamic)
		}
	}
}
