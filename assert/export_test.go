package assert

import (
	"time"

	"github.com/agenttest/go/agenttest/chat"
)

// ThatWithin is That with other limits than five minutes and a second.
func ThatWithin(t chat.TB, limit, grace time.Duration, subject chat.Subject, assertions ...chat.Assertion) bool {
	t.Helper()
	return door{name: "That", limit: limit, grace: grace}.check(t, subject, assertions)
}
