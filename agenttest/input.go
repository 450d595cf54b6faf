package agenttest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/admission"
	"github.com/agenttest/go/internal/strict"
	"github.com/agenttest/go/simulator"
)

// input is what a turn begins with.
type input struct {
	message   *chat.Message // may be the script's own, so it is read only
	source    chat.InputSource
	script    *UserTurn // nil unless the turn is from the script
	answer    *answer
	at        chat.Source
	goal      bool // the simulator says that its goal is achieved with this
	reasoning string
}

// nextInput finds the next input: the script, then the simulator, then a human. Where there is none it settles what
// that means and returns nil. The buffer is room for one from the script.
func (p *player) nextInput(buffer *input) *input {
	switch {
	case p.next < len(p.c.turns):
		return p.scripted(buffer)
	case p.c.simulator != nil:
		if p.tooLong() {
			return nil
		}
		return p.simulated()
	case p.c.human != nil && (p.turns() == 0 || p.c.dynamic || p.state(p.recorded).Awaiting):
		if p.tooLong() {
			return nil
		}
		return p.human(p.c.human, &input{})
	}
	p.outOfInput()
	return nil
}

func (p *player) turns() int { return len(p.tr.Turns) }

// scripted returns the next turn of the script, which a human may override.
func (p *player) scripted(in *input) *input {
	turn := &p.c.turns[p.next]
	p.next++
	*in = input{message: p.expanded(&turn.input), source: chat.InputStatic, script: turn, answer: turn.answer, at: turn.source}
	if p.c.dynamic && len(p.c.turns) == 1 {
		in.source = chat.InputInitial
	}
	if p.c.human != nil && in.answer == nil {
		return p.human(p.c.human, in)
	}
	return in
}

// expanded returns the message with the values of variables in place of {{name}}.
func (p *player) expanded(m *chat.Message) *chat.Message {
	if !strings.Contains(m.Text, "{{") {
		return m
	}
	filled := *m
	filled.Text = p.expand(m.Text)
	return &filled
}

// expand puts the values of variables in place of {{name}}. A name that is no variable is left as it is.
func (p *player) expand(text string) string {
	var b strings.Builder
	rest := text
	for {
		before, after, ok := strings.Cut(rest, "{{")
		name, tail, closed := strings.Cut(after, "}}")
		if !ok || !closed {
			b.WriteString(rest)
			return b.String()
		}
		b.WriteString(before)
		if value, ok := p.tr.Variables.Get(strings.TrimSpace(name)); ok {
			fmt.Fprint(&b, value)
			rest = tail
			continue
		}
		p.noteNoVariable(strings.TrimSpace(name))
		b.WriteString("{{")
		rest = after
	}
}

// noteNoVariable remarks on what looks like the name of a variable and is none, in a case that has some.
func (p *player) noteNoVariable(name string) {
	known := slices.Sorted(maps.Keys(p.tr.Variables.All()))
	odd := func(r rune) bool {
		return r != '_' && r != '-' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}
	if len(known) > 0 && name != "" && !strings.ContainsFunc(name, odd) {
		p.note(fmt.Sprintf("{{%s}} is no variable and was sent as it stands%s", name, strict.Hint(name, known)))
	}
}

// tooLong reports whether a conversation has used up its turns, and settles what that means. A simulator sees only
// after the last reply that its goal is achieved, so it is asked once more.
func (p *player) tooLong() bool {
	limit := p.c.turnLimit()
	if !p.c.bounded() || p.turns() < limit {
		return false
	}
	message := fmt.Sprintf("max turns (%d) exceeded", limit)
	switch pending := p.pending(); {
	case len(pending) > 0:
		message += ": missing checkpoints: " + strings.Join(pending, ", ")
	case p.c.simulator != nil && !simulator.IsHuman(p.c.simulator):
		move, ok := p.ask(p.c.simulator, partSimulator, &input{})
		if !ok {
			return true
		}
		if p.sawGoal(move); move.GoalAchieved {
			return true
		}
		message += ": the simulator's goal is not achieved"
	}
	p.fail(Failed, chat.BlameAgent, message)
	return true
}

// pending returns the required checkpoints that are not reached.
func (p *player) pending() []string {
	if p.tracker == nil {
		return nil
	}
	return p.tracker.Pending()
}

// simulated asks the simulator. A human may then replace what it says.
func (p *player) simulated() *input {
	if simulator.IsHuman(p.c.simulator) {
		return p.human(p.c.simulator, &input{})
	}
	move, ok := p.ask(p.c.simulator, partSimulator, &input{})
	if !ok {
		return nil
	}
	p.moves++
	in := moved(move, chat.InputSimulated)
	if in.empty() {
		if p.sawGoal(move); move.GoalAchieved {
			p.goalReached()
		} else {
			p.simulatorFailed("simulator error: it returned an empty input and did not say that the goal is achieved")
		}
		return nil
	}
	if p.c.human != nil && in.answer == nil {
		planned := in
		if in = p.human(p.c.human, planned); in != planned {
			return in // the goal was the simulator's, whose move is not made
		}
	}
	p.sawGoal(move)
	return in
}

func (p *player) sawGoal(m simulator.Move) {
	if m.GoalAchieved {
		p.res.GoalAchieved, p.res.GoalReason = true, m.Reasoning
	}
}

// moved returns the input that a simulator's or a human's move is.
func moved(m simulator.Move, source chat.InputSource) *input {
	in := &input{source: source, goal: m.GoalAchieved, reasoning: m.Reasoning}
	in.message = &chat.Message{Role: chat.RoleUser, Text: m.Input, Attachments: m.Attachments}
	if m.Answer != nil {
		call := m.Answer.CallID
		if call == "" {
			call = m.Answer.Name
		}
		in.answer = &answer{call: call, content: m.Answer.Content, isError: m.Answer.IsError}
	}
	return in
}

func (in *input) empty() bool { return in.answer == nil && in.message.Empty() }

// human asks a person, who is shown the planned input, if there is one, and may take it over.
func (p *player) human(who simulator.Simulator, planned *input) *input {
	p.clock.Pause()
	move, ok := p.ask(who, partHuman, planned)
	p.clock.Resume()
	if !ok {
		return nil
	}
	in := moved(move, chat.InputHuman)
	if planned.source != "" && (in.empty() || in.answer == nil && in.message.Text == planned.message.Text) {
		return planned
	}
	if in.empty() {
		p.saysNothing()
		return nil
	}
	if planned.source != "" {
		in.script, in.at = planned.script, planned.at
		in.message.Attachments = slices.Concat(planned.message.Attachments, in.message.Attachments)
	}
	p.sawGoal(move)
	return in
}

// ask gets the next move from a simulator or a human and deals with what can go wrong.
func (p *player) ask(who simulator.Simulator, as part, planned *input) (simulator.Move, bool) {
	state := &simulator.State{
		TestID: p.res.ID, SessionID: p.res.SessionID, Turn: p.turns() + 1, Moves: p.moves, Transcript: p.tr,
	}
	if planned.message != nil {
		state.Planned, state.PlannedSource = planned.message.Text, planned.source
	}
	if p.turns() > 0 && as == partHuman {
		state.Awaiting = p.state(p.recorded)
	}
	if p.c.bounded() {
		state.MaxTurns = p.c.turnLimit()
	}
	ctx, g := p.enter(as)
	move, err := who.Next(ctx, state)
	g.leave()
	var refused *admission.Refused
	switch {
	case p.ctx.Err() != nil && as == partSimulator:
		_, blame, message := p.endOf(p.ctx, partNone)
		if blame == chat.BlameHarness {
			p.fail(Errored, blame, message)
		} else {
			p.simulatorFailed("simulator error: " + message)
		}
		return move, false
	case p.ctx.Err() != nil:
		status, blame, message := p.endOf(p.ctx, as)
		p.fail(status, blame, message)
		return move, false
	case err == nil:
		return move, true
	case errors.As(err, &refused):
		p.fail(Errored, chat.BlameHarness, refused.Error())
	case as == partHuman && errors.Is(err, simulator.ErrNoInput):
		if planned.source != "" { // what is planned stands, so that nothing is left out
			return simulator.Move{}, true
		}
		p.saysNothing()
	case errors.Is(err, simulator.ErrNoTerminal), errors.Is(err, simulator.ErrHumanTimeout):
		p.skip(err.Error())
	case as == partHuman:
		p.fail(Errored, chat.BlameHarness, "human input: "+err.Error())
	default:
		p.simulatorFailed("simulator error: " + err.Error())
	}
	return move, false
}

// saysNothing settles what it means that a human gives no input where none is planned. When nothing was said at all,
// nothing was tested, so that the end of the conversation is no pass, and its assertions would judge nobody.
func (p *player) saysNothing() {
	const reason = "the human gave no input"
	switch {
	case p.turns() > 0:
		p.note("the human gave no more input")
		p.outOfInput()
	case p.c.onMissing == MissingFail:
		p.fail(Failed, chat.BlameCase, reason)
	default:
		p.skip(reason)
	}
}

// simulatorFailed ends the case as its policy for a failing simulator says.
func (p *player) simulatorFailed(message string) {
	switch p.c.onSimFail {
	case SimulatorSkipped:
		p.skip(message)
	case SimulatorFailed:
		p.fail(Failed, chat.BlameSimulator, message)
	default:
		p.fail(Errored, chat.BlameSimulator, message)
	}
}

// goalReached concludes a conversation whose simulator says that its goal is achieved and has nothing more to say.
func (p *player) goalReached() {
	switch pending := p.pending(); {
	case p.turns() == 0:
		p.fail(Failed, chat.BlameCase, "no initial input")
	case len(pending) > 0:
		p.fail(Failed, chat.BlameAgent, "missing checkpoints: "+strings.Join(pending, ", ")+" (the simulator says its goal is achieved)")
	}
}

// outOfInput settles what it means that nobody has anything more to say.
func (p *player) outOfInput() {
	last := p.tr.Last()
	if last == nil {
		p.fail(Failed, chat.BlameCase, "no initial input")
		return
	}
	if pending := p.pending(); len(pending) > 0 {
		p.fail(Failed, chat.BlameAgent, "missing checkpoints: "+strings.Join(pending, ", "))
		return
	}
	if p.c.onMissing == "" || p.c.onMissing == MissingEnd {
		return
	}
	if !p.state(p.decides).Awaiting {
		if state := p.state(p.recorded); state.Awaiting {
			p.note(fmt.Sprintf("the last reply looks as if the agent waits for input (%s), but the agent did not declare it", state.Reason))
		}
		return
	}
	const reason = "agent awaiting input, no next turn defined"
	if p.c.onMissing == MissingFail {
		p.fail(Failed, chat.BlameAgent, reason)
		return
	}
	p.skip(reason)
}

// over reports whether the conversation is over after a turn, and settles what that means.
func (p *player) over(in *input) bool {
	if p.next < len(p.c.turns) {
		return false // the script is the authority
	}
	if in.goal {
		p.goalReached()
		return true
	}
	if !p.c.dynamic {
		return false // nextInput decides
	}
	required := p.tracker != nil && hasRequired(p.c)
	pending := p.pending()
	if required && len(pending) == 0 && !p.c.untilGoal {
		return true
	}
	state := p.state(p.decides)
	if state.Awaiting || !state.Declared && p.c.detector == nil {
		return false
	}
	if len(pending) > 0 {
		p.fail(Failed, chat.BlameAgent, "missing checkpoints: "+strings.Join(pending, ", "))
		return true
	}
	return p.lastWord()
}

// state returns what a detector says of the last reply.
func (p *player) state(d chat.Detector) chat.State {
	last := p.tr.Last().Response
	_, g := p.enter(partDetector)
	state := d.Detect(last)
	g.leave()
	return state
}

// lastWord asks the simulator of a case that runs until its goal whether the goal is achieved, after the agent has
// declared that it is done.
func (p *player) lastWord() bool {
	if p.c.simulator == nil || simulator.IsHuman(p.c.simulator) {
		return false // a human decides when it is over
	}
	if p.tooLong() {
		return true
	}
	move, ok := p.ask(p.c.simulator, partSimulator, &input{})
	if !ok {
		return true
	}
	p.sawGoal(move)
	if !move.GoalAchieved {
		message := "the agent declared that it is done, but the simulator's goal is not achieved"
		if move.Reasoning != "" {
			message += ": " + move.Reasoning
		}
		p.fail(Failed, chat.BlameAgent, message)
		return true
	}
	if in := moved(move, chat.InputSimulated); !in.empty() {
		p.playTurn(in)
	}
	if !p.stopped {
		p.goalReached()
	}
	return true
}

func hasRequired(c *Case) bool {
	for _, cp := range c.checkpoints {
		if !cp.IsOptional() {
			return true
		}
	}
	return false
}
