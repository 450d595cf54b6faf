package assert

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agenttest/go/agenttest/chat"
)

// FuzzReadOpinion checks that nothing but a JSON object with "passed": true is read as passed.
func FuzzReadOpinion(f *testing.F) {
	for _, s := range []string{`{"passed":true}`, `{"passed":false} {"passed":true,"score":1e9}`, `{"passed":"true"}`, `passed: true`, `{"x":{"passed":true}}`, `{"passed":true,"passed":false}`, `[{"passed":true}]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, err := readOpinion(chat.Reply(text))
		if err != nil {
			if !strings.Contains(err.Error(), "judge") {
				t.Errorf("the error does not name the judge: %v", err)
			}
			return
		}
		if !strings.Contains(text, "passed") && !strings.Contains(text, `\u`) {
			t.Errorf("%q was read as a verdict", text)
		}
		if o.passed && !strings.Contains(text, "true") {
			t.Errorf("%q was read as passed", text)
		}
	})
}

// FuzzFold checks that a text contains each of its parts when case is ignored, at the place where it stands.
func FuzzFold(f *testing.F) {
	f.Add("ο Σίσυφος", 3, 8)
	f.Add("K\u212aİıſ", 1, 5)
	f.Fuzz(func(t *testing.T, text string, from, to int) {
		if from < 0 || to > len(text) || from >= to || !utf8.ValidString(text) || !utf8.ValidString(text[from:to]) {
			t.Skip()
		}
		part := strings.ToUpper(text[from:to])
		if !strings.EqualFold(part, text[from:to]) { // ToUpper is no simple folding: ŉ becomes two characters
			part = text[from:to]
		}
		start, end, ok := indexFold(text, part)
		if !ok || !strings.EqualFold(text[start:end], part) {
			t.Errorf("%q in %q: got %d, %d, %v", part, text, start, end, ok)
		}
	})
}

// FuzzSchema checks that no schema and no value panics, and that every accepted value is JSON.
func FuzzSchema(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a":{"minimum":3}},"required":["a"]}`, `{"a":2}`)
	f.Add(`{"$ref":"#"}`, `{}`)
	f.Add(`{"items":[{"const":1}],"$defs":{"a":{"anyOf":[true,false]}}}`, `[1]`)
	f.Fuzz(func(t *testing.T, schema, value string) {
		s := Schema(schema)
		if s.Validate() != nil || !json.Valid([]byte(value)) {
			t.Skip()
		}
		s.valid("value", json.RawMessage(value))
	})
}
