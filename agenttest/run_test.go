package agenttest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/simulator"
)

// TestRun shows Run with each kind of outcome, through the least that is a test.
func TestRun(t *testing.T) {
	two := agenttest.Static(agenttest.User("one").Expect(assert.Contains("turn")), agenttest.User("two").Expect(assert.Contains("lost")))
	asks := replying(func(*agenttest.Request) *agenttest.Response { return agenttest.Reply("Which?").Asking("") })
	tests := []struct {
		reason string
		agent  agenttest.Agent
		c      agenttest.Case
		errors []string // what each error contains, in order
		logs   string
		ended  bool
	}{
		{"a pass says nothing", ok, hello, nil, "", false},
		{"a pass that checks nothing says so", ok, agenttest.Single("hello"), nil, "this case checks nothing", false},
		{"a failure", &recorder{}, two, []string{`run_test.go:`}, "transcript (turn 1 passed):", false},
		{"every failure of a turn", ok, agenttest.Single("hello", fails("a"), fails("b")), []string{`Func("a")`, `Func("b")`}, "transcript:", false},
		{"an error", erring(errors.New("boom")), hello, []string{"turn 1: agent error: boom"}, "transcript:", false},
		{"a skip", asks, hello.OnMissingInput(agenttest.MissingSkip), nil, "skipped: agent awaiting input", false},
		{"bad usage ends the test", ok, agenttest.Single("hello", assert.Contains("")), []string{"the case cannot be played"}, "", true},
		{"so does a nil agent", nil, hello, []string{"the agent is nil"}, "", true},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			fake := &fakeT{}
			var res *agenttest.Result
			fake.testing(func() { res = agenttest.Run(fake, tt.agent, tt.c) })
			if len(fake.errors) != len(tt.errors) {
				t.Fatalf("got the errors %q, want %d", fake.errors, len(tt.errors))
			}
			for i, want := range tt.errors {
				if !strings.Contains(fake.errors[i], want) {
					t.Errorf("got the error %q, want %q in it", fake.errors[i], want)
				}
			}
			if logs := strings.Join(fake.logs, "\n"); !strings.Contains(logs, tt.logs) || tt.logs == "" && logs != "" && !testing.Verbose() {
				t.Errorf("got the log %q, want %q in it", logs, tt.logs)
			}
			if fake.ended != tt.ended || tt.ended != (res == nil) {
				t.Errorf("ended the test: %v, want %v", fake.ended, tt.ended)
			}
		})
	}
}

// richT is a test that has all that Run can use.
type richT struct {
	fakeT
	ctx     context.Context //nolint:containedctx // as a test has it
	out     bytes.Buffer
	failed  bool
	skipped string
	cleanup []func()
}

func (t *richT) Context() context.Context { return t.ctx }
func (t *richT) Name() string             { return "TestRich/sub" }
func (t *richT) Output() io.Writer        { return &t.out }
func (t *richT) Fail()                    { t.failed = true }
func (t *richT) Failed() bool             { return t.failed || len(t.errors) > 0 }
func (t *richT) Skip(args ...any)         { t.skipped = fmt.Sprint(args...) }
func (t *richT) Cleanup(f func())         { t.cleanup = append(t.cleanup, f) }

// What a test can do beside failing is used: its output, its name, its context, its skip.
func TestRunUpgrades(t *testing.T) {
	rich := &richT{ctx: t.Context()}
	res := agenttest.Run(rich, ok, agenttest.Single("hello", fails("a")))
	if got := rich.out.String(); !strings.HasPrefix(got, "run_test.go:") || !strings.HasSuffix(got, "\n") || !rich.failed || len(rich.errors) > 0 {
		t.Errorf("got the output %q, failed: %v, errors %q", got, rich.failed, rich.errors)
	}
	equal(t, "name", res.Name, "TestRich/sub")
	if logs := strings.Join(rich.logs, ""); !strings.Contains(logs, "reproduce: ") && !strings.Contains(logs, "transcript:") {
		t.Errorf("got the log %q", logs)
	}

	rich = &richT{ctx: t.Context()}
	equal(t, "its own name", agenttest.Run(rich, ok, hello.Named("mine")).Name, "mine")

	asks := replying(func(*agenttest.Request) *agenttest.Response { return agenttest.Reply("Which?").Asking("") })
	agenttest.Run(rich, asks, hello.OnMissingInput(agenttest.MissingSkip))
	if !strings.Contains(rich.skipped, "agent awaiting input") || rich.failed {
		t.Errorf("skipped with %q, failed: %v", rich.skipped, rich.failed)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	wantOutcome(t, agenttest.Run(&richT{ctx: ctx}, ok, hello), "errored (harness): interrupted: context canceled")
}

// A test without an output, or whose output cannot be written, is told by Errorf.
func TestRunWithoutOutput(t *testing.T) {
	for reason, w := range map[string]io.Writer{"nil": nil, "broken": brokenWriter{}} {
		rich := &outputless{richT{ctx: t.Context()}, w}
		agenttest.Run(rich, ok, agenttest.Single("hello", fails("a")))
		if len(rich.errors) != 1 || !strings.HasPrefix(rich.errors[0], "run_test.go:") {
			t.Errorf("%s: got the errors %q", reason, rich.errors)
		}
	}
}

type outputless struct {
	richT
	w io.Writer
}

func (t *outputless) Output() io.Writer { return t.w }

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Run is for everything that looks like a test.
func TestRunKindsOfTests(t *testing.T) {
	t.Run("testing.TB", func(t *testing.T) {
		var tb testing.TB = t
		wantOutcome(t, agenttest.Run(tb, ok, hello), "passed")
	})
	t.Run("rapid", func(t *testing.T) {
		echo := replying(func(req *agenttest.Request) *agenttest.Response { return agenttest.Reply("you said " + req.Text()) })
		rapid.Check(t, func(t *rapid.T) {
			text := rapid.StringN(1, 20, -1).Draw(t, "text")
			agenttest.Run(t, echo, agenttest.Single(text, assert.Contains(text)))
		})
	})
	t.Run("synctest", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			agenttest.Run(t, ok, hello)
			c := agenttest.Start(t, ok)
			c.Say("hello")
			c.Expect(passes("a"))
		})
	})
	t.Run("a benchmark", func(t *testing.T) {
		r := testing.Benchmark(func(b *testing.B) {
			for range b.N {
				agenttest.Run(b, ok, hello)
			}
		})
		if r.N == 0 {
			t.Error("the benchmark failed")
		}
	})
}

// EachRun gives every run its own agent, and closes it.
func TestEachRun(t *testing.T) {
	var made, closed, open atomic.Int32
	agent := agenttest.EachRun(func(context.Context) (agenttest.Agent, error) {
		made.Add(1)
		open.Add(1)
		return closable{&recorder{}, func() error {
			closed.Add(1)
			open.Add(-1)
			return nil
		}}, nil
	})
	t.Run("group", func(t *testing.T) {
		for i := range 8 {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				agenttest.Run(t, agent, agenttest.Static(agenttest.User("one").Expect(assert.Contains("turn 1")), agenttest.User("two").Expect(assert.Contains("turn 2"))))
			})
		}
	})
	equal(t, "made and closed", []int32{made.Load(), closed.Load(), open.Load()}, "[8 8 0]")

	play(t, agent, agenttest.Single("hello", fails("a")))
	play(t, agent, hello.Before(func(context.Context, *agenttest.Session) error { return errors.New("no") }))
	equal(t, "also when they fail", []int32{made.Load(), closed.Load()}, "[10 10]")

	play(t, agent, agenttest.Single("hello", assert.Contains("")))
	equal(t, "a refused case makes none", made.Load(), 10)
}

// An agent that serves many runs is not closed by one of them.
func TestSharedAgentsAreNotClosed(t *testing.T) {
	closed := 0
	wantOutcome(t, play(t, closable{ok, func() error { closed++; return nil }}, hello), "passed")
	equal(t, "closed", closed, 0)
}

func TestEachRunFails(t *testing.T) {
	agent := agenttest.EachRun(func(context.Context) (agenttest.Agent, error) { return nil, errors.New("no such model") })
	wantOutcome(t, play(t, agent, hello), "errored (agent): agent error: make the agent: no such model")
	reset := &resettable{ok, func(context.Context) error { return errors.New("no database") }}
	wantOutcome(t, play(t, reset, hello), "errored (agent): agent error: reset: no database")
	agent = agenttest.EachRun(func(context.Context) (agenttest.Agent, error) { return nil, nil })
	wantOutcome(t, play(t, agent, hello), "errored (agent): agent error: make the agent: the function given to EachRun returned no agent and no error")

	// An agent that cannot be closed does not change what was found out about it.
	agent = agenttest.EachRun(func(context.Context) (agenttest.Agent, error) {
		return closable{ok, func() error { return errors.New("still busy") }}, nil
	})
	res := play(t, agent, hello)
	wantOutcome(t, res, "passed")
	wantNote(t, res, "still busy")
}

// An agent that is made too late for its run is closed all the same.
func TestEachRunTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBlocked()
		closed := false
		res := play(t, agenttest.EachRun(func(ctx context.Context) (agenttest.Agent, error) {
			return closable{ok, func() error { closed = true; return nil }}, b.call(ctx)
		}), hello.Timeout(time.Second))
		wantOutcome(t, res, "errored (agent): timeout after 1s, in a call of the agent")
		close(b.release)
		synctest.Wait()
		equal(t, "closed", closed, true)
	})
}

// A judge and a simulator may be made for each call.
func TestEachRunAsHelper(t *testing.T) {
	var closed atomic.Int32
	helper := func(reply string) agenttest.Agent {
		return agenttest.EachRun(func(context.Context) (agenttest.Agent, error) {
			return closable{saying(reply), func() error { closed.Add(1); return nil }}, nil
		})
	}
	res := play(t, ok, agenttest.Dynamic(simulator.Agent(helper(`{"input": "hi", "goal_achieved": true}`))).Finally(assert.Agent(helper(yes), "polite")))
	wantOutcome(t, res, "passed")
	equal(t, "closed", closed.Load(), 2)
}

// An agent with a Reset method is played one case at a time, and reset before each.
func TestResetter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var playing, most, resets atomic.Int32
		inner := replying(func(req *agenttest.Request) *agenttest.Response {
			if req.Turn == 1 {
				if n := playing.Add(1); n > most.Load() {
					most.Store(n)
				}
			} else {
				playing.Add(-1)
			}
			time.Sleep(time.Second)
			return agenttest.Reply("ok")
		})
		agent := &resettable{inner, func(context.Context) error { resets.Add(1); return nil }}
		two := agenttest.Static(agenttest.User("one"), agenttest.User("two")).Finally(passes("f")).Timeout(3 * time.Second)
		noted := 0
		for _, res := range together(8, func() *agenttest.Result { return play(t, agent, two) }) {
			wantOutcome(t, res, "passed")
			equal(t, "its own time", res.Duration, 2*time.Second)
			noted += len(res.Notes)
		}
		equal(t, "at once, and resets", []int32{most.Load(), resets.Load()}, "[1 8]")
		equal(t, "those that waited say so", noted, 7)
	})
}

// together plays side by side.
func together(n int, play func() *agenttest.Result) []*agenttest.Result {
	results := make([]*agenttest.Result, n)
	var all sync.WaitGroup
	for i := range results {
		all.Go(func() { results[i] = play() })
	}
	all.Wait()
	return results
}

// Agents that are values instead of pointers take their turns like others.
func TestResetterThatIsAValue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		state := &serialState{log: map[string]int{}}
		agent := mapAgent{state.log, state}
		for _, res := range together(4, func() *agenttest.Result { return play(t, agent, hello) }) {
			wantOutcome(t, res, "passed")
		}
		equal(t, "at once", state.most.Load(), 1)
	})
}

type serialState struct {
	playing, most atomic.Int32
	log           map[string]int
}

// mapAgent is an agent that cannot be compared, since it holds a map.
type mapAgent struct {
	log   map[string]int
	state *serialState
}

func (a mapAgent) Reset(context.Context) error { clear(a.log); return nil }

func (a mapAgent) Respond(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	if n := a.state.playing.Add(1); n > a.state.most.Load() {
		a.state.most.Store(n)
	}
	time.Sleep(time.Second)
	a.log[req.SessionID]++
	a.state.playing.Add(-1)
	return agenttest.Reply("ok"), nil
}

// Waiting for one's turn ends with the context.
func TestResetterInterrupted(t *testing.T) {
	b := newBlocked()
	agent := &resettable{agenttest.AgentFunc(func(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
		_ = b.call(ctx)
		return agenttest.Reply("ok"), nil
	}), func(context.Context) error { return nil }}
	done := make(chan struct{})
	go func() {
		defer close(done)
		wantOutcome(t, play(t, agent, hello), "passed")
	}()
	<-b.entered
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := outcome(agenttest.Play(ctx, agent, hello)); !strings.HasPrefix(got, "errored (harness): interrupted") {
		t.Errorf("got %q", got)
	}
	close(b.release)
	<-done
	wantOutcome(t, play(t, agent, hello), "passed") // nobody is left in the way
}
