package simulator_test

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/simulator"
)

func lookup(id string) chat.ToolCall { return chat.Call("lookup", map[string]any{"id": id}) }

// What DESIGN's contract of helper calls promises to a platform's own simulator agent.
func TestTheModelIsToldAboutTheRun(t *testing.T) {
	m := says(object("Yes"))
	s := simulator.Agent(m, simulator.Persona("New employee"), simulator.Goal("Submit a $3500 expense"),
		simulator.Options(chat.Options{Connector: "openai-gpt4", Mode: "chat", Search: "off", Skip: map[string]bool{chat.SkipTrace: true, chat.SkipHistory: false}}),
		simulator.Metadata(map[string]any{"tone": "curt", "test_mode": "validator", "turn_number": 99, "persona": "Somebody else",
			"tool_results": map[string]any{"invented": 1}}))
	next(t, s, after(
		turn("Hi", chat.Reply("Found.").WithCalls(lookup("A-1").Returning(map[string]any{"id": 1}), lookup("A-2").Returning(map[string]any{"id": json.Number("9007199254740993")}))),
		turn("And now?", chat.Reply("Confirm?").WithCalls(chat.Call("pay", nil).Failing("no funds"), chat.Call("ask_user", nil))),
	))
	req := m.asked(t)
	want := map[string]any{
		"test_mode": "simulator", "test_id": "T001", "session_id": "s-1", "persona": "New employee", "goal": "Submit a $3500 expense",
		"turn_number": 3, "turn_count": 2, "max_turns": 10, "last_response": "Confirm?", "tone": "curt",
		"tool_results": map[string]any{"lookup": map[string]any{"id": json.Number("9007199254740993")}, "pay": "no funds"},
	}
	if got := req.Options.Metadata; !reflect.DeepEqual(got, want) {
		t.Errorf("metadata:\ngot  %v\nwant %v", got, want)
	}
	if o := req.Options; o.Connector != "openai-gpt4" || o.Mode != "chat" || o.Search != "off" {
		t.Errorf("options are not passed through: %+v", o)
	}
	if want := map[string]bool{chat.SkipHistory: true, chat.SkipTrace: true}; !maps.Equal(req.Options.Skip, want) {
		t.Errorf("skip: got %v, want %v", req.Options.Skip, want)
	}
	if req.Turn != 3 || req.SessionID == "" || req.SessionID == "s-1" {
		t.Errorf("turn %d in session %q; want turn 3 in a session of the simulator's own", req.Turn, req.SessionID)
	}
}

func TestPersonaAndGoalMayComeFromTheMetadata(t *testing.T) {
	m := says("Hi", "Hi")
	own := map[string]any{"name": "Ann"}
	s := simulator.Agent(m, simulator.Metadata(map[string]any{"persona": own, "goal": "Order a latte"}))
	next(t, s, after())
	req := m.asked(t)
	if md := req.Options.Metadata; !reflect.DeepEqual(md["persona"], own) || md["goal"] != "Order a latte" {
		t.Errorf("metadata: got %v, want persona and goal as they were given", md)
	}
	for _, want := range []string{`Who you are: {"name":"Ann"}`, "What you want: Order a latte"} {
		if system := req.History[0].Text; !strings.Contains(system, want) {
			t.Errorf("the instructions do not say %q:\n%s", want, system)
		}
	}
	next(t, simulator.Agent(m), after())
	if md := m.requests[1].Options.Metadata; md["persona"] != "" || md["goal"] != "" {
		t.Errorf("metadata: got %v, want an empty persona and goal", md)
	}
}

// Options given to the builder are not changed by it, and later changes to them do not reach a run.
func TestOptionsAreCopied(t *testing.T) {
	m := says("Hi")
	skip, metadata := map[string]bool{}, map[string]any{"tone": "curt"}
	s := simulator.Agent(m, simulator.Options(chat.Options{Skip: skip, Metadata: metadata}))
	metadata["tone"] = "changed"
	next(t, s, after())
	if got := m.asked(t).Options.Metadata["tone"]; got != "curt" {
		t.Errorf("tone: got %v, want what was given", got)
	}
	if len(skip) != 0 || len(metadata) != 1 {
		t.Errorf("the caller's maps were changed: %v, %v", skip, metadata)
	}
}

// What one conversation's model does to its request must not reach another's.
func TestRequestsShareNothing(t *testing.T) {
	m := says("a", "b")
	s := simulator.Agent(m, simulator.Goal("x"))
	state := after(turn("Hi", chat.Reply("Hello")))
	next(t, s, state)
	first := m.requests[0]
	first.Options.Metadata["test_mode"] = "changed"
	first.Options.Skip[chat.SkipHistory] = false
	first.History[0].Text = "changed"
	next(t, s, state)
	if second := m.requests[1]; second.Options.Metadata["test_mode"] != "simulator" || !second.Options.Skip[chat.SkipHistory] || second.History[0].Text == "changed" {
		t.Errorf("the second request carries what was done to the first: %+v", second)
	}
}

func TestAnAgentCanBeSharedByConversations(t *testing.T) {
	s := simulator.Agent(chat.Text(func(_ context.Context, session, input string) (string, error) { return session + " " + input, nil }), simulator.Goal("x"))
	var all sync.WaitGroup
	for _, id := range []string{"a", "b", "c", "d"} {
		all.Go(func() {
			state := after(turn("Hi", chat.Reply("reply to "+id)))
			state.SessionID = id
			for range 20 {
				if move, err := s.Next(t.Context(), state); err != nil || move.Input != id+"-simulator reply to "+id {
					t.Errorf("got %+v, %v", move, err)
				}
			}
		})
	}
	all.Wait()
}

func TestThePrompt(t *testing.T) {
	state := after(turn("Hi", chat.Reply("Which {{goal}}?").WithCalls(lookup("A-1").Returning(1))))
	state.Transcript.Variables = chat.NewVariables(map[string]any{"order": map[string]any{"id": 7}, "name": "Ann"})
	m := says("a", "b")
	s := simulator.Agent(m, simulator.Persona("{{goal}}"), simulator.Goal("tea"), simulator.Metadata(map[string]any{"tone": "curt"}),
		simulator.Prompt(`{{persona}}|{{ goal }}|{{tone}}|{{turn_number}}/{{max_turns}}|{{last_response}}|{{variables.name}}|{{variables.order}}|{"a":{"b":{}}}|{{conversation}}`))
	next(t, s, state)
	system := m.requests[0].History[0]
	want := `{{goal}}|tea|curt|2/10|Which {{goal}}?|Ann|{"id":7}|{"a":{"b":{}}}|User: Hi
[the assistant used tools: lookup]
Assistant: Which {{goal}}?`
	got, contract, _ := strings.Cut(system.Text, "\n\nReply with one JSON object")
	if system.Role != chat.RoleSystem || got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	for _, field := range []string{`"input"`, `"goal_achieved"`, `"reasoning"`} {
		if !strings.Contains(contract, field) {
			t.Errorf("the contract after a prompt of one's own does not name %s", field)
		}
	}

	for reason, state := range map[string]*simulator.State{"no such variable": after(), "no transcript": {Turn: 1}} {
		_, err := simulator.Agent(says("x"), simulator.Prompt("Call me {{variables.name}}.")).Next(t.Context(), state)
		if want := "simulator.Prompt: {{variables.name}}: the variable is not set"; err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", reason, err, want)
		}
	}
}

// The built-in instructions are the same in every turn, so that a provider's cache of the prompt holds.
func TestTheBuiltInPromptDoesNotChange(t *testing.T) {
	m := says("a", "b")
	s := simulator.Agent(m, simulator.Persona("New employee"), simulator.Goal("Submit an expense"))
	first := after()
	next(t, s, first)
	next(t, s, after(turn("a", chat.Reply("Which type?"))))
	one, two := m.requests[0], m.requests[1]
	if one.History[0].Text != two.History[0].Text {
		t.Error("the instructions changed from turn to turn")
	}
	if one.Input.Text != two.History[1].Text {
		t.Errorf("the conversation began with %q when the model was first asked, and with %q afterwards", one.Input.Text, two.History[1].Text)
	}
	for _, want := range []string{"Who you are: New employee", "What you want: Submit an expense", "you are not the\nassistant", `"goal_achieved"`} {
		if !strings.Contains(one.History[0].Text, want) {
			t.Errorf("the instructions do not say %q", want)
		}
	}
	if strings.Contains(one.History[0].Text, "{{") {
		t.Errorf("a placeholder was left:\n%s", one.History[0].Text)
	}
}
