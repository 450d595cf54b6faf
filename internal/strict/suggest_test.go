package strict_test

import (
	"strings"
	"testing"

	"github.com/agenttest/go/internal/strict"
)

func TestDidYouMean(t *testing.T) {
	known := []string{"id", "name", "mode", "type", "input", "turns", "timeout", "assert", "assertions", "checkpoints", "max_turns", "on_missing_input", "final_assertions", "größe"}
	tests := []struct {
		got, want, reason string
	}{
		{"assertons", "assertions", "a letter missing"},
		{"assertionss", "assertions", "a letter too many"},
		{"assrt", "assert", "a letter missing in a short word"},
		{"tunrs", "turns", "two letters swapped are one slip"},
		{"Turns", "turns", "another case"},
		{"ID", "id", "another case of a short word"},
		{"maxTurns", "max_turns", "another style"},
		{"max-turns", "max_turns", "a hyphen"},
		{"maxturn", "max_turns", "style and slip"},
		{"finalAsertions", "final_assertions", "style and slip in a long word"},
		{"checkpionts", "checkpoints", "swapped in a long word"},
		{"grösse", "größe", "characters, not bytes"},
		{"ix", "id", "one of two letters"},
		{"nmae", "name", "swapped in a short word"},
		{"description", "", "another word"},
		{"output", "", "half of a word"},
		{"xy", "", "no letter in common"},
		{"a", "", "a single letter is no slip of two others"},
		{"", "", "nothing"},
		{strings.Repeat("assertions", 1000), "", "no slip of the pen"},
	}
	for _, tt := range tests {
		if got := strict.DidYouMean(tt.got, known); got != tt.want {
			t.Errorf("%s: DidYouMean(%.20q) is %q, want %q", tt.reason, tt.got, got, tt.want)
		}
	}
	if got := strict.DidYouMean("x", nil); got != "" {
		t.Errorf("got %q of no words", got)
	}
}

func TestHint(t *testing.T) {
	known := []string{"assertions"}
	if got, want := strict.Hint("assertons", known), ` (did you mean "assertions"?)`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := strict.Hint("turns", known); got != "" {
		t.Errorf("got %q, want nothing", got)
	}
}
