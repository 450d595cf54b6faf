package suite_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/report"
	"github.com/agenttest/go/agenttest/suite"
)

// BenchmarkPlay plays 1,000 conversations of 10 turns against an agent that sleeps 20 ms in each, 50 at once, and
// writes JSONL and HTML. It compares the time with that of 50 goroutines which only sleep: what is above 1 is ours.
func BenchmarkPlay(b *testing.B) {
	const conversations, turns, workers, pause = 1000, 10, 50, 20 * time.Millisecond
	agent := agenttest.Text(func(context.Context, string, string) (string, error) {
		time.Sleep(pause)
		return "What type of expense is it?", nil
	})
	cfg := suite.Config{Agents: suite.Agents{"sleepy": agent}, Concurrency: workers}
	var file strings.Builder
	for i := range conversations {
		turn := `{"input": "I want to submit an expense", "assert": {"type": "contains", "value": "type of expense"}}`
		fmt.Fprintf(&file, `{"id": "T%04d", "turns": [%s]}`+"\n", i, strings.Repeat(turn+", ", turns-1)+turn)
	}
	cases, err := suite.LoadReader(strings.NewReader(file.String()), "cases.jsonl", cfg)
	if err != nil {
		b.Fatal(err)
	}
	var ours, bare time.Duration
	for b.Loop() {
		bare += bareSleep(conversations, turns, workers, pause)
		dir := b.TempDir()
		lines, err := report.File(filepath.Join(dir, "report.jsonl"))
		if err != nil {
			b.Fatal(err)
		}
		page, err := report.File(filepath.Join(dir, "report.html"))
		if err != nil {
			b.Fatal(err)
		}
		cfg.Reporters = []suite.Reporter{report.All(lines, page)}
		start := time.Now()
		results, err := suite.Play(b.Context(), cases, cfg)
		ours += time.Since(start)
		if err != nil || len(results) != conversations {
			b.Fatal(len(results), err)
		}
		for _, res := range results {
			if !res.Passed() {
				b.Fatal(res.ID, res.Status, res.Error)
			}
		}
	}
	b.ReportMetric(ours.Seconds()/bare.Seconds(), "x-bare-pool")
	b.ReportMetric(ours.Seconds()/float64(b.N), "s/suite")
}

// bareSleep returns how long it takes only to sleep as the agent does.
func bareSleep(conversations, turns, workers int, pause time.Duration) time.Duration {
	start := time.Now()
	next := make(chan int)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for range next {
				for range turns {
					time.Sleep(pause)
				}
			}
		})
	}
	for i := range conversations {
		next <- i
	}
	close(next)
	wg.Wait()
	return time.Since(start)
}
