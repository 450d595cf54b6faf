package chat_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
)

func assistant(calls ...chat.ToolCall) chat.Message {
	return chat.Message{Role: chat.RoleAssistant, ToolCalls: calls}
}

func results(rs ...chat.ToolResult) chat.Message {
	return chat.Message{Role: chat.RoleTool, ToolResults: rs}
}

// joined tells the calls with their results, "-" for none.
func joined(calls []chat.ToolCall) string {
	var words []string
	for _, c := range calls {
		r := "-"
		if c.Result != nil {
			r = string(c.Result.Content)
		}
		words = append(words, c.Name+"="+r)
	}
	return strings.Join(words, " ")
}

// A confirmation that the user gives in the next turn is the result of the call of the turn before.
func TestWholeConversationJoinsAnswersOfLaterTurns(t *testing.T) {
	tr := chat.NewTranscript(
		chat.UserMessage("pay"),
		assistant(chat.ToolCall{ID: "c", Name: "request_confirmation"}),
		chat.Message{Role: chat.RoleUser, ToolResults: []chat.ToolResult{{CallID: "c", Content: chat.JSON(true)}}},
		chat.AssistantMessage("paid"),
	)
	if got := joined(tr.View().ToolCalls()); got != "request_confirmation=true" {
		t.Errorf("got %s", got)
	}
	if got := joined(tr.Turns[0].ToolCalls()); got != "request_confirmation=-" {
		t.Errorf("the turn itself: got %s", got)
	}
}

func TestResponseText(t *testing.T) {
	r := chat.Response{Messages: []chat.Message{
		chat.AssistantMessage("one"), assistant(chat.ToolCall{Name: "a"}), results(chat.ToolResult{Content: chat.JSON("x")}),
		{Role: chat.RoleUser, Text: "not the agent's"}, chat.AssistantMessage("two"), chat.AssistantMessage("three"),
	}}
	if got := r.Text(); got != "one\ntwo\nthree" {
		t.Errorf("got %q", got)
	}
	var none *chat.Response
	if none.Text() != "" || none.ToolCalls() != nil || none.Pending() != nil {
		t.Error("a nil response says something")
	}
}

func TestReplyBuilders(t *testing.T) {
	r := chat.Reply("done").WithCalls(chat.Call("a", map[string]any{"n": 1}).Returning("ok")).WithData(map[string]int{"x": 1}).Asking("hint")
	if r.Text() != "done" || joined(r.ToolCalls()) != `a="ok"` || string(r.Data) != `{"x":1}` || r.Awaiting != chat.AwaitingYes || r.InputHint != "hint" {
		t.Errorf("got %+v", r)
	}
	if len(r.Messages) != 2 || r.Messages[0].ToolCalls == nil {
		t.Errorf("calls come before the words: %+v", r.Messages)
	}
	if r := chat.Reply("").WithCalls(chat.Call("a", nil)); len(r.Messages) != 1 {
		t.Errorf("an empty reply leaves no empty message: %+v", r.Messages)
	}
}

func TestInvalidJSONLosesNoRecord(t *testing.T) {
	call := chat.ToolCall{Name: "a", Args: json.RawMessage(`{"x": `), Result: &chat.ToolResult{Content: json.RawMessage("\xff")}}
	raw, err := json.Marshal(call)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"name":"a","args":"{\"x\": ","result":{"content":"\ufffd"}}`; string(raw) != want {
		t.Errorf("got %s, want %s", raw, want)
	}
}

func TestJSONPanicsForWhatIsNoData(t *testing.T) {
	defer func() {
		if text := fmt.Sprint(recover()); !strings.Contains(text, "func()") || !strings.Contains(text, "use maps") {
			t.Errorf("got %q", text)
		}
	}()
	chat.JSON(func() {})
}

func TestOptionsMerge(t *testing.T) {
	base := chat.Options{Connector: "a", Mode: "chat", Skip: map[string]bool{"history": true}, Metadata: map[string]any{
		"keep": 1, "deep": map[string]any{"x": 1, "y": 2}, "list": []any{1},
	}}
	over := chat.Options{Connector: "b", Skip: map[string]bool{"history": false, "trace": true}, Metadata: map[string]any{
		"deep": map[string]any{"y": 3}, "list": []any{2},
	}}
	before := fmt.Sprint(base, over)
	got := base.Merge(over)
	want := chat.Options{Connector: "b", Mode: "chat", Skip: map[string]bool{"history": false, "trace": true}, Metadata: map[string]any{
		"keep": 1, "deep": map[string]any{"x": 1, "y": 3}, "list": []any{2},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if fmt.Sprint(base, over) != before {
		t.Error("an operand was changed")
	}
	if empty := (chat.Options{}); !empty.IsZero() || !reflect.DeepEqual(base.Merge(empty), base) || !reflect.DeepEqual(empty.Merge(over), over) {
		t.Error("the zero options ask for something")
	}
}

func TestUnknownUsageIsNotZero(t *testing.T) {
	cost := 0.5
	known, priceless := &chat.Usage{InputTokens: 1, OutputTokens: 2, CostUSD: &cost}, &chat.Usage{InputTokens: 10}
	if known.Add(nil) != nil || (*chat.Usage)(nil).Add(known) != nil {
		t.Error("a sum with an unknown part is known")
	}
	if sum := known.Add(priceless); sum.TotalTokens() != 13 || sum.CostUSD != nil {
		t.Errorf("got %+v, want 13 tokens at an unknown cost", sum)
	}
	turn := func(u *chat.Usage) *chat.Turn { return &chat.Turn{Response: &chat.Response{Usage: u}} }
	if chat.TotalUsage([]*chat.Turn{turn(known), turn(nil)}) != nil || chat.TotalUsage(nil) != nil {
		t.Error("a conversation with an unknown turn has a known total")
	}
	if total := chat.TotalUsage([]*chat.Turn{turn(known), turn(known)}); *total.CostUSD != 1 || known.InputTokens != 1 {
		t.Errorf("got %+v", total)
	}
}

func TestFinishReasons(t *testing.T) {
	for word, want := range map[string]chat.FinishReason{
		"stop": "stop", "end_turn": "stop", "STOP": "stop", "MAX_TOKENS": "length", "tool_use": "tool_calls", "tool_call": "tool_calls",
		"tool-calls": "tool_calls", "SAFETY": "content_filter", "IMAGE_SAFETY": "content_filter", "refusal": "refusal", "input-required": "interrupted",
		"pause_turn": "paused", "MALFORMED_FUNCTION_CALL": "error", "never heard of": "", "": "",
	} {
		if got := chat.ParseFinishReason(word); got != want {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
}

func TestTranscriptOfMessages(t *testing.T) {
	tr := chat.NewTranscript(
		chat.Message{Role: chat.RoleSystem, Text: "be kind"},
		chat.AssistantMessage("Welcome"),
		chat.UserMessage("one"), assistant(chat.ToolCall{Name: "a"}), chat.AssistantMessage("1"),
		chat.UserMessage("two"),
	)
	var got []string
	for _, turn := range tr.Turns {
		got = append(got, fmt.Sprintf("%d:%s→%s", turn.Number, turn.Input.Text, turn.Text()))
	}
	if want := "1:→Welcome 2:one→1 3:two→"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestViews(t *testing.T) {
	tr := chat.NewTranscript(chat.UserMessage("one"), chat.AssistantMessage("1"), chat.UserMessage("two"), chat.AssistantMessage("2"))
	tr.Turns[0].Response.Data = chat.JSON("state")
	first := tr.Turns[0].View()
	if first.Whole() || first.Text() != "1" || first.Input() != "one" || len(first.Turns()) != 1 || len(first.Messages()) != 2 {
		t.Errorf("a turn shows more or less than itself and what was before it")
	}
	whole := tr.View()
	if !whole.Whole() || whole.Text() != "2" || whole.Input() != "two" || len(whole.Turns()) != 2 || string(whole.Data()) != `"state"` {
		t.Error("the whole conversation: the last reply, the last state")
	}
	if alone := chat.Reply("x").View(); alone.Text() != "x" || len(alone.Turns()) != 1 || alone.Variables() != nil || alone.TestID() != "" {
		t.Error("a response by itself")
	}
	if v := (chat.View{}); v.Text() != "" || v.ToolCalls() != nil || v.Usage() != nil || v.Messages() != nil || v.Duration() != 0 {
		t.Error("the empty view says something")
	}
}

func TestSourceIsTheCallersLine(t *testing.T) {
	here := func() chat.Source { return chat.Caller(0) }
	if got := here().String(); !strings.HasPrefix(got, "chat_test.go:") {
		t.Errorf("got %q", got)
	}
	if got := (chat.Source{File: "/a/b/cases.jsonl", Line: 7}).String(); got != "cases.jsonl:7" {
		t.Errorf("got %q", got)
	}
	if !(chat.Source{}).IsZero() || (chat.Source{}).String() != "" {
		t.Error("the zero source is somewhere")
	}
}

func TestVariables(t *testing.T) {
	given := map[string]any{"a": 1}
	v := chat.NewVariables(given)
	v.Set("b", 2)
	if _, ok := given["b"]; ok {
		t.Error("the caller's map was changed")
	}
	if b, ok := v.Get("b"); !ok || b != 2 || len(v.All()) != 2 {
		t.Errorf("got %v", v.All())
	}
	var none *chat.Variables
	if _, ok := none.Get("a"); ok || none.All() != nil {
		t.Error("nil variables hold something")
	}
}

func TestText(t *testing.T) {
	agent := chat.Text(func(_ context.Context, session, input string) (string, error) {
		if input == "" {
			return "", errors.New("nothing asked")
		}
		return session + ":" + input, nil
	})
	resp, err := agent.Respond(t.Context(), &chat.Request{SessionID: "s", Input: chat.UserMessage("hi")})
	if err != nil || resp.Text() != "s:hi" {
		t.Errorf("got %v, %v", resp, err)
	}
	if _, err := agent.Respond(t.Context(), &chat.Request{}); err == nil {
		t.Error("the error is lost")
	}
}

func ExampleNewTranscript() {
	tr := chat.NewTranscript(
		chat.UserMessage("Where is my order?"),
		chat.AssistantMessage("Which one?"),
	)
	fmt.Println(len(tr.Turns), tr.View().Text())
	// Output: 1 Which one?
}
