package agenttest

import (
	"slices"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
	"github.com/agenttest/go/internal/render"
)

// judge runs the turn's assertions, the invariants and the checkpoints, and settles the turn's outcome.
func (p *player) judge(t *chat.Turn, script *UserTurn) {
	var expects []expectation
	if script != nil {
		expects = script.expects
	}
	if len(expects)+len(p.c.rules) > 0 {
		t.Checks = p.runChecks(t.View(), expects, p.c.rules)
		if !p.settleTurn(t) && !p.c.keepGoing {
			p.stopped = true
			return
		}
	}
	if p.tracker != nil {
		p.checkpoints(t)
	}
}

// settleTurn sets the turn's outcome from its checks and reports whether all are in order.
func (p *player) settleTurn(t *chat.Turn) bool {
	ok := true
	for i := range t.Checks {
		c := &t.Checks[i]
		if c.OK() {
			continue
		}
		ok = false
		if severity(c.Verdict.Status) > severity(t.Status) {
			t.Status, t.Blame = c.Verdict.Status, c.Verdict.Blame
		}
	}
	if s, b, message := p.cutOff(t.Checks); message != "" {
		if t.Error = message; t.Status == Errored {
			t.Blame = b
		}
		p.fail(s, b, message)
	}
	if !ok {
		p.res.worsen(t.Status, t.Blame)
	}
	return ok
}

// cutOff says what it means that the run's time ended while these checks ran; nothing when it did not, or when none of
// them was the worse for it.
func (p *player) cutOff(list []chat.Check) (s Status, b Blame, message string) {
	if p.ctx.Err() == nil {
		return Passed, chat.BlameNone, ""
	}
	for i := range list {
		if c := &list[i]; c.NotRun == "" && c.Verdict.Status == Errored {
			return p.endOf(p.ctx, partOf(c.Assertion))
		}
	}
	return Passed, chat.BlameNone, ""
}

func partOf(a chat.Assertion) part {
	if chat.CallsModel(a) {
		return partJudge
	}
	return partAssertion
}

// checkpoints shows the turn to the checkpoints.
func (p *player) checkpoints(t *chat.Turn) {
	view := t.View()
	ctx, g := p.enter(partCheckpoint)
	reached, fault := p.tracker.Observe(ctx, view)
	g.leave()
	t.Reached = reached
	if fault == nil {
		return
	}
	message := render.Failure("checkpoint "+fault.ID+" failed: ", fault.Check)
	blame := fault.Check.Verdict.Blame
	if _, b, cut := p.cutOff([]chat.Check{fault.Check}); cut != "" {
		blame, message = b, cut+" (checkpoint "+render.Short(fault.ID, 80)+")"
	}
	if severity(Errored) > severity(t.Status) {
		t.Status, t.Blame = Errored, blame
	}
	t.Error = message
	p.fail(Errored, blame, message)
	p.res.errorAt = fault.Check.Source
}

// runChecks runs two lists of assertions: the cheap ones in order, then those that ask a model, side by side. A failed
// Require ends the first list; the second, the invariants, is always run. No model is asked when a cheap one did not
// pass.
func (p *player) runChecks(view chat.View, expects, rules []expectation) []chat.Check {
	out := p.newChecks(len(expects) + len(rules))
	models, ok, blocked := 0, true, ""
	ctx, g := p.enter(partAssertion)
	for i := range out {
		c := &out[i]
		var e *expectation
		if i < len(expects) {
			e = &expects[i]
		} else {
			e, blocked = &rules[i-len(expects)], ""
		}
		c.Assertion, c.Source, c.Kind = e.assertion, e.source, e.kind
		switch {
		case blocked != "":
			c.NotRun = blocked
		case chat.CallsModel(e.assertion):
			models++
		default:
			c.Verdict = checks.One(ctx, e.assertion, view)
			g.check()
			if c.Kind == chat.KindNever {
				c.Verdict = chat.Opposite(c.Assertion, view, c.Verdict)
			}
			if c.Verdict.Status != chat.Passed {
				ok = false
				if c.Kind == chat.KindRequire {
					blocked = "the required " + render.Name(e.assertion) + " did not pass"
				}
			}
		}
	}
	g.leave()
	if models > 0 {
		p.askModels(view, out, ok)
	}
	return out
}

// askModels runs the checks that ask a model, side by side, unless a cheaper one did not pass.
func (p *player) askModels(view chat.View, out []chat.Check, ask bool) {
	var which []int
	var assertions []chat.Assertion
	for i := range out {
		c := &out[i]
		if c.NotRun != "" || !chat.CallsModel(c.Assertion) {
			continue
		}
		if !ask {
			c.NotRun = "a cheaper assertion did not pass, so no model was asked"
			continue
		}
		which = append(which, i)
		assertions = append(assertions, c.Assertion)
	}
	if len(which) == 0 {
		return
	}
	ctx, g := p.enter(partJudge)
	verdicts := checks.Together(ctx, assertions, view)
	g.leave()
	for k, i := range which {
		out[i].Verdict = verdicts[k]
		if out[i].Kind == chat.KindNever {
			out[i].Verdict = chat.Opposite(out[i].Assertion, view, verdicts[k])
		}
	}
}

// newChecks returns records from a block when the script tells how many there will be.
func (p *player) newChecks(n int) []chat.Check {
	if n > cap(p.checks)-len(p.checks) {
		if cap(p.checks) == 0 || n > cap(p.checks) {
			return make([]chat.Check, n)
		}
		p.checks = make([]chat.Check, 0, cap(p.checks))
	}
	at := len(p.checks)
	p.checks = p.checks[:at+n]
	return slices.Clip(p.checks[at:])
}

// checkCount returns how many assertions the script will run.
func (c *Case) checkCount() int {
	n := 0
	for i := range c.turns {
		n += len(c.turns[i].expects)
	}
	return n + len(c.turns)*len(c.rules)
}

// callsModel reports whether an assertion of the case, its checkpoints aside, says that it calls a model.
func (c *Case) callsModel() bool {
	for i := range c.turns {
		if anyCallsModel(c.turns[i].expects) {
			return true
		}
	}
	return anyCallsModel(c.rules) || anyCallsModel(c.final)
}

func anyCallsModel(list []expectation) bool {
	return slices.ContainsFunc(list, func(e expectation) bool { return chat.CallsModel(e.assertion) })
}
