package limit_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/limit"
)

// call makes one call by hand.
func call(ctx context.Context, agent agenttest.Agent) error {
	_, err := agent.Respond(ctx, &agenttest.Request{})
	return err
}

// Calls that wait for a limit of their own hold nothing of what they share with others.
func TestWaitingHoldsNothing(t *testing.T) {
	for _, tt := range []struct {
		reason       string
		shared, slow limit.Option
		others       int
		took         time.Duration // for the others, of 1 s each, one after another
	}{
		{"rates", limit.PerMinute(600), limit.PerMinute(1), 10, 10 * s},
		{"a rate of their own", limit.Concurrent(4), limit.PerMinute(1), 10, 10 * s},
		{"slots", limit.Concurrent(4), limit.Concurrent(1), 10, 10 * s},
		{"slots of their own", limit.PerMinute(600), limit.Concurrent(1), 10, 10 * s},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			for range 8 { // whatever the order in which limiters are asked
				synctest.Test(t, func(t *testing.T) {
					shared, slow, p := limit.New(tt.shared), limit.New(tt.slow), &provider{}
					own := shared.Agent(slow.Agent(p.model("ok")))
					start := time.Now()
					var all sync.WaitGroup
					for range 8 {
						all.Go(func() { _ = call(t.Context(), own) })
					}
					synctest.Wait()
					time.Sleep(200 * time.Millisecond) // the tokens that were taken so far are there again
					other := shared.Agent((&provider{}).model("ok"))
					since := time.Now()
					for range tt.others {
						_ = call(t.Context(), other)
					}
					if took := time.Since(since).Round(100 * time.Millisecond); took != tt.took {
						t.Errorf("the others took %s, want %s", took, tt.took)
					}
					all.Wait()
					want(t, "calls with their own limit", fmt.Sprint(len(p.begun)), "8")
					if slowest := time.Since(start); slowest > 8*time.Minute {
						t.Errorf("they took %s", slowest)
					}
				})
			}
		})
	}
}

// Calls begin in the order in which they ask, and one that needs several limiters comes to its turn although others, who
// need only one of them, come all the time.
func TestOrderOfCalls(t *testing.T) {
	for _, option := range []limit.Option{limit.Concurrent(1), limit.PerMinute(60)} {
		synctest.Test(t, func(t *testing.T) {
			lim := limit.New(option)
			var order []string
			var mu sync.Mutex
			agent := lim.Agent(agenttest.Text(func(_ context.Context, _, input string) (string, error) {
				mu.Lock()
				order = append(order, input)
				mu.Unlock()
				time.Sleep(s)
				return "ok", nil
			}))
			var all sync.WaitGroup
			for i := range 9 {
				all.Go(func() {
					time.Sleep(time.Duration(i) * time.Millisecond)
					_, _ = agent.Respond(t.Context(), &agenttest.Request{Input: agenttest.Message{Text: fmt.Sprint(i)}})
				})
			}
			all.Wait()
			want(t, "order", fmt.Sprint(order), "[0 1 2 3 4 5 6 7 8]")
		})
	}
	for range 8 {
		synctest.Test(t, func(t *testing.T) {
			shared, slow := limit.New(limit.Concurrent(2)), limit.New(limit.Concurrent(1))
			ctx, cancel := context.WithCancel(t.Context())
			var others, all sync.WaitGroup
			for i := range 9 {
				lim, take := shared, time.Duration(1000+i)*time.Millisecond
				if i%3 == 0 {
					lim, take = slow, time.Duration(700+i)*time.Millisecond
				}
				agent := lim.Agent((&provider{}).slow(take))
				others.Go(func() {
					for call(ctx, agent) == nil {
					}
				})
			}
			synctest.Wait()
			start := time.Now()
			agent := shared.Agent(slow.Agent((&provider{}).model("ok")))
			for range 5 {
				all.Go(func() { _ = call(t.Context(), agent) })
			}
			all.Wait()
			if took := time.Since(start); took > 40*s {
				t.Errorf("5 calls of 1s took %s beside the others", took)
			}
			cancel()
			others.Wait()
		})
	}
}

// Calls that ask at the same moment come to their turn, too, whatever they claim.
func TestCallsOfTheSameMoment(t *testing.T) {
	for range 20 {
		synctest.Test(t, func(t *testing.T) {
			var limiters [3]*limit.Limiter
			for i := range limiters {
				limiters[i] = limit.New(limit.Concurrent(1))
			}
			var all sync.WaitGroup
			start := time.Now()
			for i := range 90 {
				agent := limiters[i%3].Agent((&provider{}).slow(time.Duration(900+rand.IntN(200)) * time.Millisecond))
				if i%2 == 0 {
					agent = limiters[(i+1+rand.IntN(2))%3].Agent(agent)
				}
				all.Go(func() { _ = call(t.Context(), agent) })
			}
			all.Wait()
			if took := time.Since(start); took > 100*s {
				t.Errorf("90 calls of about 1s took %s", took)
			}
		})
	}
}

// In whatever order limiters are around each other, calls neither deadlock nor exceed a limit, and whatever becomes of
// them leaves nothing behind.
func TestManyCallsOfSeveralLimiters(t *testing.T) {
	var limiters [3]*limit.Limiter
	var busy, busiest [3]atomic.Int32
	for i := range limiters {
		limiters[i] = limit.New(limit.Concurrent(i+1), limit.Every(20*time.Microsecond), limit.Burst(3))
	}
	var begun atomic.Int32
	of := func(order []int) agenttest.Agent {
		agent := agenttest.Agent(agenttest.AgentFunc(func(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
			begun.Add(1)
			for _, i := range order {
				n := busy[i].Add(1)
				defer busy[i].Add(-1)
				for m := busiest[i].Load(); n > m && !busiest[i].CompareAndSwap(m, n); m = busiest[i].Load() {
				}
			}
			time.Sleep(time.Duration(rand.IntN(50)) * time.Microsecond)
			if rand.IntN(10) == 0 {
				return nil, errors.New("no luck")
			}
			return agenttest.Reply("ok"), nil
		}))
		for _, i := range order {
			agent = limiters[i].Agent(agent)
		}
		return agent
	}
	orders := [][]int{{0}, {1}, {2}, {0, 1}, {1, 0}, {1, 2}, {2, 1}, {0, 2}, {2, 0}, {0, 1, 2}, {2, 1, 0}, {1, 0, 2}}
	var all sync.WaitGroup
	for i := range 600 {
		all.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if i%4 == 0 { // so many are given up while they wait
				time.AfterFunc(time.Duration(rand.IntN(2000))*time.Microsecond, cancel)
			}
			_ = call(ctx, of(orders[i%len(orders)]))
		})
	}
	all.Wait()
	for i := range limiters {
		if most := int(busiest[i].Load()); most > i+1 {
			t.Errorf("limiter %d: got %d calls at once, want at most %d", i, most, i+1)
		}
	}
	if n := begun.Load(); n < 450 {
		t.Errorf("got %d calls, want all of the 450 that were not given up", n)
	}
	done := make(chan error) // as many calls as there are slots are possible at once
	release := make(chan struct{})
	for i, l := range limiters {
		for range i + 1 {
			go func() { done <- call(t.Context(), l.Agent(meeting{done, release})) }()
			<-done
		}
	}
	close(release)
	for range 1 + 2 + 3 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// meeting is an agent that says when it is called and answers when it is released.
type meeting struct {
	called  chan error
	release chan struct{}
}

func (m meeting) Respond(context.Context, *agenttest.Request) (*agenttest.Response, error) {
	m.called <- nil
	<-m.release
	return agenttest.Reply("ok"), nil
}
