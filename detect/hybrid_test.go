package detect_test

import (
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/detect"
)

func TestPriorities(t *testing.T) {
	reply := func(text string, changes ...func(*chat.Response)) *chat.Response {
		r := chat.Reply(text)
		for _, change := range changes {
			change(r)
		}
		return r
	}
	asking := func(r *chat.Response) { r.Asking("Enter the amount") }
	done := func(r *chat.Response) { r.Completed() }
	finish := func(reason chat.FinishReason) func(*chat.Response) {
		return func(r *chat.Response) { r.FinishReason = reason }
	}
	calls := func(name string) func(*chat.Response) {
		return func(r *chat.Response) { r.WithCalls(chat.Call(name, map[string]any{"question": "Really?"})) }
	}
	const question, statement = "Which account?", "It is done."
	tests := []struct {
		reason   string
		response *chat.Response
		want     chat.State
	}{
		{"no response has no state", nil, chat.State{}},
		{"an empty response waits for nothing", &chat.Response{}, chat.State{Reason: "completed"}},
		{"a statement waits for nothing", reply(statement), chat.State{Reason: "completed"}},
		{"a question waits", reply(question), chat.State{Awaiting: true, Reason: "content_is_question", Hint: question}},
		{
			"a declaration is believed, with its hint", reply(statement, asking),
			chat.State{Awaiting: true, Declared: true, Reason: "agent_declared", Hint: "Enter the amount"},
		},
		{
			"a declaration goes before a tool", reply(statement, calls("ask_user"), asking),
			chat.State{Awaiting: true, Declared: true, Reason: "agent_declared", Hint: "Enter the amount"},
		},
		{
			"a declaration of completion goes before everything", reply(question, calls("ask_user"), finish(chat.FinishInterrupted), done),
			chat.State{Declared: true, Reason: "completed"},
		},
		{
			"a tool that asks the user goes before the finish reason", reply("", calls("ask_user"), finish(chat.FinishToolCalls)),
			chat.State{Awaiting: true, Declared: true, Reason: "tool_requires_confirmation", Hint: "Really?"},
		},
		{
			"a tool goes before the text", reply(question, calls("request_confirmation")),
			chat.State{Awaiting: true, Declared: true, Reason: "tool_requires_confirmation", Hint: "Really?"},
		},
		{"another tool does not ask the user", reply(statement, calls("create_expense")), chat.State{Reason: "completed"}},
		{
			"the text counts beside another tool", reply(question, calls("create_expense")),
			chat.State{Awaiting: true, Reason: "content_is_question", Hint: question},
		},
		{
			"an interruption is a framework's word", reply(statement, finish(chat.FinishInterrupted)),
			chat.State{Awaiting: true, Declared: true, Reason: "finish_reason_interrupted"},
		},
		{"a reply cut off does not wait, whatever it says", reply(question, finish(chat.FinishLength)), chat.State{Reason: "finish_reason_length"}},
		{"an agent about to run tools does not wait", reply(question, finish(chat.FinishToolCalls)), chat.State{Reason: "finish_reason_tool_calls"}},
		{"a filtered reply does not wait", reply(question, finish(chat.FinishContentFilter)), chat.State{Reason: "finish_reason_content_filter"}},
		{"an agent that goes on by itself does not wait", reply(question, finish(chat.FinishPaused)), chat.State{Reason: "finish_reason_paused"}},
		{"a failed reply does not wait", reply(question, finish(chat.FinishError)), chat.State{Reason: "finish_reason_error"}},
		{
			"a normal stop leaves it to the text", reply(question, finish(chat.FinishStop)),
			chat.State{Awaiting: true, Reason: "content_is_question", Hint: question},
		},
		{
			"a refusal leaves it to the text", reply("I can't do that. Shall I ask a colleague?", finish(chat.FinishRefusal)),
			chat.State{Awaiting: true, Reason: "content_is_question", Hint: "Shall I ask a colleague?"},
		},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			if got := detect.Hybrid().Detect(test.response); got != test.want {
				t.Errorf("\ngot  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

// Each detector looks at its own sign only.
func TestDetectorsAlone(t *testing.T) {
	everything := func() *chat.Response {
		r := chat.Reply("Which account?").WithCalls(chat.Call("ask_user", nil)).Asking("the account")
		r.FinishReason = chat.FinishInterrupted
		return r
	}
	tests := []struct {
		name     string
		detector chat.Detector
		want     chat.State
	}{
		{"Declared", detect.Declared(), chat.State{Awaiting: true, Declared: true, Reason: "agent_declared", Hint: "the account"}},
		{"Tools", detect.Tools(), chat.State{Awaiting: true, Declared: true, Reason: "tool_requires_confirmation", Hint: "the account"}},
		{"FinishReason", detect.FinishReason(), chat.State{Awaiting: true, Declared: true, Reason: "finish_reason_interrupted", Hint: "the account"}},
		{"Question", detect.Question(), chat.State{Awaiting: true, Reason: "content_is_question", Hint: "Which account?"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.detector.Detect(everything()); got != test.want {
				t.Errorf("\ngot  %+v\nwant %+v", got, test.want)
			}
			if got, want := test.detector.Detect(chat.Reply("It is done.")), (chat.State{Reason: "completed"}); got != want {
				t.Errorf("of a plain statement:\ngot  %+v\nwant %+v", got, want)
			}
			if got := test.detector.Detect(nil); got != (chat.State{}) {
				t.Errorf("of no response:\ngot  %+v\nwant the zero state", got)
			}
		})
	}
}

func TestToolNames(t *testing.T) {
	d := detect.Tools("choose_seat", "pick")
	tests := []struct {
		tool   string
		want   bool
		reason string
	}{
		{"request_confirmation", true, "one of the usual tools"},
		{"ask_user", true, "one of the usual tools"},
		{"get_user_input", true, "one of the usual tools"},
		{"choose_seat", true, "the user's own"},
		{"hr__ask_user", true, "a namespace as MCP clients write it"},
		{"hr.ask_user", true, "a namespace with a dot"},
		{"agents/hr/choose_seat", true, "a namespace with slashes"},
		{"ask_username", false, "a name is no prefix"},
		{"task_user", false, "a name is no suffix"},
		{"hr_ask_user", false, "one underscore is part of a name"},
		{"toothpick", false, "a name is no suffix"},
		{"Ask_User", false, "names differ by case"},
		{"", false, "no name"},
	}
	for _, test := range tests {
		if got := d.Asks(test.tool); got != test.want {
			t.Errorf("%s: Asks(%q): got %t, want %t", test.reason, test.tool, got, test.want)
		}
		r := (&chat.Response{}).WithCalls(chat.Call(test.tool, nil))
		if got := d.Detect(r).Awaiting; got != test.want {
			t.Errorf("%s: a call of %q: awaiting: got %t, want %t", test.reason, test.tool, got, test.want)
		}
	}
}

func TestCallsWithResults(t *testing.T) {
	call := chat.ToolCall{ID: "c1", Name: "ask_user"}
	result := chat.Message{Role: chat.RoleTool, ToolResults: []chat.ToolResult{{CallID: "c1", Content: chat.JSON("yes")}}}
	use := chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{call}}
	tests := []struct {
		reason   string
		response *chat.Response
		want     bool
	}{
		{"no result", &chat.Response{Messages: []chat.Message{use}}, true},
		{"a result in the call", (&chat.Response{}).WithCalls(call.Returning("yes")), false},
		{"an error is a result too", (&chat.Response{}).WithCalls(call.Failing("nobody there")), false},
		{"a result in a message", &chat.Response{Messages: []chat.Message{use, result}}, false},
		{"one of two calls waits", (&chat.Response{}).WithCalls(call.Returning("yes"), chat.Call("ask_user", nil)), true},
	}
	for _, test := range tests {
		if got := detect.Tools().Detect(test.response).Awaiting; got != test.want {
			t.Errorf("%s: awaiting: got %t, want %t", test.reason, got, test.want)
		}
	}
}

// The hint of a call is the question in its arguments, which may be missing or broken.
func TestToolHint(t *testing.T) {
	tests := []struct{ args, want string }{
		{`{"question":"Which seat?","message":"m"}`, "Which seat?"},
		{`{"prompt":"Which seat?"}`, "Which seat?"},
		{`{"question":"","message":"Which seat?"}`, "Which seat?"},
		{`{"question":7,"text":"Which seat?"}`, "Which seat?"},
		{`{"seats":3}`, ""},
		{`["Which seat?"]`, ""},
		{`{"question":`, ""},
		{``, ""},
	}
	for _, test := range tests {
		r := (&chat.Response{}).WithCalls(chat.ToolCall{Name: "ask_user", Args: []byte(test.args)})
		if got := detect.Tools().Detect(r).Hint; got != test.want {
			t.Errorf("arguments %s: hint: got %q, want %q", test.args, got, test.want)
		}
	}
}

func TestHybridOptions(t *testing.T) {
	seat := (&chat.Response{}).WithCalls(chat.Call("choose_seat", nil))
	base := detect.Hybrid().WithTools("a", "b", "c")
	one, two := base.WithTools("choose_seat"), base.WithTools("choose_room")
	if !one.Detect(seat).Awaiting {
		t.Error("WithTools: the tool is not taken for a question")
	}
	if two.Detect(seat).Awaiting || base.Detect(seat).Awaiting || detect.Hybrid().Detect(seat).Awaiting {
		t.Error("WithTools changed another detector")
	}
	if !one.Asks("choose_seat") || !one.Asks("ask_user") || one.Asks("choose_room") {
		t.Error("Asks does not know the tools of its own detector")
	}

	shouting := detect.Hybrid().WithQuestion(func(text string) bool { return text == strings.ToUpper(text) })
	if got, want := shouting.Detect(chat.Reply("GO ON.")), (chat.State{Awaiting: true, Reason: "content_is_question"}); got != want {
		t.Errorf("WithQuestion:\ngot  %+v\nwant %+v", got, want)
	}
	if got := shouting.Detect(chat.Reply("Which account?")); got.Awaiting {
		t.Errorf("WithQuestion: the built-in rules were used beside the function: %+v", got)
	}
	if got, want := detect.Hybrid().WithQuestion(nil).Detect(chat.Reply("Which account?")), (chat.State{Reason: "completed"}); got != want {
		t.Errorf("WithQuestion(nil) looked at the text:\ngot  %+v\nwant %+v", got, want)
	}
}

func TestToolsValidate(t *testing.T) {
	const want = "detect: tool name 2 of 2 is empty; want the name of a tool that asks the user, or leave it out"
	for _, v := range []chat.Validator{detect.Tools("a", " "), detect.Hybrid().WithTools("a").WithTools("")} {
		if err := v.Validate(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	for _, v := range []chat.Validator{detect.Tools(), detect.Tools("a"), detect.Hybrid()} {
		if err := v.Validate(); err != nil {
			t.Errorf("got %v, want no error", err)
		}
	}
	if detect.Tools("").Asks("lookup") {
		t.Error("an empty name fits a tool")
	}
}
