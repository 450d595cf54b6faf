package wire_test

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/wire"
)

// Whatever an agent sends, it is a response that can be recorded and sent back as history, or an error that can be
// printed.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"content": "Hello"}`, `{"messages": [{"role": "assistant", "tool_calls": [{"id": "c", "name": "f", "args": "{"}]}, {"role": "tool", "tool_results": [{"call_id": "c", "content": null}]}]}`,
		`{"content": "a", "awaiting_input": true, "completed": true, "usage": {"input_tokens": 1e9}}`, `{"data": 1`, "Hello", "",
		`{"tool_calls": [{"name": "f", "result": 1, "is_error": true}], "error": null, "metadata": {"a": [1, {"b": null}]}}`,
	} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, reply []byte, lenient bool) {
		x := wire.Exchange{ID: 1, Request: &chat.Request{SessionID: "s"}, IgnoreUnknown: lenient}
		resp, err := x.Decode(reply)
		if err != nil {
			if resp != nil || err.Error() == "" || !utf8.ValidString(err.Error()) {
				t.Fatalf("got %v and the error %q", resp, err)
			}
			return
		}
		if len(resp.Messages) == 0 {
			t.Fatalf("got a response without a message of %q", reply)
		}
		if _, err := json.Marshal(resp); err != nil {
			t.Fatal(err)
		}
		if resp.Data != nil && !json.Valid(resp.Data) {
			t.Fatalf("got the data %q", resp.Data)
		}
		next := wire.Exchange{ID: 2, Request: &chat.Request{History: resp.Messages}}
		if _, err := next.Encode(); err != nil {
			t.Fatal(err)
		}
	})
}
