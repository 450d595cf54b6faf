package assert_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

// custom is an assertion of the user's own.
type custom struct{}

func (custom) Check(context.Context, chat.View) chat.Verdict { return chat.Pass() }
func (custom) String() string                                { return "custom()" }

// Each assertion as Go code writes it and as case files spell it.
func TestSpelling(t *testing.T) {
	judge := saying(`{"passed":true}`)
	script := func(context.Context, chat.View, map[string]any) chat.Verdict { return chat.Pass() }
	for _, tt := range []struct {
		a         chat.Assertion
		go_, file string
	}{
		{assert.Contains(`a "b" <c>`), `Contains("a \"b\" <c>")`, `{"type":"contains","value":"a \"b\" <c>"}`},
		{assert.Not(assert.Contains("x")), `Not(Contains("x"))`, `{"type":"not_contains","value":"x"}`},
		{assert.IgnoreCase(assert.Contains("x")), `IgnoreCase(Contains("x"))`, `{"type":"contains","value":"x","ignore_case":true}`},
		{assert.Not(assert.IgnoreCase(assert.Contains("x"))), `Not(IgnoreCase(Contains("x")))`, `{"type":"contains","value":"x","ignore_case":true,"negate":true}`},
		{assert.IgnoreCase(assert.Not(assert.Contains("x"))), `IgnoreCase(Not(Contains("x")))`, `{"type":"not_contains","value":"x","ignore_case":true}`},
		{assert.IgnoreCase(assert.IgnoreCase(assert.Contains("x"))), `IgnoreCase(IgnoreCase(Contains("x")))`, `{"type":"contains","value":"x","ignore_case":true}`},
		{assert.Equals("OK"), `Equals("OK")`, `{"type":"equals","value":"OK"}`},
		{assert.Equals(obj{"b": 1.50, "a": []any{nil}}), `Equals({"a":[null],"b":1.5})`, `{"type":"equals","value":{"a":[null],"b":1.5}}`},
		{assert.Regex(`\d+`), "Regex(`\\d+`)", `{"type":"regex","pattern":"\\d+"}`},
		{assert.JSONPath("$.a", "x"), `JSONPath("$.a", "x")`, `{"type":"json_path","path":"$.a","value":"x"}`},
		{assert.JSONPath("$.a", assert.Exists()), `JSONPath("$.a", Exists())`, `{"type":"json_path","path":"$.a","value":{"$exists":true}}`},
		{assert.JSONPath("$.a", assert.Absent()), `JSONPath("$.a", Absent())`, `{"type":"json_path","path":"$.a","value":{"$exists":false}}`},
		{assert.JSONPath("$.a", assert.OneOf(1, "b")), `JSONPath("$.a", OneOf(1, "b"))`, `{"type":"json_path","path":"$.a","value":{"$one_of":[1,"b"]}}`},
		{assert.JSONPath("$.a", assert.Matching(`^\d`)), `JSONPath("$.a", Matching("^\\d"))`, `{"type":"json_path","path":"$.a","value":{"$regex":"^\\d"}}`},
		{assert.JSONPath("$.a", obj{"$ref": "x"}), `JSONPath("$.a", {"$ref":"x"})`, `{"type":"json_path","path":"$.a","value":{"$literal":{"$ref":"x"}}}`},
		{assert.Type("number"), `Type("number")`, `{"type":"type","value":"number"}`},
		{assert.Type("number").At("$.count"), `Type("number").At("$.count")`, `{"type":"type","path":"$.count","value":"number"}`},
		{assert.Schema(`{ "type": "object" }`).At("$.a"), `Schema({"type":"object"}).At("$.a")`, `{"type":"schema","path":"$.a","schema":{"type":"object"}}`},
		{assert.ToolCalled("refund"), `ToolCalled("refund")`, `{"type":"tool_called","name":"refund"}`},
		{assert.Not(assert.ToolCalled("refund")), `Not(ToolCalled("refund"))`, `{"type":"tool_called","name":"refund","negate":true}`},
		{assert.ToolCalled("refund").With(obj{"amount": 3500, "id": assert.Matching("^A")}).Times(1),
			`ToolCalled("refund").With({"amount":3500,"id":Matching("^A")}).Times(1)`, `{"type":"tool_called","name":"refund","with":{"amount":3500,"id":{"$regex":"^A"}},"times":1}`},
		{assert.ToolMatching("^re").WithExactly(obj{}).Where(validArgs), `ToolMatching("^re").WithExactly({}).Where(func)`, `{"type":"tool_called","pattern":"^re","with_exactly":{},"where":"func"}`},
		{assert.ToolResult("lookup", obj{"found": true}), `ToolResult("lookup", {"found":true})`, `{"type":"tool_result","name":"lookup","value":{"found":true}}`},
		{assert.ToolResult("pay", assert.Exists()).IsError(), `ToolResult("pay", Exists()).IsError()`, `{"type":"tool_result","name":"pay","value":{"$exists":true},"is_error":true}`},
		{assert.Trajectory(assert.InOrder, "a", assert.ToolCalled("b").With(obj{"n": 1}).Times(2), assert.ToolMatching("c")),
			`Trajectory(InOrder, "a", ToolCalled("b").With({"n":1}).Times(2), ToolMatching("c"))`,
			`{"type":"trajectory","mode":"in_order","calls":["a",{"name":"b","with":{"n":1},"times":2},{"pattern":"c"}]}`},
		{assert.Trajectory(assert.Strict), `Trajectory(Strict)`, `{"type":"trajectory","mode":"strict","calls":[]}`},
		{assert.Agent(judge, "is polite"), `Agent(judge, "is polite")`, `{"type":"agent","options":{"metadata":{"criteria":"is polite"}}}`},
		{assert.Agent(judge, "is polite").Named("workers.test.validator").Metadata(obj{"tone": "warm"}).Options(chat.Options{Connector: "gpt"}).MinScore(0.8).Samples(3),
			`Agent("workers.test.validator", "is polite").MinScore(0.8).Samples(3)`,
			`{"type":"agent","use":"agents:workers.test.validator","options":{"connector":"gpt","metadata":{"criteria":"is polite","tone":"warm"}},"min_score":0.8,"samples":3}`},
		{assert.Script("tests.check", script, obj{"min": 1}), `Script("tests.check")`, `{"type":"script","use":"scripts:tests.check","options":{"metadata":{"min":1}}}`},
		{yes, `Func("yes")`, `{"type":"script","use":"scripts:yes"}`},
		{assert.All(assert.Contains("a"), assert.Any(assert.Regex("b"), custom{})), `All(Contains("a"), Any(Regex("b"), custom()))`,
			`{"type":"all","assertions":[{"type":"contains","value":"a"},{"type":"any","assertions":[{"type":"regex","pattern":"b"},{"type":"custom","name":"custom()"}]}]}`},
		{assert.Not(assert.Not(assert.Regex("a"))), `Not(Not(Regex("a")))`, `{"type":"not","assertion":{"type":"regex","pattern":"a","negate":true}}`},
		{assert.InTranscript(assert.Contains("a")), `InTranscript(Contains("a"))`, `{"type":"in_transcript","assertion":{"type":"contains","value":"a"}}`},
		{assert.Message("words", assert.Contains("a")), `Contains("a")`, `{"type":"contains","value":"a","message":"words"}`},
		{assert.Message("outer", assert.Message("inner", assert.Contains("a"))), `Contains("a")`, `{"type":"contains","value":"a","message":"outer: inner"}`},
		{assert.Message("outer", assert.Not(assert.Message("inner", assert.Regex("a")))), "Not(Regex(\"a\"))",
			`{"type":"regex","pattern":"a","negate":true,"message":"outer: inner"}`},
		{assert.Not(assert.Message("words", assert.Contains("a"))), `Not(Contains("a"))`, `{"type":"not_contains","value":"a","message":"words"}`},
		{assert.IgnoreCase(assert.Message("words", assert.Not(assert.Regex("a")))), "IgnoreCase(Not(Regex(\"a\")))",
			`{"type":"regex","pattern":"a","ignore_case":true,"negate":true,"message":"words"}`},
		{assert.MaxDuration(90 * time.Second), `MaxDuration(1m30s)`, `{"type":"max_duration","value":"1m30s"}`},
		{assert.MaxDuration(5 * time.Minute), `MaxDuration(5m)`, `{"type":"max_duration","value":"5m"}`},
		{assert.MaxTokens(5000), `MaxTokens(5000)`, `{"type":"max_tokens","value":5000}`},
		{assert.MaxCost(0.05), `MaxCost(0.05)`, `{"type":"max_cost","value":0.05}`},
	} {
		if got := tt.a.String(); got != tt.go_ {
			t.Errorf("String:\n got  %s\n want %s", got, tt.go_)
		}
		raw, err := tt.a.(json.Marshaler).MarshalJSON()
		if err != nil || string(raw) != tt.file {
			t.Errorf("MarshalJSON of %s: %v\n got  %s\n want %s", tt.a, err, raw, tt.file)
		}
		if !json.Valid(raw) {
			t.Errorf("%s is not JSON", raw)
		}
		if mistake := mistakeOf(tt.a); mistake != "" {
			t.Errorf("%s: Validate says %s", tt.a, mistake)
		}
	}
}

// What was built wrongly still prints and marshals: reports show it beside its mistake.
func TestSpellingOfMistakes(t *testing.T) {
	for _, a := range []chat.Assertion{
		assert.Contains(""), assert.Regex("("), assert.Equals(nil), assert.Equals(func() {}), assert.JSONPath("x", func() {}), assert.Type("x").At("y"),
		assert.Schema(nil), assert.Schema("{"), assert.ToolCalled("").With(1), assert.ToolMatching("("), assert.ToolResult("", func() {}), assert.Trajectory(77, 1),
		assert.Agent(nil, ""), assert.Func("", nil), assert.All(nil), assert.Any(), assert.Not(nil), assert.IgnoreCase(nil), assert.IgnoreCase(yes),
		assert.Message("", nil), assert.InTranscript(nil), assert.MaxDuration(-1), assert.MaxTokens(0), assert.MaxCost(-1),
	} {
		if a.String() == "" || mistakeOf(a) == "" {
			t.Errorf("%q: Validate says %q", a, mistakeOf(a))
		}
		if raw, err := a.(json.Marshaler).MarshalJSON(); err == nil && !json.Valid(raw) {
			t.Errorf("%s marshals to %s", a, raw)
		}
	}
}
