package agenttest_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/simulator"
)

const (
	benchConversations = 1000
	benchTurns         = 10
)

// instant answers at once with a fresh reply, as any agent does.
var instant = agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	return agenttest.Reply("Your order A-1 has been shipped and will arrive on Monday."), nil
})

// bareLoop is what a test without this library would do with one conversation: ask, look, keep the history.
func bareLoop(b *testing.B) {
	var history []agenttest.Message
	for turn := range benchTurns {
		input := chat.UserMessage("Where is my order A-1?")
		resp, err := agenttest.Agent(instant).Respond(context.Background(), &agenttest.Request{
			SessionID: "s", Turn: turn + 1, Input: input, History: history[:len(history):len(history)],
		})
		if err != nil || !strings.Contains(resp.Text(), "shipped") {
			b.Error("the agent changed its mind")
			return
		}
		history = append(history, input)
		history = append(history, resp.Messages...)
	}
}

// script is the case of the same conversation.
var script = func() agenttest.Case {
	turns := make([]agenttest.UserTurn, benchTurns)
	for i := range turns {
		turns[i] = agenttest.User("Where is my order A-1?").Expect(assert.Contains("shipped"))
	}
	return agenttest.Static(turns...)
}()

func engineLoop(b *testing.B) {
	if res := agenttest.Play(b.Context(), instant, script); res.Status != agenttest.Passed {
		b.Error(res.Error)
	}
}

// BenchmarkOverhead plays 1,000 conversations of 10 turns with one assertion each, everything recorded, beside the
// bare loop that asks the same agent, in turns so that a drifting machine slows both. It reports ns, bytes and
// allocations per turn of both, and the ratio of their times: one conversation after the other, where starting a
// goroutine for each has to wake an idle processor, and with a worker for each processor, as suites play them.
func BenchmarkOverhead(b *testing.B) {
	b.Run("one-at-a-time", func(b *testing.B) { overhead(b, 1) })
	b.Run("side-by-side", func(b *testing.B) { overhead(b, runtime.GOMAXPROCS(0)) })
}

func overhead(b *testing.B, workers int) {
	type total struct {
		time          time.Duration
		bytes, allocs uint64
	}
	measure := func(sum *total, converse func(*testing.B)) {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		start := time.Now()
		var all sync.WaitGroup
		for range workers {
			all.Go(func() {
				for range benchConversations / workers {
					converse(b)
				}
			})
		}
		all.Wait()
		sum.time += time.Since(start)
		runtime.ReadMemStats(&after)
		sum.bytes += after.TotalAlloc - before.TotalAlloc
		sum.allocs += after.Mallocs - before.Mallocs
	}
	var bare, engine total
	for b.Loop() {
		measure(&bare, bareLoop)
		measure(&engine, engineLoop)
	}
	n := float64(b.N) * float64(benchConversations/workers*workers) * benchTurns
	for _, r := range []struct {
		name string
		*total
	}{{"bare", &bare}, {"engine", &engine}} {
		b.ReportMetric(float64(r.time.Nanoseconds())/n, r.name+"-ns/turn")
		b.ReportMetric(float64(r.bytes)/n, r.name+"-B/turn")
		b.ReportMetric(float64(r.allocs)/n, r.name+"-allocs/turn")
	}
	b.ReportMetric(float64(engine.time)/float64(bare.time), "engine/bare")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkLength plays 16,000 turns in conversations of growing length and keeps their results, so that the garbage
// collector has the same to do whatever the length: the time per turn stays flat.
func BenchmarkLength(b *testing.B) {
	for _, n := range []int{250, 1000, 4000, 16000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			turns := make([]agenttest.UserTurn, n)
			for i := range turns {
				turns[i] = agenttest.User("Where is my order A-1?").Expect(assert.Contains("shipped"))
			}
			c := agenttest.Static(turns...)
			for b.Loop() {
				kept := make([]*agenttest.Result, 0, 16000/n)
				for range 16000 / n {
					res := agenttest.Play(b.Context(), instant, c)
					if res.Status != agenttest.Passed {
						b.Fatal(res.Error)
					}
					kept = append(kept, res)
				}
				runtime.KeepAlive(kept)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/16000, "ns/turn")
		})
	}
}

// BenchmarkCheckpoints plays dynamic cases of growing length with 50 checkpoints that are never reached, 4,000 turns in
// all: the time per turn stays flat.
func BenchmarkCheckpoints(b *testing.B) {
	for _, n := range []int{250, 1000, 4000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var list []checkpoint.Checkpoint
			for i := range 50 {
				list = append(list, checkpoint.New(fmt.Sprint("c", i), assert.Contains(fmt.Sprint("never said ", i))))
			}
			user := simulator.Func(func(context.Context, *simulator.State) (simulator.Move, error) {
				return simulator.Move{Input: "Where is my order A-1?"}, nil
			})
			c := agenttest.Dynamic(user, list...).MaxTurns(n)
			for b.Loop() {
				for range 4000 / n {
					if res := agenttest.Play(b.Context(), instant, c); len(res.Turns) != n {
						b.Fatal(res.Error)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/4000, "ns/turn")
		})
	}
}

// BenchmarkMemory reports what a finished result holds, in bytes per turn beside its text, and the text.
func BenchmarkMemory(b *testing.B) {
	for _, size := range []int{60, 1000, 10_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			const turns = 100
			agent := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
				return agenttest.Reply(strings.Repeat("x", size)), nil
			})
			list := make([]agenttest.UserTurn, turns)
			for i := range list {
				list[i] = agenttest.User("Where is my order A-1?").Expect(assert.Contains("x"))
			}
			c := agenttest.Static(list...)
			var kept []*agenttest.Result
			held := func() uint64 {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				return m.HeapAlloc
			}
			before := held()
			for b.Loop() {
				kept = append(kept, agenttest.Play(b.Context(), agent, c))
			}
			n := float64(len(kept)) * turns
			text := float64(size + len("Where is my order A-1?"))
			perTurn := float64(held()-before) / n
			b.ReportMetric(perTurn, "B/turn")
			b.ReportMetric(perTurn-2*text, "B/turn-over-2x-text")
			runtime.KeepAlive(kept)
		})
	}
}
