package suite

import ("testing";"context";"github.com/agenttest/go/agenttest";"github.com/agenttest/go/agenttest/chat")

func TestTry(t *testing.T) {
	a := agenttest.AgentFunc(func(_ context.Context, r *agenttest.Request) (*agenttest.Response, error) { return chat.Reply("design order size confirm palette font css color-primary template").Asking(""), nil })
	s := agenttest.AgentFunc(func(_ context.Context, r *agenttest.Request) (*agenttest.Response, error) { return chat.Reply("more"), nil })
	Run(t, "/work/shared/data/cases/*.jsonl", Config{Agents: Agents{"x": a, "tests.simulator-agent": s}, Target: "x"})
}
