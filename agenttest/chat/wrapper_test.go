package chat_test

import (
	"context"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
)

type wrapper struct{ chat.Agent }

func (w wrapper) Unwrap() chat.Agent { return w.Agent }

type resetting struct {
	chat.Agent
	name string
}

func (resetting) Reset(context.Context) error { return nil }

func TestAs(t *testing.T) {
	plain := chat.Text(func(context.Context, string, string) (string, error) { return "ok", nil })
	inner := resetting{plain, "inner"}
	for _, tt := range []struct {
		reason string
		agent  chat.Agent
		want   string
	}{
		{"nil", nil, ""},
		{"an agent without it", plain, ""},
		{"the agent itself", inner, "inner"},
		{"within a wrapper", wrapper{inner}, "inner"},
		{"within several", wrapper{wrapper{wrapper{inner}}}, "inner"},
		{"the outermost of two", wrapper{resetting{wrapper{inner}, "outer"}}, "outer"},
		{"a wrapper of an agent without it", wrapper{plain}, ""},
		{"a wrapper of nothing", wrapper{}, ""},
		{"an agent that embeds one and does not show it", struct{ chat.Agent }{inner}, ""},
	} {
		found, ok := chat.As[chat.Resetter](tt.agent)
		got := ""
		if ok {
			got = found.(resetting).name
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.reason, got, tt.want)
		}
	}
}
