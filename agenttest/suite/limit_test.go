package suite_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/limit"
	"github.com/agenttest/go/agenttest/suite"
)

// All cases of a suite and their judges share one limit, and a queue that is much longer than a case's time is in none.
func TestPlayWithinLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var begun []time.Time
		provider := limit.New(limit.PerMinute(60), limit.Concurrent(1))
		served := func(answer string) agenttest.Agent {
			return provider.Agent(agenttest.Text(func(context.Context, string, string) (string, error) {
				begun = append(begun, time.Now())
				return answer, nil
			}))
		}
		cfg := suite.Config{
			Agents: suite.Agents{"target": served("ok"), "judge": served(`{"passed": true}`)}, Target: "target",
			Concurrency: 50, Timeout: 2 * time.Second,
		}
		var lines strings.Builder
		for i := range 200 {
			fmt.Fprintf(&lines, `{"id": "T%d", "input": "hello", "assert": {"type": "agent", "use": "judge", "criteria": "polite"}, "timeout": "2s"}`+"\n", i)
		}
		cases := load(t, cfg, lines.String())
		start := time.Now()
		results, err := suite.Play(t.Context(), cases, cfg)
		if err != nil || len(results) != 200 {
			t.Fatalf("got %d results and the error %v", len(results), err)
		}
		for _, res := range results {
			if !res.Passed() {
				t.Fatalf("%s: %s (%s): %s", res.ID, res.Status, res.Blame, res.Error)
			}
		}
		if took := time.Since(start).Round(time.Second); len(begun) != 400 || took != 399*time.Second {
			t.Errorf("got %d calls in %s, want 400 in 6m39s", len(begun), took)
		}
		for i := 1; i < len(begun); i++ {
			if gap := begun[i].Sub(begun[i-1]); gap < time.Second {
				t.Errorf("call %d came %s after the one before, want a second", i, gap)
			}
		}
	})
}

// An agent that knows a mistake of its own is one of the configuration, whether a case uses it or not.
func TestAgentWithAMistake(t *testing.T) {
	cfg := registry()
	cfg.Agents["sim"] = limit.New(limit.Concurrent(0), limit.Every(0)).Agent(cfg.Agents["sim"])
	want := `suite.Config.Agents["sim"]: limit.Concurrent: got 0, want how many calls may be under way at once, 1 or more; limit.Every: got 0s, want the time from the beginning of a call to that of the next, above 0`
	if _, err := suite.Play(t.Context(), nil, cfg); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
