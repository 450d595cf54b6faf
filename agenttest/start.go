package agenttest

import (
	"context"
	"errors"

	"github.com/agenttest/go/agenttest/chat"
)

// Conversation is a conversation that a test leads by hand, turn by turn; [Start] begins one. Its methods must be
// called from the goroutine of the test.
type Conversation struct {
	t       TB
	c       Case
	p       *player
	parent  context.Context //nolint:containedctx // the test's, for turns to come
	release func()
	ended   bool
	told    string // the error that was reported when it broke off
}

// Start begins a conversation with the agent that the test leads by hand:
//
//	c := agenttest.Start(t, expense.New())
//	turn := c.Say("How do I submit an expense?")
//	assert.That(t, turn, assert.Contains("receipt"))
//
// A case may be given as the setting: its options, tools, variables, limits, hooks, Always, Never and Finally hold; its
// turns are not sent and its simulator is not asked. The conversation ends with the test, or with [Conversation.End].
// When the test has failed by then, the transcript is logged.
func Start(t TB, agent Agent, setting ...Case) *Conversation {
	t.Helper()
	c := &Conversation{t: t, parent: contextOf(t), release: func() {}}
	if len(setting) > 0 {
		c.c = setting[0]
	}
	if c.c.name == "" {
		c.c.name = nameOf(t)
	}
	c.c.turns, c.c.simulator, c.c.human, c.c.checkpoints, c.c.dynamic = nil, nil, nil, nil, false
	c.p = newPlayer(agent, &c.c)
	c.p.byHand, c.p.res.byHand = true, true
	if err := c.p.prepare(); err != nil {
		c.p.res.usage = isUsage(err)
		t.Errorf("the conversation cannot be started:\n%s", err)
		t.FailNow()
		return c
	}
	if cleanup, ok := t.(cleaner); ok {
		waiting, stop := untilDeadline(c.parent, t)
		release, err := serialize(waiting, agent, t, true)
		stop()
		if err != nil {
			t.Errorf("the conversation cannot be started: %v", err)
			t.FailNow()
			return c
		}
		c.release = release
		cleanup.Cleanup(func() {
			t.Helper()
			c.End()
		})
	}
	c.guarded(c.p.open)
	c.stopWhenBroken()
	return c
}

// Say sends a message of the user and returns the turn with the agent's answer. It ends the test when the agent gives
// none: an error, a panic, a timeout.
func (c *Conversation) Say(text string) *Turn {
	c.t.Helper()
	return c.send(UserTurn{input: chat.UserMessage(text), source: chat.Caller(0)})
}

// Send sends a turn with all that [UserTurn] can carry: attachments, options, an [Answer] to a pending tool call, and
// expectations, which are reported as [Run] reports them.
func (c *Conversation) Send(turn UserTurn) *Turn {
	c.t.Helper()
	return c.send(turn)
}

func (c *Conversation) send(turn UserTurn) *Turn {
	c.t.Helper()
	if c.ended {
		c.t.Errorf("the conversation has ended; start a new one with agenttest.Start")
		c.t.FailNow()
		return nil
	}
	one := Case{turns: []UserTurn{turn}, files: c.c.files}
	if err := errors.Join(one.validate(c.p.given), c.readFiles(&one)); err != nil {
		c.t.Errorf("the turn cannot be sent:\n%s", err)
		c.t.FailNow()
		return nil
	}
	in := &input{message: c.p.expanded(&turn.input), source: chat.InputStatic, script: &turn, answer: turn.answer, at: turn.source}
	before := len(c.p.tr.Turns)
	c.guarded(func() { c.p.playTurn(in) })
	var played *Turn
	if len(c.p.tr.Turns) > before {
		played = c.p.tr.Last()
		for _, f := range turnFailures(played) {
			f.report(c.t)
		}
	}
	c.stopWhenBroken()
	return played
}

func (c *Conversation) readFiles(one *Case) error {
	files, err := one.readFiles()
	c.p.files = files
	return err
}

// guarded runs one step of the conversation under the case's time limit.
func (c *Conversation) guarded(step func()) {
	parent, stop := untilDeadline(c.parent, c.t)
	defer stop()
	defer c.p.startClock(parent)()
	c.p.stopped = false
	c.p.guard(step)
}

// stopWhenBroken ends the test when a step could not be done at all.
func (c *Conversation) stopWhenBroken() {
	c.t.Helper()
	if c.p.res.Error == "" {
		return
	}
	c.told = c.p.res.Error
	failure{at: c.p.res.errorAt, text: errorText(c.p.res)}.report(c.t)
	c.t.FailNow()
}

// Transcript returns the record of the conversation so far.
func (c *Conversation) Transcript() *Transcript { return c.p.tr }

// View lets assertions look at the whole conversation so far.
func (c *Conversation) View() chat.View { return c.p.tr.View() }

// Expect runs assertions on the last turn and reports those that do not pass; the test goes on. It reports whether all
// passed.
func (c *Conversation) Expect(assertions ...Assertion) bool {
	c.t.Helper()
	last := c.p.tr.Last()
	if last == nil {
		c.t.Errorf("there is no turn to look at yet; call Say first")
		return false
	}
	at := chat.Caller(0)
	list := addExpectations(nil, chat.KindExpect, at, assertions)
	for _, e := range list {
		if err := validAssertion(e.assertion); err != nil {
			c.t.Errorf("%v", err)
			c.t.FailNow()
			return false
		}
	}
	var checks []chat.Check
	c.guarded(func() { checks = c.p.runChecks(last.View(), list, nil) })
	ok := checks != nil
	for i := range checks {
		if !checks[i].OK() {
			ok = false
			failure{at: at, text: turnLabelled(last, checks[i])}.report(c.t)
		}
	}
	c.stopWhenBroken()
	return ok
}

// End runs the Finally assertions and the After hooks of the setting and closes the agent. It is called when the test
// ends, where t has a Cleanup method; calling it again does nothing.
func (c *Conversation) End() *Result {
	c.t.Helper()
	if c.ended {
		return c.p.res
	}
	c.ended = true
	defer c.release()
	c.parent = context.WithoutCancel(c.parent) // a test's own context is over when its cleanups run
	c.guarded(func() {
		if c.told == "" { // otherwise it ended early, and nothing is concluded from it
			c.p.conclude()
		}
		c.p.close()
	})
	c.p.cleanUp(c.parent)
	for i := range c.p.res.Final {
		if f := &c.p.res.Final[i]; !f.OK() {
			failure{at: f.Source, text: finalText(*f)}.report(c.t)
		}
	}
	if c.p.res.Error != c.told {
		failure{at: c.p.res.errorAt, text: errorText(c.p.res)}.report(c.t)
	}
	if f, ok := c.t.(failer); ok && f.Failed() || !ok && c.p.res.Status != Passed || verbose() {
		logTranscript(c.t, c.p.res)
	}
	return c.p.result()
}
