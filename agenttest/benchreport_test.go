package agenttest_test

import (
	"context"
	"flag"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

// metered is an agent whose every turn costs 30 tokens and a cent.
var metered = agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	time.Sleep(time.Duration(req.Turn) * time.Millisecond)
	cent := 0.01
	r := agenttest.Reply("fine")
	r.Usage = &chat.Usage{InputTokens: 20, OutputTokens: 10, CostUSD: &cent}
	return r, nil
})

// briefly makes testing.Benchmark measure for a moment only.
func briefly(t *testing.T) {
	t.Helper()
	benchtime := flag.Lookup("test.benchtime")
	before := benchtime.Value.String()
	if err := benchtime.Value.Set("3x"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = benchtime.Value.Set(before) })
}

func TestBenchReportsWhatAnAgentCosts(t *testing.T) {
	briefly(t)
	c := agenttest.Static(agenttest.User("one").Expect(assert.Contains("fine")), agenttest.User("two"))
	got := testing.Benchmark(func(b *testing.B) { agenttest.Bench(b, metered, c) }).Extra
	for unit, want := range map[string]float64{"turns/op": 2, "tokens/op": 60, "usd/op": 0.02} {
		if v := got[unit]; v < want*0.999 || v > want*1.001 {
			t.Errorf("%s: got %v, want %v", unit, v, want)
		}
	}
	if p50, p95 := got["p50-sec/turn"], got["p95-sec/turn"]; p50 < 0.001 || p95 < 0.002 || p50 > p95 {
		t.Errorf("got p50 %v and p95 %v seconds, want at least 1 and 2 ms", p50, p95)
	}
}

func TestBenchLeavesOutWhatIsNotKnown(t *testing.T) {
	briefly(t)
	c := agenttest.Single("hello", assert.Contains("shipped"))
	got := testing.Benchmark(func(b *testing.B) { agenttest.Bench(b, instant, c) }).Extra
	if _, ok := got["tokens/op"]; ok || got["turns/op"] != 1 {
		t.Errorf("got %v", got)
	}
}

func TestBenchOfAFailingCaseMeasuresNothing(t *testing.T) {
	briefly(t)
	got := testing.Benchmark(func(b *testing.B) {
		agenttest.Bench(b, instant, agenttest.Single("hello", assert.Contains("never said")))
	})
	if got.N != 0 || len(got.Extra) > 0 {
		t.Errorf("got %v, want no result", got)
	}
}

// BenchmarkAgent is how two versions of an agent are compared: run it with -count 10 for each and hand both to benchstat.
func BenchmarkAgent(b *testing.B) {
	agenttest.Bench(b, instant, agenttest.Single("Where is A-1?", assert.Contains("shipped")))
}
