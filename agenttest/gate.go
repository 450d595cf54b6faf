package agenttest

import (
	"context"
	"sync/atomic"
)

// part is the piece of the run that is being called: it decides who is to blame when the call does not come back.
type part uint8

const (
	partNone part = iota
	partAgent
	partTool
	partSimulator
	partHuman
	partAssertion
	partJudge
	partCheckpoint
	partHook
	partObserver
	partDetector
	partSetup
)

var partBlame = [...]Blame{
	partAgent: "agent", partTool: "tool", partSimulator: "simulator", partHuman: "harness", partAssertion: "case",
	partJudge: "judge", partCheckpoint: "case", partHook: "case", partObserver: "case", partDetector: "case",
	partSetup: "agent",
}

var partName = [...]string{
	partAgent: "agent", partTool: "tool", partSimulator: "simulator", partHuman: "human", partAssertion: "assertion",
	partJudge: "judge", partCheckpoint: "checkpoint", partHook: "hook", partObserver: "observer", partDetector: "detector",
	partSetup: "agent",
}

// gate lets a watchdog take the run away from a goroutine that is stuck in a call. The goroutine enters the gate
// before each call into code that is not ours and leaves it afterwards; the watchdog can close it in between, and only
// then, so that the two never touch the record at the same time.
type gate struct {
	state atomic.Uint64 // 0 between calls; sequence<<8|part in a call; abandoned

	// The playing goroutine's own:
	number uint64          // calls so far
	in     part            // the last one's
	ctx    context.Context //nolint:containedctx // the last one's
	over   part            // the one in which its context ended, none before
}

const abandoned = ^uint64(0)

// abandonedRun is the panic with which a goroutine ends that comes back after its run was taken away.
type abandonedRun struct{}

func (g *gate) enter(ctx context.Context, p part) {
	g.number++
	g.in, g.ctx = p, ctx
	g.state.Store(g.number<<8 | uint64(p))
}

func (g *gate) leave() {
	if g.state.Swap(0) == abandoned {
		g.state.Store(abandoned)
		panic(abandonedRun{})
	}
	if g.over == partNone && g.ctx.Err() != nil {
		g.over = g.in
	}
}

// check ends a goroutine whose run was taken away, between two calls that are made within one visit of the gate.
func (g *gate) check() {
	if g.gone() {
		panic(abandonedRun{})
	}
}

// gone reports whether the run was taken away.
func (g *gate) gone() bool { return g.state.Load() == abandoned }

// enter begins a call of code that is not ours and returns the context to give it and the gate to leave by. Both are
// read before: from then on the run may be taken away, and with it everything of the player's that changes.
func (p *player) enter(in part) (context.Context, *gate) {
	ctx, g := p.ctx, p.gate
	g.enter(ctx, in)
	return ctx, g
}

// current returns the call under way, 0 for none, and its part.
func (g *gate) current() (call uint64, p part) {
	s := g.state.Load()
	if s == abandoned {
		return 0, partNone
	}
	return s >> 8, part(s & 0xff)
}

// close takes the run away from its goroutine if it is in a call, or in exactly this call where call is not 0. It
// reports whether it did, and the part that was being called.
func (g *gate) close(call uint64) (part, bool) {
	s := g.state.Load()
	if s == 0 || s == abandoned || call != 0 && s>>8 != call {
		return partNone, false
	}
	return part(s & 0xff), g.state.CompareAndSwap(s, abandoned)
}
