package checks_test

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
)

// custom is an assertion of a user's own.
type custom func() chat.Verdict

func (c custom) Check(context.Context, chat.View) chat.Verdict { return c() }
func (c custom) String() string                                { return "custom" }

func TestOne(t *testing.T) {
	for _, test := range []struct {
		reason string
		a      chat.Assertion
		status chat.Status
		blame  chat.Blame
		text   string
	}{
		{"a pass", custom(chat.Pass), chat.Passed, chat.BlameNone, ""},
		{"a failure without blame is the agent's", custom(func() chat.Verdict { return chat.Verdict{Status: chat.Failed} }), chat.Failed, chat.BlameAgent, ""},
		{"an error without blame is the case's", custom(func() chat.Verdict { return chat.Verdict{Status: chat.Errored} }), chat.Errored, chat.BlameCase, ""},
		{"the zero verdict cannot pass", custom(func() chat.Verdict { return chat.Verdict{} }), chat.Errored, chat.BlameCase, `status ""`},
		{"nor can a skip", custom(func() chat.Verdict { return chat.Verdict{Status: chat.Skipped} }), chat.Errored, chat.BlameCase, `status "skipped"`},
		{"a panic is an error", custom(func() chat.Verdict { panic("boom") }), chat.Errored, chat.BlameCase, "panicked: boom"},
		{"so is nil", nil, chat.Errored, chat.BlameCase, "is nil"},
	} {
		v := checks.One(t.Context(), test.a, chat.View{})
		if v.Status != test.status || v.Blame != test.blame || !strings.Contains(v.Reason, test.text) {
			t.Errorf("%s: got %+v", test.reason, v)
		}
	}
	v := checks.One(t.Context(), custom(func() chat.Verdict { panic("boom") }), chat.View{})
	if !strings.Contains(v.Reason, "checks_test.go") || strings.Contains(v.Reason, "checks.One") {
		t.Errorf("the frames should lead to the user's code and end there:\n%s", v.Reason)
	}
}

func TestTogether(t *testing.T) {
	meet := make(chan bool)
	verdicts := checks.Together(t.Context(), []chat.Assertion{
		custom(func() chat.Verdict { meet <- true; return chat.Pass() }),
		custom(func() chat.Verdict { <-meet; return chat.Fail("no") }),
		custom(func() chat.Verdict { runtime.Goexit(); return chat.Pass() }),
		custom(func() chat.Verdict { panic("boom") }),
	}, chat.View{})
	want := []chat.Status{chat.Passed, chat.Failed, chat.Errored, chat.Errored}
	for i, v := range verdicts {
		if v.Status != want[i] {
			t.Errorf("%d: got %+v, want %s", i, v, want[i])
		}
	}
	if !strings.Contains(verdicts[2].Reason, "Goexit") {
		t.Errorf("got %q", verdicts[2].Reason)
	}
}
