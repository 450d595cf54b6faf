package wire_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/wire"
)

// asked is the request that the replies of these tests answer.
func asked() wire.Exchange {
	earlier := chat.ToolCall{ID: "early", Name: "confirm"}
	return wire.Exchange{ID: 7, Request: &chat.Request{SessionID: "s-1", Turn: 2, History: []chat.Message{
		chat.UserMessage("Hi"), {Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{earlier}},
	}}}
}

func TestReplies(t *testing.T) {
	for _, tt := range []struct{ reason, reply, want string }{
		{"the least there is", `{"content": "Hello"}`, `{"messages":[{"role":"assistant","content":"Hello"}]}`},
		{"an agent may have nothing to say", `{"content": ""}`, `{"messages":[{"role":"assistant","content":""}]}`},
		{"a byte order mark and blanks around", "\uFEFF\t{\"content\": \"Hello\"}\r\n", `{"messages":[{"role":"assistant","content":"Hello"}]}`},
		{"over several lines", "{\n  \"content\": \"Hello\"\n}\n", `{"messages":[{"role":"assistant","content":"Hello"}]}`},
		{"a serialised object with all its nulls and zero values",
			`{"content": "Hi", "messages": null, "tool_calls": [], "awaiting_input": false, "completed": false, "input_hint": "", "finish_reason": null, "data": null, "usage": null, "metadata": null, "error": "", "id": null}`,
			`{"messages":[{"role":"assistant","content":"Hi"}]}`},
		{"the same of an agent that fills messages", `{"content": "", "tool_calls": null, "messages": [{"role": "assistant", "content": "Hi"}]}`,
			`{"messages":[{"role":"assistant","content":"Hi"}]}`},
		{"it waits", `{"content": "How much?", "awaiting_input": true, "completed": false, "input_hint": "e.g. $3500"}`,
			`{"messages":[{"role":"assistant","content":"How much?"}],"awaiting":"yes","input_hint":"e.g. $3500"}`},
		{"it is done", `{"content": "Done.", "awaiting_input": false, "completed": true}`,
			`{"messages":[{"role":"assistant","content":"Done."}],"awaiting":"no"}`},
		{"it repeats what it answers", `{"id": 7, "session_id": "s-1", "content": "Hi"}`, `{"messages":[{"role":"assistant","content":"Hi"}]}`},
		{"calls come before the words", `{"content": "Found it.", "tool_calls": [{"id": "c1", "name": "lookup", "args": {"id": 12345678901234567890}, "result": {"found": true}}]}`,
			`{"messages":[{"role":"assistant","content":"","tool_calls":[{"id":"c1","name":"lookup","args":{"id":12345678901234567890},"result":{"call_id":"c1","name":"lookup","content":{"found":true}}}]},{"role":"assistant","content":"Found it."}]}`},
		{"a call alone is pending", `{"content": null, "tool_calls": [{"name": "lookup", "args": null, "result": null}]}`,
			`{"messages":[{"role":"assistant","content":"","tool_calls":[{"name":"lookup"}]}]}`},
		{"a tool that failed", `{"tool_calls": [{"name": "pay", "result": "no money", "is_error": true}]}`,
			`{"messages":[{"role":"assistant","content":"","tool_calls":[{"name":"pay","result":{"name":"pay","content":"no money","is_error":true}}]}]}`},
		{"arguments as the text of a model", `{"tool_calls": [{"name": "pay", "args": "{\"amount\": 3}"}]}`,
			`{"messages":[{"role":"assistant","content":"","tool_calls":[{"name":"pay","args":{"amount":3}}]}]}`},
		{"arguments that are no JSON are kept", `{"tool_calls": [{"name": "pay", "args": "{\"amount\": "}]}`,
			`{"messages":[{"role":"assistant","content":"","tool_calls":[{"name":"pay","args":"{\"amount\": "}]}]}`},
		{"data alone", `{"data": {"state": "open"}}`, `{"messages":[{"role":"assistant","content":""}],"data":{"state":"open"}}`},
		{"the rest", `{"content": "Hi", "reasoning": "hm", "finish_reason": "end_turn", "model": "m-1", "usage": {"input_tokens": 10, "output_tokens": 2, "calls": 1, "cost_usd": 0.25}, "metadata": {"trace": "t"}}`,
			`{"messages":[{"role":"assistant","content":"Hi","reasoning":"hm"}],"finish_reason":"stop","raw_finish_reason":"end_turn","usage":{"input_tokens":10,"output_tokens":2,"calls":1,"cost_usd":0.25},"model":"m-1","metadata":{"trace":"t"}}`},
		{"a finish reason of its own", `{"content": "Hi", "finish_reason": "tired"}`,
			`{"messages":[{"role":"assistant","content":"Hi"}],"raw_finish_reason":"tired"}`},
		{"several messages, the result joined by id", `{"messages": [
			{"role": "assistant", "content": "Let me see.", "tool_calls": [{"id": "c1", "name": "lookup"}]},
			{"role": "tool", "tool_results": [{"call_id": "c1", "content": null}]},
			{"role": "assistant", "content": "Nothing.", "name": "worker", "id": "m3", "metadata": {"k": 1}, "attachments": [{"name": "a", "data": "AQID"}]}]}`,
			`{"messages":[{"role":"assistant","content":"Let me see.","tool_calls":[{"id":"c1","name":"lookup"}]},{"role":"tool","content":"","tool_results":[{"call_id":"c1","content":null}]},{"role":"assistant","content":"Nothing.","attachments":[{"name":"a","data":"AQID"}],"name":"worker","id":"m3","metadata":{"k":1}}]}`},
		{"a result of a call that an earlier turn made", `{"messages": [{"role": "tool", "tool_results": [{"call_id": "early", "content": "yes"}]}, {"role": "assistant", "content": "Confirmed."}]}`,
			`{"messages":[{"role":"tool","content":"","tool_results":[{"call_id":"early","content":"yes"}]},{"role":"assistant","content":"Confirmed."}]}`},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			x := asked()
			resp, err := x.Decode([]byte(tt.reply))
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(resp)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// Each bad reply is refused with what is wrong with it, where, and what was wanted.
func TestBadReplies(t *testing.T) {
	for _, tt := range []struct{ reason, reply, want string }{
		{"nothing", " \n", `it is empty, want one JSON object such as {"content": "Hello"}`},
		{"plain text", `Hello`, `want one JSON object such as {"content": "Hello"}`},
		{"an array", `[{"content": "Hello"}]`, `want one JSON object such as {"content": "Hello"}`},
		{"a bare string", `"Hello"`, `want one JSON object such as {"content": "Hello"}`},
		{"Latin-1", "{\"content\": \"caf\xe9\"}", `it is not UTF-8, want one JSON object such as {"content": "Hello"} in UTF-8`},
		{"a Python dict", `{'content': 'Hello'}`, `column 2: got a single quote; strings and field names need double quotes`},
		{"half a reply", `{"content": "Hel`, `column 13: the string that begins here is not closed on its line; a line break in a string is written \n`},
		{"two replies on a line", `{"content": "a"} {"content": "b"}`, `column 18: got a second value on the line; begin it on a line of its own`},
		{"two replies on two lines", "{\"content\": \"a\"}\n{\"content\": \"b\"}", `line 2, column 1: got more after the value that begins on line 1, want one value`},
		{"NaN", `{"data": NaN}`, `column 10: JSON has no number NaN; write null or a string`},
		{"a field twice", `{"content": "a", "content": "b"}`, `column 18: duplicate field "content" (first given in column 2)`},
		{"no content", `{"awaiting_input": true}`, `missing field "content"`},
		{"nothing but nulls", `{"content": null}`, `"content" is null and there is nothing else; want at least {"content": ""}`},
		{"no message", `{"messages": []}`, `messages: got an empty array, want at least one message`},
		{"content of another type", `{"content": ["Hello"]}`, `content: got an array, want a string`},
		{"a misspelt field", `{"content": "How much?", "awating_input": true}`, `column 26: unknown field "awating_input" (did you mean "awaiting_input"?)`},
		{"a misspelt content is not also missing", `{"contnet": "Hello"}`, `column 2: unknown field "contnet" (did you mean "content"?)`},
		{"a field of somebody else's", `{"content": "Hello", "function_call": {}}`,
			`column 22: unknown field "function_call"; the fields here are id, session_id, content, tool_calls, messages, reasoning, data, awaiting_input, completed, input_hint, finish_reason, usage, model, metadata, error`},
		{"a word for a boolean", `{"content": "?", "awaiting_input": "true"}`, `awaiting_input: got the string "true", want true or false`},
		{"waiting and done", `{"content": "?", "awaiting_input": true, "completed": true}`,
			`completed: got true beside "awaiting_input": true, want one of them: the agent waits for the user, or it is done`},
		{"content and messages", `{"content": "a", "messages": [{"role": "assistant", "content": "b"}]}`,
			`messages: cannot stand beside "content", "tool_calls" or "reasoning"; put all of the reply into "messages"`},
		{"the reply to another request", `{"id": 6, "content": "late"}`, `id: got the number 6, want the number 7, the id of the request: this is the reply to another one`},
		{"the same as text", `{"id": "7", "content": "late"}`, `id: got the string "7", want the number 7, the id of the request: this is the reply to another one`},
		{"somebody else's conversation", `{"session_id": "s-2", "content": "?"}`, `session_id: got "s-2", want "s-1", the session of the request: this is the reply to another one`},
		{"a call without a name", `{"tool_calls": [{"args": {}}]}`, `tool_calls[0]: missing field "name"`},
		{"a call with an empty name", `{"tool_calls": [{"name": ""}]}`, `tool_calls[0].name: got an empty string, want some text`},
		{"a call as OpenAI writes it", `{"tool_calls": [{"name": "f", "arguments": "{}"}]}`,
			`tool_calls[0]: unknown field "arguments"; the fields here are id, name, args, metadata, result, is_error`},
		{"arguments in a list", `{"tool_calls": [{"name": "f", "args": [1]}]}`, `tool_calls[0].args: got an array, want an object of arguments`},
		{"an id for two calls", `{"tool_calls": [{"id": "c", "name": "f"}, {"id": "c", "name": "g"}]}`, `tool_calls[1].id: got "c" twice, want an id of its own for each call`},
		{"a failure without a result", `{"tool_calls": [{"name": "f", "is_error": true}]}`, `tool_calls[0].is_error: got true, but there is no "result"; want what the tool said`},
		{"no role", `{"messages": [{"content": "a"}]}`, `messages[0]: missing field "role"`},
		{"the whole conversation", `{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]}`,
			`messages[0].role: got "user", want "assistant" or "tool"; a reply holds only what the agent said and did since the request`},
		{"another role", `{"messages": [{"role": "asistant", "content": "b"}]}`, `messages[0].role: got the string "asistant", want "assistant" or "tool" (did you mean "assistant"?)`},
		{"a tool message without results", `{"messages": [{"role": "tool", "content": "42"}]}`,
			`messages[0]: a message of role "tool" brings results, want them in "tool_results": [{"call_id": …, "content": …}]`},
		{"results of an assistant", `{"messages": [{"role": "assistant", "tool_calls": [{"id": "c", "name": "f"}], "tool_results": [{"call_id": "c", "content": 1}]}]}`,
			`messages[0].tool_results: a message of role "assistant" has no results; put them into a message of role "tool", or "result" beside the call`},
		{"calls of a tool", `{"messages": [{"role": "tool", "tool_calls": [{"name": "f"}], "tool_results": [{"content": 1}]}]}`,
			`messages[0]: a message of role "tool" cannot call tools; put "tool_calls" into a message of role "assistant"`},
		{"a result without content", `{"messages": [{"role": "assistant", "tool_calls": [{"id": "c", "name": "f"}]}, {"role": "tool", "tool_results": [{"call_id": "c"}]}]}`,
			`messages[1].tool_results[0]: missing field "content"`},
		{"a result of no call", `{"messages": [{"role": "assistant", "tool_calls": [{"id": "c1", "name": "f"}]}, {"role": "tool", "tool_results": [{"call_id": "c2", "content": 1}]}]}`,
			`messages[1].tool_results[0]: answers no call: "call_id" is "c2", want the id of a call that was made before and has no result yet`},
		{"a result without the id its call has", `{"messages": [{"role": "assistant", "tool_calls": [{"id": "c1", "name": "f"}]}, {"role": "tool", "tool_results": [{"content": 1}]}]}`,
			`messages[1].tool_results[0]: answers no call: no call without an id and a result is left before it; want the "call_id" of the call`},
		{"usage that leaves out what it cost in tokens", `{"content": "a", "usage": {"cost_usd": 0.1}}`,
			"usage: missing field \"input_tokens\"\n    usage: missing field \"output_tokens\""},
		{"fewer than no tokens", `{"content": "a", "usage": {"input_tokens": -1, "output_tokens": 1}}`, `usage.input_tokens: got the number -1, want a whole number of at least 0`},
		{"a negative cost", `{"content": "a", "usage": {"input_tokens": 1, "output_tokens": 1, "cost_usd": -1}}`, `usage.cost_usd: got the number -1, want a cost of at least 0`},
		{"metadata that is no object", `{"content": "a", "metadata": "x"}`, `metadata: got the string "x", want an object`},
		{"an attachment that is not base64", `{"messages": [{"role": "assistant", "attachments": [{"data": "*"}]}]}`,
			`messages[0].attachments[0].data: illegal base64 data at input byte 0`},
		{"an error that is no text", `{"error": {"code": 1}}`, `error: got an object, want a string`},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			x := asked()
			resp, err := x.Decode([]byte(tt.reply))
			if err == nil {
				t.Fatalf("got %+v, want an error", resp)
			}
			got, _, _ := strings.Cut(err.Error(), "\n  got: ")
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// The beginning and the end of a bad reply are shown, escaped.
func TestBadReplyIsShown(t *testing.T) {
	x := asked()
	_, err := x.Decode([]byte("\x1b[31mloading model\r\n"))
	want := `want one JSON object such as {"content": "Hello"}` + "\n" + `  got: "\x1b[31mloading model"`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	_, err = x.Decode([]byte(strings.Repeat("ä", 100_000)))
	if err == nil || len(err.Error()) > 1000 {
		t.Errorf("got an error of %d bytes, want a short one", len(err.Error()))
	}
}

func TestReportedError(t *testing.T) {
	x := asked()
	for _, reply := range []string{`{"error": "quota exceeded"}`, `{"content": "", "error": "quota exceeded"}`} {
		_, err := x.Decode([]byte(reply))
		var reported *wire.Reported
		if !errors.As(err, &reported) || err.Error() != "quota exceeded" {
			t.Errorf("%s: got %v, want what the agent said", reply, err)
		}
	}
	if _, err := x.Decode([]byte(`{"error": "quota exceeded", "contnet": ""}`)); errors.As(err, new(*wire.Reported)) {
		t.Errorf("got %v, want the mistake in the reply", err)
	}
}

func TestIgnoreUnknown(t *testing.T) {
	x := asked()
	x.IgnoreUnknown = true
	resp, err := x.Decode([]byte(`{"content": "Hello", "status": "ok", "tool_calls": [{"name": "f", "type": "function"}]}`))
	if err != nil || resp.Text() != "Hello" {
		t.Errorf("got %v, %v", resp, err)
	}
	_, err = x.Decode([]byte(`{"content": "Hello", "status": "ok", "awating_input": true, "tool_calls": [{"name": "f", "arg": {}}]}`))
	want := "unknown field \"awating_input\" (did you mean \"awaiting_input\"?)\n" +
		"    tool_calls[0]: unknown field \"arg\" (did you mean \"args\"?)"
	if got, _, _ := strings.Cut(err.Error(), "\n  got: "); got != want {
		t.Errorf("got  %v\nwant %s", got, want)
	}
}
