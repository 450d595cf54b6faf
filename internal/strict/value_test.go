package strict_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/agenttest/go/internal/strict"
)

func parse(t testing.TB, in string) *strict.Node {
	t.Helper()
	n, err := strict.ParseJSON([]byte(in), "f")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// take decodes an object by taking its fields with take.
func take(t *testing.T, in string, take func(o *strict.Object)) string {
	t.Helper()
	_, err := strict.Decode(parse(t, in), "f", func(v strict.Value) any {
		take(v.Object())
		return nil
	})
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestEachMethodTakesItsKindAndRejectsOthers(t *testing.T) {
	type method struct {
		name string
		take func(strict.Value) any
	}
	text := method{"Text", func(v strict.Value) any { return v.Text() }}
	nonEmpty := method{"NonEmpty", func(v strict.Value) any { return v.NonEmpty() }}
	oneOf := method{"OneOf", func(v strict.Value) any { return v.OneOf("skip", "fail", "end") }}
	boolean := method{"Bool", func(v strict.Value) any { return v.Bool() }}
	integer := method{"Int", func(v strict.Value) any { return v.Int() }}
	from := method{"IntFrom", func(v strict.Value) any { return v.IntFrom(1) }}
	float := method{"Float", func(v strict.Value) any { return v.Float() }}
	in := method{"FloatIn", func(v strict.Value) any { return v.FloatIn(0, 1) }}
	number := method{"Number", func(v strict.Value) any { return v.Number() }}
	duration := method{"Duration", func(v strict.Value) any { return v.Duration() }}
	anything := method{"Any", strict.Value.Any}
	mapped := method{"Map", func(v strict.Value) any { return v.Map() }}
	raw := method{"Raw", func(v strict.Value) any { return string(v.Raw()) }}
	list := method{"List", func(v strict.Value) any { return strict.List(v, strict.Value.Text) }}
	oneOrList := method{"OneOrList", func(v strict.Value) any { return strict.OneOrList(v, strict.Value.Text) }}
	maps := method{"strict.Map", func(v strict.Value) any { return strict.Map(v, strict.Value.Bool) }}
	optional := method{"Optional", func(v strict.Value) any { return *strict.Optional(v, strict.Value.Int) }}
	only := method{"OneOf of one word", func(v strict.Value) any { return v.OneOf("static") }}
	items := method{"Items", func(v strict.Value) any {
		n := 0
		for range v.Items() {
			n++
		}
		return n
	}}
	pattern := method{"Parse", func(v strict.Value) any {
		return fmt.Sprint(strict.Parse(v, regexp.Compile))
	}}
	orNull := method{"OrNull", func(v strict.Value) any { return v.OrNull().Text() }}

	var noMap map[string]any
	tests := []struct {
		method method
		in     string
		want   any
		err    string
	}{
		{text, `"é\n"`, "é\n", ""},
		{text, `""`, "", ""},
		{text, `3`, "", "got the number 3, want a string"},
		{text, `1234567890123456789012345678901234567890123`, "", "got the number 1234567890123456789012345678901234567890…, want a string"},
		{text, `true`, "", "got true, want a string"},
		{text, `null`, "", "got null, want a string"},
		{text, `{}`, "", "got an object, want a string"},
		{text, `["x"]`, "", "got an array, want a string"},
		{orNull, `null`, "", ""},
		{orNull, `"x"`, "x", ""},
		{orNull, `1`, "", "got the number 1, want a string"},
		{nonEmpty, `"x"`, "x", ""},
		{nonEmpty, `""`, "", "got an empty string, want some text"},
		{nonEmpty, `1`, "", "got the number 1, want a string"},
		{oneOf, `"fail"`, "fail", ""},
		{oneOf, `"fial"`, "", `got the string "fial", want "skip", "fail" or "end" (did you mean "fail"?)`},
		{oneOf, `"Skip"`, "", `got the string "Skip", want "skip", "fail" or "end" (did you mean "skip"?)`},
		{oneOf, `""`, "", `got an empty string, want "skip", "fail" or "end"`},
		{oneOf, `false`, "", `got false, want "skip", "fail" or "end"`},
		{boolean, `true`, true, ""},
		{boolean, `false`, false, ""},
		{boolean, `"yes"`, false, `got the string "yes", want true or false`},
		{boolean, `1`, false, "got the number 1, want true or false"},
		{integer, `-12`, -12, ""},
		{integer, strconv.Itoa(math.MaxInt), math.MaxInt, ""},
		{integer, `9223372036854775808`, 0, fmt.Sprintf("got the number 9223372036854775808, want a whole number that fits into %d bits", strconv.IntSize)},
		{integer, `1.0`, 0, "got the number 1.0, want a whole number"},
		{integer, `1e3`, 0, "got the number 1e3, want a whole number"},
		{integer, `"3"`, 0, `got the string "3", want a whole number`},
		{from, `1`, 1, ""},
		{from, `0`, 0, "got the number 0, want a whole number of at least 1"},
		{from, `2.5`, 0, "got the number 2.5, want a whole number of at least 1"},
		{from, `"x"`, 0, `got the string "x", want a whole number of at least 1`},
		{float, `2.5`, 2.5, ""},
		{float, `1e999`, 0.0, "got the number 1e999, want a number that a float64 can hold"},
		{float, `"2"`, 0.0, `got the string "2", want a number`},
		{in, `0.9`, 0.9, ""},
		{in, `0`, 0.0, ""},
		{in, `1.5`, 0.0, "got the number 1.5, want a number from 0 to 1"},
		{in, `1e999`, 0.0, "got the number 1e999, want a number that a float64 can hold"},
		{in, `"1"`, 0.0, `got the string "1", want a number`},
		{number, `1.0`, json.Number("1.0"), ""},
		{number, `12345678901234567890`, json.Number("12345678901234567890"), ""},
		{number, `true`, json.Number(""), "got true, want a number"},
		{duration, `"30s"`, 30 * time.Second, ""},
		{duration, `"1h2m0.5s"`, time.Hour + 2*time.Minute + time.Second/2, ""},
		{duration, `"0s"`, time.Duration(0), ""},
		{duration, `30`, time.Duration(0), `got the number 30, want a duration such as "30s" or "5m"`},
		{duration, `"30"`, time.Duration(0), `got the string "30", want a duration such as "30s" or "5m"`},
		{duration, `"0"`, time.Duration(0), `got the string "0", want a duration such as "30s" or "5m"`},
		{duration, `"-5s"`, time.Duration(0), `got the string "-5s", want a duration such as "30s" or "5m"`},
		{duration, `"5 minutes"`, time.Duration(0), `got the string "5 minutes", want a duration such as "30s" or "5m"`},
		{duration, `""`, time.Duration(0), `got an empty string, want a duration such as "30s" or "5m"`},
		{duration, `null`, time.Duration(0), `got null, want a duration such as "30s" or "5m"`},
		{anything, `[1.0, "x", null, {"a": true}]`, []any{json.Number("1.0"), "x", nil, map[string]any{"a": true}}, ""},
		{anything, `null`, nil, ""},
		{mapped, `{"a": {"b": []}}`, map[string]any{"a": map[string]any{"b": []any{}}}, ""},
		{mapped, `{}`, map[string]any{}, ""},
		{mapped, `[]`, noMap, "got an array, want an object"},
		{raw, `{"a" : [1.0]}`, `{"a" : [1.0]}`, ""},
		{raw, `null`, `null`, ""},
		{list, `["a", "b"]`, []string{"a", "b"}, ""},
		{list, `[]`, []string{}, ""},
		{list, `"a"`, []string(nil), `got the string "a", want an array`},
		{oneOrList, `"a"`, []string{"a"}, ""},
		{oneOrList, `["a"]`, []string{"a"}, ""},
		{oneOrList, `null`, []string{""}, `got null, want a string`},
		{maps, `{"history": true, "trace": false}`, map[string]bool{"history": true, "trace": false}, ""},
		{maps, `[true]`, map[string]bool(nil), `got an array, want an object`},
		{optional, `7`, 7, ""},
		{only, `1`, "", `got the number 1, want "static"`},
		{items, `[1, 2]`, 2, ""},
		{items, `3`, 0, "got the number 3, want an array"},
		{pattern, `"a+"`, "a+", ""},
		{pattern, `"a("`, "<nil>", "error parsing regexp: missing closing ): `a(`"},
		{pattern, `1`, "<nil>", "got the number 1, want a string"},
	}
	for _, tt := range tests {
		t.Run(tt.method.name+" of "+tt.in, func(t *testing.T) {
			var got any
			message := take(t, `{"field": `+tt.in+`}`, func(o *strict.Object) { got = tt.method.take(o.Field("field")) })
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %#v, want %#v", got, tt.want)
			}
			want := tt.err
			if want != "" {
				want = "f:1: field: " + want
			}
			if message != want {
				t.Errorf("got the error\n%s\nwant\n%s", message, want)
			}
		})
	}
}

func TestAbsentFieldsGiveZeroValues(t *testing.T) {
	message := take(t, `{}`, func(o *strict.Object) {
		v := o.Field("x")
		inner := v.Object()
		got := []any{
			v.Present(), v.Kind(), v.Line(), v.Text(), v.NonEmpty(), v.OneOf("a"), v.Bool(), v.Int(), v.IntFrom(3), v.Float(), v.FloatIn(1, 2),
			v.Number(), v.Duration(), v.Any(), v.Map() == nil, v.Raw() == nil, v.Node() == nil, v.OrNull().Present(),
			inner.Required("y").Text(), inner.Field("z").Int(),
			strict.List(v, strict.Value.Text) == nil, strict.OneOrList(v, strict.Value.Text) == nil, strict.Map(v, strict.Value.Text) == nil,
			strict.Optional(v, strict.Value.Text) == nil, strict.Parse(v, regexp.Compile) == nil,
		}
		want := []any{
			false, strict.KindAbsent, 0, "", "", "", false, 0, 0, 0.0, 0.0,
			json.Number(""), time.Duration(0), nil, true, true, true, false,
			"", 0,
			true, true, true,
			true, true,
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %v\nwant %v", got, want)
		}
		for range v.Items() {
			t.Error("an absent array has items")
		}
		for range inner.Rest() {
			t.Error("an absent object has fields")
		}
	})
	if message != "" {
		t.Errorf("got the error %s, want none", message)
	}
}

// A case file as the seeds have it, with one mistake of each sort: all are reported, in the order of the lines, with
// the path to each.
func TestAllProblemsOfAValueAreReported(t *testing.T) {
	const in = `{
  "id": "",
  "Turns": [],
  "timeout": 30,
  "max_turns": 0,
  "turns": [
    {"input": "x", "assertons": []},
    {"inputs": "y", "assertions": {"type": "contain"}},
    {"assert": [{"type": "regex", "pattern": "("}, {"type": 3}, "contains"]},
    7
  ],
  "simulator": {"use": "sim", "options": {"skip": {"history": "yes"}}},
  "completely": "different"
}`
	type assertion struct{}
	readAssertion := func(v strict.Value) assertion {
		o := v.Object()
		o.Required("type").OneOf("contains", "regex")
		o.Field("value")
		strict.Parse(o.Field("pattern"), regexp.Compile)
		return assertion{}
	}
	read := func(v strict.Value) string {
		o := v.Object()
		o.Required("id").NonEmpty()
		o.Required("name").Text()
		o.Field("timeout").Duration()
		o.Field("max_turns").IntFrom(1)
		for _, turn := range o.Field("turns").Items() {
			o := turn.Object()
			o.Required("input").Text()
			strict.OneOrList(o.Field("assertions", "assert"), readAssertion)
		}
		sim := o.Field("simulator").Object()
		sim.Required("use").Text()
		options := sim.Field("options").Object()
		strict.Map(options.Field("skip"), strict.Value.Bool)
		o.Errorf("a case has turns or a simulator, not both")
		return "never returned"
	}
	const want = `cases.jsonl:1: a case has turns or a simulator, not both
cases.jsonl:1: missing field "name"
cases.jsonl:2: id: got an empty string, want some text
cases.jsonl:3: unknown field "Turns" (did you mean "turns"?)
cases.jsonl:4: timeout: got the number 30, want a duration such as "30s" or "5m"
cases.jsonl:5: max_turns: got the number 0, want a whole number of at least 1
cases.jsonl:7: turns[0]: unknown field "assertons" (did you mean "assertions"?)
cases.jsonl:8: turns[1]: unknown field "inputs" (did you mean "input"?)
cases.jsonl:8: turns[1].assertions.type: got the string "contain", want "contains" or "regex" (did you mean "contains"?)
cases.jsonl:9: turns[2]: missing field "input"
cases.jsonl:9: turns[2].assert[0].pattern: error parsing regexp: missing closing ): ` + "`(`" + `
cases.jsonl:9: turns[2].assert[1].type: got the number 3, want "contains" or "regex"
cases.jsonl:9: turns[2].assert[2]: got the string "contains", want an object
cases.jsonl:10: turns[3]: got the number 7, want an object
cases.jsonl:12: simulator.options.skip.history: got the string "yes", want true or false
cases.jsonl:13: unknown field "completely"; the fields here are id, name, timeout, max_turns, turns, simulator`
	result, err := strict.Decode(parse(t, in), "cases.jsonl", read)
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	if result != "" {
		t.Errorf("got the result %q beside the errors, want the zero value", result)
	}
	var one *strict.Error
	if !errors.As(err, &one) || one.Line != 1 || one.File != "cases.jsonl" || one.Path != "" {
		t.Errorf("the first error is %+v", one)
	}
}

func TestUnknownFields(t *testing.T) {
	tests := []struct {
		reason string
		in     string
		take   func(o *strict.Object)
		want   string
	}{
		{"a slip is not reported as missing as well", `{"inptu": 1}`,
			func(o *strict.Object) { o.Required("input").Text() },
			`f:1: unknown field "inptu" (did you mean "input"?)`},
		{"nor is a slip of another spelling", `{"asert": 1}`,
			func(o *strict.Object) { o.Required("checks", "assert").Int() },
			`f:1: unknown field "asert" (did you mean "assert"?)`},
		{"a field that is there is suggested only when no other is near", `{"input": "x", "input2": 1, "inputs": 1}`,
			func(o *strict.Object) { o.Field("input").Text(); o.Field("inputs_").Text() },
			"f:1: unknown field \"input2\" (did you mean \"inputs_\"?)\nf:1: unknown field \"inputs\" (did you mean \"inputs_\"?)"},
		{"an object that knows no field", `{"a": 1}`, func(*strict.Object) {}, `f:1: unknown field "a"`},
		{"a field that was asked for and not used", `{"a": 1}`, func(o *strict.Object) { o.Field("a") }, ""},
		{"a field that was asked for twice", `{"a": 1}`, func(o *strict.Object) { o.Field("a"); o.Field("a") }, ""},
		{"another spelling", `{"assert": 1}`, func(o *strict.Object) { o.Required("assertions", "assert").Int() }, ""},
		{"two spellings at once", "{\"assert\": 1,\n\"assertions\": 2}", func(o *strict.Object) { o.Field("assertions", "assert").Int() },
			`f:1: assert: "assertions" and "assert" are the same field, want one of them`},
		{"an error of another spelling names the one that was used", `{"assert": "x"}`, func(o *strict.Object) { o.Field("assertions", "assert").Int() },
			`f:1: assert: got the string "x", want a whole number`},
		{"an object that allows them", `{"a": 1, "b": 2}`, func(o *strict.Object) { o.AllowUnknown(); o.Field("a") }, ""},
		{"the rest", `{"a": 1, "b": 2}`, func(o *strict.Object) {
			o.Field("a")
			for range o.Rest() {
			}
		}, ""},
		{"a rest that is not taken to its end", `{"a": 1, "b": 2, "c": 3}`, func(o *strict.Object) {
			for range o.Rest() {
				break
			}
		}, "f:1: unknown field \"b\"\nf:1: unknown field \"c\""},
		{"odd names in paths", `{"a b": {"": {"x.y": {"naïve-1$": "x"}}}}`, func(o *strict.Object) {
			o.Field("a b").Object().Field("").Object().Field("x.y").Object().Field("naïve-1$").Int()
		}, `f:1: ["a b"][""]["x.y"].naïve-1$: got the string "x", want a whole number`},
		{"terminal codes in a name", `{"\u001b[31m": 1}`, func(*strict.Object) {}, `f:1: unknown field "\x1b[31m"`},
		{"an error at a field that is not there", "{\n\"a\": {}}", func(o *strict.Object) { o.Field("a").Object().Field("b").Object().Field("c").Errorf("is needed here") },
			`f:2: a.b.c: is needed here`},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			if got := take(t, tt.in, tt.take); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestObjectsOfManyFields(t *testing.T) {
	var in strings.Builder
	for i := range 200 {
		fmt.Fprintf(&in, `"field%d": %d, `, i, i)
	}
	got := take(t, "{"+in.String()+`"other": 0}`, func(o *strict.Object) {
		for i := range 200 {
			if got := o.Required(fmt.Sprintf("field%d", 199-i)).Int(); got != 199-i {
				t.Errorf("got %d, want %d", got, 199-i)
			}
		}
		for key := range o.Rest() {
			if key != "other" {
				t.Errorf("got %q among the rest", key)
			}
		}
	})
	if got != "" {
		t.Errorf("got the error %s", got)
	}
}

func TestRestKeepsTheOrder(t *testing.T) {
	var got []string
	take(t, `{"z": 1, "type": "x", "a": 2, "m": 3}`, func(o *strict.Object) {
		o.Field("type")
		for key, v := range o.Rest() {
			got = append(got, fmt.Sprintf("%s %d %s:%d %s", key, v.Int(), v.File(), v.Line(), v.Path()))
		}
	})
	if want := []string{"z 1 f:1 z", "a 2 f:1 a", "m 3 f:1 m"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAllGoesOnAfterBadValues(t *testing.T) {
	const in = `{"id": "a"}
{"id": 1}
{"id": "b",}
{"ide": "c"}
{"id": "d"}`
	d := strict.NewDecoder(strings.NewReader(in), "f.jsonl")
	var got []string
	var errs strict.Errors
	for id, err := range strict.All(d, func(v strict.Value) string { return v.Object().Required("id").Text() }) {
		if err != nil && id != "" {
			t.Errorf("got %q beside an error", id)
		}
		if err == nil {
			got = append(got, id)
		}
		errs.Add(err)
	}
	if want := []string{"a", "d"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	const want = `f.jsonl:2: id: got the number 1, want a string
f.jsonl:3:11: remove the comma before "}"
f.jsonl:4: unknown field "ide" (did you mean "id"?)`
	if errs.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", errs, want)
	}
	for range strict.All(strict.NewDecoder(strings.NewReader(in), "f"), strict.Value.Any) {
		break // leaving the loop early is fine
	}
}

// A front end of another syntax builds nodes by hand; everything above them works the same.
func TestNodesThatAreNotJSON(t *testing.T) {
	n := &strict.Node{Kind: strict.KindObject, Line: 1, Column: 1, Members: []strict.Member{
		{Key: "name", Line: 1, Column: 1, Value: strict.Node{Kind: strict.KindString, Line: 1, Column: 7, Text: "yes\n\"é\"\x01\\\t"}},
		{Key: "turns", Line: 2, Column: 1, Value: strict.Node{Kind: strict.KindArray, Line: 3, Column: 3, Items: []strict.Node{
			{Kind: strict.KindNumber, Line: 3, Column: 5, Text: "1.0"},
			{Kind: strict.KindBool, Line: 4, Column: 5, Text: "true"},
			{Kind: strict.KindNull, Line: 5, Column: 5, Text: "~"},
			{Kind: strict.KindObject, Line: 6, Column: 5},
		}}},
	}}
	const want = `{"name":"yes\n\"é\"\u0001\\\t","turns":[1.0,true,null,{}]}`
	if got := string(n.Raw()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	tree := map[string]any{"name": "yes\n\"é\"\x01\\\t", "turns": []any{json.Number("1.0"), true, nil, map[string]any{}}}
	if got := n.Interface(); !reflect.DeepEqual(got, tree) {
		t.Errorf("got %v, want %v", got, tree)
	}
	_, err := strict.Decode(n, "plan.yaml", func(v strict.Value) []string {
		o := v.Object()
		o.Field("nam")
		return strict.List(o.Field("turns"), strict.Value.Text)
	})
	const errs = `plan.yaml:1: unknown field "name" (did you mean "nam"?)
plan.yaml:3: turns[0]: got the number 1.0, want a string
plan.yaml:4: turns[1]: got true, want a string
plan.yaml:5: turns[2]: got null, want a string
plan.yaml:6: turns[3]: got an object, want a string`
	if err == nil || err.Error() != errs {
		t.Errorf("got\n%v\nwant\n%s", err, errs)
	}
}

func TestGet(t *testing.T) {
	n := parse(t, `{"a": {"b": 1}}`)
	if got := n.Get("a").Get("b"); got == nil || got.Text != "1" {
		t.Errorf("got %v, want the number 1", got)
	}
	if got := n.Get("x").Get("y"); got != nil {
		t.Errorf("got %v, want nil", got)
	}
}

func TestRawIsACopy(t *testing.T) {
	n := parse(t, `{"a": "text"}`)
	clear(n.Raw())
	if got := string(n.Raw()); got != `{"a": "text"}` || n.Get("a").Text != "text" {
		t.Errorf("writing to the JSON changed the node: %s", got)
	}
}
