package suite_test

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/simulator"
)

// withUser returns a registry with this target and this simulator.
func withUser(target, user agenttest.Agent) suite.Config {
	cfg := against(target)
	cfg.Agents["workers.test.user-sim"] = user
	return cfg
}

func TestSimulatorAndCheckpoints(t *testing.T) {
	for reason, use := range map[string]string{"without prefix": "workers.test.user-sim", "with prefix": "agents:workers.test.user-sim"} {
		t.Run(reason, func(t *testing.T) {
			user := says(`{"input": "Travel, $3500"}`, `{"input": "Yes"}`)
			agent := says("What type?", "Shall I?", "It is submitted.")
			res := play(t, withUser(agent, user), `{
				"id": "T002", "name": "Expense Submission Coverage", "mode": "dynamic", "input": "I want to submit an expense",
				"simulator": {"use": "`+use+`", "persona": "New employee", "goal": "Submit a $3500 travel expense",
					"options": {"connector": "gpt", "metadata": {"patience": "low"}}},
				"checkpoints": [
					{"id": "confirm", "description": "Agent confirms", "after": ["ask_type"], "assertion": {"type": "contains", "value": "submitted"}},
					{"id": "ask_type", "assert": {"type": "contains", "value": "type"}},
					{"id": "polite", "optional": true, "after": "ask_type", "assert": {"type": "contains", "value": "thank"}}
				],
				"max_turns": 10, "timeout": "2m"
			}`)
			wantStatus(t, res, agenttest.Passed, "")
			var sources []chat.InputSource
			for _, turn := range res.Turns {
				sources = append(sources, turn.InputSource)
			}
			if want := []chat.InputSource{chat.InputInitial, chat.InputSimulated, chat.InputSimulated}; !slices.Equal(sources, want) {
				t.Errorf("got the inputs %q, want %q", sources, want)
			}
			asked := user.asked[0].Options
			for key, want := range map[string]any{
				"persona": "New employee", "goal": "Submit a $3500 travel expense", "patience": "low", "test_id": "T002",
				"test_mode": "simulator", "max_turns": 10,
			} {
				if got := asked.Metadata[key]; got != want {
					t.Errorf("metadata %q: got %v, want %v", key, got, want)
				}
			}
			if asked.Connector != "gpt" {
				t.Errorf("got the connector %q, want gpt", asked.Connector)
			}
			cp := res.Checkpoints
			if len(cp) != 3 || cp[0].Description != "Agent confirms" || !cp[0].Reached || !cp[2].Optional || cp[2].Reached {
				t.Errorf("got the checkpoints %+v", cp)
			}
		})
	}
}

func TestPersonaAndGoalInTheMetadata(t *testing.T) {
	user := says(`{"goal_achieved": true}`)
	play(t, withUser(says("hi"), user), `{"id": "a", "input": "hi", "simulator": {"use": "workers.test.user-sim",
		"goal": "g", "options": {"metadata": {"persona": "p", "goal": "g"}}}}`)
	if got := user.asked[0].Options.Metadata; got["persona"] != "p" || got["goal"] != "g" {
		t.Errorf("got persona %v and goal %v, want p and g", got["persona"], got["goal"])
	}
}

func TestDynamicWithoutCheckpointsRunsUntilTheGoal(t *testing.T) {
	user := says(`{"input": "more"}`, `{"goal_achieved": true, "reasoning": "got it"}`)
	res := play(t, withUser(says("hi"), user), `{"id": "a", "simulator": {"use": "workers.test.user-sim"}}`)
	wantStatus(t, res, agenttest.Passed, "")
	if !res.GoalAchieved || len(res.Turns) != 1 {
		t.Errorf("got goal %v after %d turns, want it after one", res.GoalAchieved, len(res.Turns))
	}
}

func TestHybrid(t *testing.T) {
	user := says(`{"input": "Yes"}`, `{"goal_achieved": true}`)
	agent := says("ok")
	res := play(t, withUser(agent, user), `{"id": "a", "type": "multi_turn",
		"turns": [{"input": "Start expense report"}, {"input": "Travel expense, $500"}],
		"simulator": {"use": "agents:workers.test.user-sim", "goal": "Complete the expense submission"}}`)
	wantStatus(t, res, agenttest.Passed, "")
	if want := []string{"Start expense report", "Travel expense, $500", "Yes"}; !slices.Equal(agent.inputs(), want) {
		t.Errorf("got %q, want %q", agent.inputs(), want)
	}
}

func TestMaxTurns(t *testing.T) {
	for _, text := range []string{
		`{"id": "a", "simulator": {"use": "sim"}, "max_turns": 2}`,
		`{"id": "a", "simulator": {"use": "sim", "max_turns": 2}}`,
		`{"id": "a", "simulator": {"use": "sim", "max_turns": 2}, "max_turns": 2}`,
	} {
		res := play(t, registry(), text)
		wantStatus(t, res, agenttest.Failed, "max turns (2) exceeded: the simulator's goal is not achieved")
	}
}

func TestDefaultSimulator(t *testing.T) {
	for _, text := range []string{
		`{"id": "a", "mode": "dynamic", "input": "hi"}`,
		`{"id": "a", "input": "hi", "checkpoints": [{"id": "c", "assert": {"type": "contains", "value": "never"}}]}`,
		`{"id": "a", "input": "hi", "simulator": {"goal": "everything"}}`,
	} {
		for _, id := range []string{"workers.test.user-sim", "agents:workers.test.user-sim"} {
			user := says(`{"goal_achieved": true}`)
			cfg := withUser(says("hi"), user)
			cfg.Simulator = id
			play(t, cfg, text)
			if len(user.asked) != 1 {
				t.Errorf("%s with the default %s: the simulator was asked %d times, want once", text, id, len(user.asked))
			}
		}
	}
	t.Run("is a script, which gets no connector", func(t *testing.T) {
		cfg := registry()
		cfg.Simulator = "scripts:scripted-user"
		text := `{"id": "a", "simulator": {"options": {"connector": "gpt"}}}`
		_, err := suite.LoadReader(strings.NewReader(text), "a.jsonl", cfg)
		const want = `a.jsonl:1: simulator.options: a script is given "metadata" and nothing else, want no connector, mode, search or skip`
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	})
	t.Run("is not for static cases", func(t *testing.T) {
		user := says()
		cfg := withUser(says("hi"), user)
		cfg.Simulator = "workers.test.user-sim"
		wantStatus(t, play(t, cfg, `{"id": "a", "turns": [{"input": "hi"}]}`), agenttest.Passed, "")
		if len(user.asked) != 0 {
			t.Error("the simulator of the suite played in a static case")
		}
	})
	t.Run("gives way to the case's own", func(t *testing.T) {
		user := says(`{"goal_achieved": true}`)
		cfg := withUser(says("hi"), user)
		cfg.Simulator = "scripts:scripted-user"
		play(t, cfg, `{"id": "a", "input": "hi", "simulator": {"use": "workers.test.user-sim"}}`)
		if len(user.asked) != 1 {
			t.Errorf("the case's simulator was asked %d times, want once", len(user.asked))
		}
	})
}

func TestScriptedSimulator(t *testing.T) {
	var got map[string]any
	cfg := registry()
	cfg.Scripts.Simulators["tests.shy"] = suite.SimulatorFunc(func(_ context.Context, s *simulator.State, metadata map[string]any) (simulator.Move, error) {
		got = maps.Clone(metadata)
		if s.Turn == 1 {
			return simulator.Move{Input: "hello"}, nil
		}
		return simulator.Move{GoalAchieved: true}, nil
	})
	for _, text := range []string{
		`{"id": "a", "simulator": {"use": "scripts:tests.shy", "persona": "p", "goal": "g", "options": {"metadata": {"words": 3}}}}`,
		`{"id": "a", "mode": "dynamic", "simulator": {"use": "scripts:tests.shy", "options": {"metadata": {"words": 3, "persona": "p", "goal": "g"}}}}`,
	} {
		wantStatus(t, play(t, cfg, text), agenttest.Passed, "")
		if want := map[string]any{"persona": "p", "goal": "g", "words": 3.0}; !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

func TestAnySimulatorCanBeAScript(t *testing.T) {
	agent := says("ok")
	cfg := against(agent)
	cfg.Scripts.Simulators["tests.latte"] = simulator.Script("Latte please", "Medium")
	res := play(t, cfg, `{"id": "a", "input": "hi", "simulator": {"use": "scripts:tests.latte", "goal": "a latte"}}`)
	wantStatus(t, res, agenttest.Passed, "")
	if want := []string{"hi", "Latte please", "Medium"}; !slices.Equal(agent.inputs(), want) {
		t.Errorf("got %q, want %q", agent.inputs(), want)
	}
}

func TestSimulatorErrors(t *testing.T) {
	cfg := withUser(says("hi"), agenttest.Text(func(context.Context, string, string) (string, error) {
		return "", errors.New("503")
	}))
	const user = `"simulator": {"use": "workers.test.user-sim"}`
	wantStatus(t, play(t, cfg, `{"id": "a", `+user+`}`), agenttest.Errored, "simulator error: 503")
	wantStatus(t, play(t, cfg, `{"id": "a", "on_simulator_error": "error", `+user+`}`), agenttest.Errored, "simulator error: 503")
	wantStatus(t, play(t, cfg, `{"id": "a", "on_simulator_error": "fail", `+user+`}`), agenttest.Failed, "simulator error: 503")
	res := play(t, cfg, `{"id": "a", "on_simulator_error": "skip", `+user+`}`)
	if res.Status != agenttest.Skipped || res.SkipReason != "simulator error: 503" {
		t.Errorf("got %s (%s), want skipped with the error", res.Status, res.SkipReason)
	}
}

func TestUntilGoal(t *testing.T) {
	const text = `{"id": "a", "input": "hi", "simulator": {"use": "workers.test.user-sim"}, "until_goal": UNTIL,
		"checkpoints": [{"id": "c", "assert": {"type": "contains", "value": "hi"}}]}`
	for until, turns := range map[string]int{"false": 1, "true": 2} {
		user := says(`{"input": "more"}`, `{"goal_achieved": true}`)
		res := play(t, withUser(says("hi"), user), strings.Replace(text, "UNTIL", until, 1))
		wantStatus(t, res, agenttest.Passed, "")
		if len(res.Turns) != turns {
			t.Errorf("until_goal %s: got %d turns, want %d", until, len(res.Turns), turns)
		}
	}
}

func TestMissingCheckpoints(t *testing.T) {
	res := play(t, registry(), `{
		"id": "a", "simulator": {"use": "scripts:scripted-user"}, "max_turns": 1,
		"checkpoints": [
			{"id": "asks", "assert": {"type": "contains", "value": "go on"}},
			{"id": "submits",
			 "assert": {"type": "tool_called", "name": "submit"}}
		]
	}`)
	wantStatus(t, res, agenttest.Failed, "max turns (1) exceeded: missing checkpoints: submits")
	if at := res.Checkpoints[1].Source.String(); at != "cases.jsonl:5" {
		t.Errorf("got the checkpoint at %s, want cases.jsonl:5", at)
	}
}
