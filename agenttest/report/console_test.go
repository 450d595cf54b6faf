package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/report"
)

// specifiedConsole is the output that the specification shows, line by line. It differs from that where more is told: the errored line, the times of the tests, and T003, which has no final assertion to name.
const specifiedConsole = `═══════════════════════════════════════════════════════════════
  Agent Test
═══════════════════════════════════════════════════════════════
ℹ Agent: assistants.expense
ℹ Input: ./tests/expense-flow.jsonl (3 test cases)

───────────────────────────────────────────────────────────────
  Running Tests
───────────────────────────────────────────────────────────────

► [T001] Expense Reimbursement Flow (3 turns)
  ├─ Turn 1: "I want to submit an expense" → PASSED (2.1s)
  │          Agent: "What type of expense would you like to submit?"
  │          ✓ contains "type of expense"
  │
  ├─ Turn 2: "Business travel, $3500" → PASSED (3.2s)
  │          Agent: [tool: create_expense({amount: 3500, type: "travel"})]
  │          ✓ tool_called "create_expense"
  │
  ├─ Turn 3: "Yes, confirm" → PASSED (1.8s)
  │          Agent: "Expense submitted. Reference: EXP-2025-001"
  │          ✓ contains "submitted"
  │
  └─ Final Assertions: PASSED
     ✓ $.expense.status = "submitted"

► [T002] Large Expense Approval
  ├─ Turn 1: "Submit $100,000 equipment purchase" → PASSED (2.0s)
  │          Agent: "This requires manager approval. Please provide PO number."
  │
  ├─ Turn 2: SKIPPED
  │          Reason: Agent awaiting input, no next turn defined
  │          Agent asked: "Please provide PO number"
  │          Hint: Add more turns, use --interactive, or configure simulator
  │
  └─ Result: SKIPPED

► [T003] Dynamic Expense Flow (simulator: workers.test.user-sim)
  ├─ Turn 1: [Initial] "Help me file an expense" → PASSED (2.1s)
  ├─ Turn 2: [Simulated] "It's for client dinner, $250" → PASSED (2.8s)
  ├─ Turn 3: [Simulated] "Yesterday evening" → PASSED (2.2s)
  ├─ Turn 4: [Simulated] "Confirm" → PASSED (1.9s)
  │          Goal achieved: Expense submitted
  │
  └─ Result: PASSED

───────────────────────────────────────────────────────────────
  Summary
───────────────────────────────────────────────────────────────
  Total:   3 tests
  Passed:  2
  Failed:  0
  Errored: 0
  Skipped: 1

  Total turns: 8
  Avg turns/test: 2.7
  Total time: 18.1s
  Time per test: p50 7.1s, p95 9.0s, max 9.0s
`

func TestConsoleShowsTheTreeOfTheSpecification(t *testing.T) {
	var b bytes.Buffer
	tell(t, report.Console(&b, report.ConsoleOptions{Color: report.ColorNever, Width: 100}), theRun, expenseFlow(), largeExpense(), dynamicFlow())
	wantText(t, b.String(), specifiedConsole)
}

// block returns what the console says of one case.
func block(t *testing.T, res *agenttest.Result, o report.ConsoleOptions) string {
	t.Helper()
	var b bytes.Buffer
	o.Color, o.Width = report.ColorNever, 100
	tell(t, report.Console(&b, o), theRun, res)
	_, rest, _ := strings.Cut(b.String(), "►")
	text, _, _ := strings.Cut(rest, "\n\n─")
	return "►" + text + "\n"
}

func TestConsoleShowsAFailureWhole(t *testing.T) {
	wantText(t, block(t, refund(), report.ConsoleOptions{}), `► [T004] Refund (simulator: agent (an angry customer))
  │ at refunds.jsonl:12
  ├─ Turn 1: [Initial] "Refund please" → PASSED (1.1s)
  │          Agent: "Which order?"
  │
  ├─ Turn 2: [Simulated] "It is A-1.\nI want my money back." → FAILED (1.5s)
  │          User:
  │            It is A-1.
  │            I want my money back.
  │          Agent: [tool: lookup({id: "A-1"}) → {found: true}]
  │          Agent: [tool: refund_policy() → error "policy service is down"]
  │          Agent:
  │            It shipped.
  │            That is your problem.
  │          Simulator: the agent asked for the number
  │          ✗ tool_called "refund": tools called: got ["lookup"], want "refund" among them
  │          ✗ contains "A-1": no such text: got "It shipped.", want "A-1"
  │          ✗ script "scripts:polite": the reply blames the customer
  │            score: 0.4
  │            suggestion: apologise first
  │          ✗ script "scripts:order": $.order
  │            diff (-want +got):
  │                {
  │              - "status": "refunded"
  │              + "status": "open"
  │                }
  │          - contains "sorry": not run: the required ToolCalled("refund") did not pass
  │          ✓ checkpoint found
  │
  ├─ Checkpoints: 1 of 3 reached
  │  ✓ found in turn 2
  │  ✗ refunded (the money is back): ToolCalled("refund"): not called
  │  - thanked, optional: not judged
  │  Missing checkpoints: refunded
  │
  ├─ Note: a remark
  └─ Result: FAILED (agent): missing checkpoints: refunded
`)
}

func TestConsoleTellsErrorsFromFailures(t *testing.T) {
	wantText(t, block(t, garbled(), report.ConsoleOptions{}), `► [T005] Tone (1 turn)
  ├─ Turn 1: "hello" → ERRORED (400ms)
  │          Agent: "hi"
  │          ✗ script "scripts:polite": errored (judge): the reply has no verdict: got "Looks good to me!"
  │
  ├─ Final Assertions: FAILED
  │  ✗ contains "bye": no such text: got "hi", want "bye"
  └─ Result: ERRORED (judge)
`)
}

func TestConsoleShort(t *testing.T) {
	res := expenseFlow()
	res.Turns[0].Response = chat.Reply(strings.Repeat("a long reply ", 40) + "\nwith lines")
	short := block(t, res, report.ConsoleOptions{})
	if !strings.Contains(short, "a long reply…\"\n") || strings.Contains(short, "with lines") {
		t.Errorf("a turn that passed is not short:\n%s", short)
	}
	for line := range strings.Lines(short) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 100 {
			t.Errorf("a line has %d columns, want at most 100: %s", n, line)
		}
	}
	if whole := block(t, res, report.ConsoleOptions{Verbose: true}); !strings.Contains(whole, "  │            with lines\n") {
		t.Errorf("verbose does not show the turn whole:\n%s", whole)
	}
}

func TestConsoleHintNamesTheSwitchAtHand(t *testing.T) {
	if got := block(t, largeExpense(), report.ConsoleOptions{GoTest: true}); !strings.Contains(got, "Hint: Add more turns, set AGENTTEST_INTERACTIVE=1, or configure simulator") {
		t.Errorf("got no hint for go test:\n%s", got)
	}
}

func TestConsoleSkippedWithoutAQuestion(t *testing.T) {
	res := &agenttest.Result{ID: "H", Status: chat.Skipped, SkipReason: "no terminal to ask at"}
	wantText(t, block(t, res, report.ConsoleOptions{}), `► [H]
  ├─ Turn 1: SKIPPED
  │          Reason: No terminal to ask at
  └─ Result: SKIPPED
`)
}

func TestConsoleNames(t *testing.T) {
	for _, tt := range []struct{ reason, id, name, want string }{
		{"both", "T1", "Flow", "► [T1] Flow (0 turns)"},
		{"a Go case has its name for an id", "Flow", "Flow", "► [Flow] (0 turns)"},
		{"a name alone", "", "Flow", "► Flow (0 turns)"},
		{"nothing at all", "", "", "► (a case without a name) (0 turns)"},
		{"control characters", "T\x1b[2J", "a\nb\r", `► [T\x1b[2J] a\nb\r (0 turns)`},
	} {
		got, _, _ := strings.Cut(block(t, &agenttest.Result{ID: tt.id, Name: tt.name, Status: chat.Passed}, report.ConsoleOptions{}), "\n")
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.reason, got, tt.want)
		}
	}
}

func TestConsoleShard(t *testing.T) {
	var b bytes.Buffer
	run := theRun
	run.Cases, run.Shard, run.Total = 125, "2/8", 1000
	tell(t, report.Console(&b, report.ConsoleOptions{Color: report.ColorNever}), run, expenseFlow())
	for _, want := range []string{"ℹ Shard: 2/8: 125 of 1000 cases\n", "  Total:   1 test of 125; 124 were not played\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("want %q in\n%s", want, b.String())
		}
	}
}

func TestConsoleColours(t *testing.T) {
	var b bytes.Buffer
	tell(t, report.Console(&b, report.ConsoleOptions{Color: report.ColorAlways}), theRun, expenseFlow())
	if !strings.Contains(b.String(), "\x1b[32mPASSED\x1b[0m") {
		t.Error("ColorAlways gives no colours")
	}
	b.Reset()
	t.Setenv("NO_COLOR", "")
	t.Setenv("FORCE_COLOR", "1")
	tell(t, report.Console(&b, report.ConsoleOptions{}), theRun, expenseFlow())
	if !strings.Contains(b.String(), "\x1b[") {
		t.Error("FORCE_COLOR gives no colours where there is no terminal")
	}
	b.Reset()
	t.Setenv("NO_COLOR", "1")
	tell(t, report.Console(&b, report.ConsoleOptions{}), theRun, expenseFlow())
	if strings.Contains(b.String(), "\x1b") {
		t.Error("NO_COLOR gives colours")
	}
}

// TestConsoleKeepsCasesApart plays many cases side by side: the block of each must be in one piece.
func TestConsoleKeepsCasesApart(t *testing.T) {
	var b bytes.Buffer
	c := report.Console(&b, report.ConsoleOptions{Color: report.ColorNever})
	if err := c.Begin(theRun); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			res := expenseFlow()
			res.ID = fmt.Sprintf("C%02d", i)
			finish(c, res)
		})
	}
	wg.Wait()
	if err := c.End(); err != nil {
		t.Fatal(err)
	}
	want := block(t, expenseFlow(), report.ConsoleOptions{})
	for i := range 50 {
		if !strings.Contains(b.String(), strings.Replace(want, "T001", fmt.Sprintf("C%02d", i), 1)) {
			t.Fatalf("the block of case %d is not whole", i)
		}
	}
}

func TestConsoleListsWhatDidNotPass(t *testing.T) {
	var b bytes.Buffer
	tell(t, report.Console(&b, report.ConsoleOptions{Color: report.ColorNever, Width: 100}), theRun, all()...)
	want := "  Not passed:\n    ✗ T004 Refund: missing checkpoints: refunded\n    ✗ T005 Tone: turn 1: script \"scripts:polite\": errored (judge): the reply has no verdict: got \"Looks good to me!\"\n"
	if !strings.HasSuffix(b.String(), want) || !strings.Contains(b.String(), "  To blame: agent 1, judge 1\n") {
		t.Errorf("got\n%s\nwant at its end\n%s", b.String(), want)
	}
}
