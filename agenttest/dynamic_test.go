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
	"github.com/agenttest/go/detect"
	"github.com/agenttest/go/simulator"
)

// user returns a simulator that makes these moves, and fails the test when it is asked for more.
func user(t *testing.T, moves ...simulator.Move) simulator.Simulator {
	t.Helper()
	return simulator.Func(func(_ context.Context, s *simulator.State) (simulator.Move, error) {
		if s.Moves >= len(moves) {
			t.Errorf("the simulator was asked for move %d of %d", s.Moves+1, len(moves))
			return simulator.Move{GoalAchieved: true}, nil
		}
		return moves[s.Moves], nil
	})
}

func says(text string) simulator.Move    { return simulator.Move{Input: text} }
func reached(text string) simulator.Move { return simulator.Move{Input: text, GoalAchieved: true} }

// at returns a checkpoint that is reached when the agent says its id.
func at(id string) checkpoint.Checkpoint { return checkpoint.New(id, assert.Contains(id)) }

// sources tells where the input of each turn came from.
func sources(res *agenttest.Result) string {
	var all []string
	for _, t := range res.Turns {
		all = append(all, string(t.InputSource))
	}
	return strings.Join(all, " ")
}

// All required checkpoints reached ends the conversation at once, and passes it.
func TestAllCheckpointsReached(t *testing.T) {
	res := play(t, saying("the type?", "created", "submitted"), agenttest.Dynamic(
		user(t, says("one"), says("two"), says("three")),
		at("type"), at("submitted").Describe("the end"), at("created").After("type"), at("extra").Optional(),
	))
	wantOutcome(t, res, "passed")
	equal(t, "sources", sources(res), "simulated simulated simulated")
	var got []string
	for _, c := range res.Checkpoints {
		got = append(got, fmt.Sprintf("%s in turn %d", c.ID, c.Turn))
	}
	equal(t, "checkpoints", got, "[type in turn 1 submitted in turn 3 created in turn 2 extra in turn 0]")
	equal(t, "turns", []any{res.Turns[0].Reached, res.Turns[1].Reached, res.Turns[2].Reached}, "[[type] [created] [submitted]]")
	equal(t, "goal", res.GoalAchieved, false)
}

// A checkpoint that another one waits for may be reached in the same turn, in whatever order they are declared.
func TestCheckpointsOfOneTurn(t *testing.T) {
	a, b, c := at("a").After("b"), at("b").After("c"), at("c")
	for _, order := range [][]checkpoint.Checkpoint{{a, b, c}, {c, b, a}, {b, a, c}} {
		res := play(t, saying("c b a"), agenttest.Dynamic(user(t, says("hello")), order...))
		wantOutcome(t, res, "passed")
	}
}

// A checkpoint is judged by one turn: it does not see what earlier turns said, and `after` is not satisfied backwards.
func TestCheckpointsLookAtOneTurn(t *testing.T) {
	both := checkpoint.New("both", assert.All(assert.Contains("a"), assert.Contains("b")))
	res := play(t, saying("a", "b"), agenttest.Dynamic(user(t, says("1"), reached("2")), both))
	wantOutcome(t, res, "failed (agent): missing checkpoints: both (the simulator says its goal is achieved)")

	res = play(t, saying("second", "first"), agenttest.Dynamic(user(t, says("1"), reached("2")), at("first"), at("second").After("first")))
	wantOutcome(t, res, "failed (agent): missing checkpoints: second (the simulator says its goal is achieved)")
}

// UntilGoal plays on after the last checkpoint, until the simulator has what it wants.
func TestUntilGoal(t *testing.T) {
	c := agenttest.Dynamic(user(t, says("one"), says("two"), reached("bye")), at("a")).UntilGoal()
	res := play(t, saying("a"), c)
	wantOutcome(t, res, "passed")
	equal(t, "turns", len(res.Turns), 3)
	equal(t, "goal", res.GoalAchieved, true)

	never := simulator.Func(func(context.Context, *simulator.State) (simulator.Move, error) { return says("more"), nil })
	wantOutcome(t, play(t, saying("a"), agenttest.Dynamic(never, at("a")).UntilGoal().MaxTurns(3)),
		"failed (agent): max turns (3) exceeded: the simulator's goal is not achieved")
}

// How a simulator's goal ends a conversation.
func TestGoals(t *testing.T) {
	why := simulator.Move{GoalAchieved: true, Reasoning: "the report is in"}
	tests := []struct {
		reason      string
		moves       []simulator.Move
		checkpoints []checkpoint.Checkpoint
		want        string
		turns       int
	}{
		{"no checkpoints: it is the end", []simulator.Move{says("one"), why}, nil, "passed", 1},
		{"its last words are delivered", []simulator.Move{says("one"), reached("two")}, nil, "passed", 2},
		{"and judged: they reach the last checkpoint", []simulator.Move{says("one"), reached("two")},
			[]checkpoint.Checkpoint{at("turn 1"), at("turn 2")}, "passed", 2},
		{"checkpoints are missing", []simulator.Move{says("one"), why}, []checkpoint.Checkpoint{at("x"), at("turn 1"), at("y")},
			"failed (agent): missing checkpoints: x, y (the simulator says its goal is achieved)", 1},
		{"optional ones may be", []simulator.Move{says("one"), why}, []checkpoint.Checkpoint{at("x").Optional()}, "passed", 1},
		{"achieved before anything was said", []simulator.Move{why}, nil, "failed (case): no initial input", 0},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			res := play(t, &recorder{}, agenttest.Dynamic(user(t, tt.moves...), tt.checkpoints...))
			wantOutcome(t, res, tt.want)
			equal(t, "turns", len(res.Turns), tt.turns)
			equal(t, "goal", res.GoalAchieved, true)
		})
	}
}

// An agent that declares that it is done ends the conversation.
func TestAgentDeclaresCompletion(t *testing.T) {
	done := func(turn int) agenttest.Agent {
		return replying(func(req *agenttest.Request) *agenttest.Response {
			r := agenttest.Reply(fmt.Sprintf("turn %d", req.Turn))
			if req.Turn == turn {
				return r.Completed()
			}
			return r
		})
	}
	unhappy := simulator.Move{Input: "wait", Reasoning: "there is no receipt"}
	tests := []struct {
		reason string
		moves  []simulator.Move
		c      func(agenttest.Case) agenttest.Case
		points []checkpoint.Checkpoint
		want   string
		turns  int
	}{
		{"with checkpoints missing", []simulator.Move{says("one"), says("two")}, nil,
			[]checkpoint.Checkpoint{at("a"), at("turn 1"), at("b").After("a")}, "failed (agent): missing checkpoints: a, b", 2},
		{"with all of them reached", []simulator.Move{says("one"), says("two")}, nil,
			[]checkpoint.Checkpoint{at("turn 2")}, "passed", 2},
		{"with the goal achieved", []simulator.Move{says("one"), says("two"), {GoalAchieved: true}}, nil, nil, "passed", 2},
		{"with the goal achieved, and a thank you", []simulator.Move{says("one"), says("two"), reached("thanks")}, nil, nil, "passed", 3},
		{"without the goal", []simulator.Move{says("one"), says("two"), unhappy}, nil, nil,
			"failed (agent): the agent declared that it is done, but the simulator's goal is not achieved: there is no receipt", 2},
		{"until the goal, without it", []simulator.Move{says("one"), says("two"), unhappy}, agenttest.Case.UntilGoal,
			[]checkpoint.Checkpoint{at("turn 1")},
			"failed (agent): the agent declared that it is done, but the simulator's goal is not achieved: there is no receipt", 2},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			c := agenttest.Dynamic(user(t, tt.moves...), tt.points...)
			if tt.c != nil {
				c = tt.c(c)
			}
			res := play(t, done(2), c)
			wantOutcome(t, res, tt.want)
			equal(t, "turns", len(res.Turns), tt.turns)
		})
	}
}

// What merely looks like an end is none, unless the case lets heuristics decide.
func TestHeuristicsDoNotEndConversations(t *testing.T) {
	c := agenttest.Dynamic(user(t, says("one"), says("two")), at("turn 2"))
	wantOutcome(t, play(t, saying("Your expense is filed.", "turn 2"), c), "passed")
	res := play(t, saying("Your expense is filed.", "turn 2"), c.Detect(detect.Hybrid()))
	wantOutcome(t, res, "failed (agent): missing checkpoints: turn 2")
	wantOutcome(t, play(t, saying("Which type of expense is it?", "turn 2"), c.Detect(detect.Hybrid())), "passed")
}

// Running out of turns says what is missing.
func TestMaxTurns(t *testing.T) {
	more := simulator.Func(func(context.Context, *simulator.State) (simulator.Move, error) { return says("more"), nil })
	tests := []struct {
		reason string
		c      agenttest.Case
		want   string
		turns  int
	}{
		{"20 by default", agenttest.Dynamic(more, at("x")), "failed (agent): max turns (20) exceeded: missing checkpoints: x", 20},
		{"all that is missing", agenttest.Dynamic(more, at("x"), at("turn 1"), at("o").Optional(), at("y").After("x")).MaxTurns(3),
			"failed (agent): max turns (3) exceeded: missing checkpoints: x, y", 3},
		{"the goal", agenttest.Dynamic(more).MaxTurns(3), "failed (agent): max turns (3) exceeded: the simulator's goal is not achieved", 3},
		{"opening turns count", agenttest.Dynamic(more, at("x")).Opening(agenttest.User("a"), agenttest.User("b")).MaxTurns(3),
			"failed (agent): max turns (3) exceeded: missing checkpoints: x", 3},
		{"the last turn counts", agenttest.Dynamic(more, at("turn 3")).MaxTurns(3), "passed", 3},
		{"a script that ends just in time", agenttest.Dynamic(simulator.Script("a", "b", "c")).MaxTurns(3), "passed", 3},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			res := play(t, &recorder{}, tt.c)
			wantOutcome(t, res, tt.want)
			equal(t, "turns", len(res.Turns), tt.turns)
		})
	}
}

// A simulator that fails says nothing about the agent: errored, unless the case has another policy.
func TestSimulatorFailures(t *testing.T) {
	model := func(reply string) simulator.Simulator { return simulator.Agent(saying(reply), simulator.Goal("x")) }
	simulators := map[string]simulator.Simulator{
		"an error": simulator.Func(func(context.Context, *simulator.State) (simulator.Move, error) {
			return simulator.Move{}, errors.New("503")
		}),
		"a panic":        simulator.Func(func(context.Context, *simulator.State) (simulator.Move, error) { panic("503") }),
		"nothing to say": simulator.Func(func(context.Context, *simulator.State) (simulator.Move, error) { return simulator.Move{}, nil }),
		"no input from a case that has no human": simulator.Func(func(context.Context, *simulator.State) (simulator.Move, error) {
			return simulator.Move{}, simulator.ErrNoInput
		}),
		"a dead model":                     simulator.Agent(erring(errors.New("503"))),
		"a model that says nothing, twice": model(`{"input": "", "goal_achieved": false}`),
		"a model that returns nothing":     simulator.Agent(erring(nil)),
		"a goal that is no boolean":        model(`{"input": "hi", "goal_achieved": "yes"}`),
	}
	opened := agenttest.User("hello").Expect(passes("a"))
	for reason, s := range simulators {
		t.Run(reason, func(t *testing.T) {
			for _, c := range []agenttest.Case{
				agenttest.Dynamic(s),
				agenttest.Dynamic(s, at("x")),
				agenttest.Dynamic(s).Opening(opened),
				agenttest.Dynamic(s, at("ok")).UntilGoal().Opening(opened),
			} {
				for policy, want := range map[agenttest.SimulatorFailure]string{
					"":                         "errored (simulator): simulator error: ",
					agenttest.SimulatorErrored: "errored (simulator): simulator error: ",
					agenttest.SimulatorSkipped: "skipped: simulator error: ",
					agenttest.SimulatorFailed:  "failed (simulator): simulator error: ",
				} {
					if got := outcome(play(t, ok, c.OnSimulatorError(policy).Finally(passes("f")))); !strings.HasPrefix(got, want) {
						t.Errorf("policy %q: got %q, want %q", policy, got, want)
					}
				}
			}
		})
	}
}

// An empty input is asked for once more.
func TestSimulatorIsAskedAgain(t *testing.T) {
	n := 0
	model := replying(func(*agenttest.Request) *agenttest.Response {
		if n++; n == 1 {
			return agenttest.Reply(`{"input": ""}`)
		}
		return agenttest.Reply(`{"input": "hello", "goal_achieved": true}`)
	})
	res := play(t, ok, agenttest.Dynamic(simulator.Agent(model, simulator.Goal("x"))))
	wantOutcome(t, res, "passed")
	equal(t, "said", res.Turns[0].Input.Text, "hello")
}

// A failed assertion or rule stands, whatever the simulator does afterwards.
func TestFailureBeatsSimulatorErrors(t *testing.T) {
	dead := simulator.Func(func(_ context.Context, s *simulator.State) (simulator.Move, error) {
		return simulator.Move{}, errors.New("503")
	})
	c := agenttest.Dynamic(dead).Opening(agenttest.User("hello").Expect(fails("a"))).KeepGoing()
	wantOutcome(t, play(t, ok, c), "failed (agent): simulator error: 503")
	res := play(t, ok, c.OnSimulatorError(agenttest.SimulatorSkipped))
	equal(t, "status", res.Status, "failed")
}

// An agent's error under simulation is its failure.
func TestAgentErrorUnderSimulation(t *testing.T) {
	res := play(t, erring(errors.New("boom")), agenttest.Dynamic(user(t, reached("hello"))))
	wantOutcome(t, res, "failed (agent): agent error: boom")
}

// Rules hold in simulated turns, and end the conversation there.
func TestRulesUnderSimulation(t *testing.T) {
	res := play(t, &recorder{}, agenttest.Dynamic(user(t, says("one"), says("two")), at("turn 2")).Never(assert.Contains("turn 2")))
	wantOutcome(t, res, "failed (agent)")
	if c := res.Checkpoints[0]; c.Reached {
		t.Error("a turn that broke a rule reached a checkpoint")
	}
}

// Turns of a script come first, then the simulator: one opening turn is the initial input, several are a script.
func TestOpening(t *testing.T) {
	agent := &recorder{}
	c := agenttest.Dynamic(simulator.Script("three", "four"), at("turn 4"))
	res := play(t, agent, c.Opening(agenttest.User("one").Expect(assert.Contains("turn 1")), agenttest.User("two")))
	wantOutcome(t, res, "passed")
	equal(t, "sources", sources(res), "static static simulated simulated")
	equal(t, "inputs", agent.inputs(), "[one two three four]")

	res = play(t, &recorder{}, c.Opening(agenttest.User("one")))
	equal(t, "sources", sources(res), "initial simulated simulated")

	res = play(t, &recorder{}, c.Opening(agenttest.User("one").Expect(fails("a"))))
	wantOutcome(t, res, "failed (agent)")
	equal(t, "turns", len(res.Turns), 1)

	early := agenttest.Dynamic(user(t), at("turn 1")).Opening(agenttest.User("one"), agenttest.User("two"))
	res = play(t, &recorder{}, early)
	wantOutcome(t, res, "passed") // reached in the script, whose turns are all sent; the simulator is not needed
	equal(t, "turns", len(res.Turns), 2)
}

// What a simulator is told of the conversation.
func TestSimulatorState(t *testing.T) {
	var seen []string
	s := simulator.Func(func(_ context.Context, s *simulator.State) (simulator.Move, error) {
		last := ""
		if turn := s.Transcript.Last(); turn != nil {
			last = turn.Text()
		}
		who, _ := s.Transcript.Variables.Get("who")
		seen = append(seen, fmt.Sprintf("%s turn %d of %d, %d said, last %q, %v", s.TestID, s.Turn, s.MaxTurns, len(s.Transcript.Turns), last, who))
		return simulator.Move{Input: "go on", GoalAchieved: s.Turn == 3, Reasoning: "because"}, nil
	})
	agent := &recorder{}
	res := play(t, agent, agenttest.Dynamic(s).WithID("T002").Named("Expense").MaxTurns(7).Variables(map[string]any{"who": "Ann"}))
	wantOutcome(t, res, "passed")
	equal(t, "seen", strings.Join(seen, "\n"), `T002 turn 1 of 7, 0 said, last "", Ann
T002 turn 2 of 7, 1 said, last "turn 1", Ann
T002 turn 3 of 7, 2 said, last "turn 2", Ann`)
	equal(t, "goal", []any{res.GoalAchieved, res.GoalReason, res.Turns[2].Reasoning}, "[true because because]")
	for _, req := range agent.requests {
		if strings.Contains(fmt.Sprint(*req), "because") {
			t.Errorf("the agent was told the simulator's reasoning: %v", *req)
		}
	}
}

// A model that simulates gets the run's facts as metadata, which the case cannot replace.
func TestSimulatorMetadata(t *testing.T) {
	var meta map[string]any
	model := replying(func(req *agenttest.Request) *agenttest.Response {
		meta = req.Options.Metadata
		if !req.Options.Skip[chat.SkipHistory] {
			t.Error("the simulator's call does not skip the history")
		}
		return agenttest.Reply(`{"input": "hello", "goal_achieved": true}`)
	})
	lookup := replying(func(*agenttest.Request) *agenttest.Response {
		return agenttest.Reply("found it").WithCalls(agenttest.Call("lookup", nil).Returning(map[string]any{"id": 7}))
	})
	res := play(t, lookup, agenttest.Dynamic(
		simulator.Agent(model, simulator.Persona("New employee"), simulator.Goal("Submit"), simulator.Metadata(map[string]any{"test_id": "forged", "tone": "curt"})),
	).Opening(agenttest.User("where?")).WithID("T9").MaxTurns(4))
	wantOutcome(t, res, "passed")
	for key, want := range map[string]any{
		"test_mode": "simulator", "test_id": "T9", "session_id": res.SessionID, "persona": "New employee", "goal": "Submit",
		"turn_number": 2, "turn_count": 1, "max_turns": 4, "last_response": "found it", "tone": "curt",
	} {
		equal(t, key, meta[key], want)
	}
	if got := fmt.Sprint(meta["tool_results"]); !strings.Contains(got, "lookup") || !strings.Contains(got, "7") {
		t.Errorf("tool_results: got %s, want the lookup's", got)
	}
}

// A failing assertion of a checkpoint is not yet reached; an erroring one ends the case at once.
func TestCheckpointFailures(t *testing.T) {
	res := play(t, &recorder{}, agenttest.Dynamic(user(t, says("one"), reached("two")), at("turn 9"), at("later").After("turn 9")))
	wantOutcome(t, res, "failed (agent): missing checkpoints: turn 9, later (the simulator says its goal is achieved)")
	if got := res.Checkpoints[0].Reason; !strings.Contains(got, "turn 2") {
		t.Errorf("got the reason %q, want what the last turn said", got)
	}
	if got := res.Checkpoints[1].Reason; !strings.Contains(got, "turn 9") {
		t.Errorf("got the reason %q, want what it waits for", got)
	}

	judge, _ := judging(garbled)
	for reason, tt := range map[string]struct {
		a    agenttest.Assertion
		want string
	}{
		"the assertion": {errs("a"), "errored (case): checkpoint bad failed: "},
		"the judge":     {assert.Agent(judge, "polite"), "errored (judge): checkpoint bad failed: "},
		"even negated":  {assert.Not(assert.Agent(judge, "polite")), "errored (judge): checkpoint bad failed: "},
	} {
		res := play(t, &recorder{}, agenttest.Dynamic(user(t, says("one")), at("turn 3"), checkpoint.New("bad", tt.a)))
		if got := outcome(res); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: got %q, want %q", reason, got, tt.want)
		}
		equal(t, "the turn", res.Turns[0].Status, "errored")
	}
}

// A judge that says "not yet" is asked again; one whose turn has not come is not asked at all.
func TestCheckpointJudges(t *testing.T) {
	judge, asked := judging(no)
	late, lateAsked := judging(yes)
	res := play(t, &recorder{}, agenttest.Dynamic(user(t, says("one"), says("two"), reached("three")),
		checkpoint.New("judged", assert.Agent(judge, "polite")), checkpoint.New("late", assert.Agent(late, "polite")).After("turn 3"), at("turn 3")))
	wantOutcome(t, res, "failed (agent): missing checkpoints: judged (the simulator says its goal is achieved)")
	equal(t, "asked", []int{asked(), lateAsked()}, "[3 1]")
}

// A case that is built wrongly is refused before anybody is asked anything, with all its mistakes.
func TestDynamicUsage(t *testing.T) {
	agent := &recorder{}
	someone := simulator.Script("hello")
	tests := []struct {
		reason string
		c      agenttest.Case
		want   string
	}{
		{"no simulator", agenttest.Dynamic(nil, at("a")), "no simulator"},
		{"a typed nil", agenttest.Dynamic(simulator.Func(nil), at("a")), "no simulator"},
		{"a simulator without lines", agenttest.Dynamic(simulator.Script(), at("a")), "has no lines"},
		{"a checkpoint twice", agenttest.Dynamic(someone, at("a"), at("a")), `"a" is declared twice`},
		{"an unknown checkpoint", agenttest.Dynamic(someone, at("ask_type"), at("b").After("ask_typ")), `did you mean "ask_type"?`},
		{"a cycle", agenttest.Dynamic(someone, at("a").After("b"), at("b").After("a")), "a → b → a"},
		{"no id", agenttest.Dynamic(someone, checkpoint.New("", passes("a"))), "empty id"},
		{"no assertion", agenttest.Dynamic(someone, checkpoint.New("a", nil)), "no assertion"},
		{"an assertion that matches everything", agenttest.Dynamic(someone, checkpoint.New("a", assert.Contains(""))), "Contains"},
		{"a policy that does not exist", agenttest.Dynamic(someone).OnSimulatorError("ignore"), `got "ignore"`},
		{"a negative limit", agenttest.Dynamic(someone).MaxTurns(-1), "MaxTurns: got -1"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			res := play(t, agent, tt.c)
			if res.Status != agenttest.Errored || res.Blame != chat.BlameCase || !strings.Contains(res.Error, tt.want) {
				t.Errorf("got %s, want %q in it", outcome(res), tt.want)
			}
		})
	}
	if n := len(agent.requests); n > 0 {
		t.Errorf("the agent was asked %d times", n)
	}
}
