package simulator_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/simulator"
	"pgregory.net/rapid"
)

// heard returns the conversation as the model gets it, without the instructions: "user: …" and "assistant: …".
func heard(t *testing.T, state *simulator.State) string {
	t.Helper()
	m := says(object("x"))
	next(t, simulator.Agent(m), state)
	var b strings.Builder
	for _, msg := range m.asked(t).Messages()[1:] {
		fmt.Fprintf(&b, "%s: %s\n", msg.Role, msg.Text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestRolesAreTurnedRound(t *testing.T) {
	ask := chat.Call("ask_user", map[string]any{"question": "Which city?"})
	answered := &chat.Turn{InputSource: chat.InputHuman, Response: chat.Reply("Booked."),
		Input: chat.Message{Role: chat.RoleUser, ToolResults: []chat.ToolResult{{Name: "ask_user", Content: chat.JSON("Rome")}}}}
	receipt := turn("Here it is", chat.Reply("Thanks"))
	receipt.Input.Attachments = []chat.Attachment{{Type: "image", Name: "receipt.jpg"}, {URI: "file://b.pdf"}, {Type: "audio"}, {}}
	waiting := after(turn("Hi", chat.Reply("Amount?")))
	waiting.Awaiting = chat.State{Awaiting: true, Hint: "a number"}

	for _, tc := range []struct {
		reason string
		state  *simulator.State
		want   string
	}{
		{"the model opens the conversation", after(),
			"user: [the conversation has not begun; write your first message]"},
		{"the user's words are the model's own, the agent's are said to it",
			after(turn("Hi", chat.Reply("Which type?")), turn("Travel", chat.Reply("Confirm?"))),
			"user: [the conversation has not begun; write your first message]\nassistant: Hi\nuser: Which type?\nassistant: Travel\nuser: Confirm?"},
		{"an agent that speaks first",
			after(turn("", chat.Reply("Welcome!")), turn("Hi", chat.Reply("Which type?"))),
			"user: Welcome!\nassistant: Hi\nuser: Which type?"},
		{"tools are told of and not turned round; messages of tools are not said by anybody",
			after(turn("Refund A-1", &chat.Response{Messages: []chat.Message{
				{Role: chat.RoleAssistant, Text: "Let me see.", ToolCalls: []chat.ToolCall{{ID: "1", Name: "lookup"}, {ID: "2", Name: "refund"}, {ID: "3", Name: "lookup"}}},
				{Role: chat.RoleTool, Text: "raw output", ToolResults: []chat.ToolResult{{CallID: "1", Content: chat.JSON("x")}, {CallID: "2", Content: chat.JSON("y"), IsError: true}, {CallID: "3"}}},
				{Role: chat.RoleAssistant, Text: "It failed."},
			}})),
			"user: [the conversation has not begun; write your first message]\nassistant: Refund A-1\n" +
				"user: [the assistant used tools: lookup (2 times), refund (failed)]\n\nLet me see.\nIt failed."},
		{"a turn of tools alone is not an empty turn",
			after(turn("Go", chat.Reply("").WithCalls(lookup("1").Returning(1), lookup("2").Failing("no"), lookup("3").Failing("no")))),
			"user: [the conversation has not begun; write your first message]\nassistant: Go\nuser: [the assistant used tools: lookup (3 times, 2 failed)]"},
		{"a pending call may be the question",
			after(turn("Book it", chat.Reply("").WithCalls(ask)), answered),
			"user: [the conversation has not begun; write your first message]\nassistant: Book it\n" +
				"user: [the assistant called ask_user({\"question\":\"Which city?\"}) and waits for the result]\n\n[you answered ask_user: \"Rome\"]\n\nBooked."},
		{"empty turns are dropped and neighbours merged",
			after(turn("Hi", chat.Reply("One")), turn(" ", chat.Reply("\n")), turn("", chat.Reply("Two"))),
			"user: [the conversation has not begun; write your first message]\nassistant: Hi\nuser: One\n\nTwo"},
		{"two messages of the user in a row are one",
			after(turn("Hi", chat.Reply("")), turn("Anybody?", chat.Reply("Yes"))),
			"user: [the conversation has not begun; write your first message]\nassistant: Hi\n\nAnybody?\nuser: Yes"},
		{"an agent that did not answer",
			after(turn("Hi", nil)),
			"user: [the conversation has not begun; write your first message]\nassistant: Hi\nuser: [the assistant did not say anything]"},
		{"nobody has said anything yet, for a turn",
			after(turn("", chat.Reply(""))), "user: [the assistant did not say anything]"},
		{"reasoning is nobody's words",
			after(turn("Hi", &chat.Response{Messages: []chat.Message{{Role: chat.RoleAssistant, Text: "Hello", Reasoning: "be nice"}}})),
			"user: [the conversation has not begun; write your first message]\nassistant: Hi\nuser: Hello"},
		{"attachments are told of", after(receipt),
			"user: [the conversation has not begun; write your first message]\nassistant: Here it is\n" +
				"user: [you attached receipt.jpg]\n\n[you attached file://b.pdf]\n\n[you attached audio]\n\n[you attached a file]\n\nThanks"},
		{"also the agent's",
			after(turn("Chart?", &chat.Response{Messages: []chat.Message{{Role: chat.RoleAssistant, Text: "Here", Attachments: []chat.Attachment{{Name: "c.png"}}}}})),
			"user: [the conversation has not begun; write your first message]\nassistant: Chart?\nuser: Here\n\n[the assistant attached c.png]"},
		{"the agent's hint is told", after(turn("Hi", chat.Reply("Amount?").Asking("e.g. $3500"))),
			"user: [the conversation has not begun; write your first message]\nassistant: Hi\nuser: Amount?\n\n[the assistant waits for: e.g. $3500]"},
		{"so is the one that detection found", waiting,
			"user: [the conversation has not begun; write your first message]\nassistant: Hi\nuser: Amount?\n\n[the assistant waits for: a number]"},
	} {
		t.Run(tc.reason, func(t *testing.T) {
			if got := heard(t, tc.state); got != tc.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, tc.want)
			}
		})
	}
}

// The reasoning that a simulator gave for an earlier move is kept in the turn for reports; it is not said again.
func TestEarlierReasoningIsNotRepeated(t *testing.T) {
	said := turn("Travel", chat.Reply("Confirm?"))
	said.Reasoning = "SECRET"
	if got := heard(t, after(said)); strings.Contains(got, "SECRET") {
		t.Errorf("got:\n%s", got)
	}
}

// Whatever was said by whom, the model gets roles that alternate and every word in the right mouth.
func TestTheFlipHoldsForAnyConversation(t *testing.T) {
	texts := rapid.SampledFrom([]string{"", " ", "a", "b\nc"})
	rapid.Check(t, func(t *rapid.T) {
		var turns []*chat.Turn
		for i := range rapid.IntRange(0, 6).Draw(t, "turns") {
			var response *chat.Response
			if rapid.IntRange(0, 4).Draw(t, "answered") > 0 {
				response = &chat.Response{}
				for range rapid.IntRange(0, 3).Draw(t, "messages") {
					msg := chat.Message{Role: rapid.SampledFrom([]chat.Role{chat.RoleAssistant, chat.RoleTool, chat.RoleSystem}).Draw(t, "role"), Reasoning: "SECRET"}
					text := texts.Draw(t, "says")
					switch {
					case msg.Role != chat.RoleAssistant:
						msg.Text = "SECRET"
					case strings.TrimSpace(text) != "":
						msg.Text = fmt.Sprintf("agent%d%s", i, text)
					}
					if msg.Role == chat.RoleAssistant && rapid.Bool().Draw(t, "calls") {
						msg.ToolCalls = []chat.ToolCall{chat.Call("tool", nil)}
					}
					response.Messages = append(response.Messages, msg)
				}
			}
			input := texts.Draw(t, "input")
			if strings.TrimSpace(input) != "" {
				input = fmt.Sprintf("user%d%s", i, input)
			}
			said := turn(input, response)
			said.Reasoning = "SECRET"
			turns = append(turns, said)
		}
		m := says(object("x"))
		if _, err := simulator.Agent(m).Next(t.Context(), after(turns...)); err != nil {
			t.Fatal(err)
		}
		messages := m.requests[0].Messages()
		if messages[0].Role != chat.RoleSystem {
			t.Fatalf("the first message is %s's", messages[0].Role)
		}
		for i, msg := range messages[1:] {
			want, other := chat.RoleUser, "user"
			if i%2 == 1 {
				want, other = chat.RoleAssistant, "agent"
			}
			if msg.Role != want {
				t.Fatalf("message %d is %s's, want %s's: %v", i+1, msg.Role, want, messages)
			}
			if strings.TrimSpace(msg.Text) == "" || strings.Contains(msg.Text, "SECRET") {
				t.Fatalf("message %d: %q", i+1, msg.Text)
			}
			for k := range turns {
				if strings.Contains(msg.Text, fmt.Sprintf("%s%d", other, k)) {
					t.Fatalf("message %d has the role %s and words of the %s: %q", i+1, msg.Role, other, msg.Text)
				}
			}
			if len(msg.ToolCalls)+len(msg.ToolResults) > 0 {
				t.Fatalf("message %d carries tool traffic", i+1)
			}
		}
		if last := messages[len(messages)-1]; last.Role != chat.RoleUser {
			t.Fatalf("the last message is %s's", last.Role)
		}
		all := ""
		for _, msg := range messages {
			all += msg.Text + "\n"
		}
		for _, said := range turns {
			if text := strings.TrimSpace(said.Input.Text); !strings.Contains(all, text) {
				t.Fatalf("%q was lost", text)
			}
		}
	})
}
