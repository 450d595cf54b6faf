package assert

import (
	"bytes"
	"encoding/json"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/jsonx"
	"github.com/agenttest/go/internal/render"
)

// document returns the JSON a view carries: the structured data of the response, and where there is none, the last JSON
// value in the reply's text whose kind is the wanted one ("object", "array", or "" for any). A data of null is none.
// Where there is no JSON the verdict is a failure that shows what there is.
func document(v chat.View, kind string) (json.RawMessage, *chat.Verdict) {
	if data := json.RawMessage(bytes.TrimSpace(v.Data())); len(data) > 0 && string(data) != "null" {
		if !json.Valid(data) {
			bad := chat.Mismatch("the response's data is not valid JSON", render.Quote(string(data)), "")
			return nil, &bad
		}
		return data, nil
	}
	text := v.Text()
	var shape func(json.RawMessage) bool
	want := "JSON in it"
	switch kind {
	case "object":
		shape, want = jsonx.Object, "a JSON object in it"
	case "array":
		shape, want = jsonx.Array, "a JSON array in it"
	}
	if raw, ok := jsonx.Last(text, shape); ok {
		return raw, nil
	}
	bad := chat.Mismatch("the response has no data, "+textLabel(v), render.Quote(text), want)
	return nil, &bad
}

// unwrapped returns the JSON inside a string that holds an object or an array altogether, and everything else as it is.
// Protocols whose tools answer with text wrap JSON like that.
func unwrapped(raw json.RawMessage) json.RawMessage {
	var text string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &text) != nil {
		return raw
	}
	if inner := json.RawMessage(text); json.Valid(inner) {
		if found := jsonx.All(text); len(found) == 1 && (jsonx.Object(found[0]) || jsonx.Array(found[0])) {
			return found[0]
		}
	}
	return raw
}
