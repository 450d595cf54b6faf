package match_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/agenttest/go/internal/match"
)

func TestSpellingRoundTrip(t *testing.T) {
	tests := []struct {
		want   any
		file   string
		reason string
	}{
		{object{"a": 1.50, "b": "<&>"}, `{"a":1.5,"b":"<&>"}`, "plain values as they are"},
		{object{"a": match.Exists(), "b": match.Absent()}, `{"a":{"$exists":true},"b":{"$exists":false}}`, "presence"},
		{match.Regex(`^A-\d+$`), `{"$regex":"^A-\\d+$"}`, "a pattern"},
		{match.OneOf(1, match.Regex("x"), object{"k": nil}), `{"$one_of":[1,{"$regex":"x"},{"k":null}]}`, "a list, with matchers in it"},
		{match.Exactly(object{"a": match.Exists()}), `{"$equals":{"a":{"$exists":true}}}`, "an exact part, with matchers in it"},
		{object{"schema": object{"$ref": "x"}}, `{"schema":{"$literal":{"$ref":"x"}}}`, "data that looks like an operator is protected"},
		{object{"$ref": "x", "b": 1}, `{"$ref":"x","b":1}`, "two keys are never an operator"},
	}
	for _, tt := range tests {
		want := compile(t, tt.want)
		file, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if got := unescapeHTML(string(file)); got != tt.file {
			t.Errorf("%s: got %s, want %s", tt.reason, got, tt.file)
		}
		back, err := fromFile(t, string(file))
		if err != nil {
			t.Fatalf("%s: %v", tt.reason, err)
		}
		again, err := json.Marshal(compile(t, back))
		if err != nil || string(again) != string(file) {
			t.Errorf("%s: read back and written again: got %s (%v), want %s", tt.reason, again, err, file)
		}
	}
}

// json.Marshal escapes what a Marshaler returns for HTML; that is a spelling too.
func unescapeHTML(s string) string {
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(s)
}

// fromFile reads what a case file spells.
func fromFile(t testing.TB, file string) (any, error) {
	t.Helper()
	value, err := match.Decode(json.RawMessage(file))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return match.FromFile(value.Any())
}

func TestLiteralReadsNoMatchers(t *testing.T) {
	back, err := fromFile(t, `{"$literal":{"$exists":true}}`)
	if err != nil {
		t.Fatal(err)
	}
	want := compile(t, back)
	if !want.Equal("$", json.RawMessage(`{"$exists":true}`)).OK() || want.Equal("$", json.RawMessage(`1`)).OK() {
		t.Errorf("%s matched otherwise than as data", want)
	}
}

func TestFromFileErrors(t *testing.T) {
	tests := []struct{ file, part string }{
		{`{"$exist":true}`, `unknown operator "$exist"; want $exists, $one_of, $regex, $equals or $literal`},
		{`{"a":[{"$exists":"yes"}]}`, `$exists: got "yes", want true or false`},
		{`{"$one_of":"a"}`, `$one_of: got "a", want an array`},
		{`{"$one_of":[]}`, `has no values`},
		{`{"$one_of":[{"$nope":1}]}`, `unknown operator`},
		{`{"$regex":1}`, `$regex: got 1, want a pattern`},
		{`{"$regex":"("}`, `missing closing )`},
		{`{"$equals":{"$nope":1}}`, `unknown operator`},
	}
	for _, tt := range tests {
		if _, err := fromFile(t, tt.file); err == nil || !strings.Contains(err.Error(), tt.part) {
			t.Errorf("%s: got %v, want an error that says %q", tt.file, err, tt.part)
		}
	}
}
