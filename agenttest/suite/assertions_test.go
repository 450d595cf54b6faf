package suite_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/suite"
)

// spellings are all the ways to write an assertion in a file, and what each of them is in Go.
var spellings = []struct{ file, want string }{
	{`{"type": "contains", "value": "x"}`, `Contains("x")`},
	{`{"type": "contains", "value": "x", "negate": true}`, `Not(Contains("x"))`},
	{`{"type": "contains", "value": "x", "ignore_case": true}`, `IgnoreCase(Contains("x"))`},
	{`{"type": "contains", "value": "x", "ignore_case": true, "negate": true}`, `Not(IgnoreCase(Contains("x")))`},
	{`{"type": "contains", "value": "x", "ignore_case": false, "negate": false}`, `Contains("x")`},
	{`{"type": "contains", "value": "x", "message": "say it"}`, `Contains("x")`},
	{`{"type": "not_contains", "value": "x"}`, `Not(Contains("x"))`},
	{`{"type": "equals", "value": "OK"}`, `Equals("OK")`},
	{`{"type": "equals", "value": {"a": [1, null, 9007199254740993]}}`, `Equals({"a":[1,null,9007199254740993]})`},
	{`{"type": "equals", "value": {"$literal": {"$ref": "x"}}}`, `Equals({"$ref":"x"})`},
	{`{"type": "equals", "value": {"id": {"$regex": "^A"}}}`, `Equals({"id":Matching("^A")})`},
	{`{"type": "regex", "pattern": "order-\\d+"}`, "Regex(`order-\\d+`)"},
	{`{"type": "regex", "value": "(?i)size"}`, `Regex("(?i)size")`},
	{`{"type": "json_path", "path": "$.status", "value": "ok"}`, `JSONPath("$.status", "ok")`},
	{`{"type": "json_path", "path": "$.status", "value": null}`, `JSONPath("$.status", null)`},
	{`{"type": "json_path", "path": "$.status", "value": {"$one_of": ["a", "b"]}}`, `JSONPath("$.status", OneOf("a", "b"))`},
	{`{"type": "json_path", "path": "$.status", "one_of": ["a", "b"]}`, `JSONPath("$.status", OneOf("a", "b"))`},
	{`{"type": "json_path", "path": "$.status", "exists": true}`, `JSONPath("$.status", Exists())`},
	{`{"type": "json_path", "path": "$.status", "exists": false}`, `JSONPath("$.status", Absent())`},
	{`{"type": "json_path", "path": "$.status", "absent": true}`, `JSONPath("$.status", Absent())`},
	{`{"type": "json_path", "path": "$.status", "absent": false}`, `JSONPath("$.status", Exists())`},
	{`{"type": "type", "value": "number"}`, `Type("number")`},
	{`{"type": "type", "path": "$.count", "value": "number"}`, `Type("number").At("$.count")`},
	{`{"type": "schema", "schema": {"type": "object", "required": ["id"]}}`, `Schema({"type":"object","required":["id"]})`},
	{`{"type": "schema", "schema": {"type": "array"}, "path": "$.lines"}`, `Schema({"type":"array"}).At("$.lines")`},
	{`{"type": "tool_called", "name": "create_expense"}`, `ToolCalled("create_expense")`},
	{`{"type": "tool_called", "name": "create", "with": {"amount": 3500}}`, `ToolCalled("create").With({"amount":3500})`},
	{`{"type": "tool_called", "name": "create", "with_exactly": {"id": {"$exists": true}}, "times": 2}`, `ToolCalled("create").WithExactly({"id":Exists()}).Times(2)`},
	{`{"type": "tool_called", "pattern": "^create"}`, `ToolMatching("^create")`},
	{`{"type": "tool_called", "name": "delete", "times": 0}`, `ToolCalled("delete").Times(0)`},
	{`{"type": "tool_result", "name": "lookup", "value": {"found": true}}`, `ToolResult("lookup", {"found":true})`},
	{`{"type": "tool_result", "name": "pay", "value": "declined", "is_error": true}`, `ToolResult("pay", "declined").IsError()`},
	{`{"type": "trajectory", "mode": "in_order", "calls": ["lookup", {"name": "refund", "with": {"id": 1}, "times": 2}, {"pattern": "^a"}]}`,
		`Trajectory(InOrder, "lookup", ToolCalled("refund").With({"id":1}).Times(2), ToolMatching("^a"))`},
	{`{"type": "trajectory", "mode": "strict", "calls": []}`, `Trajectory(Strict)`},
	{`{"type": "agent", "use": "agents:judge", "criteria": "is polite"}`, `Agent("judge", "is polite")`},
	{`{"type": "agent", "use": "judge", "options": {"connector": "gpt", "metadata": {"criteria": "is polite", "tone": "warm"}}}`, `Agent("judge", "is polite")`},
	{`{"type": "agent", "use": "judge", "criteria": "x", "options": {"metadata": {"criteria": "x"}}, "min_score": 0.8, "samples": 3}`, `Agent("judge", "x").MinScore(0.8).Samples(3)`},
	{`{"type": "script", "use": "scripts:amount"}`, `Script("amount")`},
	{`{"type": "script", "use": "amount", "options": {"metadata": {"min_amount": 100}}}`, `Script("amount")`},
	{`{"type": "all", "assertions": [{"type": "contains", "value": "x"}, {"type": "any", "assert": {"type": "contains", "value": "y"}}]}`, `All(Contains("x"), Any(Contains("y")))`},
	{`{"type": "not", "assertion": {"type": "contains", "value": "x"}}`, `Not(Contains("x"))`},
	{`{"type": "in_transcript", "assert": {"type": "contains", "value": "x", "negate": true}}`, `InTranscript(Not(Contains("x")))`},
	{`{"type": "max_duration", "value": "1m30s"}`, `MaxDuration(1m30s)`},
	{`{"type": "max_tokens", "value": 5000}`, `MaxTokens(5000)`},
	{`{"type": "max_cost", "value": 0.05}`, `MaxCost(0.05)`},
}

func TestSpellings(t *testing.T) {
	for _, s := range spellings {
		res := play(t, registry(), `{"id": "a", "input": "hi", "assertions": [`+s.file+`]}`)
		if got := res.Turns[0].Checks[0].Assertion.String(); got != s.want {
			t.Errorf("%s\ngot  %s\nwant %s", s.file, got, s.want)
		}
	}
}

// TestEveryTypeIsTested keeps the table above complete: the types are those that the error for an unknown one lists.
func TestEveryTypeIsTested(t *testing.T) {
	_, err := suite.LoadReader(strings.NewReader(`{"id": "a", "input": "hi", "assert": {"type": "?"}}`), "f", registry())
	_, list, _ := strings.Cut(err.Error(), "want ")
	for _, word := range strings.Fields(list) {
		word = strings.Trim(word, `",`)
		if word == "or" {
			continue
		}
		found := false
		for _, s := range spellings {
			found = found || strings.Contains(s.file, `{"type": "`+word+`"`)
		}
		if !found {
			t.Errorf("no spelling of %q is tested", word)
		}
	}
}

func TestMessageStandsInTheFailure(t *testing.T) {
	res := play(t, registry(), `{"id": "a", "input": "hi", "assert": {"type": "contains", "value": "bye", "message": "say good bye"}}`)
	if got := res.Turns[0].Checks[0].Verdict.Reason; !strings.HasPrefix(got, "say good bye") {
		t.Errorf("got the reason %q, want the words of the file in front", got)
	}
}

func TestJudgeGetsItsOptions(t *testing.T) {
	judge := says(`{"passed": false, "score": 0.3, "reason": "curt", "suggestions": ["greet"]}`)
	cfg := registry()
	cfg.Agents["workers.test.validator"] = judge
	res := play(t, cfg, `{"id": "T9", "input": "hi", "assert": {"type": "agent", "use": "agents:workers.test.validator",
		"options": {"connector": "openai-gpt4", "metadata": {"criteria": "is polite", "weight": 2, "tone": "warm"}}}}`)
	wantStatus(t, res, agenttest.Failed, "")
	o := judge.asked[0].Options
	for key, want := range map[string]any{"criteria": "is polite", "tone": "warm", "weight": 2.0, "test_mode": "validator", "test_id": "T9"} {
		if o.Metadata[key] != want {
			t.Errorf("metadata %q: got %v, want %v", key, o.Metadata[key], want)
		}
	}
	if o.Connector != "openai-gpt4" || !o.Skip[chat.SkipHistory] {
		t.Errorf("got the options %+v", o)
	}
}

func TestScriptGetsItsMetadata(t *testing.T) {
	var got map[string]any
	cfg := registry()
	cfg.Scripts.Assertions["tests.validate-expense"] = func(_ context.Context, v chat.View, metadata map[string]any) chat.Verdict {
		got = metadata
		return chat.Fail("%s is wrong", v.Text())
	}
	res := play(t, cfg, `{"id": "a", "input": "hi", "assert": {"type": "script", "use": "scripts:tests.validate-expense",
		"options": {"metadata": {"min_amount": 100, "max_amount": 10000}}}}`)
	wantStatus(t, res, agenttest.Failed, "")
	if want := map[string]any{"min_amount": 100.0, "max_amount": 10000.0}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestReadsBack writes cases in the canonical spelling and reads them again: nothing is lost, and the second writing is
// the same as the first.
func TestReadsBack(t *testing.T) {
	var file strings.Builder
	for i, s := range spellings {
		fmt.Fprintf(&file, "{\"id\": \"T%d\", \"input\": \"hi\", \"assert\": %s}\n", i, s.file)
	}
	for _, text := range []string{file.String(), everyField} {
		first, err := suite.Rewrite(strings.NewReader(text), registry())
		if err != nil {
			t.Fatal(err)
		}
		second, err := suite.Rewrite(strings.NewReader(string(first)), registry())
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, first)
		}
		if string(first) != string(second) {
			t.Errorf("got\n%s\nwant\n%s", second, first)
		}
	}
}

// everyField is a file that has every field of a case, of a turn and of everything else, in its canonical spelling.
const everyField = `
{
  "id": "T001", "name": "Everything", "type": "multi_turn", "mode": "dynamic",
  "options": {"connector": "gpt", "mode": "chat", "search": false, "skip": {"history": true}, "metadata": {"a": {"b": [1, 2.5]}}},
  "variables": {"id": "A-1", "n": 9007199254740993},
  "tools": [{"name": "lookup", "args": {"id": {"$regex": "^A"}}, "returns": {"x": null}}, {"name": "pay", "error": "declined"}],
  "turns": [
    {"input": "hi", "attachments": [{"type": "image", "source": "https://example.test/a.png", "name": "a"}],
     "options": {"mode": "fast"}, "assertions": [{"type": "contains", "value": "<hi> & bye"}]},
    {"answer": {"call": "confirm", "result": {"ok": true}}}
  ],
  "simulator": {"use": "agents:sim", "persona": "p", "goal": "g", "options": {"metadata": {"k": "v"}}},
  "interactive": {"enabled": false, "timeout": "5m"},
  "checkpoints": [
    {"id": "a", "description": "first", "assertion": {"type": "contains", "value": "x"}},
    {"id": "b", "after": ["a"], "optional": true, "assertion": {"type": "tool_called", "name": "y"}}
  ],
  "always": [{"type": "not_contains", "value": "error"}], "never": [{"type": "tool_called", "name": "delete"}],
  "final_assertions": [{"type": "json_path", "path": "$.x", "value": {"$exists": true}}],
  "max_turns": 8, "timeout": "2m", "turn_timeout": "1m30s", "on_missing_input": "fail", "on_simulator_error": "skip",
  "detect": "hybrid", "keep_going": true, "until_goal": true
}
{"id": "T002", "input": "hi", "attachments": [{"source": "data:text/plain,hi"}], "assertions": [{"type": "contains", "value": "hi"}]}`

func TestEveryFieldIsWrittenAsItStands(t *testing.T) {
	got, err := suite.Rewrite(strings.NewReader(everyField), registry())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := values(t, string(got)), values(t, everyField); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%v\nwant\n%v", got, want)
	}
}
