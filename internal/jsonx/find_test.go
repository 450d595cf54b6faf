package jsonx_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/agenttest/go/internal/jsonx"
)

func list(values []json.RawMessage) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = string(v)
	}
	return strings.Join(parts, " | ")
}

func TestAll(t *testing.T) {
	tests := []struct{ text, want, reason string }{
		{``, ``, "nothing"},
		{`It shipped.`, ``, "prose"},
		{`{"passed":true}`, `{"passed":true}`, "the whole text"},
		{" \n [1] ", `[1]`, "with space around it"},
		{`42`, `42`, "a text that is a number altogether"},
		{`"yes"`, `"yes"`, "or a string"},
		{` null `, `null`, "or null"},
		{`42 apples`, ``, "a number in prose is prose"},
		{`It is true.`, ``, "so is a word"},
		{"Sure!\n```json\n{\"a\":1}\n```\nDone.", `{"a":1}`, "in a fence"},
		{"```\n[1,2]\n```", `[1,2]`, "in a fence without a language"},
		{`First {"a":1}, then {"b":[2]} and [3].`, `{"a":1} | {"b":[2]} | [3]`, "several, outermost only"},
		{`He said "use {" and then {"a":1}`, `{"a":1}`, "a stray quote and brace before it"},
		{`it's {"a":"it's"} isn't it`, `{"a":"it's"}`, "apostrophes"},
		{`{"a":"} { \" ]"}`, `{"a":"} { \" ]"}`, "braces and quotes inside strings"},
		{`{note: {"passed":true}}`, `{"passed":true}`, "inside braces of prose"},
		{`{"text {"passed":true}`, `{"passed":true}`, "behind a quote that is never closed"},
		{`[0, 1) is the range: {"a":1}`, `{"a":1}`, "behind a bracket that is never closed"},
		{`["see", {"a":1} and`, `{"a":1}`, "in a list of prose"},

		{`{"a":1,"b":{"c":2},}`, ``, "a part of an object with a trailing comma is not the object"},
		{`{"a":1, /* c */ "b":{"c":2}}`, ``, "nor of one with a comment"},
		{`{"a":oops, "b":{"c":2}}`, ``, "nor of one with a word of no language"},
		{`{"a": [1], "b": {"c": [2]}, "d`, ``, "nor of one that breaks off"},
		{`[{"a":1}, {"a":`, ``, "nor of a list of them that does"},
		{`{"a":"b {"passed":true} c"}`, ``, "nor a quotation in one that escapes no quotes"},
		{`[0, {"a":x, "b":{}}`, ``, "nor of one in a list of prose"},
		{`{"a":1,} {"a":2}`, `{"a":2}`, "behind the end of a broken one"},
		{"{\"a\":\"5\" tall\",\n\"b\":{}}\n{\"a\":2}", `{"a":2}`, "quotes are closed by the end of the line"},
		{"```\n{\"a\":[{},\n```\nAgain:\n```\n{\"a\":2}\n```", `{"a":2}`, "a broken one ends with its fence"},
		{`{"a":1`, ``, "an open one"},
		{`{"a":1}}}`, `{"a":1}`, "too many braces"},
		{`{{"a":1}}`, `{"a":1}`, "doubled braces"},
		{`{'a':1}`, ``, "single quotes are no JSON"},
		{`{a:1}`, ``, "nor are bare names"},
		{`{"a":1 /* x */}`, ``, "nor comments"},
		{`[1,]`, ``, "nor trailing commas"},
		{`[01]`, ``, "nor leading zeros"},
		{`[1.]`, ``, "nor bare points"},
		{`[+1]`, ``, "nor plus signs"},
		{`[-]`, ``, "nor bare signs"},
		{`[truely]`, ``, "nor words that begin like one"},
		{`[NaN]`, ``, "nor NaN"},
		{"[\"a\nb\"]", ``, "nor raw newlines in strings"},
		{`["\x"]`, ``, "nor unknown escapes"},
		{`["\u12g4"]`, ``, "nor broken ones"},
		{`["\`, ``, "nor an escape of nothing"},
		{`[0,-0.5e+10,1E2,true,false,null,"\u00e9\/",{},[]]`, `[0,-0.5e+10,1E2,true,false,null,"\u00e9\/",{},[]]`, "everything that is"},
		{`{ } [ ]`, `{ } | [ ]`, "empty ones"},
		{`See [1] and {"a":1} [2].`, `[1] | {"a":1} | [2]`, "footnotes are arrays"},
		{`{"a":1}{"b":2}`, `{"a":1} | {"b":2}`, "side by side"},
		{"{\"a\":\"\xff\"}", "{\"a\":\"\xff\"}", "bytes that are no UTF-8"},
	}
	for _, tt := range tests {
		if got := list(jsonx.All(tt.text)); got != tt.want {
			t.Errorf("%s: %s\n got  %s\n want %s", tt.reason, tt.text, got, tt.want)
		}
	}
}

func TestLastOfTheWantedShapeWins(t *testing.T) {
	verdict := func(raw json.RawMessage) bool { return jsonx.Has(raw, "passed") }
	tests := []struct{ text, want, reason string }{
		{`The agent wrote {"passed":true}, but I say {"passed":false}.`, `{"passed":false}`, "the conclusion, not the quotation"},
		{`{"passed":true} (see [1])`, `{"passed":true}`, "what has another shape does not count"},
		{`{"passed":true} {"note":{"passed":false}}`, `{"passed":true}`, "a part of a larger value is no answer"},
		{`{"Passed":true}`, ``, "names have case"},
		{`passed: true`, ``, "no word of prose is an answer"},
		{`[{"passed":true}]`, ``, "nor is an element of an array"},
		{`{"passed":false,"quote":{"passed":true},"reason":"it bro`, ``, "nor a part of an answer that breaks off"},
	}
	for _, tt := range tests {
		got, ok := jsonx.Last(tt.text, verdict)
		if string(got) != tt.want || ok != (tt.want != "") {
			t.Errorf("%s: %s\n got  %s, %v\n want %s", tt.reason, tt.text, got, ok, tt.want)
		}
	}
	if got, ok := jsonx.Last(`[1] {"a":2}`, nil); !ok || string(got) != `{"a":2}` {
		t.Errorf("without a shape: got %s, %v, want the last value", got, ok)
	}
}

// Each of these texts has a million starts; read from each of them anew, they would take hours.
func TestHostileTextsTakeLinearTime(t *testing.T) {
	const n = 1_000_000
	deep := strings.Repeat("[", n) + strings.Repeat("]", n)
	tests := []struct {
		name, text string
		atLeast    int
	}{
		{"braces", strings.Repeat("{", n), 0},
		{"brackets", strings.Repeat("[", n), 0},
		{"nested names", strings.Repeat(`{"a":`, n), 0},
		{"quoted braces", strings.Repeat(`{"`, n), 0},
		{"quoted brackets", strings.Repeat(`["`, n), 0},
		{"one string of brackets", `{"` + strings.Repeat("[", n), 0},
		{"brackets between quotes", `["` + strings.Repeat(`[[","`, n), 0},
		{"broken arrays in strings beside whole ones", strings.Repeat(`["[[] x", [], `, n/10), n / 10},
		{"whole ones in a broken one", `[0,[` + strings.Repeat(`[],`, n), n},
		{"broken objects", strings.Repeat(`{"a":x}`, n), 0},
		{"broken objects in each other", strings.Repeat(`{"a":x{"`, n), 0},
		{"arrays of broken objects", strings.Repeat(`[[{"a":x}`, n), 0},
		{"too deep", deep, 1},
		{"backslashes", `["` + strings.Repeat(`\`, n), 0},
		{"digits", `[` + strings.Repeat(`9`, n), 0},
	}
	for _, tt := range tests {
		if got := len(jsonx.All(tt.text)); got < tt.atLeast {
			t.Errorf("%s: got %d values, want at least %d", tt.name, got, tt.atLeast)
		}
	}
}

func ExampleLast() {
	reply := "The reply names the amount, so I would say {\"passed\": true}.\n\nBut it is rude: {\"passed\": false, \"score\": 0.2}"
	raw, ok := jsonx.Last(reply, func(raw json.RawMessage) bool { return jsonx.Has(raw, "passed") })
	fmt.Println(string(raw), ok)
	// Output: {"passed": false, "score": 0.2} true
}

func BenchmarkLast(b *testing.B) {
	text := strings.Repeat("Some prose with \"quotes\" and {braces} in it. ", 20) + `{"passed": true, "reason": "it names the amount"}`
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		jsonx.Last(text, nil)
	}
}
