package wire_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/wire"
)

func TestRequestOfAFirstTurn(t *testing.T) {
	got := encode(t, wire.Exchange{ID: 1, Request: &chat.Request{SessionID: "s-1", Turn: 1, Input: chat.UserMessage("a < b & c")}})
	want := `{"protocol":1,"id":1,"session_id":"s-1","turn":1,"input":{"role":"user","content":"a < b & c"},"history":[],"options":{}}` + "\n"
	if got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

// Everything a request can hold is written, on one line, whatever line feeds the parts of it bring.
func TestRequestWithEverything(t *testing.T) {
	lookup := chat.ToolCall{ID: "c1", Name: "lookup", Args: json.RawMessage("{\n \"id\": 7\n}")}
	failed := chat.Call("pay", nil).Failing("no money")
	failed.ID = "c2"
	broken := chat.ToolCall{Name: "search", Args: json.RawMessage("{\"q\": \n")}
	got := encode(t, wire.Exchange{ID: 12, Request: &chat.Request{
		SessionID: "s-1", Turn: 2,
		Input: chat.Message{Role: chat.RoleUser, Text: "two\nlines", Attachments: []chat.Attachment{
			{Type: "image", Name: "r.png", MIME: "image/png", URI: "file://r.png", Data: []byte{1, 2, 3}},
		}},
		History: []chat.Message{
			chat.UserMessage("Hi"),
			{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{lookup, failed, broken}, Reasoning: "hm"},
			{Role: chat.RoleTool, ToolResults: []chat.ToolResult{{CallID: "c1", Name: "lookup", Content: chat.JSON(true)}}},
		},
		Options: chat.Options{Mode: "chat", Skip: map[string]bool{"trace": true}, Metadata: map[string]any{"k": 1}},
	}})
	want := `{"protocol":1,"id":12,"session_id":"s-1","turn":2,` +
		`"input":{"role":"user","content":"two\nlines","attachments":[{"type":"image","name":"r.png","mime":"image/png","source":"file://r.png","data":"AQID"}]},` +
		`"history":[{"role":"user","content":"Hi"},` +
		`{"role":"assistant","content":"","tool_calls":[{"id":"c1","name":"lookup","args":{"id":7}},` +
		`{"id":"c2","name":"pay","result":"no money","is_error":true},{"name":"search","args":"{\"q\": \n"}],"reasoning":"hm"},` +
		`{"role":"tool","content":"","tool_results":[{"call_id":"c1","name":"lookup","content":true}]}],` +
		`"options":{"mode":"chat","skip":{"trace":true},"metadata":{"k":1}}}` + "\n"
	if got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

func TestRequestWithoutHistory(t *testing.T) {
	got := encode(t, wire.Exchange{NoHistory: true, Request: &chat.Request{History: []chat.Message{chat.UserMessage("Hi")}}})
	if strings.Contains(got, "history") {
		t.Errorf("got %s, want no history", got)
	}
}

func TestRequestThatIsNoJSON(t *testing.T) {
	x := wire.Exchange{Request: &chat.Request{Options: chat.Options{Metadata: map[string]any{"f": func() {}}}}}
	_, err := x.Encode()
	want := "the request cannot be written as JSON, so the agent was not asked: json: unsupported type: func(); look at the options and metadata of the case"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// encode returns the request, which must be one line.
func encode(t *testing.T, x wire.Exchange) string {
	t.Helper()
	line, err := x.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Count(line, []byte("\n")) != 1 || line[len(line)-1] != '\n' || !json.Valid(line) {
		t.Fatalf("got %q, want JSON on one line", line)
	}
	return string(line)
}
