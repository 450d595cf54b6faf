// Package checks runs assertions: the cheap ones in order, those that ask a model last and side by side, a panic in
// any of them an errored verdict and never the end of the run.
package checks

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/agenttest/go/agenttest/chat"
)

// One runs one assertion and returns its verdict, completed: a panic, a nil assertion, a status that does not exist
// and a missing blame are dealt with here.
func One(ctx context.Context, a chat.Assertion, v chat.View) (verdict chat.Verdict) {
	finished := false
	defer func() {
		if !finished {
			broken(&verdict, a == nil, recover())
		}
	}()
	verdict = a.Check(ctx, v)
	finished = true
	if verdict.Status != chat.Passed {
		complete(&verdict)
	}
	return verdict
}

// broken sets the verdict of an assertion that did not come back. Without a panic the goroutine is ending, most likely
// by a FailNow inside a function of the user: whoever waits for the verdict finds out from the zero value.
func broken(verdict *chat.Verdict, isNil bool, panicked any) {
	switch {
	case panicked == nil:
	case isNil:
		*verdict = chat.Fault(chat.BlameCase, "the assertion is nil; leave it out or pass one from package assert")
	default:
		*verdict = chat.Fault(chat.BlameCase, "the assertion panicked: %v\n%s", panicked, Stack())
	}
}

// complete turns an unknown status into errored and fills in a missing blame.
func complete(v *chat.Verdict) {
	switch v.Status {
	case chat.Failed:
		if v.Blame == chat.BlameNone {
			v.Blame = chat.BlameAgent
		}
	case chat.Errored:
		if v.Blame == chat.BlameNone {
			v.Blame = chat.BlameCase
		}
	default:
		*v = chat.Fault(chat.BlameCase, "the assertion returned the status %q; want chat.Pass(), chat.Fail(…) or chat.Fault(…)", v.Status)
	}
}

// Together runs assertions side by side and returns their verdicts in the same order. One that ends its goroutine
// (runtime.Goexit) is errored.
func Together(ctx context.Context, as []chat.Assertion, v chat.View) []chat.Verdict {
	verdicts := make([]chat.Verdict, len(as))
	var all sync.WaitGroup
	for i, a := range as {
		all.Go(func() {
			verdicts[i] = chat.Fault(chat.BlameCase, "the assertion ended its goroutine (runtime.Goexit, or FailNow of a test); return a verdict instead")
			verdicts[i] = One(ctx, a, v)
		})
	}
	all.Wait()
	return verdicts
}

// ours reports whether a frame is of the machinery that calls agents and assertions, where a user has nothing to find.
func ours(frame string) bool {
	return strings.HasPrefix(frame, "github.com/agenttest/go/internal/checks.") ||
		strings.HasPrefix(frame, "github.com/agenttest/go/agenttest.(*player)") ||
		strings.HasPrefix(frame, "github.com/agenttest/go/agenttest.ToolStub") ||
		strings.HasPrefix(frame, "github.com/agenttest/go/agenttest/chat.AgentFunc") ||
		strings.HasPrefix(frame, "created by ")
}

// Stack returns the frames of the panic under way, from the one that panicked to the first of the machinery that
// called it.
func Stack() string {
	lines := strings.Split(strings.TrimSpace(string(debug.Stack())), "\n")
	start := 0
	for i, line := range lines {
		if strings.HasPrefix(line, "panic(") {
			start = i + 2
		}
	}
	var kept []string
	for i := start; i+1 < len(lines) && len(kept) < 12; i += 2 {
		if ours(lines[i]) {
			break
		}
		at := strings.TrimSpace(lines[i+1])
		if cut := strings.LastIndex(at, " +0x"); cut > 0 {
			at = at[:cut]
		}
		kept = append(kept, fmt.Sprintf("    %s\n        %s", lines[i], at))
	}
	return strings.Join(kept, "\n")
}
