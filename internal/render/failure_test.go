package render_test

import (
	"context"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// named is an assertion that only has a name.
type named string

func (n named) Check(context.Context, chat.View) chat.Verdict { return chat.Pass() }
func (n named) String() string                                { return string(n) }

func TestFailure(t *testing.T) {
	score := 0.25
	for _, test := range []struct {
		reason string
		check  chat.Check
		want   string
	}{
		{
			"got before want on one line",
			chat.Check{Assertion: named("X"), Verdict: chat.Mismatch("reply", `"a"`, `"b"`)},
			`turn 2: X: reply: got "a", want "b"`,
		},
		{
			"long values go on lines of their own",
			chat.Check{Assertion: named("X"), Verdict: chat.Mismatch("reply", strings.Repeat("a", 200), "b")},
			"turn 2: X: reply:\n    got:  " + strings.Repeat("a", 200) + "\n    want: b",
		},
		{
			"errored names who is to blame",
			chat.Check{Assertion: named("X"), Verdict: chat.Fault(chat.BlameJudge, "no reply")},
			"turn 2: X: errored (judge): no reply",
		},
		{
			"Never shows itself",
			chat.Check{Assertion: named("X"), Kind: chat.KindNever, Verdict: chat.Fail("it holds")},
			"turn 2: Never(X): it holds",
		},
		{
			"not run",
			chat.Check{Assertion: named("X"), NotRun: "Y did not pass"},
			"turn 2: X: not run: Y did not pass",
		},
		{
			"score, diff and suggestions",
			chat.Check{Assertion: named("X"), Verdict: chat.Verdict{
				Status: chat.Failed, Reason: "curt", Score: &score, Diff: "-a\n+b\n", Suggestions: []string{"greet\nfirst"},
			}},
			"turn 2: X: curt\n    score: 0.25\n    diff (-want +got):\n      -a\n      +b\n    suggestion: greet\n                first",
		},
		{
			"nothing in it can forge a line",
			chat.Check{Assertion: named("X\n--- PASS: Y"), Verdict: chat.Mismatch("re\rply", "a\x16", "b")},
			`turn 2: X\n--- PASS: Y: re\rply: got a\x16, want b`,
		},
	} {
		if got := render.Failure("turn 2: ", test.check); got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.reason, got, test.want)
		}
	}
}

func TestRunPattern(t *testing.T) {
	if got, want := render.RunPattern("TestA/it's (1)"), `'^TestA$/^it'\''s \(1\)$'`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
