// Package failing holds tests of case files that fail on purpose; output_test.go runs them and compares what they
// print, whole.
package failing

import (
	"context"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/golden"
	"github.com/agenttest/go/agenttest/suite"
)

// desk is an agent that looks orders up and never refunds one.
var desk = agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	if strings.HasPrefix(req.Text(), "A-") {
		return agenttest.Reply("It shipped.").WithCalls(
			agenttest.Call("lookup", map[string]any{"id": req.Text()}).Returning(map[string]any{"found": true}),
		), nil
	}
	return agenttest.Reply("Which one?").Asking("an order number, e.g. A-1"), nil
})

func say(line string) agenttest.Agent {
	return agenttest.Text(func(context.Context, string, string) (string, error) { return line, nil })
}

var config = suite.Config{
	Agents: suite.Agents{
		"desk":  desk,
		"judge": say(`{"passed": false, "score": 0.2, "reason": "it is curt", "suggestions": ["greet the user first"]}`),
		"user":  say(`{"input": "A-7"}`),
	},
	Target: "desk",
}

func TestRefunds(t *testing.T) { suite.Run(t, "testdata/refunds.jsonl", config) }

func TestVerboseSkipped(t *testing.T) { suite.Run(t, "testdata/skipped.jsonl", config) }

func TestVerboseCheck(t *testing.T) {
	checked := config
	checked.Check = func(t testing.TB, res *agenttest.Result) {
		t.Helper()
		t.Logf("checked %s: %s", res.ID, res.Status)
	}
	suite.Run(t, "testdata/checked.jsonl", checked)
}

func TestMistakes(t *testing.T) {
	suite.Run(t, "testdata/mistakes*.jsonl", config)
	t.Log("not reached")
}

func TestNoFiles(t *testing.T) { suite.Run(t, "testdata/*.json", config) }

func TestNoTarget(t *testing.T) {
	suite.Run(t, "testdata/refunds.jsonl", suite.Config{Agents: config.Agents, Target: "desk2"})
}

func TestSkippedFails(t *testing.T) {
	strict := config
	strict.OnSkip = suite.SkipFails
	suite.Run(t, "testdata/skipped.jsonl", strict)
}

func TestAllSkipped(t *testing.T) { suite.Run(t, "testdata/skipped.jsonl", config) }

// TestDeadline is run with a -timeout of three seconds.
func TestDeadline(t *testing.T) {
	hanging := agenttest.Text(func(context.Context, string, string) (string, error) { select {} })
	suite.Run(t, "testdata/many.jsonl", suite.Config{Agents: suite.Agents{"hanging": hanging}})
}

func TestFailFast(t *testing.T) {
	fast := config
	fast.FailFast = true
	suite.Run(t, "testdata/many.jsonl", fast)
}

// TestCheckEndsTheTest ends the test from one of its cases, as FailNow of the wrong t does.
func TestCheckEndsTheTest(t *testing.T) {
	c := suite.Config{Agents: suite.Agents{"polite": say("What can I do for you?")}}
	c.Check = func(testing.TB, *agenttest.Result) { t.FailNow() }
	suite.Run(t, "testdata/many.jsonl", c)
	t.Log("not reached")
}

func TestCheckFails(t *testing.T) {
	c := suite.Config{Agents: suite.Agents{"polite": say("What can I do for you?")}}
	c.Check = func(t testing.TB, res *agenttest.Result) {
		if res.ID == "T2" {
			t.Errorf("checked %s: %s", res.ID, res.Status)
			complain(t)
		}
		if res.ID == "T3" {
			t.Skip("not checked")
		}
	}
	suite.Run(t, "testdata/many.jsonl", c)
}

func complain(t testing.TB) {
	t.Helper()
	t.Fatalf("this is the line of who called complain,\nnot of complain")
}

func TestVerboseShard(t *testing.T) {
	c := suite.Config{Agents: suite.Agents{"polite": say("What can I do for you?")}, Shard: "2/2"}
	suite.Run(t, "testdata/many.jsonl", c)
}

// TestGoldens is run in a directory of its own, which has its files; here it has none.
func TestGoldens(t *testing.T) {
	c := suite.Config{Agents: suite.Agents{"polite": say("What can I do for you?")}, Check: golden.Assert}
	suite.Run(t, "testdata/goldens.jsonl", c)
}
