package assert_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
	"github.com/agenttest/go/internal/render"
)

type obj = map[string]any

// outcome runs an assertion as the engine does and returns "" for a pass and otherwise the text that a test prints.
func outcome(a chat.Assertion, s chat.Subject) string {
	verdict := checks.One(context.Background(), a, s.View())
	if verdict.Status == chat.Passed {
		return ""
	}
	return render.Failure("", chat.Check{Assertion: a, Verdict: verdict})
}

// row is one line of a table: what an assertion says of a subject, and why.
type row struct {
	reason string
	a      chat.Assertion
	s      chat.Subject
	want   string // "" for a pass
}

func (r row) check(t *testing.T) {
	t.Helper()
	if got := outcome(r.a, r.s); got != r.want {
		t.Errorf("%s\n got:\n%s\n want:\n%s", r.reason, got, r.want)
	}
}

// reply is a turn in which the agent said this.
func reply(text string) *chat.Turn {
	return play(chat.Reply(text)).Turns[0]
}

// called is a turn in which the agent made these calls.
func called(calls ...chat.ToolCall) *chat.Turn {
	return play(chat.Reply("").WithCalls(calls...)).Turns[0]
}

// play is a conversation of these responses, as an engine records it.
func play(responses ...*chat.Response) *chat.Transcript {
	tr := &chat.Transcript{ID: "T001", SessionID: "s-1"}
	for i, r := range responses {
		tr.Append(&chat.Turn{
			Input: chat.UserMessage(fmt.Sprintf("input %d", i+1)), Response: r, Status: chat.Passed,
			Start: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Duration: time.Second,
		})
	}
	return tr
}

// fakeT records what a test is told. FailNow ends the goroutine, as that of *testing.T does.
type fakeT struct {
	mu      sync.Mutex
	log     []string
	failed  bool
	stopped bool
	ctx     context.Context
}

func (f *fakeT) Helper() {}

func (f *fakeT) Logf(format string, args ...any) { f.add("log: " + fmt.Sprintf(format, args...)) }

func (f *fakeT) Errorf(format string, args ...any) {
	f.failed = true
	f.add(fmt.Sprintf(format, args...))
}

func (f *fakeT) FailNow() {
	f.failed, f.stopped = true, true
	runtime.Goexit()
}

func (f *fakeT) add(line string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.log = append(f.log, line)
}

func (f *fakeT) output() string { return strings.Join(f.log, "\n") }

// run calls test as the test runner would, and returns when it is over.
func (f *fakeT) run(test func(t chat.TB)) *fakeT {
	over := make(chan struct{})
	go func() {
		defer close(over)
		test(f)
	}()
	<-over
	return f
}

// withContext is a fakeT that has a context.
type withContext struct{ *fakeT }

func (w withContext) Context() context.Context { return w.ctx }

// mistakeOf returns what Validate says, "" for nothing.
func mistakeOf(a chat.Assertion) string {
	if err := a.(chat.Validator).Validate(); err != nil {
		return err.Error()
	}
	return ""
}
