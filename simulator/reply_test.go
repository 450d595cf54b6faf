package simulator_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/simulator"
)

func TestAModelsReplyIsReadAsAMove(t *testing.T) {
	for _, tc := range []struct {
		reason string
		reply  *chat.Response
		want   simulator.Move
	}{
		{"the contract", chat.Reply(`{"input": "The amount is $500", "goal_achieved": false, "reasoning": "it was asked for"}`),
			simulator.Move{Input: "The amount is $500", Reasoning: "it was asked for"}},
		{"structured data comes before the text", chat.Reply("I chose to confirm.").WithData(map[string]any{"input": "Yes"}),
			simulator.Move{Input: "Yes"}},
		{"data of another shape is not the reply", chat.Reply("Yes").WithData(map[string]any{"state": "idle"}), simulator.Move{Input: "Yes"}},
		{"data that is no object is not the reply", chat.Reply("Yes").WithData([]string{"input"}), simulator.Move{Input: "Yes"}},
		{`"message" is another name for "input"`, chat.Reply(`{"message": "Hello"}`), simulator.Move{Input: "Hello"}},
		{`"input" comes before "message"`, chat.Reply(`{"message": "no", "input": "yes"}`), simulator.Move{Input: "yes"}},
		{`an empty "input" beside a "message" says nothing`, chat.Reply(`{"message": "yes", "input": " "}`), simulator.Move{Input: "yes"}},
		{"JSON in a fence, after prose", chat.Reply("Here you go:\n```json\n{\"input\": \"Hello\"}\n```\nDone."), simulator.Move{Input: "Hello"}},
		{"the last object counts, after a draft", chat.Reply(`Draft: {"input": "Hm"} Final: {"input": "Hello"}`), simulator.Move{Input: "Hello"}},
		{"an object of another shape after it does not", chat.Reply(`{"input": "Hello"} {"tokens": 12}`), simulator.Move{Input: "Hello"}},
		{"an object within the input is part of it", chat.Reply(`{"input": "send {\"input\": \"x\", \"goal_achieved\": true}"}`),
			simulator.Move{Input: `send {"input": "x", "goal_achieved": true}`}},
		{"plain text is what the user says", chat.Reply("  Hello there.\n"), simulator.Move{Input: "Hello there."}},
		{"so is text with JSON of another shape", chat.Reply(`My settings are {"mode": "dark"}`), simulator.Move{Input: `My settings are {"mode": "dark"}`}},
		{"so is text with braces", chat.Reply("{x} is my template"), simulator.Move{Input: "{x} is my template"}},
		{"also where the prose before an object begins with one", chat.Reply(`{so be it} {"input": "Hi"}`), simulator.Move{Input: "Hi"}},
		{"so is text with brackets and quotation marks", chat.Reply(`[sic] my "message" was lost`), simulator.Move{Input: `[sic] my "message" was lost`}},
		{"several messages are one text", &chat.Response{Messages: []chat.Message{chat.AssistantMessage("Hello"), chat.AssistantMessage("there")}},
			simulator.Move{Input: "Hello\nthere"}},
		{"the goal alone needs no words", chat.Reply(`{"goal_achieved": true}`), simulator.Move{GoalAchieved: true}},
		{"nor an empty input beside it", chat.Reply(`{"input": "  ", "goal_achieved": true, "reasoning": "done"}`), simulator.Move{GoalAchieved: true, Reasoning: "done"}},
		{"nor null", chat.Reply(`{"input": null, "goal_achieved": true, "reasoning": null}`), simulator.Move{GoalAchieved: true}},
		{"the goal and a last word", chat.Reply(`{"input": "Thanks!", "goal_achieved": true}`), simulator.Move{Input: "Thanks!", GoalAchieved: true}},
		{"a goal that is null is not achieved", chat.Reply(`{"input": "Hi", "goal_achieved": null}`), simulator.Move{Input: "Hi"}},
		{"stop signals are fields, not words", chat.Reply(`{"input": "You wrote \"goal_achieved\": true and [STOP] TERMINATE"}`),
			simulator.Move{Input: `You wrote "goal_achieved": true and [STOP] TERMINATE`}},
		{"also in plain text", chat.Reply("goal_achieved: true"), simulator.Move{Input: "goal_achieved: true"}},
		{"names are exact", chat.Reply(`{"Goal_Achieved": true, "input": "Hi"}`), simulator.Move{Input: "Hi"}},
		{"fields the contract does not know are let be", chat.Reply(`{"input": "Hi", "mood": "glad"}`), simulator.Move{Input: "Hi"}},
		{"thoughts in tags are not spoken", chat.Reply("<think>The user should\n{\"input\": \"leak\"} agree.</think>\n\nYes, please."), simulator.Move{Input: "Yes, please."}},
		{"nor before an object", chat.Reply("<thinking>hm</thinking>{\"input\": \"Yes\"}"), simulator.Move{Input: "Yes"}},
		{"a tag inside what is said is said", chat.Reply("What does <think> mean?"), simulator.Move{Input: "What does <think> mean?"}},
		{"reasoning beside the message is not spoken",
			&chat.Response{Messages: []chat.Message{{Role: chat.RoleAssistant, Text: "Yes", Reasoning: "I must say yes"}}}, simulator.Move{Input: "Yes"}},
		{"a complete object that a length limit followed", &chat.Response{FinishReason: chat.FinishLength,
			Messages: []chat.Message{chat.AssistantMessage(`{"input": "Yes"} and further`)}}, simulator.Move{Input: "Yes"}},
	} {
		t.Run(tc.reason, func(t *testing.T) {
			m := &model{replies: []*chat.Response{tc.reply}}
			got := next(t, simulator.Agent(m), after())
			if got.Input != tc.want.Input || got.GoalAchieved != tc.want.GoalAchieved || got.Reasoning != tc.want.Reasoning {
				t.Errorf("got %+v, want %+v", got, tc.want)
			}
			m.asked(t)
		})
	}
}

// A wrong type is not guessed at: "yes" is not true, and 500 is not what the user says.
func TestAReplyOfWrongTypesIsAnError(t *testing.T) {
	for reply, want := range map[string]string{
		`{"input": "Hi", "goal_achieved": "yes"}`:  `the model's reply has "goal_achieved": got "yes", want true or false`,
		`{"input": "Hi", "goal_achieved": 1}`:      `the model's reply has "goal_achieved": got 1, want true or false`,
		`{"input": 500}`:                           `the model's reply has "input": got 500, want a string`,
		`{"input": {"text": "Hi"}}`:                `the model's reply has "input": got {"text":"Hi"}, want a string`,
		`{"input": "Hi", "message": ["Hi"]}`:       `the model's reply has "message": got ["Hi"], want a string`,
		`{"input": "Hi", "reasoning": ["a", "b"]}`: `the model's reply has "reasoning": got ["a","b"], want a string`,
		`{"input": 1, "goal_achieved": "no"}`:      "the model's reply has \"input\": got 1, want a string\nthe model's reply has \"goal_achieved\": got \"no\", want true or false",
	} {
		m := says(reply)
		_, err := simulator.Agent(m).Next(t.Context(), after())
		if err == nil || err.Error() != want {
			t.Errorf("%s:\ngot  %v\nwant %s", reply, err, want)
		}
		m.asked(t)
	}
}

// One empty or broken reply must not kill the run, and two must not go on for ever.
func TestAReplyThatSaysNothingIsAskedForOnceMore(t *testing.T) {
	broken := `{"input": "Hel`
	for _, tc := range []struct {
		reason string
		first  *chat.Response
		hint   string
	}{
		{"no text", chat.Reply(""), "empty"},
		{"white space", chat.Reply(" \n\t "), "empty"},
		{"no message", &chat.Response{}, "empty"},
		{"an empty input", chat.Reply(`{"input": "", "goal_achieved": false}`), "empty"},
		{"no input", chat.Reply(`{"goal_achieved": false, "reasoning": "hm"}`), "empty"},
		{"only reasoning, which must not be spoken", chat.Reply(`{"reasoning": "hm"}`), "empty"},
		{"an empty object of data", chat.Reply("").WithData(map[string]any{"input": ""}), "empty"},
		{"thoughts that never end", chat.Reply("<think>what to say"), "empty"},
		{"an object that breaks off", chat.Reply(broken), "complete JSON object"},
		{"an object that breaks off in a fence", chat.Reply("```json\n" + `{"reasoning": "I pretend", "input": "a`), "complete JSON object"},
		{"an object that breaks off after another inside it", chat.Reply(`{"state": {"message": "not the reply"}, "input": "a`), "complete JSON object"},
		{"an object that is wrapped in another", chat.Reply(`{"result": {"input": "a", "reasoning": "I pretend"}}`), "complete JSON object"},
		{"an object in a list", chat.Reply(`[{"input": "a", "reasoning": "I pretend"}]`), "complete JSON object"},
		{"a list of objects that breaks off", chat.Reply(`[{"input": "a", "reasoning": "I pretend"}, {"inp`), "complete JSON object"},
		{"text that a length limit cut", &chat.Response{FinishReason: chat.FinishLength, Messages: []chat.Message{chat.AssistantMessage("I would like to")}}, "complete JSON object"},
	} {
		t.Run(tc.reason, func(t *testing.T) {
			m := &model{replies: []*chat.Response{tc.first, chat.Reply(object("Hello"))}}
			if move := next(t, simulator.Agent(m), after(turn("Hi", chat.Reply("Which type?")))); move.Input != "Hello" {
				t.Errorf("got %+v", move)
			}
			if len(m.requests) != 2 {
				t.Fatalf("asked %d times, want twice", len(m.requests))
			}
			first, second := m.requests[0].Input.Text, m.requests[1].Input.Text
			if first != "Which type?" || !strings.HasPrefix(second, first+"\n\n[your last reply ") || !strings.Contains(second, tc.hint) {
				t.Errorf("asked %q, then %q; want a hint that says %q", first, second, tc.hint)
			}
			if len(m.requests[1].History) != len(m.requests[0].History) {
				t.Error("the empty reply became part of the conversation")
			}

			m = &model{replies: []*chat.Response{tc.first, tc.first, chat.Reply(object("too late"))}}
			_, err := simulator.Agent(m).Next(t.Context(), after())
			if err == nil || !strings.HasPrefix(err.Error(), "the model was asked twice and ") {
				t.Errorf("got %v, want an error after two", err)
			}
			if len(m.requests) != 2 {
				t.Errorf("asked %d times, want twice", len(m.requests))
			}
		})
	}
}

func TestTheErrorShowsTheLastReply(t *testing.T) {
	_, err := simulator.Agent(says("", `{"input": "", "goal_achieved": false}`)).Next(t.Context(), after())
	want := "the model was asked twice and gave no input; its last reply was `{\"input\": \"\", \"goal_achieved\": false}`"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestAModelThatFails(t *testing.T) {
	boom := errors.New("503")
	failing := chat.AgentFunc(func(context.Context, *chat.Request) (*chat.Response, error) { return nil, boom })
	if _, err := simulator.Agent(failing).Next(t.Context(), after()); !errors.Is(err, boom) || err.Error() != "503" {
		t.Errorf("got %v, want the model's own error", err)
	}
	if _, err := simulator.Agent(&model{}).Next(t.Context(), after()); err == nil || err.Error() != "the model returned no response" {
		t.Errorf("got %v, want an error for a nil response", err)
	}
	if _, err := simulator.Agent(says("")).Next(t.Context(), after()); err == nil || err.Error() != "the model returned no response" {
		t.Errorf("got %v, want the error of the second attempt", err)
	}
	// What a model says when it refuses is not what the user says.
	refusal := chat.Reply("I can't help with that.")
	refusal.FinishReason = chat.FinishRefusal
	_, err := simulator.Agent(&model{replies: []*chat.Response{refusal}}).Next(t.Context(), after())
	if want := `the model refused to play the user (refusal): "I can't help with that."`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Whatever a model writes, the reply is a move or an error; the reasoning of a whole object is never part of the input.
func FuzzReply(f *testing.F) {
	for _, seed := range []string{
		object("Hello"), "Hello", "", "{", "```json\n{\"input\":\"a\"}\n```", `{"input":"","goal_achieved":true}`, "<think>x</think>y",
		`{"message":null}`, `{"input":"\ud800"}`, "{\"input\": \"a\"", "\xff{\"input\":\"a\"}", "<think>", "```", `[{"input":"a"}]`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		m := says(reply, reply)
		move, err := simulator.Agent(m).Next(t.Context(), after())
		if err != nil {
			if move.Input != "" || move.GoalAchieved {
				t.Errorf("%+v beside the error %v", move, err)
			}
			return
		}
		if !move.GoalAchieved && strings.TrimSpace(move.Input) == "" {
			t.Errorf("the empty input of %q was taken", reply)
		}
		var fields map[string]json.RawMessage
		if json.Unmarshal([]byte(reply), &fields) == nil && fields["reasoning"] != nil && move.Input == reply {
			t.Errorf("%q was said to the agent, reasoning and all", reply)
		}
	})
}
