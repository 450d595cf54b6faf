package jsonpath_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agenttest/go/internal/jsonpath"
)

func eval(t *testing.T, path, raw string) string {
	t.Helper()
	p, err := jsonpath.Parse(path)
	if err != nil {
		t.Fatal(err)
	}
	found, err := p.Eval(json.RawMessage(raw))
	if err != nil {
		t.Fatalf("%s in %.200s: %v", path, raw, err)
	}
	parts := make([]string, len(found))
	for i, f := range found {
		parts[i] = string(f)
	}
	return strings.Join(parts, " | ")
}

func TestEval(t *testing.T) {
	tests := []struct{ path, raw, want, reason string }{
		{`$`, ` {"a":1} `, `{"a":1}`, "the whole value"},
		{`$`, `42`, `42`, "which may be a scalar"},
		{`$.a.b`, `{"a":{"b":2}}`, `2`, "names"},
		{`$['a']["b"]`, `{"a":{"b":2}}`, `2`, "quoted names"},
		{`$.a`, `{"a":null}`, `null`, "null is a value"},
		{`$.b`, `{"a":null}`, ``, "what is missing is not null"},
		{`$.a.b`, `{"a":null}`, ``, "null has no members"},
		{`$.A`, `{"a":1}`, ``, "names have case"},
		{`$.n`, `{"n":9007199254740993}`, `9007199254740993`, "numbers keep their digits"},
		{`$.n`, `{"n":1.10e2}`, `1.10e2`, "and their spelling"},
		{`$.a[0]`, `{"a":[1,2,3]}`, `1`, "an index"},
		{`$.a[-1]`, `{"a":[1,2,3]}`, `3`, "from the end"},
		{`$.a[3]`, `{"a":[1,2,3]}`, ``, "beyond the end"},
		{`$.a[-4]`, `{"a":[1,2,3]}`, ``, "beyond the start"},
		{`$[0]`, `{"0":1}`, ``, "an object has no elements"},
		{`$.length`, `[1,2]`, ``, "an array has no members"},
		{`$.a[*]`, `{"a":[1,[2],{"b":3}]}`, `1 | [2] | {"b":3}`, "all elements"},
		{`$[*].b`, `[{"b":1},2,{"b":3},{}]`, `1 | 3`, "a step after a wildcard skips what has nothing there"},
		{`$.*`, `{"a":1,"b":[2]}`, `1 | [2]`, "all members"},
		{`$.a[*]`, `{"a":[]}`, ``, "of nothing"},
		{`$.a[*]`, `{"a":"xy"}`, ``, "of a scalar"},
		{`$.a`, `{"a":1,"b":2,"a":3}`, `3`, "of a member that stands twice the last counts"},
		{`$.*`, `{"a":1,"b":2,"a":3}`, `3 | 2`, "also under a wildcard"},
		{`$['a.b']`, `{"a.b":1,"a":{"b":2}}`, `1`, "a dot in a name is a dot"},
		{`$['*']`, `{"*":1,"x":2}`, `1`, "a star in a name is a star"},
		{`$['a|b#@?']`, `{"a|b#@?":1}`, `1`, "operators of gjson mean nothing in a name"},
		{`$['a\\b\'\u00e9\ud83d\ude00']`, `{"a\\b'é😀":1}`, `1`, "escapes"},
		{`$.é`, `{"\u00e9":1}`, `1`, "escapes in the JSON"},
		{`$.名前`, `{"名前":"x"}`, `"x"`, "names of any script"},
		{`$['']`, `{"":1}`, `1`, "the empty name"},
		{`$.a`, `"{\"a\":1}"`, ``, "text that holds JSON is text"},
	}
	for _, tt := range tests {
		if got := eval(t, tt.path, tt.raw); got != tt.want {
			t.Errorf("%s: %s in %s\n got  %s\n want %s", tt.reason, tt.path, tt.raw, got, tt.want)
		}
	}
}

func TestBrokenJSONFindsNothingAndSaysSo(t *testing.T) {
	p, _ := jsonpath.Parse("$.a")
	for _, raw := range []string{``, `{"a":1`, `{"a":1,}`, `{a:1}`, `{"a":1} x`, strings.Repeat("[", 1_000_000)} {
		if found, err := p.Eval(json.RawMessage(raw)); !errors.Is(err, jsonpath.ErrJSON) || found != nil {
			t.Errorf("%.40q: got %s and %v, want ErrJSON", raw, found, err)
		}
	}
}

func TestExplain(t *testing.T) {
	tests := []struct{ path, raw, want string }{
		{`$.expense.stauts`, `{"expense":{"id":1,"status":"x"}}`, `$.expense has no "stauts", it has "id", "status"`},
		{`$.a.b`, `{"a":"x"}`, `$.a is a string, not an object with "b"`},
		{`$.a.b`, `{"a":{}}`, `$.a has no "b": it is an empty object`},
		{`$.a[2]`, `{"a":[1]}`, `$.a has no [2], it has 1 element`},
		{`$.a[0]`, `{"a":[]}`, `$.a has no [0], it has 0 elements`},
		{`$.a[0]`, `{"a":null}`, `$.a is null, not an array`},
		{`$[*]`, `[]`, `$ is an empty array`},
		{`$.*`, `{}`, `$ is an object with no members`},
		{`$.*`, `true`, `$ is a boolean, neither an object nor an array`},
		{`$.x`, `{"x":1}`, ``},
		{`$.x`, `{`, `not valid JSON`},
	}
	for _, tt := range tests {
		p, err := jsonpath.Parse(tt.path)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Explain(json.RawMessage(tt.raw)); got != tt.want {
			t.Errorf("%s in %s\n got  %s\n want %s", tt.path, tt.raw, got, tt.want)
		}
	}
}

func ExamplePath_Eval() {
	path, _ := jsonpath.Parse("$.items[*].id")
	found, _ := path.Eval(json.RawMessage(`{"items":[{"id":9007199254740993},{"id":2}]}`))
	for _, raw := range found {
		fmt.Println(string(raw))
	}
	// Output:
	// 9007199254740993
	// 2
}
