package match_test

import (
	"testing"

	"github.com/agenttest/go/internal/match"
)

func TestTool(t *testing.T) {
	tests := []struct {
		want, called string
		matches      bool
		reason       string
	}{
		{"refund", "refund", true, "exactly"},
		{"refund", "Refund", false, "names have case"},
		{"create", "mcp__expenses__create", true, "behind the namespace of an MCP server"},
		{"expenses__create", "mcp__expenses__create", true, "with a part of the namespace"},
		{"create", "expenses.create", true, "behind a dot"},
		{"create", "expenses/create", true, "behind a slash"},
		{"set", "reset", false, "never a part of a word"},
		{"set", "reset_all", false, "never a substring"},
		{"set", "set_all", false, "never a prefix"},
		{"all", "reset_all", false, "one underscore is no namespace"},
		{"set", "__set", false, "a separator without a namespace before it is part of the name"},
		{"mcp__expenses__create", "create", false, "the wanted name is not shortened"},
		{"", "refund", false, "no name matches no tool"},
		{"", "", false, "not even one without a name"},
	}
	for _, tt := range tests {
		if got := match.Tool(tt.want, tt.called); got != tt.matches {
			t.Errorf("Tool(%q, %q) = %v, want %v: %s", tt.want, tt.called, got, tt.matches, tt.reason)
		}
	}
}
