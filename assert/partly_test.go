package assert_test

import (
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

// One unwanted value among several is too many, however the assertion is wrapped.
func TestNotOfAWildcard(t *testing.T) {
	failed := assert.JSONPath("$.items[*].status", "failed")
	for _, test := range []struct {
		reason string
		data   any
		want   chat.Status
	}{
		{"one of two", map[string]any{"items": []any{map[string]any{"status": "ok"}, map[string]any{"status": "failed"}}}, chat.Failed},
		{"all", map[string]any{"items": []any{map[string]any{"status": "failed"}}}, chat.Failed},
		{"none", map[string]any{"items": []any{map[string]any{"status": "ok"}}}, chat.Passed},
		{"nothing there", map[string]any{"items": []any{}}, chat.Passed},
	} {
		view := chat.Reply("see").WithData(test.data).View()
		for _, a := range []chat.Assertion{
			assert.Not(failed), assert.Not(assert.Message("no failures", failed)), assert.Message("no failures", assert.Not(failed)),
			assert.Not(assert.InTranscript(failed)), assert.Not(assert.Not(assert.Not(failed))),
		} {
			if got := a.Check(t.Context(), view); got.Status != test.want {
				t.Errorf("%s: %s: got %+v, want %s", test.reason, a, got, test.want)
			}
		}
	}
}
