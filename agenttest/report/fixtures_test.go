package report_test

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/report"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
)

// began is when the runs of these tests began.
var began = time.Date(2025, 3, 1, 9, 30, 0, 0, time.UTC)

var theRun = report.Run{ID: "R1", Agent: "assistants.expense", Input: "./tests/expense-flow.jsonl", Cases: 3, Start: began}

func turn(n int, source chat.InputSource, input string, res *chat.Response, took time.Duration, checks ...chat.Check) *chat.Turn {
	t := &chat.Turn{
		Number: n, InputSource: source, Input: chat.UserMessage(input), Response: res, Status: chat.Passed,
		Duration: took, Checks: checks,
	}
	for _, c := range checks {
		if !c.OK() {
			t.Status, t.Blame = c.Verdict.Status, c.Verdict.Blame
		}
	}
	return t
}

func passed(a chat.Assertion) chat.Check { return chat.Check{Assertion: a, Verdict: chat.Pass()} }

func judged(a chat.Assertion, v chat.Verdict) chat.Check {
	return chat.Check{Assertion: a, Verdict: v, Source: chat.Source{File: "expense.jsonl", Line: 7}}
}

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// expenseFlow, largeExpense and dynamicFlow are the three cases that the specification shows.
func expenseFlow() *agenttest.Result {
	return &agenttest.Result{
		ID: "T001", Name: "Expense Reimbursement Flow", Status: chat.Passed, Start: began, Duration: ms(7100),
		Turns: []*chat.Turn{
			turn(1, chat.InputStatic, "I want to submit an expense", chat.Reply("What type of expense would you like to submit?").Asking(""), ms(2100),
				passed(assert.Contains("type of expense"))),
			turn(2, chat.InputStatic, "Business travel, $3500",
				(&chat.Response{}).WithCalls(chat.Call("create_expense", map[string]any{"amount": 3500, "type": "travel"})).Asking(""), ms(3200),
				passed(assert.ToolCalled("create_expense"))),
			turn(3, chat.InputStatic, "Yes, confirm", chat.Reply("Expense submitted. Reference: EXP-2025-001"), ms(1800),
				passed(assert.Contains("submitted"))),
		},
		Final: []chat.Check{{Assertion: assert.JSONPath("$.expense.status", "submitted"), Verdict: chat.Pass(), Kind: chat.KindFinally}},
	}
}

func largeExpense() *agenttest.Result {
	return &agenttest.Result{
		ID: "T002", Name: "Large Expense Approval", Status: chat.Skipped, SkipReason: "agent awaiting input, no next turn defined",
		Start: began.Add(ms(7100)), Duration: ms(2000),
		Turns: []*chat.Turn{turn(1, chat.InputStatic, "Submit $100,000 equipment purchase",
			chat.Reply("This requires manager approval. Please provide PO number.").Asking("Please provide PO number"), ms(2000))},
	}
}

func dynamicFlow() *agenttest.Result {
	return &agenttest.Result{
		ID: "T003", Name: "Dynamic Expense Flow", Status: chat.Passed, Simulator: "workers.test.user-sim", Start: began.Add(ms(9100)), Duration: ms(9000),
		GoalAchieved: true, GoalReason: "Expense submitted",
		Turns: []*chat.Turn{
			turn(1, chat.InputInitial, "Help me file an expense", chat.Reply("Which one?"), ms(2100)),
			turn(2, chat.InputSimulated, "It's for client dinner, $250", chat.Reply("When?"), ms(2800)),
			turn(3, chat.InputSimulated, "Yesterday evening", chat.Reply("Shall I?"), ms(2200)),
			turn(4, chat.InputSimulated, "Confirm", chat.Reply("Done."), ms(1900)),
		},
	}
}

// refund is a case that failed, with everything a report can show.
func refund() *agenttest.Result {
	score := 0.4
	wrong := chat.Mismatch("tools called", `["lookup"]`, `"refund" among them`)
	poor := chat.Fail("the reply blames the customer")
	poor.Score, poor.Suggestions = &score, []string{"apologise first"}
	differs := chat.Fail("$.order")
	differs.Diff = "  {\n- \"status\": \"refunded\"\n+ \"status\": \"open\"\n  }"
	bad := turn(2, chat.InputSimulated, "It is A-1.\nI want my money back.",
		chat.Reply("It shipped.\nThat is your problem.").WithCalls(
			chat.Call("lookup", map[string]any{"id": "A-1"}).Returning(map[string]any{"found": true}),
			chat.Call("refund_policy", nil).Failing("policy service is down")), ms(1500),
		judged(assert.ToolCalled("refund"), wrong), judged(assert.Contains("A-1"), chat.Mismatch("no such text", `"It shipped."`, `"A-1"`)),
		judged(assert.Func("polite", nil), poor), judged(assert.Func("order", nil), differs),
		chat.Check{Assertion: assert.Contains("sorry"), NotRun: "the required ToolCalled(\"refund\") did not pass"})
	bad.Reached, bad.Reasoning = []string{"found"}, "the agent asked for the number"
	return &agenttest.Result{
		ID: "T004", Name: "Refund", Status: chat.Failed, Blame: chat.BlameAgent, Simulator: "agent (an angry customer)",
		Error: "missing checkpoints: refunded", SessionID: "S-4", Start: began.Add(ms(18100)), Duration: ms(2600),
		Source: chat.Source{File: "refunds.jsonl", Line: 12}, Notes: []string{"a remark"},
		Turns: []*chat.Turn{turn(1, chat.InputInitial, "Refund please", chat.Reply("Which order?"), ms(1100)), bad},
		Checkpoints: []checkpoint.Status{
			{ID: "found", Reached: true, Turn: 2},
			{ID: "refunded", Description: "the money is back", After: []string{"found"}, Reason: `ToolCalled("refund"): not called`},
			{ID: "thanked", Optional: true, Reason: "not judged"},
		},
	}
}

// garbled is a case whose judge could not be read.
func garbled() *agenttest.Result {
	return &agenttest.Result{
		ID: "T005", Name: "Tone", Status: chat.Errored, Blame: chat.BlameJudge, Start: began.Add(ms(20700)), Duration: ms(400),
		Turns: []*chat.Turn{turn(1, chat.InputStatic, "hello", chat.Reply("hi"), ms(400),
			judged(assert.Func("polite", nil), chat.Fault(chat.BlameJudge, "the reply has no verdict: got %q", "Looks good to me!")))},
		Final: []chat.Check{{Assertion: assert.Contains("bye"), Kind: chat.KindFinally, Verdict: chat.Mismatch("no such text", `"hi"`, `"bye"`)}},
	}
}

func all() []*agenttest.Result {
	return []*agenttest.Result{expenseFlow(), largeExpense(), dynamicFlow(), refund(), garbled()}
}

// tb is what the helpers of these tests need of a test, or of a property's.
type tb interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// tell reports these results in order.
func tell(t tb, r report.Reporter, run report.Run, results ...*agenttest.Result) {
	t.Helper()
	if err := r.Begin(run); err != nil {
		t.Fatalf("Begin: %v", err)
	}
	for _, res := range results {
		finish(r, res)
	}
	if err := r.End(); err != nil {
		t.Fatalf("End: %v", err)
	}
}

func finish(r report.Reporter, res *agenttest.Result) {
	r.Observe(agenttest.Event{Kind: agenttest.CaseStarted, Result: res})
	for _, turn := range res.Turns {
		r.Observe(agenttest.Event{Kind: agenttest.TurnFinished, Result: res, Turn: turn})
	}
	r.Observe(agenttest.Event{Kind: agenttest.CaseFinished, Result: res})
}

// records returns the results as records.
func records(t testing.TB, results ...*agenttest.Result) []*report.Record {
	t.Helper()
	var list []*report.Record
	for _, res := range results {
		rec, err := report.NewRecord(res, theRun)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, rec)
	}
	return list
}

// full is a writer with room for so many bytes, as a disk that gets full.
type full struct {
	mu   sync.Mutex
	room int
	has  bytes.Buffer
}

var errFull = errors.New("no space left on device")

func (w *full) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(p) > w.room {
		n, _ := w.has.Write(p[:w.room])
		w.room = 0
		return n, errFull
	}
	w.room -= len(p)
	return w.has.Write(p)
}

// wantText compares two texts and shows the first line that differs.
func wantText(t tb, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		a, b := "(end)", "(end)"
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			t.Errorf("line %d:\n got  %q\n want %q\nall of it:\n%s", i+1, a, b, got)
			return
		}
	}
}
