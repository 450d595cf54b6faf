package agenttest

import (
	"fmt"
	"strings"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/match"
	"github.com/agenttest/go/internal/render"
)

// playTurn plays one turn: agent, tools, assertions, invariants, checkpoints.
func (p *player) playTurn(in *input) {
	t := p.newTurn()
	t.Number = p.turns() + 1
	t.InputSource, t.Source, t.Reasoning = in.source, in.at, in.reasoning
	t.Input, t.Status, t.Detector = *in.message, Passed, p.recorded
	t.Start, p.held = p.now(), p.clock.Waited()
	problem := p.addressAnswer(t, in.answer)
	p.attach(&t.Input)
	t.Options = p.optionsOf(in)
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
	switch {
	case a != nil:
		return address(t, a, last)
	case last == nil || last.Response == nil || !callsTools(last.Response):
		return ""
	}
	// Words answer a call only when exactly one waits for them. Calls that an agent merely reports without their results
	// wait for nobody.
	if call, ok := p.asked(last); ok && len(t.Input.ToolResults) == 0 {
		t.Input.ToolResults = []chat.ToolResult{{CallID: call.ID, Name: call.Name, Content: chat.JSON(t.Input.Text)}}
	}
	return ""
}

// callsTools reports whether the response calls a tool at all.
func callsTools(r *chat.Response) bool {
	for i := range r.Messages {
		if len(r.Messages[i].ToolCalls) > 0 {
			return true
		}
	}
	return false
}

// address makes the input the answer to the pending call that is named by its id or its tool.
func address(t *chat.Turn, a *answer, last *chat.Turn) (problem string) {
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
	t.Input.ToolResults = []chat.ToolResult{{Name: a.call, Content: a.content, IsError: a.isError}} // for the record
	if len(pending) == 0 {
		return fmt.Sprintf("no pending tool call %s to answer: no call is pending", render.Quote(a.call))
	}
	names := make([]string, len(pending))
	for i, call := range pending {
		names[i] = render.Quote(call.Name)
	}
	return fmt.Sprintf("no pending tool call %s to answer: pending are %s", render.Quote(a.call), strings.Join(names, ", "))
}

// asked returns the one pending call that the user's next words answer.
func (p *player) asked(last *chat.Turn) (call chat.ToolCall, ok bool) {
	n := 0
	for _, c := range last.Response.ToolCalls() {
		if c.Pending() && (len(p.c.tools) > 0 || p.asksUser(c.Name)) {
			call = c
			n++
		}
	}
	return call, n == 1
}
