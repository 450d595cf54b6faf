package agenttest

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
)

// ending is how a guarded goroutine ended when it did not run to its end.
type ending struct {
	panicked any
	stack    string
}

// guard runs f in a goroutine of its own and waits for it: to its end, to a panic or runtime.Goexit in it, or until the
// context is over and f is stuck in a call that does not come back. In the last case the goroutine is abandoned; it
// ends by itself when the call returns and touches nothing of the player's.
func (p *player) guard(f func()) {
	g := &p.first
	if p.gate != nil { // an abandoned goroutine may still hold the last one
		g = &gate{}
	}
	p.gate = g
	done := make(chan *ending, 1)
	go func() {
		finished := false
		defer func() {
			if finished {
				done <- nil
				return
			}
			how := &ending{}
			if r := recover(); r != nil {
				if _, ok := r.(abandonedRun); ok {
					return
				}
				how.panicked, how.stack = r, checks.Stack()
			}
			done <- how
		}()
		f()
		finished = true
	}()

	over := p.ctx.Done()
	var look <-chan time.Time
	for {
		select {
		case how := <-done:
			if how != nil {
				_, in := g.current()
				p.died(in, how)
			}
			return
		case call := <-p.taken:
			p.stuck(call.in, call.ctx)
			return
		case <-over:
			over = nil
			look = time.After(grace)
		case <-look:
			if in, ok := g.close(0); ok {
				p.stuck(in, p.ctx)
				return
			}
			look = time.After(time.Millisecond) // between two calls: it will notice by itself, or enter the next
		}
	}
}

// takenCall is a call that was taken away because the turn's own time was over.
type takenCall struct {
	in  part
	ctx context.Context //nolint:containedctx // the turn's, which says why
}

// stuck records that a call of this part ignored the end of its context and was abandoned.
func (p *player) stuck(in part, ctx context.Context) {
	status, blame, message := p.endOf(ctx, in)
	if blame == chat.BlameSimulator {
		message = "simulator error: " + timeoutCause(ctx).Error()
	}
	p.note(fmt.Sprintf("the %s did not return when its context ended; the call was abandoned", partName[in]))
	p.broken(in, status, blame, message)
}

// died records that a call of this part ended the goroutine.
func (p *player) died(in part, how *ending) {
	what := "it ended its goroutine (runtime.Goexit, or FailNow or Skip of a test)"
	if how.panicked != nil {
		what = fmt.Sprintf("panic: %v", how.panicked)
		p.note("panic in the " + partName[in] + ": " + fmt.Sprint(how.panicked) + "\n" + how.stack)
	}
	switch in {
	case partNone:
		p.broken(in, Errored, chat.BlameHarness, "the engine itself failed, please report it: "+what)
	case partAgent:
		p.broken(in, Failed, chat.BlameAgent, "agent error: "+what)
	default:
		p.broken(in, Errored, partBlame[in], partName[in]+" error: "+what)
	}
}

// broken ends the turn under way, and the case, with an outcome that a call forced.
func (p *player) broken(in part, s Status, b Blame, message string) {
	p.clock.Pause()
	switch in {
	case partObserver: // it is not told any more
		p.c.observers = slices.Delete(slices.Clone(p.c.observers), p.observing, p.observing+1)
	case partDetector: // nor is the detector asked, by reports either
		p.recorded, p.decides = hybrid, declared
		for _, t := range p.tr.Turns {
			t.Detector = hybrid
		}
	}
	if p.turn != nil {
		p.turn.Status, p.turn.Blame = s, b
		if p.turn.Error == "" {
			p.turn.Error = message
		}
		if p.turn.Duration == 0 {
			p.turn.Duration = p.spent(p.turn)
		}
	}
	if in == partSimulator && b == chat.BlameSimulator {
		p.simulatorFailed(message)
		return
	}
	p.fail(s, b, message)
}

// anyJudge reports whether a checkpoint asks a model.
func (p *player) anyJudge() bool {
	for _, c := range p.c.checkpoints {
		if chat.CallsModel(c.Assertion()) {
			return true
		}
	}
	return false
}
