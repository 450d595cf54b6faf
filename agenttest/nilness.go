package agenttest

import (
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
)

// isNoAgent reports whether an agent, or one that it wraps, is nil.
func isNoAgent(agent Agent) bool {
	for !checks.IsNil(agent) {
		w, ok := agent.(chat.Wrapper)
		if !ok {
			return false
		}
		agent = w.Unwrap()
	}
	return true
}
