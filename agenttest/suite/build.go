package suite

import (
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/detect"
)

// build makes the case that a spec describes, with the methods that Go tests use.
func (r *reader) build(s *caseSpec) agenttest.Case {
	name := s.Name
	if name == "" {
		name = s.ID
	}
	c := r.conversation(s).WithID(s.ID).Named(name).FilesFrom(r.files.dir).
		MaxTurns(s.MaxTurns).
		Timeout(r.cfg.timeout(time.Duration(s.Timeout))).
		TurnTimeout(time.Duration(s.TurnTimeout)).
		OnMissingInput(r.missingInput(s)).
		OnSimulatorError(agenttest.SimulatorFailure(s.OnSimulatorError)).
		Options(r.cfg.Options)
	if s.Options != nil {
		c = c.Options(*s.Options)
	}
	if len(s.Variables) > 0 {
		c = c.Variables(s.Variables)
	}
	for i := range s.Tools {
		c = c.Tools(s.Tools[i].stub())
	}
	if s.human != nil {
		c = c.Interactive(s.human)
	}
	if s.Detect == detectHybrid {
		c = c.Detect(detect.Hybrid())
	}
	if s.KeepGoing {
		c = c.KeepGoing()
	}
	if s.UntilGoal {
		c = c.UntilGoal()
	}
	for _, a := range s.Always {
		c = c.At(a.source).Always(a.Assertion)
	}
	for _, a := range s.Never {
		c = c.At(a.source).Never(a.Assertion)
	}
	for _, a := range s.Final {
		c = c.At(a.source).Finally(a.Assertion)
	}
	return c.At(s.source)
}

// conversation makes a case of what is said in it. It puts turns and checkpoints together in memory that is used again:
// the case has copies of them.
func (r *reader) conversation(s *caseSpec) agenttest.Case {
	r.turns = s.script(emptied(r.turns))
	if !s.dynamic {
		return agenttest.Static(r.turns...)
	}
	r.checkpoints = s.checkpoints(emptied(r.checkpoints))
	return agenttest.Dynamic(s.user, r.checkpoints...).Opening(r.turns...)
}

// emptied returns a list without elements in the memory of another one, unless that is unusually much.
func emptied[T any](list []T) []T {
	clear(list)
	if cap(list) > 100 {
		return nil
	}
	return list[:0]
}

// script appends the turns that are sent whatever the agent answers.
func (s *caseSpec) script(turns []agenttest.UserTurn) []agenttest.UserTurn {
	if s.Input != "" || len(s.Attachments) > 0 {
		opening := turnSpec{Input: s.Input, Attachments: s.Attachments, Assertions: s.Assertions, source: s.opening}
		return append(turns, opening.build())
	}
	for i := range s.Turns {
		turns = append(turns, s.Turns[i].build())
	}
	return turns
}

// turns returns how many turns the script has.
func (s *caseSpec) turns() int {
	if s.Input != "" || len(s.Attachments) > 0 {
		return 1
	}
	return len(s.Turns)
}

// missingInput returns what happens when the agent waits for input that the script does not have. The word of the case
// counts before the suite's. Where neither says anything, a case that is
// written as a conversation is skipped then; one of a single input has nothing more to say anyway.
func (r *reader) missingInput(s *caseSpec) agenttest.MissingInput {
	switch {
	case s.OnMissingInput != "":
		return agenttest.MissingInput(s.OnMissingInput)
	case r.cfg.OnMissingInput != "":
		return r.cfg.OnMissingInput
	case len(s.Turns) > 0 && s.Type != singleTurn:
		return agenttest.MissingSkip
	default:
		return ""
	}
}

// checkpoints appends what the conversation must come to.
func (s *caseSpec) checkpoints(list []checkpoint.Checkpoint) []checkpoint.Checkpoint {
	for i := range s.Checkpoints {
		c := &s.Checkpoints[i]
		cp := checkpoint.New(c.ID, c.Assertion.Assertion).Describe(c.Description).At(c.source)
		if len(c.After) > 0 {
			cp = cp.After(c.After...)
		}
		if c.Optional {
			cp = cp.Optional()
		}
		list = append(list, cp)
	}
	return list
}

func (t *turnSpec) build() agenttest.UserTurn {
	turn := agenttest.User(t.Input)
	if t.Answer != nil {
		turn = agenttest.Answer(t.Answer.Call, t.Answer.Result)
	}
	for _, a := range t.Attachments {
		turn = turn.AttachAs(chat.Attachment{Type: a.Type, URI: a.Source, Name: a.Name})
	}
	if t.Options != nil {
		turn = turn.Options(*t.Options)
	}
	// Assertions on one line are added together; each call notes one place.
	for list := t.Assertions; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].source == list[0].source {
			n++
		}
		together := make([]agenttest.Assertion, n)
		for i := range together {
			together[i] = list[i].Assertion
		}
		turn = turn.At(list[0].source).Expect(together...)
		list = list[n:]
	}
	return turn.At(t.source)
}

func (t *toolSpec) stub() agenttest.ToolStub {
	stub := agenttest.Stub(t.Name)
	if t.want != nil {
		stub = stub.With(t.want)
	}
	if t.Error != "" {
		return stub.Fail(t.Error)
	}
	return stub.Return(t.Returns)
}
