package command

import "github.com/agenttest/go/agenttest/chat"

// Waiting reports whether the program of a conversation has written a line that nobody has read.
func Waiting(run chat.Agent) bool { return len(run.(*conversation).lines) > 0 }

// TailOf returns what is kept of these writes to standard error.
func TailOf(writes ...string) string {
	var t tail
	for _, w := range writes {
		_, _ = t.Write([]byte(w))
	}
	return t.String()
}
