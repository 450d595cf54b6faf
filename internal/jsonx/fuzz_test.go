package jsonx_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/agenttest/go/internal/jsonx"
)

// FuzzAll compares the search with the plain and quadratic one: try every start in turn, and go on behind what was found,
// or behind the end of an object that is broken.
func FuzzAll(f *testing.F) {
	for _, s := range []string{`a {"b":[1]} c`, `{note: {"p":true}}`, `{"x [":[1],"]" o`, `["{"a":"[]"}","[1]`, `{"a":"\"{"}`, `["[[] x", [], `, `"a"`, `[1,[2,[3`, `[0,{"a":x,"b":{}}`, `[0,[{"a":x},{"b":1}]`, `{"a":[],} {}`, `[[{"":x}]`, "{\"a\":\"\n```{}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 300 {
			t.Skip()
		}
		got, want := list(jsonx.All(text)), list(plain(text))
		if got != want {
			t.Errorf("%q\n got  %s\n want %s", text, got, want)
		}
	})
}

// named is the beginning of an object, or of arrays of objects.
var named = regexp.MustCompile(`^(\[[ \t\r\n]*){0,8}\{[ \t\r\n]*"([^"\\\x00-\x1f]|\\(["\\/bfnrt]|u[0-9a-fA-F]{4}))*"[ \t\r\n]*:`)

func plain(text string) []json.RawMessage {
	if whole := strings.TrimSpace(text); json.Valid([]byte(whole)) {
		return []json.RawMessage{json.RawMessage(whole)}
	}
	var found []json.RawMessage
	for i := 0; i < len(text); i++ {
		if text[i] != '{' && text[i] != '[' {
			continue
		}
		dec := json.NewDecoder(strings.NewReader(text[i:]))
		var raw json.RawMessage
		if dec.Decode(&raw) == nil {
			found = append(found, raw)
			i += len(raw) - 1
		} else if named.MatchString(text[i:]) {
			i = jsonx.End(text, i) - 1
		}
	}
	return found
}
