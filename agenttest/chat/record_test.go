package chat_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
)

// What the agent sends is its reply, however it calls itself: an assertion that something is not said must see it.
func TestTextOfAReply(t *testing.T) {
	for role, want := range map[chat.Role]string{
		chat.RoleAssistant: "secret", "": "secret", "model": "secret",
		chat.RoleTool: "", chat.RoleUser: "", chat.RoleSystem: "",
	} {
		r := chat.Response{Messages: []chat.Message{{Role: role, Text: "secret"}}}
		if got := r.Text(); got != want {
			t.Errorf("a message of role %q: got %q, want %q", role, got, want)
		}
	}
}

func TestTheFinalStateIsTheLastThatIsNotNull(t *testing.T) {
	tr := &chat.Transcript{}
	for _, data := range []string{`{"status":"submitted"}`, ` null `, ``} {
		tr.Append(&chat.Turn{Response: &chat.Response{Data: json.RawMessage(data)}})
	}
	if got := string(tr.View().Data()); got != `{"status":"submitted"}` {
		t.Errorf("got %s", got)
	}
	if got := string(tr.Turns[1].View().Data()); got != ` null ` {
		t.Errorf("of one turn: got %q, want its own", got)
	}
}

func TestResultsJoinTheirCalls(t *testing.T) {
	// A conversation is written as "a1" for a call of tool a with id 1, "=1:x" for a result x of the call with id 1,
	// "=:x" for one without, and "|" where the user speaks.
	for _, tt := range []struct{ messages, want, reason string }{
		{"a1 =1:x", "a=x", "by id"},
		{"a1 b2 =2:y =1:x", "a=x b=y", "whatever the order of results"},
		{"a b =:x =:y", "a=x b=y", "by order without ids"},
		{"a1 b =:y =1:x", "a=x b=y", "a result without an id is that of a call without one"},
		{"a1 a1 =1:x =1:y", "a=x a=y", "an id that two calls of a turn have, by order"},
		{"a1 =1:x =1:y", "a=x", "a second result changes nothing"},
		{"=1:x a1", "a", "nor does a result of no call"},
		{"a1 | =1:x b2", "a=x b", "a call that a later turn answers"},
		{"a1 | b1 =1:y", "a b=y", "an id that is used again in the next turn is the new call's"},
		{"a1 | b1 =1:y | =1:x", "a=x b=y", "and the old call can still be answered"},
		{"a1 | b1 c1 =1:y =1:z", "a b=y c=z", "by order in the new turn"},
	} {
		var parts []string
		for _, c := range (chat.View{Transcript: conversation(tt.messages)}).ToolCalls() {
			part := c.Name
			if c.Result != nil {
				part += "=" + string(c.Result.Content)
			}
			parts = append(parts, part)
		}
		if got := strings.Join(parts, " "); got != tt.want {
			t.Errorf("%s: %s: got %s, want %s", tt.reason, tt.messages, got, tt.want)
		}
	}
}

func conversation(messages string) *chat.Transcript {
	tr := &chat.Transcript{}
	for i, turn := range strings.Split(messages, "|") {
		r := &chat.Response{}
		for _, m := range strings.Fields(turn) {
			if result, ok := strings.CutPrefix(m, "="); ok {
				id, content, _ := strings.Cut(result, ":")
				r.Messages = append(r.Messages, chat.Message{Role: chat.RoleTool, ToolResults: []chat.ToolResult{{CallID: id, Content: json.RawMessage(content)}}})
			} else {
				r.Messages = append(r.Messages, chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{{Name: m[:1], ID: m[1:]}}})
			}
		}
		tr.Append(&chat.Turn{Input: chat.UserMessage(fmt.Sprint(i)), Response: r})
	}
	return tr
}
