package agenttest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
)

// seed is the JSON that the specification gives for a case of three turns; durations are left out.
const seed = `{
  "id": "T001",
  "name": "Expense Reimbursement Flow",
  "status": "passed",
  "turns": [
    {
      "turn": 1,
      "input": "I want to submit an expense",
      "input_source": "static",
      "output": "What type of expense would you like to submit?",
      "awaiting_input": true,
      "assertions": [{"type": "contains", "value": "type of expense", "passed": true}]
    },
    {
      "turn": 2,
      "input": "Business travel, $3500",
      "input_source": "static",
      "output": "",
      "tool_calls": [{"name": "create_expense", "args": {"amount": 3500}}],
      "awaiting_input": true,
      "assertions": [{"type": "tool_called", "name": "create_expense", "passed": true}]
    },
    {
      "turn": 3,
      "input": "Yes, confirm",
      "input_source": "static",
      "output": "Expense submitted. Reference: EXP-2025-001",
      "awaiting_input": false,
      "assertions": [{"type": "contains", "value": "submitted", "passed": true}]
    }
  ],
  "final_assertions": [{"type": "json_path", "path": "$.expense.status", "value": "submitted", "passed": true}],
  "total_turns": 3
}`

func expenseResult(t *testing.T) *agenttest.Result {
	t.Helper()
	agent := replying(func(req *agenttest.Request) *agenttest.Response {
		switch req.Turn {
		case 1:
			return agenttest.Reply("What type of expense would you like to submit?")
		case 2:
			return agenttest.Reply("").WithCalls(agenttest.Call("create_expense", map[string]any{"amount": 3500})).Asking("confirm?")
		default:
			return agenttest.Reply("Expense submitted. Reference: EXP-2025-001").WithData(map[string]any{"expense": map[string]any{"status": "submitted"}})
		}
	})
	return play(t, agent, agenttest.Static(
		agenttest.User("I want to submit an expense").Expect(assert.Contains("type of expense")),
		agenttest.User("Business travel, $3500").Expect(assert.ToolCalled("create_expense")),
		agenttest.User("Yes, confirm").Expect(assert.Contains("submitted")),
	).Finally(assert.JSONPath("$.expense.status", "submitted")).WithID("T001").Named("Expense Reimbursement Flow"))
}

// A result is written in the shape of the specification, with more fields beside its own.
func TestResultJSON(t *testing.T) {
	raw := record(t, expenseResult(t))
	var got, want any
	for text, into := range map[string]*any{raw: &got, seed: &want} {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Fatal(err)
		}
	}
	if lost := missingFrom("$", got, want); len(lost) > 0 {
		t.Errorf("%s\nin %s", strings.Join(lost, "\n"), raw)
	}
	top := fields(t, []byte(raw))
	for _, name := range []string{"duration_ms", "session_id", "start"} {
		if _, ok := top[name]; !ok {
			t.Errorf("%s is missing", name)
		}
	}
	turn := fields(t, []byte(turnsOf(t, raw)[1]))
	equal(t, "awaiting_reason", string(turn["awaiting_reason"]), `"agent_declared"`)
	equal(t, "status", string(turn["status"]), `"passed"`)
	for _, name := range []string{"error", "skip_reason", "assertion_errors", "blame"} {
		if v, ok := turn[name]; ok {
			t.Errorf("a turn that passed has %s: %s", name, v)
		}
	}
}

// missingFrom returns what want has and got has not, or has otherwise. Objects may have more fields, arrays no more elements.
func missingFrom(path string, got, want any) []string {
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: got %v, want an object", path, got)}
		}
		var lost []string
		for _, key := range sortedKeys(want) {
			lost = append(lost, missingFrom(path+"."+key, object[key], want[key])...)
		}
		return lost
	case []any:
		array, ok := got.([]any)
		if !ok || len(array) != len(want) {
			return []string{fmt.Sprintf("%s: got %v, want %d elements", path, got, len(want))}
		}
		var lost []string
		for i := range want {
			lost = append(lost, missingFrom(fmt.Sprintf("%s[%d]", path, i), array[i], want[i])...)
		}
		return lost
	default:
		if got != want {
			return []string{fmt.Sprintf("%s: got %v, want %v", path, got, want)}
		}
		return nil
	}
}

func fields(t *testing.T, raw []byte) map[string]json.RawMessage {
	t.Helper()
	var m map[string]json.RawMessage
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return m
}

func turnsOf(t *testing.T, raw string) []json.RawMessage {
	t.Helper()
	var turns []json.RawMessage
	if err := json.Unmarshal(fields(t, []byte(raw))["turns"], &turns); err != nil {
		t.Fatal(err)
	}
	return turns
}

// What went wrong is written where it belongs, in the words of the specification.
func TestResultJSONOfFailures(t *testing.T) {
	judge, _ := judging(`{"passed": false, "score": 0.2, "reason": "curt", "suggestions": ["greet"]}`)
	asks := replying(func(*agenttest.Request) *agenttest.Response { return agenttest.Reply("Which?").Asking("a name") })
	tests := []struct {
		reason string
		res    *agenttest.Result
		want   string
	}{
		{"a failed assertion", play(t, ok, agenttest.Single("hello", assert.Contains("bye"))), `{
			"status": "failed", "blame": "agent", "turns": [{"status": "failed", "blame": "agent", "output": "ok",
			"assertions": [{"type": "contains", "value": "bye", "passed": false, "status": "failed", "got": "\"ok\""}],
			"assertion_errors": ["Contains(\"bye\"): reply: got \"ok\", want \"bye\" in it"]}]}`},
		{"a negated one", play(t, saying("bye"), agenttest.Single("hello").Never(assert.Contains("bye"))), `{
			"status": "failed", "turns": [{"assertions": [{"type": "contains", "value": "bye", "rule": "never", "passed": false}]}]}`},
		{"a judge", play(t, ok, agenttest.Single("hello", assert.Agent(judge, "polite").Named("judges.polite"))), `{
			"turns": [{"assertions": [{"type": "agent", "use": "agents:judges.polite", "passed": false, "score": 0.2, "suggestions": ["greet"]}]}]}`},
		{"one that could not tell", play(t, ok, agenttest.Single("hello", errs("a"))), `{
			"status": "errored", "blame": "case", "turns": [{"status": "errored", "assertions": [{"passed": false, "status": "errored", "blame": "case", "error": "cannot tell"}]}]}`},
		{"one that was not run", play(t, ok, agenttest.Static(agenttest.User("hello").Require(fails("a"), passes("b")))), `{
			"turns": [{"assertions": [{"passed": false, "rule": "require"}, {"passed": false, "not_run": "the required Func(\"a\") did not pass"}]}]}`},
		{"an agent's error", play(t, erring(errors.New("boom")), hello), `{
			"status": "failed", "blame": "agent", "error": "agent error: boom", "turns": [{"status": "failed", "error": "agent error: boom", "output": ""}], "total_turns": 1}`},
		{"a skip", play(t, asks, hello.OnMissingInput(agenttest.MissingSkip)), `{
			"status": "skipped", "skip_reason": "agent awaiting input, no next turn defined", "turns": [{"awaiting_input": true, "awaiting_reason": "agent_declared", "input_hint": "a name"}]}`},
		{"missing checkpoints", play(t, ok, agenttest.Dynamic(user(t, reached("hello")), at("x"), checkpoint.New("y", passes("y")).Describe("easy"))), `{
			"status": "failed", "error": "missing checkpoints: x (the simulator says its goal is achieved)", "goal_achieved": true,
			"checkpoints": [{"id": "x", "reached": false, "assertion": {"type": "contains", "value": "x"}}, {"id": "y", "description": "easy", "reached": true, "turn": 1}],
			"turns": [{"input_source": "simulated", "checkpoints_reached": ["y"]}]}`},
		{"no turn at all", play(t, ok, agenttest.Static()), `{"status": "failed", "error": "no initial input", "turns": [], "total_turns": 0}`},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			raw := record(t, tt.res)
			var got, want any
			if err := json.Unmarshal([]byte(raw), &got); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(tt.want), &want); err != nil {
				t.Fatal(err)
			}
			if lost := missingFrom("$", got, want); len(lost) > 0 {
				t.Errorf("%s\nin %s", strings.Join(lost, "\n"), raw)
			}
		})
	}
}

// A check that passed has nothing to explain.
func TestResultJSONOfAPass(t *testing.T) {
	var turn struct {
		Assertions []map[string]json.RawMessage `json:"assertions"`
	}
	if err := json.Unmarshal(turnsOf(t, record(t, expenseResult(t)))[0], &turn); err != nil {
		t.Fatal(err)
	}
	equal(t, "fields", slices.Sorted(slices.Values(sortedKeys(turn.Assertions[0]))), "[passed source type value]")
}

// unwritable is an assertion whose own JSON is of no use.
type unwritable struct {
	agenttest.Assertion
	raw string
	err error
}

func (u unwritable) MarshalJSON() ([]byte, error) { return []byte(u.raw), u.err }

// Nothing that an agent or a user hands in can lose the record.
func TestResultJSONIsNeverLost(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	said := func(change func(*agenttest.Response)) agenttest.Agent {
		return replying(func(*agenttest.Request) *agenttest.Response {
			r := agenttest.Reply("KEPT").WithCalls(agenttest.Call("lookup", nil))
			change(r)
			return r
		})
	}
	agents := map[string]agenttest.Agent{
		"arguments that are no JSON": said(func(r *agenttest.Response) { r.Messages[0].ToolCalls[0].Args = json.RawMessage(`{"id": KEPT`) }),
		"a result that is no JSON": said(func(r *agenttest.Response) {
			r.Messages[0].ToolCalls[0].Result = &agenttest.ToolResult{Content: json.RawMessage(`KEPT`)}
		}),
		"data that is no JSON":       said(func(r *agenttest.Response) { r.Data = json.RawMessage(`{"a":`) }),
		"text that is no UTF-8":      said(func(r *agenttest.Response) { r.Messages[1].Text = "KEPT \xff\xfe" }),
		"arguments that are no text": said(func(r *agenttest.Response) { r.Messages[0].ToolCalls[0].Args = json.RawMessage("\"\xff\"") }),
		"a cost that is no number":   said(func(r *agenttest.Response) { r.Usage = &chat.Usage{CostUSD: &nan} }),
		"an endless cost":            said(func(r *agenttest.Response) { r.Usage = &chat.Usage{CostUSD: &inf} }),
		"metadata that cannot be written": said(func(r *agenttest.Response) {
			r.Messages[0].ToolCalls[0].Metadata = map[string]any{"f": func() {}, "kept": 1}
		}),
		"an id of control bytes": said(func(r *agenttest.Response) { r.Messages[0].ToolCalls[0].ID = "\x16\x00" }),
	}
	for reason, agent := range agents {
		t.Run(reason, func(t *testing.T) {
			raw := record(t, play(t, agent, hello))
			if !strings.Contains(raw, "KEPT") || !utf8.ValidString(raw) || !json.Valid([]byte(raw)) {
				t.Errorf("the record is broken: %s", raw)
			}
		})
	}
	assertions := map[string]agenttest.Assertion{
		"JSON that cannot be made":  unwritable{passes("KEPT"), "", errors.New("no")},
		"JSON that is none":         unwritable{passes("KEPT"), "{", nil},
		"JSON that is no object":    unwritable{passes("KEPT"), "[1]", nil},
		"an empty object":           unwritable{passes("KEPT"), "{}", nil},
		"a score that is no number": verdict(nil, "KEPT", chat.Verdict{Status: chat.Failed, Score: &nan}),
	}
	for reason, a := range assertions {
		t.Run(reason, func(t *testing.T) {
			res := play(t, ok, agenttest.Dynamic(user(t, says("hello")), checkpoint.New("c", passes("c"))).Finally(a))
			if raw := record(t, res); !strings.Contains(raw, "KEPT") {
				t.Errorf("the record is broken: %s", raw)
			}
		})
	}
	move := reached("hello")
	move.Attachments = []chat.Attachment{{Name: "KEPT", Metadata: map[string]any{"c": make(chan int)}}}
	record(t, play(t, ok, agenttest.Dynamic(user(t, move))))
}
