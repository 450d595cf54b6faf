package match_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/agenttest/go/internal/match"
)

type object = map[string]any

func compile(t *testing.T, v any) match.Want {
	t.Helper()
	want, err := match.Compile(v)
	if err != nil {
		t.Fatalf("Compile(%v): %v", v, err)
	}
	return want
}

func TestEqual(t *testing.T) {
	type expense struct {
		Amount int    `json:"amount"`
		Note   string `json:"note,omitempty"`
	}
	tests := []struct {
		want   any
		got    string
		bad    string // "" for a match
		reason string
	}{
		{3500, `3500`, "", "integers"},
		{3500, `3500.0`, "", "numbers compare by value, not by spelling"},
		{3500.0, `3500`, "", "a float of Go equals an integer of JSON"},
		{1, `1e0`, "", "an exponent is a spelling"},
		{json.Number("0.10"), `1e-1`, "", "trailing zeros are a spelling"},
		{0, `-0.0e5`, "", "minus zero is zero"},
		{int64(9007199254740993), `9007199254740993`, "", "integers beyond 2^53 keep their digits"},
		{int64(9007199254740993), `9007199254740992`, "$: got 9007199254740992, want 9007199254740993", "and are not rounded to the same float"},
		{uint64(math.MaxUint64), `18446744073709551615`, "", "the largest unsigned integer"},
		{1, `1e999999999999`, "$: got 1e999999999999, want 1", "a huge exponent costs nothing"},
		{json.RawMessage(`1e99999999999999999999`), `1e99999999999999999999`, "", "an absurd exponent compares as text"},
		{json.RawMessage(`1e99999999999999999999`), `10e99999999999999999998`, "$: got 10e99999999999999999998, want 1e99999999999999999999", "and only as text"},
		{3500, `"3500"`, `$: got "3500" (string), want 3500 (number)`, "a number is not its text"},
		{true, `"true"`, `$: got "true" (string), want true (boolean)`, "a boolean is not its text"},
		{"x", `"x"`, "", "strings"},
		{"x", `"X"`, `$: got "X", want "x"`, "strings have case"},
		{"é", `"\u00e9"`, "", "escapes are a spelling"},
		{"a\xffb", "\"a\xffb\"", "", "bytes that are no UTF-8 compare as U+FFFD"},
		{nil, `null`, "", "nil wants null"},
		{nil, `false`, "$: got false, want null", "null is not false"},
		{object{"a": nil}, `{}`, "$.a: got nothing (it is missing), want null", "a missing key is not null"},
		{object{}, `{"a":null}`, "$.a: got null, want no such key", "nor is null a missing key"},
		{object{"a": 1, "b": 2}, `{"b":2,"a":1}`, "", "the order of keys means nothing"},
		{object{"a": 2}, `{"a":1,"a":2}`, "", "of a key that stands twice the last value counts"},
		{object{"a": 1}, `{"a":1,"b":2}`, "$.b: got 2, want no such key", "equal objects have the same keys"},
		{object{"a": object{"b c": 1}}, `{"a":{"b c":2}}`, `$.a["b c"]: got 2, want 1`, "a path quotes what is no name"},
		{object{"a": 1}, `{"a":1,"b":2,"A":3}`, "$.A: got 3, want no such key; $.b: got 2, want no such key", "every difference is told"},
		{object{"a": 1}, `[1]`, `$: got [1], want {"a":1}`, "an array is no object"},
		{[]int{1, 2}, `[1,2]`, "", "arrays of any element type"},
		{[]int{1, 2}, `[2,1]`, "$[0]: got 2, want 1; $[1]: got 1, want 2", "the order of elements matters"},
		{[]int{1, 2}, `[1,2,3]`, "$: got 3 elements [1,2,3], want 2 elements [1,2]", "so does their number"},
		{expense{Amount: 35}, `{"amount":35}`, "", "a struct compares as its JSON"},
		{&expense{35, "x"}, `{"amount":35,"note":"y"}`, `$.note: got "y", want "x"`, "a pointer as what it points to"},
		{json.RawMessage(`{"a": [1, 2.0]}`), `{"a":[1.0,2]}`, "", "raw JSON compares by value too"},
		{map[string]string{"a": "b"}, `{"a":"b"}`, "", "maps of any value type"},
		{map[int]string{1: "b"}, `{"1":"b"}`, "", "keys as encoding/json writes them"},
		{1, `{"a":`, "$: not valid JSON (unexpected EOF): `{\"a\":`", "invalid JSON is a mismatch and says so"},
		{1, ``, `$: not valid JSON (it is empty): ""`, "so is nothing"},
		{1, `1 2`, `$: not valid JSON (something follows the JSON value): "1 2"`, "so is a second value"},
	}
	for _, tt := range tests {
		if got := compile(t, tt.want).Equal("$", json.RawMessage(tt.got)).String(); got != tt.bad {
			t.Errorf("%s\n  %v against %s\n  got  %s\n  want %s", tt.reason, tt.want, tt.got, got, tt.bad)
		}
	}
}

func TestSubset(t *testing.T) {
	tests := []struct {
		want   any
		got    string
		bad    string
		reason string
	}{
		{object{"amount": 3500}, `{"amount":3500,"type":"travel"}`, "", "other keys are ignored"},
		{object{"amount": 3500}, `{"amount":35}`, "args.amount: got 35, want 3500", "the reason names the path"},
		{object{"a": object{"b": 1}}, `{"a":{"b":1,"c":2},"d":3}`, "", "at every depth"},
		{object{"a": 1, "b": 2}, `{}`, "args.a: got nothing (it is missing), want 1; args.b: got nothing (it is missing), want 2", "an empty object matches no expectation that has keys"},
		{object{}, `{"a":1}`, "", "an empty expectation asks for an object only"},
		{object{}, `[]`, "args: got [], want {}", "and for an object"},
		{object{"a": []any{object{"b": 1}}}, `{"a":[{"b":1,"c":2}]}`, "", "elements compare as subsets"},
		{object{"a": []any{object{"b": 1}}}, `{"a":[{"b":1},{"b":1}]}`, `args.a: got 2 elements [{"b":1},{"b":1}], want 1 element [{"b":1}]`, "arrays have the wanted length"},
	}
	for _, tt := range tests {
		if got := compile(t, tt.want).Subset("args", json.RawMessage(tt.got)).String(); got != tt.bad {
			t.Errorf("%s\n  %v against %s\n  got  %s\n  want %s", tt.reason, tt.want, tt.got, got, tt.bad)
		}
	}
}

func TestMatchersStandAnywhereInAWant(t *testing.T) {
	tests := []struct {
		want   any
		got    string
		bad    string
		reason string
	}{
		{object{"id": match.Regex(`^A-\d+$`)}, `{"id":"A-1"}`, "", "a pattern"},
		{object{"id": match.Regex(`^A-\d+$`)}, `{"id":"B"}`, "$.id: got \"B\", want a string that matches `^A-\\d+$`", "a pattern that does not match"},
		{object{"id": match.Regex(`1`)}, `{"id":1}`, `$.id: got 1, want a string that matches "1"`, "a pattern is for strings only"},
		{object{"id": match.Regex(`.*`)}, `{}`, `$.id: got nothing (it is missing), want a string that matches ".*"`, "and not for what is missing"},
		{object{"a": match.Exists()}, `{"a":null}`, "", "null exists"},
		{object{"a": match.Exists()}, `{}`, "$.a: got nothing (it is missing), want it to exist", "a missing key does not"},
		{object{"a": match.Absent()}, `{}`, "", "absent"},
		{object{"a": match.Absent()}, `{"a":null}`, "$.a: got null, want it to be absent", "null is not absent"},
		{object{"a": match.OneOf(1, "x", nil)}, `{"a":1.0}`, "", "one of compares by value"},
		{object{"a": match.OneOf(1, "x", nil)}, `{"a":2}`, `$.a: got 2, want one of 1, "x", null`, "and lists what is allowed"},
		{object{"a": match.OneOf(1, nil)}, `{}`, `$.a: got nothing (it is missing), want one of 1, null`, "null in the list does not allow what is missing"},
		{object{"a": match.OneOf(match.Absent(), "x")}, `{}`, "", "a matcher in the list may"},
		{[]any{match.Exists(), 2}, `[1,2]`, "", "in arrays"},
		{object{"a": match.Exactly(object{"b": 1})}, `{"a":{"b":1,"c":2},"d":1}`, `$.a: got {"b":1,"c":2}, want exactly {"b":1}`, "an exact part of a subset"},
		{map[string]match.Matcher{"a": match.Exists()}, `{"a":1}`, "", "in a typed map"},
	}
	for _, tt := range tests {
		if got := compile(t, tt.want).Subset("$", json.RawMessage(tt.got)).String(); got != tt.bad {
			t.Errorf("%s\n  %v against %s\n  got  %s\n  want %s", tt.reason, compile(t, tt.want), tt.got, got, tt.bad)
		}
	}
}

func TestCompileRefusesWhatCannotBeCompared(t *testing.T) {
	type holder struct{ ID any }
	type ring struct {
		Next *ring
	}
	loop := &ring{}
	loop.Next = loop
	endless := map[string]any{}
	endless["self"] = endless
	tests := []struct {
		v      any
		part   string
		reason string
	}{
		{math.NaN(), "cannot be written as JSON", "JSON has no NaN"},
		{make(chan int), "cannot be written as JSON", "nor channels"},
		{func() {}, "cannot be written as JSON", "nor functions"},
		{json.RawMessage(`{"a"`), "not valid JSON", "raw JSON is checked"},
		{[]byte("x"), "pass json.RawMessage", "a []byte is ambiguous"},
		{holder{match.Exists()}, "a matcher inside a match_test.holder", "encoded, the matcher would be the data {}"},
		{[]holder{{object{"x": match.Exists()}}}, "a matcher inside a", "at any depth"},
		{map[int]any{1: match.Exists()}, "a matcher inside a", "also in maps without string keys"},
		{object{"a": match.Regex("(")}, "missing closing )", "a matcher that was built wrongly"},
		{object{"a": match.Regex("")}, "matches every string", "an empty pattern"},
		{match.OneOf(), "would match nothing", "a list of nothing"},
		{match.OneOf(math.Inf(1)), "cannot be written as JSON", "a list with what cannot be compared"},
		{match.Exactly([]byte{}), "pass json.RawMessage", "an exact part with what cannot be compared"},
		{loop, "cannot be written as JSON", "a cycle of pointers"},
		{endless, "nested deeper than", "a cycle of maps"},
	}
	for _, tt := range tests {
		_, err := match.Compile(tt.v)
		if err == nil || !strings.Contains(err.Error(), tt.part) {
			t.Errorf("%s: got error %v, want one that says %q", tt.reason, err, tt.part)
		}
	}
}

func TestWantIsACopy(t *testing.T) {
	m := object{"a": []any{1}}
	want := compile(t, m)
	m["a"].([]any)[0] = 2
	m["b"] = 3
	if bad := want.Equal("$", json.RawMessage(`{"a":[1]}`)); !bad.OK() {
		t.Errorf("a later change of the map reached the compiled want: %v", bad)
	}
}

func TestStringPrintsMatchersAsWritten(t *testing.T) {
	want := compile(t, object{"b": match.Regex(`\d`), "a": []any{match.OneOf(1, "<x>"), match.Exists(), match.Absent(), match.Exactly(nil)}})
	const text = `{"a":[OneOf(1, "<x>"),Exists(),Absent(),Exactly(null)],"b":Matching("\\d")}`
	if got := want.String(); got != text {
		t.Errorf("got  %s\nwant %s", got, text)
	}
}

func TestManyMismatchesAreBounded(t *testing.T) {
	many := make([]int, 100_000)
	raw := "[" + strings.Repeat("1,", len(many)-1) + "1]"
	bad := compile(t, many).Equal("$", json.RawMessage(raw))
	if len(bad) > 50 || bad.OK() {
		t.Errorf("got %d mismatches, want some, at most 50", len(bad))
	}
	if s := bad.String(); !strings.HasSuffix(s, "; and more") || strings.Count(s, ";") != 5 {
		t.Errorf("got %q, want five of them and a note", s)
	}
}

func TestDeepValuesAreAnErrorNotACrash(t *testing.T) {
	deep := strings.Repeat("[", 1_000_000) + strings.Repeat("]", 1_000_000)
	if bad := compile(t, 1).Equal("$", json.RawMessage(deep)); bad.OK() || !strings.Contains(bad.String(), "depth") {
		t.Errorf("got %.200v, want a mismatch that names the depth", bad)
	}
}

func ExampleWant_Subset() {
	want, _ := match.Compile(map[string]any{"amount": 3500, "id": match.Regex("^A-")})
	fmt.Println(want.Subset("args", json.RawMessage(`{"amount":35,"id":"A-1","note":"x"}`)))
	// Output: args.amount: got 35, want 3500
}
