package agenttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/detect"
	"github.com/agenttest/go/internal/checks"
	"github.com/agenttest/go/internal/match"
	"github.com/agenttest/go/internal/render"
)

// playTurn plays one turn: agent, tools, assertions, invariants, checkpoints.
func (p *player) playTurn(in *input) {
	t := p.newTurn()
	t.Number = p.turns() + 1
	t.InputSource, t.Source, t.Reasoning = in.source, in.at, in.reasoning
	t.Input, t.Status, t.Detector = *in.message, Passed, p.recorded
	t.Start = p.now()
	problem := p.addressAnswer(t, in.answer)
	p.attach(&t.Input)
	if in.script != nil && !in.script.options.IsZero() {
		merged := p.c.options.Merge(in.script.options)
		t.Options = &merged
	} else if !p.c.options.IsZero() {
		t.Options = &p.c.options
	}
	p.tr.Append(t)
	p.turn = t
	p.emit(TurnStarted, t)
	if problem != "" {
		p.endTurn(t, Failed, chat.BlameAgent, problem)
		return
	}
	if !p.answered(t) {
		return
	}
	p.judge(t, in.script)
	p.finishTurn(t)
}

// newTurn returns a turn from a block, so that a record costs one allocation for many turns.
func (p *player) newTurn() *chat.Turn {
	if len(p.turnBlock) == cap(p.turnBlock) {
		p.turnBlock = make([]chat.Turn, 0, min(max(2*cap(p.turnBlock), 2), 64))
	}
	p.turnBlock = p.turnBlock[:len(p.turnBlock)+1]
	return &p.turnBlock[len(p.turnBlock)-1]
}

// now returns the time. Reading the monotonic clock alone is half the work of time.Now.
func (p *player) now() time.Time { return p.res.Start.Add(time.Since(p.res.Start)) }

// endTurn ends the turn and the case with an outcome that leaves nothing to judge.
func (p *player) endTurn(t *chat.Turn, s Status, b Blame, message string) {
	t.Status, t.Blame, t.Error = s, b, message
	p.fail(s, b, message)
	p.finishTurn(t)
}

func (p *player) finishTurn(t *chat.Turn) {
	p.turn = nil
	p.emit(TurnFinished, t)
}

// addressAnswer makes the input an answer to a call that is pending. It returns what is wrong when a call is to be
// answered that is not pending.
func (p *player) addressAnswer(t *chat.Turn, a *answer) (problem string) {
	last := p.tr.Last()
	if last == nil && a == nil {
		return ""
	}
	if a == nil {
		// Words answer a call only when exactly one waits for them. Calls that an agent merely reports without their
		// results wait for nobody.
		if call, ok := p.asked(last); ok && len(t.Input.ToolResults) == 0 {
			t.Input.ToolResults = []chat.ToolResult{{CallID: call.ID, Name: call.Name, Content: chat.JSON(t.Input.Text)}}
		}
		return ""
	}
	var pending []chat.ToolCall
	if last != nil {
		pending = last.Response.Pending()
	}
	for _, call := range pending {
		if call.ID != "" && call.ID == a.call || match.Tool(a.call, call.Name) {
			t.Input.ToolResults = []chat.ToolResult{{CallID: call.ID, Name: call.Name, Content: a.content, IsError: a.isError}}
			return ""
		}
	}
	names := make([]string, len(pending))
	for i, call := range pending {
		names[i] = render.Quote(call.Name)
	}
	return fmt.Sprintf("no pending tool call %s to answer: pending are [%s]", render.Quote(a.call), strings.Join(names, " "))
}

// asked returns the one pending call that the user's next words answer.
func (p *player) asked(last *chat.Turn) (call chat.ToolCall, ok bool) {
	if last == nil || last.Response == nil {
		return call, false
	}
	n := 0
	for _, c := range last.Response.ToolCalls() {
		if c.Pending() && (len(p.c.tools) > 0 || detect.AsksUser(c.Name)) {
			call = c
			n++
		}
	}
	return call, n == 1
}

// answered asks the agent until its turn is complete, executing the tools it calls, and records what it did. It
// reports whether there is an answer to judge.
func (p *player) answered(t *chat.Turn) bool {
	ctx, cancel := p.ctx, context.CancelFunc(nil)
	if p.c.turnTimeout > 0 {
		ctx, cancel = context.WithTimeoutCause(p.ctx, p.c.turnTimeout, &timeoutError{limit: p.c.turnTimeout})
		defer cancel()
	}
	input := &t.Input
	for round := 0; ; round++ {
		req := &chat.Request{
			SessionID: p.res.SessionID, Turn: t.Number, Input: *input,
			History: p.history[:len(p.history):len(p.history)],
		}
		if t.Options != nil {
			req.Options = *t.Options
		}
		resp, err := p.respond(ctx, req)
		t.Duration = time.Since(t.Start)
		if ctx.Err() != nil {
			status, blame, message := p.endOf(ctx, partAgent)
			p.endTurn(t, status, blame, message)
			return false
		}
		if err == nil && resp == nil {
			err = errors.New("the agent returned no response and no error")
		}
		if err != nil {
			p.endTurn(t, Failed, chat.BlameAgent, "agent error: "+err.Error())
			return false
		}
		p.history = append(p.history, *input)
		p.history = append(p.history, resp.Messages...)
		t.Response = merge(t.Response, resp)
		if len(p.c.tools) == 0 {
			return true
		}
		results, again, problem := p.callTools(ctx, resp)
		t.Duration = time.Since(t.Start)
		if problem != "" {
			p.endTurn(t, Errored, chat.BlameTool, problem)
			return false
		}
		if len(results) == 0 {
			return true
		}
		input = &chat.Message{Role: chat.RoleTool, ToolResults: results}
		t.Response = merge(t.Response, &chat.Response{Messages: []chat.Message{*input}, Usage: t.Response.Usage})
		if !again { // the user answers the rest; the agent then sees all results
			p.history = append(p.history, *input)
			return true
		}
		if round+1 == maxToolRounds {
			p.endTurn(t, Failed, chat.BlameAgent, fmt.Sprintf("agent error: it called tools in %d rounds of one turn without an answer", maxToolRounds))
			return false
		}
	}
}

// respond calls the agent. Where the turn has a time of its own, a call that ignores its end is taken away from it.
func (p *player) respond(ctx context.Context, req *chat.Request) (*chat.Response, error) {
	g := p.gate
	g.enter(partAgent)
	if p.c.turnTimeout > 0 {
		call := g.number
		end, _ := ctx.Deadline()
		timer := time.AfterFunc(time.Until(end)+grace, func() {
			if in, ok := g.close(call); ok {
				p.taken <- in
			}
		})
		defer timer.Stop()
	}
	resp, err := p.agent.Respond(ctx, req)
	g.leave()
	return resp, err
}

// judge runs the turn's assertions, the invariants and the checkpoints, and settles the turn's outcome.
func (p *player) judge(t *chat.Turn, script *UserTurn) {
	var expects []expectation
	if script != nil {
		expects = script.expects
	}
	view := t.View()
	ok := true
	if len(expects)+len(p.c.rules) > 0 {
		t.Checks = p.runChecks(view, expects, p.c.rules)
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
	}
	if !ok {
		p.res.worsen(t.Status, t.Blame)
		if !p.c.keepGoing {
			p.stopped = true
			return
		}
	}
	if p.tracker == nil {
		return
	}
	p.gate.enter(partCheckpoint)
	reached, fault := p.tracker.Observe(p.ctx, view)
	p.gate.leave()
	t.Reached = reached
	if fault != nil {
		message := render.Failure("checkpoint "+fault.ID+" failed: ", fault.Check)
		blame := fault.Check.Verdict.Blame
		if severity(Errored) > severity(t.Status) {
			t.Status, t.Blame = Errored, blame
		}
		t.Error = message
		p.fail(Errored, blame, message)
		p.res.errorAt = fault.Check.Source
	}
}

// runChecks runs two lists of assertions: the cheap ones in order, then those that ask a model, side by side. A failed
// Require ends the first list; the second, the invariants, is always run. No model is asked when a cheap one did not
// pass.
func (p *player) runChecks(view chat.View, expects, rules []expectation) []chat.Check {
	out := p.newChecks(len(expects) + len(rules))
	ok, blocked := true, ""
	var models []int
	p.gate.enter(partAssertion)
	for i := range out {
		c := &out[i]
		var e *expectation
		if i < len(expects) {
			e = &expects[i]
		} else {
			e = &rules[i-len(expects)]
		}
		c.Assertion, c.Source, c.Kind = e.assertion, e.source, e.kind
		switch {
		case blocked != "" && i < len(expects):
			c.NotRun = blocked
		case chat.CallsModel(e.assertion):
			models = append(models, i)
		default:
			c.Verdict = polarity(e.kind, checks.One(p.ctx, e.assertion, view))
			if c.Verdict.Status != chat.Passed {
				ok = false
				if e.kind == chat.KindRequire {
					blocked = "the required " + render.Name(e.assertion) + " did not pass"
				}
			}
		}
	}
	p.gate.leave()
	if len(models) == 0 {
		return out
	}
	if !ok {
		for _, i := range models {
			if out[i].NotRun == "" {
				out[i].NotRun = "a cheaper assertion did not pass, so no model was asked"
			}
		}
		return out
	}
	asked := make([]chat.Assertion, len(models))
	for k, i := range models {
		asked[k] = out[i].Assertion
	}
	p.gate.enter(partJudge)
	verdicts := checks.Together(p.ctx, asked, view)
	p.gate.leave()
	for k, i := range models {
		out[i].Verdict = polarity(out[i].Kind, verdicts[k])
	}
	return out
}

// polarity turns the verdict of a Never around. Errored stays errored.
func polarity(kind chat.Kind, v chat.Verdict) chat.Verdict {
	if kind != chat.KindNever {
		return v
	}
	switch v.Status {
	case chat.Passed:
		return chat.Fail("it holds, but must never")
	case chat.Failed:
		return chat.Pass()
	default:
		return v
	}
}

// newChecks returns records from a block when the script tells how many there will be.
func (p *player) newChecks(n int) []chat.Check {
	if n > cap(p.checks)-len(p.checks) {
		return make([]chat.Check, n)
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

// declaredDetector heeds only what the agent declares: its flag, or a call of a tool that asks the user.
type declaredDetector struct{}

func (declaredDetector) Detect(r *chat.Response) chat.State {
	if r == nil {
		return chat.State{}
	}
	if s := declaredFlag.Detect(r); s.Declared {
		return s
	}
	return askingTools.Detect(r)
}

var (
	declaredFlag chat.Detector = detect.Declared()
	askingTools  chat.Detector = detect.Tools()
)
