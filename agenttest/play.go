package agenttest

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/detect"
	"github.com/agenttest/go/internal/admission"
	"github.com/agenttest/go/internal/render"
)

// How long we wait for what should have ended.
const (
	// grace is what a call gets to return after its context has ended, before it is abandoned.
	grace = 500 * time.Millisecond
	// cleanupLimit bounds hooks and Close after a run whose own time is over.
	cleanupLimit = 10 * time.Second
)

// Play plays the case against the agent and returns what became of it. It never returns nil, never panics for what an
// agent, judge, simulator or hook does, and does not wait longer than the case's timeout (and a short grace) for any of
// them: a call that ignores its context is abandoned, and its goroutine ends when the call does. A context that is
// cancelled from outside makes the case errored.
//
// Play may be called from several goroutines. An agent with a Reset method is played one case at a time, unless it is
// wrapped in [EachRun]; so are cases in which a person at the terminal takes part.
func Play(ctx context.Context, agent Agent, c Case) *Result {
	return play(ctx, agent, &c, nil)
}

// play is Play for a test, which may be nil.
func play(ctx context.Context, agent Agent, c *Case, t TB) *Result {
	p := newPlayer(agent, c)
	if err := p.prepare(); err != nil {
		p.fail(Errored, chat.BlameCase, err.Error())
		p.res.usage = isUsage(err)
		return p.refuse(ctx)
	}
	ctx, release, err := p.hold(ctx, t)
	if err != nil {
		p.fail(Errored, chat.BlameHarness, err.Error())
		return p.refuse(ctx)
	}
	defer release()

	stop := p.startClock(ctx)
	p.guard(func() {
		p.open()
		p.converse()
		p.conclude()
		if p.ctx.Err() == nil {
			p.close()
		}
	})
	stop()
	p.cleanUp(ctx)
	return p.result()
}

// noteWait says for how long the case's time stood still for limits, when that was long.
func (p *player) noteWait() {
	if waited := p.clock.Waited().Round(time.Second); waited > 0 {
		p.note("its calls waited " + render.Duration(waited) + " for limits; that is in the duration of the case and in no timeout")
	}
}

// player plays one case. Its fields belong to the goroutine that plays; see [gate] for how they change hands.
type player struct {
	c       *Case
	own     Case  // what c points to
	given   Agent // the agent the case is played against
	agent   Agent // the agent that answers: given, or made by it for this run
	made    bool  // it was made for this run
	res     *Result
	tr      *chat.Transcript
	session Session
	opened  bool
	byHand  bool // the test leads the conversation and checks it itself

	ctx      context.Context  //nolint:containedctx // the context of the run this player is
	clock    *admission.Clock // nil where nothing makes the time stand still
	gate     *gate            // the one of the goroutine that plays now
	first    gate             // the first goroutine's
	taken    chan takenCall   // the call in which a turn's own limit took the run away; nil where turns have none
	history  []chat.Message
	last     *chat.Response // the agent's last one; p.history[lastSaid[0]:lastSaid[1]] is what it said
	lastSaid [2]int
	tracker  *checkpoint.Tracker
	files    map[string][]byte // attachments by source

	turn      *chat.Turn    // the turn under way
	held      time.Duration // what the clock had waited for limits when it began
	next      int           // the next turn of the script
	moves     int           // moves the simulator has made
	stopped   bool          // the conversation ended early: nothing is concluded from it
	recorded  chat.Detector
	decides   chat.Detector // what may end a conversation
	turnBlock []chat.Turn
	checks    []chat.Check
	requests  []chat.Request
	cleaned   int // steps of close that are done
	observing int // the observer that is being told
}

// record is what is left of a run, in one piece of memory.
type record struct {
	res       Result
	tr        chat.Transcript
	variables chat.Variables
}

func newPlayer(agent Agent, c *Case) *player {
	r, p := &record{}, &player{}
	p.own, p.c = *c, &p.own
	p.given, p.agent, p.res, p.tr = agent, agent, &r.res, &r.tr
	id, name, session := c.id, c.name, rand.Text()
	if id == "" {
		id = name
	}
	if name == "" {
		name = id
	}
	r.res.ID, r.res.Name, r.res.SessionID, r.res.Status = id, name, session, Passed
	r.res.Start, r.res.Source, r.res.variables = time.Now(), c.source, &r.variables
	r.res.Simulator = simulatorName(c.simulator)
	r.tr.ID, r.tr.Name, r.tr.SessionID, r.tr.Variables = id, name, session, &r.variables
	for name, value := range c.variables {
		r.variables.Set(name, value)
	}
	p.session = Session{ID: session, TestID: id, Variables: &r.variables}
	p.recorded, p.decides = hybrid, declared
	if c.detector != nil {
		p.recorded, p.decides = c.detector, c.detector
	}
	n := len(c.turns)
	p.tr.Turns = make([]*chat.Turn, 0, n)
	p.history = make([]chat.Message, 0, 2*n)
	p.turnBlock = make([]chat.Turn, 0, min(n, 64))
	p.checks = make([]chat.Check, 0, min(c.checkCount(), 64))
	return p
}

var (
	hybrid   chat.Detector = detect.Hybrid()
	declared chat.Detector = detect.Hybrid().WithQuestion(nil) // never a guess
)

// prepare finds every mistake in how the case was built and reads its attachments, before anything runs.
func (p *player) prepare() error {
	if err := p.c.validate(p.agent); err != nil {
		return err
	}
	files, err := p.c.readFiles()
	if err != nil {
		return err
	}
	p.files = files
	if p.c.turnTimeout > 0 {
		p.taken = make(chan takenCall, 1)
	}
	if len(p.c.checkpoints) > 0 {
		p.tracker = checkpoint.Track(p.c.checkpoints)
	}
	return nil
}

// refuse ends a case that cannot be played, so that observers hear of it all the same.
func (p *player) refuse(ctx context.Context) *Result {
	fresh, cancel := cleanUpTime(ctx)
	p.ctx = fresh
	p.guard(func() {
		p.emit(CaseStarted, nil)
		p.close()
	})
	cancel()
	p.cleanUp(ctx)
	return p.result()
}

func (p *player) startClock(ctx context.Context) context.CancelFunc {
	limit := &timeoutError{limit: p.c.timeLimit()}
	caseCtx, clock, stop := startClock(ctx, limit, p.standsStill())
	p.ctx, p.clock = caseCtx, clock
	return stop
}

// standsStill reports whether the case's time may have to stand still: for a human, or because an agent, a judge or a
// simulator may be limited. Others are given a plain deadline, which costs less.
func (p *player) standsStill() bool {
	if p.byHand || p.c.human != nil || p.c.simulator != nil || p.c.callsModel() || p.anyJudge() {
		return true
	}
	switch p.given.(type) {
	case chat.Wrapper, chat.PerRun:
		return true
	}
	return false
}

// open makes the run's agent ready and runs the hooks.
func (p *player) open() {
	p.opened = true
	p.emit(CaseStarted, nil)
	if maker, ok := p.agent.(chat.PerRun); ok {
		ctx, g := p.enter(partSetup)
		agent, err := maker.NewRun(ctx)
		if closer, ok := chat.As[io.Closer](agent); ok && g.gone() {
			_ = closer.Close() // it comes too late, and nobody else knows of it
		}
		g.leave()
		if err == nil && isNoAgent(agent) {
			err = errors.New("got no agent and no error")
		}
		if err == nil {
			err = validAny(agent)
		}
		if err != nil {
			p.callFailed(partSetup, "agent error: make the agent: "+err.Error())
			return
		}
		p.agent, p.made = agent, true
	}
	if r, ok := chat.As[chat.Resetter](p.agent); ok {
		ctx, g := p.enter(partSetup)
		err := r.Reset(ctx)
		g.leave()
		if err != nil || p.ctx.Err() != nil {
			p.callFailed(partSetup, fmt.Sprintf("agent error: reset: %v", err))
			return
		}
	}
	for _, hook := range p.c.before {
		ctx, g := p.enter(partHook)
		err := hook(ctx, &p.session)
		g.leave()
		if err != nil || p.ctx.Err() != nil {
			p.callFailed(partHook, fmt.Sprintf("before hook: %v", err))
			return
		}
	}
}

// converse plays turns until the conversation is over.
func (p *player) converse() {
	var fromScript input
	for !p.stopped {
		if p.timeUp() {
			return
		}
		in := p.nextInput(&fromScript)
		if in == nil || p.stopped {
			return
		}
		p.playTurn(in)
		if p.stopped || p.over(in) {
			return
		}
	}
}

// conclude runs the assertions on the whole conversation.
func (p *player) conclude() {
	if p.stopped || len(p.c.final) == 0 {
		return
	}
	p.res.Final = p.runChecks(p.tr.View(), p.c.final, nil)
	if s, b, message := p.cutOff(p.res.Final); message != "" {
		p.fail(s, b, message)
	}
	for i := range p.res.Final {
		if c := &p.res.Final[i]; !c.OK() {
			p.res.worsen(c.Verdict.Status, c.Verdict.Blame)
		}
	}
}

// close settles the result and runs what has to run after every case. When it is interrupted it goes on with the next
// step when it is called again.
func (p *player) close() {
	steps := len(p.c.after) + 3
	for p.cleaned < steps {
		step := p.cleaned
		p.cleaned++
		switch {
		case step == 0:
			p.noteWait()
			p.settle()
			if t := p.turn; t != nil { // it was broken off
				p.finishTurn(t)
			}
		case step <= len(p.c.after):
			if !p.opened {
				continue
			}
			ctx, g := p.enter(partHook)
			err := p.c.after[step-1](ctx, &p.session, p.res)
			g.leave()
			if err != nil {
				p.callFailed(partHook, "after hook: "+err.Error())
			}
		case step == steps-2:
			p.closeAgent()
		default:
			p.settle()
			p.emit(CaseFinished, nil)
		}
	}
}

// closeAgent closes an agent that was made for this run.
func (p *player) closeAgent() {
	closer, ok := chat.As[io.Closer](p.agent)
	if !ok || !p.made {
		return
	}
	_, g := p.enter(partSetup)
	err := closer.Close()
	g.leave()
	if err != nil {
		p.note("close the agent: " + err.Error())
	}
}

// cleanUp runs the steps of close that a run which ended early has left, in time of their own.
func (p *player) cleanUp(ctx context.Context) {
	for range len(p.c.after) + 3 {
		if p.cleaned >= len(p.c.after)+3 {
			return
		}
		fresh, cancel := cleanUpTime(ctx)
		p.ctx = fresh
		p.guard(p.close)
		cancel()
	}
}

// cleanUpTime returns a context with time of its own, whatever became of the run's.
func cleanUpTime(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(context.WithoutCancel(ctx), cleanupLimit, &timeoutError{limit: cleanupLimit})
}

// settle completes what the result tells of the conversation.
func (p *player) settle() {
	p.res.Turns = p.tr.Turns
	p.res.Duration = time.Since(p.res.Start)
	if p.res.Status == Passed && !p.byHand && p.c.checksNothing() {
		p.note("this case checks nothing: it passes whenever the agent answers; give it an assertion")
	}
	if p.tracker != nil {
		p.res.Checkpoints = p.tracker.Status()
	}
}

// result returns the finished record.
func (p *player) result() *Result {
	p.last, p.history, p.turnBlock, p.checks, p.requests = nil, nil, nil, nil, nil
	return p.res
}

// fail sets the outcome of the case, unless a worse one stands already, and ends the conversation.
func (p *player) fail(s Status, b Blame, message string) {
	p.stopped = true
	stands := p.res.Error
	if !p.res.worsen(s, b) && stands != "" {
		p.note(message)
		return
	}
	if stands != "" {
		p.note(stands)
	}
	p.res.Error = message
	if p.turn != nil {
		p.res.errorTurn, p.res.errorAt = p.turn.Number, p.turn.Source
	}
}

// callFailed ends the case because a call of this part did not do what it is for: for the message, or for the end of
// the context where that has come.
func (p *player) callFailed(in part, message string) {
	status, blame := Errored, partBlame[in]
	if p.ctx.Err() != nil {
		status, blame, message = p.endOf(p.ctx, in)
	}
	p.fail(status, blame, message)
}

// skip ends the conversation without a verdict. A failure that stands already is not touched.
func (p *player) skip(reason string) {
	p.stopped = true
	if p.res.worsen(Skipped, chat.BlameNone) {
		p.res.SkipReason = reason
	}
}

func (p *player) note(text string) {
	for _, n := range p.res.Notes {
		if n == text {
			return
		}
	}
	p.res.Notes = append(p.res.Notes, text)
}

// timeUp ends the conversation when the case's context is over, and reports whether it is. Who was called when it ended
// used the time up, even if the answer came all the same.
func (p *player) timeUp() bool {
	if p.ctx.Err() == nil {
		return false
	}
	p.fail(p.endOf(p.ctx, cmp.Or(p.gate.over, p.gate.in)))
	return true
}

// endOf says what an ended context means for a call of this part.
func (p *player) endOf(ctx context.Context, in part) (Status, Blame, string) {
	limit := timeoutCause(ctx)
	if what := admission.Of(ctx).Waiting(); what != "" {
		return Errored, chat.BlameHarness, endedWaiting(ctx, what)
	}
	if in == partCheckpoint && p.anyJudge() {
		in = partJudge
	}
	switch {
	case limit == nil:
		return Errored, chat.BlameHarness, "interrupted: " + causeOf(ctx).Error()
	case limit.binary:
		return Errored, chat.BlameHarness, limit.Error()
	case in == partAgent, in == partNone:
		return Failed, chat.BlameAgent, limit.Error()
	default:
		return Errored, partBlame[in], fmt.Sprintf("%s, in a call of the %s", limit.Error(), partName[in])
	}
}

// endedWaiting says that a context ended while a call waited for a limit of the test itself.
func endedWaiting(ctx context.Context, what string) string {
	what = " while waiting for " + what
	if limit := timeoutCause(ctx); limit != nil {
		return limit.text(what)
	}
	return "interrupted" + what + ": " + causeOf(ctx).Error()
}

// causeOf returns why a context has ended.
func causeOf(ctx context.Context) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return errors.New("unknown cause")
}

func (p *player) emit(kind EventKind, t *chat.Turn) {
	if len(p.c.observers) == 0 {
		return
	}
	p.res.Turns = p.tr.Turns
	for i, o := range p.c.observers {
		p.observing = i
		_, g := p.enter(partObserver)
		o.Observe(Event{Kind: kind, Result: p.res, Turn: t})
		g.leave()
	}
}
