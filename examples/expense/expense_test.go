package expense_test

import (
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/examples/expense"
	"github.com/agenttest/go/simulator"
)

// A script: the exact conversation is known, each turn says what it expects.
func TestHappyPath(t *testing.T) {
	agenttest.Run(t, expense.New(), agenttest.Static(
		agenttest.User("I want to submit an expense report").
			Expect(assert.Contains("type of expense")),
		agenttest.User("Business travel to Beijing, $3500").
			Require(assert.ToolCalled("create_expense").With(map[string]any{"amount": 3500, "type": "travel"})),
		agenttest.User("Yes, confirm").
			Expect(assert.Regex(`EXP-\d{4}-\d+`)),
	).Finally(assert.JSONPath("$.expense.status", "submitted")))
}

// A large expense needs a PO number before anything is filed.
func TestLargeExpenseApproval(t *testing.T) {
	agenttest.Run(t, expense.New(), agenttest.Static(
		agenttest.User("Submit $100,000 equipment purchase").
			Expect(
				assert.Contains("manager approval"),
				assert.ToolResult("get_policy", map[string]any{"approval": "manager"}),
				assert.Not(assert.ToolCalled("create_expense")),
			),
		agenttest.User("It is PO-4711").
			Expect(assert.ToolCalled("create_expense").With(map[string]any{"amount": 100_000, "po": "PO-4711"})),
	).Never(assert.ToolCalled("submit_expense")))
}

// Coverage: a user who says one thing after another, and checkpoints that have to be reached in this order, in
// whatever turn.
func TestClientDinner(t *testing.T) {
	agenttest.Run(t, expense.New(), agenttest.Dynamic(
		simulator.Script("It's for client dinner, $250", "Yesterday evening", "Confirm"),
		checkpoint.New("ask_type", assert.Contains("type of expense")),
		checkpoint.New("call_create", assert.ToolCalled("create_expense").With(map[string]any{"amount": 250})).After("ask_type"),
		checkpoint.New("confirm_submit", assert.Contains("submitted")).After("call_create"),
	).
		Opening(agenttest.User("Help me file an expense")).
		MaxTurns(10).
		Timeout(2*time.Minute).
		Never(assert.Contains("error")))
}

// By hand: the test leads the conversation and looks at each turn itself.
func TestByHand(t *testing.T) {
	c := agenttest.Start(t, expense.New())
	turn := c.Say("How do I submit an expense?")
	assert.That(t, turn, assert.Contains("receipt"), assert.Not(assert.Contains("$")))
	if turn = c.Say("$40 for lunch today"); turn.State().Awaiting {
		c.Say("yes")
	}
	c.Expect(assert.ToolCalled("submit_expense"))
}

// Files: the same agent against cases written as data. The second one is skipped, as its file says: the agent asks for
// a PO number that the case does not have.
func TestFiles(t *testing.T) {
	suite.Run(t, "testdata/*.jsonl", suite.Config{
		Agents: suite.Agents{"assistants.expense": expense.New()},
		Scripts: suite.Scripts{Simulators: map[string]simulator.Simulator{
			"tests.dinner-guest": simulator.Script("It's for client dinner, $250", "Yesterday evening", "Confirm"),
		}},
		Target: "assistants.expense",
	})
}
