package agenttest_test

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

// replying returns an agent that answers each request with what f returns.
func replying(f func(req *agenttest.Request) *agenttest.Response) agenttest.Agent {
	return agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
		return f(req), nil
	})
}

// saying returns an agent that says these texts turn by turn, and the last one from then on.
func saying(texts ...string) agenttest.Agent {
	return replying(func(req *agenttest.Request) *agenttest.Response {
		return agenttest.Reply(texts[min(req.Turn, len(texts))-1])
	})
}

// erring returns an agent that answers with this error.
func erring(err error) agenttest.Agent {
	return agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) { return nil, err })
}

// recorder is an agent that keeps what it was asked and says "turn 1", "turn 2", ….
type recorder struct {
	mu       sync.Mutex
	requests []*agenttest.Request
}

func (r *recorder) Respond(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests = append(r.requests, req)
	return agenttest.Reply(fmt.Sprintf("turn %d", req.Turn)), nil
}

func (r *recorder) inputs() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var texts []string
	for _, req := range r.requests {
		texts = append(texts, req.Text())
	}
	return texts
}

// judging returns a judge that answers with this text and counts how often it is asked.
func judging(reply string) (judge agenttest.Agent, asked func() int) {
	var mu sync.Mutex
	n := 0
	judge = agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		mu.Lock()
		defer mu.Unlock()
		n++
		return agenttest.Reply(reply), nil
	})
	return judge, func() int {
		mu.Lock()
		defer mu.Unlock()
		return n
	}
}

const (
	yes     = `{"passed": true, "reason": "fine"}`
	no      = `{"passed": false, "reason": "not at all"}`
	garbled = "Looks good to me!"
)

// verdict returns an assertion of this name with this verdict, and logs each time it is run.
func verdict(log *[]string, name string, v chat.Verdict) agenttest.Assertion {
	return assert.Func(name, func(context.Context, chat.View) chat.Verdict {
		if log != nil {
			*log = append(*log, name)
		}
		return v
	})
}

// passes, fails and errs return assertions with these verdicts.
func passes(name string) agenttest.Assertion { return verdict(nil, name, chat.Pass()) }
func fails(name string) agenttest.Assertion  { return verdict(nil, name, chat.Fail("no")) }
func errs(name string) agenttest.Assertion {
	return verdict(nil, name, chat.Fault(chat.BlameCase, "cannot tell"))
}

// play plays the case under the test's context.
func play(t *testing.T, agent agenttest.Agent, c agenttest.Case) *agenttest.Result {
	t.Helper()
	return agenttest.Play(t.Context(), agent, c)
}

// outcome tells a result in one line: "passed", "failed (agent): timeout after 30s", "skipped: no terminal".
func outcome(res *agenttest.Result) string {
	s := string(res.Status)
	if res.Blame != "" {
		s += " (" + string(res.Blame) + ")"
	}
	if res.Error != "" {
		s += ": " + res.Error
	}
	if res.SkipReason != "" {
		s += ": " + res.SkipReason
	}
	return s
}

// wantOutcome compares the outcome of a result.
func wantOutcome(t *testing.T, res *agenttest.Result, want string) {
	t.Helper()
	if got := outcome(res); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// wantNote looks for a note that contains the text.
func wantNote(t *testing.T, res *agenttest.Result, text string) {
	t.Helper()
	if !slices.ContainsFunc(res.Notes, func(n string) bool { return strings.Contains(n, text) }) {
		t.Errorf("got the notes %q, want one with %q", res.Notes, text)
	}
}

// equal compares what was got with what is wanted as they print.
func equal(t agenttest.TB, what string, got, want any) {
	t.Helper()
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		t.Errorf("%s: got %s, want %s", what, g, w)
	}
}

// checksOf tells the checks of a turn: "a passed, b failed, c not run".
func checksOf(checks []chat.Check) string {
	var all []string
	for _, c := range checks {
		what := string(c.Verdict.Status)
		if c.NotRun != "" {
			what = "not run"
		}
		all = append(all, nameOf(c.Assertion)+" "+what)
	}
	return strings.Join(all, ", ")
}

// nameOf returns the name in Func("name"), and what an assertion of another kind says of itself.
func nameOf(a agenttest.Assertion) string {
	if name, ok := strings.CutPrefix(a.String(), `Func("`); ok {
		return strings.TrimSuffix(name, `")`)
	}
	return a.String()
}

// fakeT is the least that is a test.
type fakeT struct {
	logs, errors []string
	ended        bool
}

func (t *fakeT) Helper() {}
func (t *fakeT) Logf(format string, args ...any) {
	t.logs = append(t.logs, fmt.Sprintf(format, args...))
}
func (t *fakeT) Errorf(format string, args ...any) {
	t.errors = append(t.errors, fmt.Sprintf(format, args...))
}
func (t *fakeT) FailNow() { t.ended = true; runtime.Goexit() }

// testing runs a test function with the fake in a goroutine of its own, as go test does.
func (t *fakeT) testing(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// sortedKeys returns the keys of a map in order, so that random tests can be repeated.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
