package agenttest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/simulator"
)

// These are mistakes that other systems of this kind made, as far as the other files do not show them.

// An agent that does nothing fails every case that asks something of it.
func TestDoNothingAgentFails(t *testing.T) {
	nothing := replying(func(*agenttest.Request) *agenttest.Response { return &agenttest.Response{} })
	one := agenttest.Static(agenttest.User("file it"), agenttest.User("confirm"))
	for reason, c := range map[string]agenttest.Case{
		"words":       one.Opening(agenttest.User("x").Expect(assert.Contains("filed"))),
		"a call":      one.Opening(agenttest.User("x").Require(assert.ToolCalled("create"))),
		"every turn":  one.Always(assert.Regex(`\w`)),
		"a state":     one.Finally(assert.JSONPath("$.expense.status", "submitted")),
		"checkpoints": agenttest.Dynamic(simulator.Script("a", "b"), at("filed")),
	} {
		if res := play(t, nothing, c); res.Status != agenttest.Failed {
			t.Errorf("%s: got %s, want failed", reason, outcome(res))
		}
	}
}

// A run that is interrupted after its checkpoints were reached has not passed.
func TestInterruptAfterCheckpoints(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	agent := replying(func(req *agenttest.Request) *agenttest.Response {
		if req.Turn == 2 {
			cancel()
		}
		return agenttest.Reply("a")
	})
	res := agenttest.Play(ctx, agent, agenttest.Dynamic(user(t, says("one"), says("two"), reached("three")), at("a")).UntilGoal())
	wantOutcome(t, res, "errored (harness): interrupted: context canceled")
	if !res.Checkpoints[0].Reached {
		t.Error("the record has lost the checkpoint that was reached")
	}
}

// A conversation that ended early is not judged by the turns it had: neither its end nor its rules make it a pass.
func TestEarlyEndIsNoPass(t *testing.T) {
	n := 0
	agent := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		if n++; n%3 == 0 {
			return nil, errors.New("overloaded")
		}
		return agenttest.Reply("ok"), nil
	})
	script := agenttest.Static(agenttest.User("1").Expect(passes("a")), agenttest.User("2").Expect(passes("b")), agenttest.User("3").Expect(passes("c")))
	for reason, c := range map[string]agenttest.Case{
		"plain": script, "keep going": script.KeepGoing(), "with a rule": script.Never(fails("n")), "with an end": script.Finally(passes("f")),
		"simulated": agenttest.Dynamic(simulator.Script("1", "2", "3"), checkpoint.New("o", passes("o")).Optional()),
	} {
		n = 0
		wantOutcome(t, play(t, agent, c), "failed (agent): agent error: overloaded")
		_ = reason
	}
}

// A turn is never tried again: what an agent does once in production it does once in a test.
func TestNoTurnIsRetried(t *testing.T) {
	n := 0
	agent := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		n++
		return nil, errors.New("503")
	})
	play(t, agent, agenttest.Static(agenttest.User("1"), agenttest.User("2")).KeepGoing())
	equal(t, "calls", n, 1)
}

// A simulated conversation begins with one message of the user: the opening turn where there is one, else the
// simulator's.
func TestOneOpeningMessage(t *testing.T) {
	for reason, c := range map[string]agenttest.Case{
		"the simulator's": agenttest.Dynamic(simulator.Script("hello", "more")),
		"the case's":      agenttest.Dynamic(simulator.Script("more")).Opening(agenttest.User("hello")),
	} {
		agent := &recorder{}
		play(t, agent, c)
		if first := agent.requests[0]; first.Text() != "hello" || len(first.History) != 0 {
			t.Errorf("%s: the agent is first told %q after %d messages", reason, first.Text(), len(first.History))
		}
		equal(t, reason, agent.inputs(), "[hello more]")
	}
}

// The history is one growing record that the turns share; no turn copies what was said before it.
func TestHistoryIsShared(t *testing.T) {
	const turns = 1000
	for reason, c := range map[string]agenttest.Case{
		"simulated": agenttest.Dynamic(simulator.Func(func(_ context.Context, s *simulator.State) (simulator.Move, error) {
			return simulator.Move{Input: "more", GoalAchieved: s.Turn == turns}, nil
		})).MaxTurns(turns),
		"scripted": agenttest.Static(make([]agenttest.UserTurn, turns)...),
	} {
		places := map[*agenttest.Message]bool{}
		agent := replying(func(req *agenttest.Request) *agenttest.Response {
			if len(req.History) != 2*(req.Turn-1) {
				t.Fatalf("turn %d has a history of %d messages", req.Turn, len(req.History))
			}
			if len(req.History) > 0 {
				places[&req.History[0]] = true
			}
			return agenttest.Reply("ok")
		})
		wantOutcome(t, play(t, agent, c), "passed")
		if len(places) > 30 {
			t.Errorf("%s: the history of %d turns was copied %d times", reason, turns, len(places))
		}
	}
}

// What is missing is named, whatever ended the conversation.
func TestMissingIsNamed(t *testing.T) {
	more := simulator.Func(func(context.Context, *simulator.State) (simulator.Move, error) { return says("more"), nil })
	done := replying(func(*agenttest.Request) *agenttest.Response { return agenttest.Reply("ok").Completed() })
	points := []checkpoint.Checkpoint{at("alpha"), at("beta").After("alpha")}
	for reason, res := range map[string]*agenttest.Result{
		"the turns": play(t, ok, agenttest.Dynamic(more, points...).MaxTurns(2)),
		"the goal":  play(t, ok, agenttest.Dynamic(user(t, reached("bye")), points...)),
		"the agent": play(t, done, agenttest.Dynamic(more, points...)),
		"the human": func() *agenttest.Result {
			human, _ := typing("one\n")
			return play(t, ok, agenttest.Dynamic(human, points...))
		}(),
	} {
		if !strings.Contains(res.Error, "missing checkpoints: alpha, beta") {
			t.Errorf("ended by %s: got %s", reason, outcome(res))
		}
	}
}

// The report of a run grows while it runs: an observer has every turn before the next one begins.
func TestEventsComeAsTheyHappen(t *testing.T) {
	var log []string
	agent := replying(func(req *agenttest.Request) *agenttest.Response {
		log = append(log, fmt.Sprintf("asked %d", req.Turn))
		return agenttest.Reply("ok")
	})
	play(t, agent, agenttest.Static(agenttest.User("1"), agenttest.User("2")).Observe(agenttest.ObserverFunc(func(e agenttest.Event) {
		if e.Turn != nil {
			log = append(log, fmt.Sprintf("%s %d", e.Kind, e.Turn.Number))
		}
	})))
	equal(t, "log", strings.Join(log, ", "), "turn_started 1, asked 1, turn_finished 1, turn_started 2, asked 2, turn_finished 2")
}

// A judge is not asked for a checkpoint when the turn has failed without it.
func TestCheckpointJudgeIsNotAskedInVain(t *testing.T) {
	judge, asked := judging(yes)
	res := play(t, ok, agenttest.Dynamic(user(t, says("hello")), checkpoint.New("c", assert.Agent(judge, "polite"))).Never(assert.Contains("ok")))
	wantOutcome(t, res, "failed (agent)")
	equal(t, "asked", asked(), 0)
}

// Two runs of one case tell of the same things in the same order.
func TestRunsAreRepeatable(t *testing.T) {
	agent := replying(func(req *agenttest.Request) *agenttest.Response {
		return agenttest.Reply("a b").WithCalls(agenttest.Call("x", map[string]any{"b": 1, "a": map[string]any{"d": 1, "c": 2}, "e": []int{3}}))
	})
	c := agenttest.Dynamic(simulator.Script("one", "two"), at("a"), at("z"), at("b").After("a")).
		Variables(map[string]any{"x": 1, "y": 2}).Options(agenttest.Options{Metadata: map[string]any{"k": 1, "l": 2}}).
		Never(assert.Contains("q"), assert.ToolCalled("y")).KeepGoing()
	tell := func() string {
		res := play(t, agent, c)
		return outcome(res) + inputs(res) + checksOf(res.Turns[0].Checks) + string(chat.JSON(res.Turns[0].ToolCalls())) + fmt.Sprint(res.Turns[0].Reached)
	}
	want := tell()
	for range 20 {
		if got := tell(); got != want {
			t.Fatalf("got %s\nafter %s", got, want)
		}
	}
}
