package simulator_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/simulator"
)

func TestScriptSaysItsLinesAndThenIsDone(t *testing.T) {
	s := simulator.Script("Hello", "Yes")
	state := after()
	for i, want := range []string{"Hello", "Yes"} {
		move := next(t, s, state)
		if last := i == 1; move.Input != want || move.GoalAchieved != last {
			t.Fatalf("got %+v, want %q and the goal achieved: %t", move, want, last)
		}
		state.Transcript.Append(turn(move.Input, chat.Reply("ok")))
	}
	for range 2 {
		if move := next(t, s, state); move.Input != "" || !move.GoalAchieved {
			t.Fatalf("after the last line: got %+v, want the goal achieved and nothing said", move)
		}
	}
}

// A move that a human replaced was made all the same: the script does not say it again.
func TestScriptCountsMovesThatAHumanReplaced(t *testing.T) {
	state := after()
	state.Moves = 1
	if move := next(t, simulator.Script("Travel", "Yes"), state); move.Input != "Yes" {
		t.Errorf("got %+v, want the second line", move)
	}
}

// In a hybrid case, and beside a human, only what the script said itself moves it on.
func TestScriptCountsOnlyItsOwnTurns(t *testing.T) {
	opening, human := turn("I want to submit an expense", chat.Reply("Which type?")), turn("Wait", chat.Reply("ok"))
	opening.InputSource, human.InputSource = chat.InputStatic, chat.InputHuman
	if move := next(t, simulator.Script("Travel", "Yes"), after(opening, turn("Travel", chat.Reply("Confirm?")), human)); move.Input != "Yes" {
		t.Errorf("got %+v, want the second line", move)
	}
}

func TestAScriptCanBeSharedByConversations(t *testing.T) {
	s := simulator.Script("one", "two", "three")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			state, said := after(), ""
			for {
				move, err := s.Next(t.Context(), state)
				if err != nil {
					t.Error(err)
					return
				}
				said += move.Input + " "
				if move.GoalAchieved {
					break
				}
				state.Transcript.Append(turn(move.Input, chat.Reply("ok")))
			}
			if said != "one two three " {
				t.Errorf("said %q", said)
			}
		})
	}
	all.Wait()
}

func TestAScriptKeepsItsOwnLines(t *testing.T) {
	lines := []string{"Hello"}
	s := simulator.Script(lines...)
	lines[0] = "changed"
	if move := next(t, s, after()); move.Input != "Hello" {
		t.Errorf("got %q: the script kept the caller's slice", move.Input)
	}
}

func TestFuncSeesTheState(t *testing.T) {
	state := after(turn("Hello", chat.Reply("Which size?")))
	s := simulator.Func(func(_ context.Context, s *simulator.State) (simulator.Move, error) {
		return simulator.Move{Input: fmt.Sprintf("%s: large, in turn %d of %d", s.Transcript.Last().Text(), s.Turn, s.MaxTurns)}, nil
	})
	if got, want := next(t, s, state).Input, "Which size?: large, in turn 2 of 10"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	broken := simulator.Func(func(context.Context, *simulator.State) (simulator.Move, error) {
		return simulator.Move{}, errors.New("boom")
	})
	if _, err := broken.Next(t.Context(), state); err == nil || err.Error() != "boom" {
		t.Errorf("got %v, want the function's own error", err)
	}
}

// A transcript is not needed to ask for the first move by hand.
func TestANilTranscriptIsAConversationWithoutTurns(t *testing.T) {
	for _, s := range []simulator.Simulator{simulator.Script("Hello"), simulator.Agent(says("Hello"), simulator.Goal("greet"))} {
		if move := next(t, s, &simulator.State{Turn: 1}); move.Input != "Hello" {
			t.Errorf("%v: got %+v", s, move)
		}
	}
}

// What is built wrongly says so before anything runs, and again when it runs all the same.
func TestMistakesInHowASimulatorIsBuilt(t *testing.T) {
	for _, tc := range []struct {
		reason string
		given  simulator.Simulator
		want   string
	}{
		{"a script must say something", simulator.Script(),
			`simulator.Script has no lines; write what the user says: simulator.Script("Hello", "Yes")`},
		{"an empty line would be an empty message", simulator.Script("Hello", " \n"),
			`line 2 of simulator.Script is empty; write what the user says, or remove it`},
		{"nothing can be called", simulator.Func(nil), `simulator.Func is nil; pass a function`},
		{"nobody can be asked", simulator.Agent(nil), `simulator.Agent has no model; pass an agent that plays the user`},
		{"a mistyped placeholder would reach the model as it is", simulator.Agent(says("x"), simulator.Prompt("You are {{persna}}.")),
			`simulator.Prompt: unknown placeholder "{{persna}}" (did you mean "persona"?); known are conversation, goal, last_response, max_turns, persona, session_id, test_id, turn_number, keys of the metadata and {{variables.NAME}}`},
		{"so would that of another template language", simulator.Agent(says("x"), simulator.Prompt("{{ .Goal }}")),
			`simulator.Prompt: unknown placeholder "{{ .Goal }}" (did you mean "goal"?); known are conversation, goal, last_response, max_turns, persona, session_id, test_id, turn_number, keys of the metadata and {{variables.NAME}}`},
		{"a human cannot answer in no time", simulator.Human(simulator.Timeout(-1)),
			`simulator.Timeout(-1ns): a human needs time to answer; want a positive duration, or leave it out for 5m`},
	} {
		t.Run(tc.reason, func(t *testing.T) {
			err := tc.given.(chat.Validator).Validate()
			if err == nil || err.Error() != tc.want {
				t.Errorf("Validate: got %v\nwant %s", err, tc.want)
			}
			if _, err := tc.given.Next(t.Context(), after()); err == nil || err.Error() != tc.want {
				t.Errorf("Next: got %v\nwant %s", err, tc.want)
			}
		})
	}
	for _, s := range []simulator.Simulator{
		simulator.Script("Hello"), simulator.Func(func(context.Context, *simulator.State) (simulator.Move, error) { return simulator.Move{}, nil }),
		simulator.Agent(says()), simulator.Human(),
	} {
		if err := s.(chat.Validator).Validate(); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
}

func TestSimulatorsNameThemselves(t *testing.T) {
	for want, s := range map[string]simulator.Simulator{
		"script of 1 line":     simulator.Script("a"),
		"script of 2 lines":    simulator.Script("a", "b"),
		"func":                 simulator.Func(nil),
		"human":                simulator.Human(),
		"agent":                simulator.Agent(says()),
		"agent (New employee)": simulator.Agent(says(), simulator.Persona("New employee")),
		`agent (a\n\x1b[31mb)`: simulator.Agent(says(), simulator.Metadata(map[string]any{"persona": "a\n\x1b[31mb"})),
	} {
		if got := fmt.Sprint(s); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
