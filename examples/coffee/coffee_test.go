package coffee_test

import (
	"context"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/golden"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/examples/coffee"
)

// guest stands in for the model that plays the user: it reads the barista's last words and answers with the fields
// that a simulator answers with.
var guest = agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	last, _ := req.Options.Metadata["last_response"].(string)
	switch {
	case strings.Contains(last, "on its way"):
		return agenttest.Reply(`{"input": "", "goal_achieved": true, "reasoning": "the coffee is ordered"}`), nil
	case strings.Contains(last, "What would you like"):
		return agenttest.Reply(`{"input": "A latte, please.", "goal_achieved": false, "reasoning": "my favourite"}`), nil
	case strings.Contains(last, "Which size"):
		return agenttest.Reply("Sure:\n```json\n{\"input\": \"Medium.\", \"goal_achieved\": false}\n```"), nil
	case strings.Contains(last, "Which milk"):
		return agenttest.Reply(`{"message": "Oat milk, please."}`), nil
	default:
		return agenttest.Reply("Yes, that's right."), nil
	}
})

// TestOrders plays the orders of the file and keeps each conversation as a golden transcript. After a change that is
// meant: go test ./examples/coffee -update
func TestOrders(t *testing.T) {
	suite.Run(t, "testdata/*.jsonl", suite.Config{
		Agents: suite.Agents{"cafe.barista": coffee.Barista{}, "tests.guest": guest},
		Target: "cafe.barista",
		Check:  golden.Assert,
	})
}
