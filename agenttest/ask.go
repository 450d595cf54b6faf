package agenttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/admission"
)

// answered asks the agent until its turn is complete, executing the tools it calls, and records what it did. It
// reports whether there is an answer to judge.
func (p *player) answered(t *chat.Turn) bool {
	ctx := p.ctx
	if p.c.turnTimeout > 0 {
		limited, _, stop := startClock(p.ctx, &timeoutError{limit: p.c.turnTimeout}, p.clock != nil)
		defer stop()
		ctx = limited
	}
	input := &t.Input
	for round := 1; ; round++ {
		resp := p.askAgent(ctx, t, input)
		if resp == nil {
			return false
		}
		p.history = append(p.history, *input)
		p.last, p.lastSaid = resp, [2]int{len(p.history), len(p.history) + len(resp.Messages)}
		p.history = append(p.history, resp.Messages...)
		if round == 1 {
			t.Response = resp
		} else {
			t.Response = merge(t.Response, resp)
		}
		if len(p.c.tools) == 0 {
			return true
		}
		results, goOn := p.executed(ctx, t, resp, round)
		if results == nil {
			return goOn
		}
		input = results
	}
}

// askAgent calls the agent once. It returns nil when there is no answer, with the turn ended.
func (p *player) askAgent(ctx context.Context, t *chat.Turn, input *chat.Message) *chat.Response {
	req := p.newRequest()
	req.SessionID, req.Turn, req.Input = p.res.SessionID, t.Number, *input
	req.History = p.history[:len(p.history):len(p.history)]
	if t.Options != nil {
		req.Options = ownOptions(*t.Options)
	}
	_, g := p.enter(partAgent)
	stop := p.watch(ctx, g)
	resp, err := p.agent.Respond(ctx, req)
	g.leave()
	stop()
	t.Duration = p.spent(t)
	if resp == p.last && resp != nil && p.rewritten() {
		err = errors.New("it answered with the response of the turn before, changed, so that the record of that turn is lost; want a fresh response for each turn")
	}
	if resp != nil && err == nil && ctx.Err() == nil {
		return resp
	}
	p.unanswered(ctx, t, err)
	return nil
}

// spent returns the agent's time in the turn so far, without what its calls have waited for limits.
func (p *player) spent(t *chat.Turn) time.Duration {
	return time.Since(t.Start) - (p.clock.Waited() - p.held)
}

// rewritten reports whether the agent's last response says something else now than it said then, as the history has it.
func (p *player) rewritten() bool {
	then := p.history[p.lastSaid[0]:p.lastSaid[1]]
	return !slices.EqualFunc(p.last.Messages, then, func(now, then chat.Message) bool {
		return now.Text == then.Text && len(now.ToolCalls) == len(then.ToolCalls)
	})
}

// newRequest returns a fresh request from a block, so that many cost one allocation.
func (p *player) newRequest() *chat.Request {
	if len(p.requests) == cap(p.requests) {
		p.requests = make([]chat.Request, 0, min(max(2*cap(p.requests), len(p.c.turns), 1), 16))
	}
	p.requests = p.requests[:len(p.requests)+1]
	return &p.requests[len(p.requests)-1]
}

// unanswered ends a turn in which the agent gave no answer, or gave it too late.
func (p *player) unanswered(ctx context.Context, t *chat.Turn, err error) {
	var refused *admission.Refused
	switch {
	case errors.As(err, &refused) && ctx.Err() == nil:
		p.endTurn(t, Errored, chat.BlameHarness, refused.Error())
		return
	case refused != nil:
		p.endTurn(t, Errored, chat.BlameHarness, endedWaiting(ctx, refused.What))
		return
	case ctx.Err() != nil:
		status, blame, message := p.endOf(ctx, partAgent)
		if err != nil && !isContextError(err) { // it may tell what the agent was doing
			p.note(fmt.Sprintf("turn %d: when its time was over, the agent said: %v", t.Number, err))
		}
		p.endTurn(t, status, blame, message)
		return
	case err == nil:
		err = errors.New("the agent returned no response and no error")
	}
	p.endTurn(t, Failed, chat.BlameAgent, "agent error: "+err.Error())
}

// isContextError reports whether an error only says, in whatever words, that a context is over.
func isContextError(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// watch takes the call under way from its goroutine when it ignores the end of the turn's time, where turns have a time
// of their own.
func (p *player) watch(ctx context.Context, g *gate) (stop func()) {
	if p.c.turnTimeout == 0 {
		return func() {}
	}
	call := g.number
	stopWaiting := context.AfterFunc(ctx, func() {
		time.AfterFunc(grace, func() { // by then it is another call, or none, unless this one is stuck
			if in, ok := g.close(call); ok {
				p.taken <- takenCall{in, ctx}
			}
		})
	})
	return func() { stopWaiting() }
}

// executed runs the tools that the response calls. It returns their results as the message that goes back to the
// agent; nil when the agent's turn is over, and then whether there is an answer to judge.
func (p *player) executed(ctx context.Context, t *chat.Turn, resp *chat.Response, round int) (results *chat.Message, answered bool) {
	list, complete, err := p.callTools(ctx, resp)
	t.Duration = p.spent(t)
	switch {
	case ctx.Err() != nil:
		status, blame, message := p.endOf(ctx, partTool)
		p.endTurn(t, status, blame, message)
		return nil, false
	case err != nil:
		p.endTurn(t, Errored, chat.BlameTool, err.Error())
		return nil, false
	}
	if len(list) == 0 {
		return nil, true
	}
	results = &chat.Message{Role: chat.RoleTool, ToolResults: list}
	said := *t.Response // what the agent said of its state stands
	said.Messages = append(slices.Clip(said.Messages), *results)
	t.Response = &said
	switch {
	case !complete: // the user answers the rest; the agent then sees all results
		p.history = append(p.history, *results)
		return nil, true
	case round == maxToolRounds:
		p.endTurn(t, Failed, chat.BlameAgent, fmt.Sprintf("agent error: it called tools in %d rounds of one turn without an answer", maxToolRounds))
		return nil, false
	}
	return results, true
}
