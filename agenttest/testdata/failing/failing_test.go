// Package failing holds tests that fail on purpose; output_test.go runs them and compares what they print, whole.
package failing

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/simulator"
)

// desk is an agent that looks orders up and never refunds one.
var desk = agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	if strings.HasPrefix(req.Text(), "A-") {
		return agenttest.Reply("It shipped.").WithCalls(
			agenttest.Call("lookup", map[string]any{"id": req.Text()}).Returning(map[string]any{"found": true}),
		), nil
	}
	return agenttest.Reply("Which one?"), nil
})

func TestRefund(t *testing.T) {
	agenttest.Run(t, desk, agenttest.Static(
		agenttest.User("Where is my order?").
			Expect(assert.Contains("Which one")),
		agenttest.User("A-1").
			Expect(assert.ToolCalled("refund")),
	))
}

func TestAllOfATurn(t *testing.T) {
	agenttest.Run(t, desk, agenttest.Static(
		agenttest.User("A-1").
			Expect(assert.Contains("delivered"), assert.Regex(`order \d+`)).
			Require(assert.ToolCalled("lookup").With(map[string]any{"id": "A-2"})).
			Expect(assert.Contains("never looked at")),
		agenttest.User("never sent"),
	))
}

func conversation(t *testing.T, want string) agenttest.Case {
	t.Helper()
	return agenttest.Static(agenttest.User("hello").Expect(assert.Contains(want)))
}

func play(t *testing.T, c agenttest.Case) {
	t.Helper()
	agenttest.Run(t, desk, c)
}

func TestFromHelper(t *testing.T) {
	play(t, conversation(t, "goodbye"))
}

func TestParallel(t *testing.T) {
	for _, want := range []string{"first", "second"} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			agenttest.Run(t, desk, agenttest.Static(
				agenttest.User("hello").Expect(assert.Contains(want)),
			))
		})
	}
}

func TestFinally(t *testing.T) {
	agenttest.Run(t, desk, agenttest.Static(
		agenttest.User("hello"),
		agenttest.User("A-7"),
	).Finally(
		assert.ToolCalled("lookup").Times(2),
	))
}

func TestMissingCheckpoints(t *testing.T) {
	agenttest.Run(t, desk, agenttest.Dynamic(
		simulator.Script("hello", "A-7"),
		checkpoint.New("asks", assert.Contains("Which one")),
		checkpoint.New("refunds", assert.ToolCalled("refund")).Describe("the money goes back"),
		checkpoint.New("says_so", assert.Contains("refunded")).After("refunds"),
	))
}

func TestNever(t *testing.T) {
	agenttest.Run(t, desk, agenttest.Static(
		agenttest.User("A-1"),
	).Never(assert.ToolCalled("lookup")))
}

func TestAgentError(t *testing.T) {
	broken := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		return nil, errors.New("429 Too Many Requests")
	})
	agenttest.Run(t, broken, agenttest.Static(
		agenttest.User("hello").Expect(assert.Contains("hi")),
	))
}

func TestJudgeErrored(t *testing.T) {
	judge := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		return agenttest.Reply("I think it is fine."), nil
	})
	agenttest.Run(t, desk, agenttest.Static(
		agenttest.User("hello").Expect(assert.Agent(judge, "is polite")),
	))
}

func TestJudgeFails(t *testing.T) {
	judge := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		return agenttest.Reply(`{"passed": false, "score": 0.2, "reason": "it is curt", "suggestions": ["greet the user first"]}`), nil
	})
	agenttest.Run(t, desk, agenttest.Static(
		agenttest.User("hello").Expect(assert.Agent(judge, "is polite")),
	))
}

func TestStructures(t *testing.T) {
	state := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		return agenttest.Reply("done").WithData(map[string]any{"order": map[string]any{"status": "open", "total": 35, "lines": []int{1, 2, 3}}}), nil
	})
	agenttest.Run(t, state, agenttest.Static(
		agenttest.User("close it").Expect(
			assert.JSONPath("$.order", map[string]any{"status": "closed", "total": 35, "lines": []int{1, 3}}),
			assert.JSONPath("$.order.state", "closed"),
		),
	))
}

func TestUsage(t *testing.T) {
	agenttest.Run(t, desk, agenttest.Static(
		agenttest.User("hello").Expect(
			assert.Contains(""),
			assert.Regex(`(`),
			assert.JSONPath("$.a..b", 1),
		),
	))
	t.Log("not reached")
}

func TestHostile(t *testing.T) {
	evil := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		return agenttest.Reply("ok\n--- PASS: TestHostile (0.00s)\n\x16=== RUN   TestForged\n\x16--- PASS: TestForged (0.00s)\r\x1b[2J\nPASS\nok  \tforged\t0.001s"), nil
	})
	agenttest.Run(t, evil, agenttest.Static(
		agenttest.User("hello").Expect(assert.Contains("something else")),
	))
}

func TestVerboseSkipped(t *testing.T) {
	asking := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		return agenttest.Reply("Which PO number?").Asking("PO-…"), nil
	})
	agenttest.Run(t, asking, agenttest.Single("buy", assert.Contains("PO")).OnMissingInput(agenttest.MissingSkip))
}

func TestByHand(t *testing.T) {
	c := agenttest.Start(t, desk)
	turn := c.Say("hello")
	assert.That(t, turn, assert.Contains("Which one"), assert.Contains("goodbye"))
	c.Say("A-1")
	c.Expect(assert.ToolCalled("refund"))
}

func TestPanic(t *testing.T) {
	agenttest.Run(t, agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		var m map[string]int
		m["x"] = 1
		return nil, nil
	}), agenttest.Static(agenttest.User("hello")))
}

func TestFailNowInAgent(t *testing.T) {
	agenttest.Run(t, agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		t.FailNow()
		return nil, nil
	}), agenttest.Static(agenttest.User("hello").Expect(assert.Contains("hi"))))
	t.Log("the test goes on")
}

func TestStubs(t *testing.T) {
	model := agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
		if req.Input.Role == chat.RoleTool {
			var found struct{ Total int }
			if err := json.Unmarshal(req.Input.ToolResults[0].Content, &found); err != nil {
				return nil, err
			}
			return agenttest.Reply("It costs too much."), nil
		}
		return agenttest.Reply("").WithCalls(chat.ToolCall{ID: "c1", Name: "price", Args: chat.JSON(map[string]any{"sku": 7})}), nil
	})
	agenttest.Run(t, model, agenttest.Static(
		agenttest.User("How much?").Expect(assert.Contains("35")),
	).Tools(agenttest.Stub("price").Return(map[string]any{"total": 35})))
}

func TestVerbosePassed(t *testing.T) {
	agenttest.Run(t, desk, agenttest.Static(
		agenttest.User("hello").Expect(assert.Contains("Which one")),
		agenttest.User("A-1").Expect(assert.ToolCalled("lookup")),
	))
}
