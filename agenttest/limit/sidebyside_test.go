package limit_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/limit"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/simulator"
)

// slow returns a judge of the provider that takes this long.
func (p *provider) slow(take time.Duration) agenttest.Agent {
	return agenttest.AgentFunc(func(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
		p.begin()
		defer p.end()
		select {
		case <-time.After(take):
			return agenttest.Reply(yes), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
}

// judged are cases in which this judge is asked five times, all at once.
func judged(judge agenttest.Agent) map[string]agenttest.Case {
	five := make([]agenttest.Assertion, 5)
	points := []checkpoint.Checkpoint{}
	for i := range five {
		five[i] = assert.Agent(judge, fmt.Sprint("polite ", i))
		points = append(points, checkpoint.New(fmt.Sprint("c", i), five[i]))
	}
	return map[string]agenttest.Case{
		"samples":     agenttest.Single("hello", assert.Agent(judge, "polite").Samples(5)),
		"judges":      agenttest.Single("hello", five...),
		"final":       agenttest.Single("hello").Finally(five...),
		"rules":       agenttest.Single("hello").Always(five...),
		"checkpoints": agenttest.Dynamic(simulator.Script("hello"), points...),
	}
}

// Judges that are asked side by side take their time once, however many of them a limit lets go at once: a case that
// passes without a limit passes with one.
func TestSideBySideTakesItsTimeOnce(t *testing.T) {
	for _, option := range []limit.Option{limit.Concurrent(1), limit.Concurrent(2), limit.PerMinute(60), limit.PerMinute(1), limit.PerMinute(600)} {
		ok := (&provider{}).now("ok")
		for reason := range judged(ok) {
			t.Run(reason, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					lim, p := limit.New(option), &provider{}
					c := judged(lim.Agent(p.slow(5 * s)))[reason]
					for _, res := range sideBySide(t.Context(), lim.Agent(p.model("ok")), times(3, c.Timeout(6*s+time.Millisecond))...) {
						want(t, "outcome", outcome(res), "passed")
					}
					want(t, "calls", fmt.Sprint(len(p.begun)), "18")
				})
				synctest.Test(t, func(t *testing.T) { // and one that does not, does not
					lim := limit.New(option)
					res := agenttest.Play(t.Context(), ok, judged(lim.Agent((&provider{}).slow(5 * s)))[reason].Timeout(5*s-time.Millisecond))
					got, _, _ := strings.Cut(outcome(res), " (checkpoint")
					want(t, "too little", got, "errored (judge): timeout after 4.999s, in a call of the judge")
				})
			})
		}
	}
}

// A judge that hangs ends with the time of the case, and is the one to blame, although others wait behind it.
func TestHangingJudgeAmongWaitingOnes(t *testing.T) {
	ok := (&provider{}).now("ok")
	hangs := agenttest.AgentFunc(func(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	stuck := func(t *testing.T) agenttest.Agent {
		h := hanging{make(chan struct{})}
		t.Cleanup(func() { close(h.release) })
		return h
	}
	for reason := range judged(ok) {
		synctest.Test(t, func(t *testing.T) {
			for _, judge := range []agenttest.Agent{hangs, stuck(t)} {
				lim := limit.New(limit.Concurrent(1))
				start := time.Now()
				res := agenttest.Play(t.Context(), ok, judged(lim.Agent(judge))[reason].Timeout(5*s))
				got, _, _ := strings.Cut(outcome(res), " (checkpoint")
				want(t, reason, got, "errored (judge): timeout after 5s, in a call of the judge")
				if took := time.Since(start); took > 6*s {
					t.Errorf("%s: it took %s, want 5s", reason, took)
				}
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		for _, judge := range []agenttest.Agent{hangs, stuck(t)} {
			lim := limit.New(limit.Concurrent(1))
			res := agenttest.Play(t.Context(), ok, judged(lim.Agent(judge))["samples"].Timeout(5*s))
			reason := res.Turns[0].Checks[0].Verdict.Reason
			asked := strings.Count(reason, "the judge gave no answer in time: timeout after 5s")
			waited := strings.Count(reason, "the judge was not asked, the time was over while waiting for the limit of 1 call at once: timeout after 5s")
			want(t, "samples that were asked, and not", fmt.Sprint(asked, waited), "1 4")
			want(t, "blame", string(res.Turns[0].Checks[0].Verdict.Blame), "judge")
		}
	})
}

// An interrupt while one judge is under way is not one of those that wait.
func TestInterruptedAmongWaitingJudges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lim := limit.New(limit.Concurrent(1))
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(s, cancel)
		res := agenttest.Play(ctx, (&provider{}).now("ok"), judged(lim.Agent((&provider{}).slow(5 * s)))["samples"])
		want(t, "outcome", outcome(res), "errored (harness): interrupted: context canceled")
	})
}

// The samples that have come make the verdict, and the time that the rest of them took is not the agent's.
func TestJudgesTimeIsNotTheAgents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var n atomic.Int32
		judge := agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
			if n.Add(1) > 3 {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return agenttest.Reply(yes), nil
		})
		for _, judge := range []agenttest.Agent{judge, limit.New(limit.Concurrent(1)).Agent(judge)} {
			n.Store(0)
			c := agenttest.Static(agenttest.User("hello").Expect(assert.Agent(judge, "polite").Samples(5)), agenttest.User("bye")).Timeout(20 * s)
			res := agenttest.Play(t.Context(), (&provider{}).now("ok"), c)
			want(t, "outcome", outcome(res), "errored (judge): timeout after 20s, in a call of the judge")
			want(t, "verdict", string(res.Turns[0].Checks[0].Verdict.Status), string(chat.Passed))
		}
	})
}
