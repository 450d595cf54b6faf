package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/examples/coffee"
	"github.com/agenttest/go/examples/expense"
)

// agents returns the agents that the cases name: two that are tested, one that plays their user, and one that judges
// what they say. The last two are rules here; in a project they are models.
func agents() suite.Agents {
	return suite.Agents{
		"assistants.expense":    expense.New(),
		"assistants.coffee":     coffee.Barista{},
		"workers.test.user-sim": agenttest.AgentFunc(user),
		"workers.test.judge":    agenttest.AgentFunc(judge),
	}
}

// scripts returns the Go functions that the cases name.
func scripts() suite.Scripts {
	return suite.Scripts{Assertions: map[string]assert.ScriptFunc{"tests.reference": reference}}
}

// user plays a user: it answers what the agent asked with what its goal says, and is content when there is nothing left
// to answer.
func user(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	goal, _ := req.Options.Metadata["goal"].(string)
	asked, _ := req.Options.Metadata["last_response"].(string)
	say := func(input string, done bool) (*agenttest.Response, error) {
		reply, err := json.Marshal(map[string]any{"input": input, "goal_achieved": done, "reasoning": "the agent said " + asked})
		return agenttest.Reply(string(reply)), err
	}
	switch asked = strings.ToLower(asked); {
	case strings.Contains(asked, "submitted"), strings.Contains(asked, "on its way"):
		return say("", true)
	case strings.Contains(asked, "shall i"):
		return say("Yes, please", false)
	case strings.Contains(asked, "when was it"):
		return say("Yesterday", false)
	default:
		return say(goal, false)
	}
}

// judge looks for what a polite reply has: it thanks, it offers, or it asks. A judge answers with a verdict as JSON.
func judge(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	said, _ := req.Options.Metadata["output"].(string)
	verdict := map[string]any{"passed": false, "score": 0.2, "reason": "it neither thanks nor offers nor asks", "suggestions": []string{"end with what the user can do next"}}
	for _, sign := range []string{"thank", "please", "would you", "shall i", "tell me", "pleasure"} {
		if strings.Contains(strings.ToLower(said), sign) {
			verdict = map[string]any{"passed": true, "score": 0.9, "reason": fmt.Sprintf("it says %q", sign)}
		}
	}
	reply, err := json.Marshal(verdict)
	return agenttest.Reply(string(reply)), err
}

// reference checks that the reply has the number of a report in it.
func reference(_ context.Context, v chat.View, _ map[string]any) chat.Verdict {
	if !strings.Contains(v.Text(), "EXP-") {
		return chat.Mismatch("the reply names no report", v.Text(), "a number such as EXP-2025-001 in it")
	}
	return chat.Pass()
}
