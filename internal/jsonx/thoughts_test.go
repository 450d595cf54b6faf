package jsonx_test

import (
	"strings"
	"testing"

	"github.com/agenttest/go/internal/jsonx"
)

func TestWithoutThoughts(t *testing.T) {
	tests := []struct{ text, want, reason string }{
		{" It shipped.\n", "It shipped.", "nothing but an answer"},
		{"<think>\nhm\n</think>\n\nYes", "Yes", "in front of the answer"},
		{"<THINK>hm</Think>Yes", "Yes", "in any case"},
		{"<think>a</think><reasoning>b</reasoning>Yes", "Yes", "several"},
		{"<thinking>a</think>b</thinking>Yes", "Yes", "each tag has its own end"},
		{"<think>what to say", "", "thoughts that never end"},
		{"What does <think> mean? </think>", "What does <think> mean? </think>", "a tag inside of the answer"},
		{"<think", "<think", "no tag at all"},
		{"<think>İ</think>Yes", "Yes", "letters that grow in lower case"},
	}
	for _, tt := range tests {
		if got := jsonx.WithoutThoughts(tt.text); got != tt.want {
			t.Errorf("%s: %q\n got  %q\n want %q", tt.reason, tt.text, got, tt.want)
		}
	}
	// Read anew for each of them, this would take minutes.
	if got := jsonx.WithoutThoughts(strings.Repeat("<think></think>", 100_000) + "Yes"); got != "Yes" {
		t.Errorf("many thoughts left %d bytes", len(got))
	}
}
