// Package interactive holds a test that a person plays; interactive_test.go of agenttest types for them.
package interactive

import (
	"context"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/assert"
)

func TestOrder(t *testing.T) {
	barista := agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
		if strings.Contains(req.Text(), "large") {
			return agenttest.Reply("One large latte.").Completed(), nil
		}
		return agenttest.Reply("Which size?").Asking("small or large"), nil
	})
	agenttest.Run(t, barista, agenttest.Static(
		agenttest.User("A latte, please").Expect(assert.Contains("size")),
		agenttest.User("a small one").Expect(assert.Contains("large latte")),
	))
}
