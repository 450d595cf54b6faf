package suite_test

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/assert"
)

// clerk is an expense assistant that answers by rule.
var clerk = agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	text := req.Text()
	switch {
	case strings.Contains(text, "$"):
		return agenttest.Reply("A travel expense of $3500. Shall I submit it?").
			WithCalls(agenttest.Call("create_expense", map[string]any{"amount": 3500}).Returning(map[string]any{"status": "draft"})).
			WithData(map[string]any{"expense": map[string]any{"status": "draft"}}).Asking("yes or no"), nil
	case strings.Contains(text, "confirm"):
		return agenttest.Reply("Your expense is submitted.").
			WithData(map[string]any{"expense": map[string]any{"status": "submitted"}}), nil
	case strings.Contains(text, "expense"):
		return agenttest.Reply("What type of expense would you like to submit?").Asking(""), nil
	default:
		return agenttest.Reply("Hi! How can I help?"), nil
	}
})

// employee plays the user for the clerk: a bare model that looks at what it was told last.
var employee = agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	last, _ := req.Options.Metadata["last_response"].(string)
	move := map[string]any{"input": "I want to submit an expense report"}
	switch {
	case strings.Contains(last, "type of expense"):
		move["input"] = "Business travel to Beijing, $3500"
	case strings.Contains(last, "Shall I"):
		move["input"] = "Yes, confirm"
	case strings.Contains(last, "submitted"):
		move = map[string]any{"goal_achieved": true}
	}
	reply, err := json.Marshal(move)
	return agenttest.Reply(string(reply)), err
})

var dollars = regexp.MustCompile(`\$(\d+)`)

// TestExpense runs cases of every kind, as the design documents of this format have them.
func TestExpense(t *testing.T) {
	suite.Run(t, "testdata/expense.jsonl", suite.Config{
		Agents: suite.Agents{
			"assistants.expense":          clerk,
			"workers.test.user-simulator": employee,
			"workers.test.validator": agenttest.Text(func(context.Context, string, string) (string, error) {
				return `{"passed": true, "reason": "it does"}`, nil
			}),
		},
		Scripts: suite.Scripts{Assertions: map[string]assert.ScriptFunc{
			"tests.validate-expense": func(_ context.Context, v chat.View, metadata map[string]any) chat.Verdict {
				found := dollars.FindStringSubmatch(v.Text())
				if found == nil {
					return chat.Fail("no amount in %q", v.Text())
				}
				amount, err := json.Number(found[1]).Float64()
				if err != nil || amount < metadata["min_amount"].(float64) || amount > metadata["max_amount"].(float64) {
					return chat.Fail("the amount %s is out of range", found[1])
				}
				return chat.Pass()
			},
		}},
		Target: "assistants.expense",
		Root:   "testdata/project",
	})
}
