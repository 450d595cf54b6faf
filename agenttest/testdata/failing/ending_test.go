package failing

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/simulator"
)

func TestTimeout(t *testing.T) {
	slow := agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
		if req.Turn == 2 {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return agenttest.Reply("Which one?"), nil
	})
	agenttest.Run(t, slow, agenttest.Static(
		agenttest.User("Where is my order?"),
		agenttest.User("A-1").Expect(assert.Contains("shipped")),
	).Timeout(10*time.Millisecond))
}

func TestAbandoned(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	deaf := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		<-release
		return agenttest.Reply("too late"), nil
	})
	agenttest.Run(t, deaf, agenttest.Single("hello", assert.Contains("hi")).Timeout(10*time.Millisecond))
}

func TestSimulatorError(t *testing.T) {
	agenttest.Run(t, desk, agenttest.Dynamic(
		simulator.Func(func(context.Context, *simulator.State) (simulator.Move, error) {
			return simulator.Move{}, errors.New("503 Service Unavailable")
		}),
		checkpoint.New("asks", assert.Contains("Which one")),
	).Opening(agenttest.User("A-1")))
}

func TestCheckpointErrored(t *testing.T) {
	judge := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		return nil, errors.New("503 Service Unavailable")
	})
	agenttest.Run(t, desk, agenttest.Dynamic(
		simulator.Script("hello", "A-1"),
		checkpoint.New("polite", assert.Agent(judge, "greets the user")),
	))
}

func TestToolError(t *testing.T) {
	model := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		return agenttest.Reply("").WithCalls(agenttest.Call("price", nil)), nil
	})
	agenttest.Run(t, model, agenttest.Single("How much?", assert.Contains("35")).Tools(
		agenttest.Stub("price").Do(func(context.Context, json.RawMessage) (any, error) { panic("no price list") }),
	))
}

func TestMaxTurns(t *testing.T) {
	agenttest.Run(t, desk, agenttest.Dynamic(
		simulator.Func(func(_ context.Context, s *simulator.State) (simulator.Move, error) {
			return simulator.Move{Input: "hello?", Reasoning: "not shown to the agent"}, nil
		}),
		checkpoint.New("refunds", assert.ToolCalled("refund")),
	).MaxTurns(3))
}

func TestLateFailure(t *testing.T) {
	turns := make([]agenttest.UserTurn, 8)
	for i := range turns {
		turns[i] = agenttest.User("hello").Expect(assert.Contains("Which"))
	}
	turns = append(turns, agenttest.User("A-9").Expect(assert.Contains("lost")), agenttest.User("never sent"))
	agenttest.Run(t, desk, agenttest.Static(turns...))
}

func TestKeepGoing(t *testing.T) {
	agenttest.Run(t, desk, agenttest.Static(
		agenttest.User("hello").Expect(assert.Contains("goodbye")),
		agenttest.User("A-1").Expect(assert.Contains("shipped")),
		agenttest.User("bye").Expect(assert.Contains("See you")),
	).KeepGoing())
}

func TestFromFile(t *testing.T) {
	line := func(n int) chat.Source { return chat.Source{File: "testdata/orders.jsonl", Line: n} }
	agenttest.Run(t, desk, agenttest.Static(
		agenttest.User("hello").At(line(3)).Expect(assert.Contains("goodbye")),
	).At(line(1)).Never(assert.Contains("Which one")))
}

func TestAnswerNothing(t *testing.T) {
	agenttest.Run(t, desk, agenttest.Static(
		agenttest.User("hello"),
		agenttest.Answer("approve", true),
	))
}

func TestForgedBesideSubtests(t *testing.T) {
	t.Run("sub", func(t *testing.T) { t.Fail() })
	agenttest.Run(t, agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		return nil, errors.New("boom\n--- PASS: TestForged (0.00s)\n  --- PASS: TestForged (0.00s)\n=== RUN   TestForged")
	}), agenttest.Single("hello"))
}

func TestNothingAwaited(t *testing.T) {
	looks := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		return agenttest.Reply("Which colour would you like?"), nil
	})
	agenttest.Run(t, looks, agenttest.Single("a car", assert.Contains("colour")).OnMissingInput(agenttest.MissingFail).
		Finally(assert.Contains("ordered")))
}
