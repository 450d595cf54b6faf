package suite_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/suite"
)

// greetings returns a file of n cases that expect the agent to say hello.
func greetings(t testing.TB, n int) string {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"id": "T%03d", "input": "%d", "assert": {"type": "contains", "value": "hello"}}`+"\n", i, i)
	}
	return write(t, t.TempDir(), "cases.jsonl", b.String())
}

// crowd is an agent that answers when as many as it waits for are being answered at once.
type crowd struct {
	mu      sync.Mutex
	want    int
	here    int
	most    int
	all     sync.Once
	arrived chan struct{} // closed when all are here
}

func newCrowd(want int) *crowd { return &crowd{want: want, arrived: make(chan struct{})} }

func (c *crowd) Respond(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
	c.mu.Lock()
	c.here++
	c.most = max(c.most, c.here)
	if c.here == c.want {
		c.all.Do(func() { close(c.arrived) })
	}
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.here--
		c.mu.Unlock()
	}()
	select {
	case <-c.arrived:
		return agenttest.Reply("hello"), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func TestCasesArePlayedSideBySide(t *testing.T) {
	for _, c := range []struct {
		reason string
		cfg    int
		env    string
		want   int
	}{
		{"by default, whatever GOMAXPROCS and -parallel say", 0, "", suite.DefaultConcurrency},
		{"the suite's own number", 50, "", 50},
		{"the environment's", 0, "20", 20},
		{"the environment knows better than the code of a test", 3, "40", 40},
	} {
		t.Run(c.reason, func(t *testing.T) {
			t.Setenv("AGENTTEST_PARALLEL", c.env)
			agent := newCrowd(c.want)
			suite.Run(t, greetings(t, 60), suite.Config{Agents: suite.Agents{"crowd": agent}, Concurrency: c.cfg})
			if agent.most != c.want {
				t.Errorf("got %d cases at once, want %d", agent.most, c.want)
			}
		})
	}
}

func TestAProgramKnowsBetterThanTheEnvironment(t *testing.T) {
	t.Setenv("AGENTTEST_PARALLEL", "40")
	agent := newCrowd(3)
	cases := many(t, 60, suite.Config{Agents: suite.Agents{"crowd": agent}})
	results, err := suite.Play(t.Context(), cases, suite.Config{Agents: suite.Agents{"crowd": agent}, Concurrency: 3})
	if err != nil || len(results) != 60 || agent.most != 3 {
		t.Errorf("got %d results, %d cases at once and the error %v; want 60, 3 at once", len(results), agent.most, err)
	}
}

// many loads n cases that expect the agent to say hello.
func many(t testing.TB, n int, cfg suite.Config) []suite.Loaded {
	t.Helper()
	cases, err := suite.Load(greetings(t, n), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// stateful is an agent that can only have one conversation at a time.
type stateful struct {
	state   atomic.Int64
	playing atomic.Int64
	most    atomic.Int64
}

func (s *stateful) Reset(context.Context) error {
	s.state.Store(0)
	return nil
}

func (s *stateful) Respond(context.Context, *agenttest.Request) (*agenttest.Response, error) {
	s.most.Store(max(s.most.Load(), s.playing.Add(1)))
	defer s.playing.Add(-1)
	if s.state.Add(1) > 1 {
		return agenttest.Reply("bye"), nil // another conversation's state
	}
	return agenttest.Reply("hello"), nil
}

func TestAnAgentWithResetIsPlayedOneCaseAtATime(t *testing.T) {
	agent := &stateful{}
	suite.Run(t, greetings(t, 50), suite.Config{Agents: suite.Agents{"a": agent, "b": agent}, Target: "b", Concurrency: 50})
	if n := agent.most.Load(); n != 1 {
		t.Errorf("got %d conversations at once, want 1", n)
	}
}

// moody is an agent whose answer depends on what it is asked and on nothing else.
var moody = agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	switch text := req.Text(); text[len(text)-1] {
	case '1':
		return agenttest.Reply("bye"), nil
	case '2':
		return nil, errors.New("I am tired")
	case '3':
		panic("I am angry")
	default:
		return agenttest.Reply("hello"), nil
	}
})

func TestTheSameVerdictsAtAnyConcurrency(t *testing.T) {
	cfg := suite.Config{Agents: suite.Agents{"moody": moody}, Concurrency: 1}
	cases := many(t, 100, cfg)
	verdicts := func() map[string]string {
		results, err := suite.Play(t.Context(), cases, cfg)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for i, res := range results {
			if res.ID != cases[i].ID {
				t.Fatalf("result %d is of %s, want the order of the cases", i, res.ID)
			}
			got[res.ID] = fmt.Sprintf("%s, %s: %s", res.Status, res.Blame, res.Error)
		}
		return got
	}
	want := verdicts()
	if want["T000"] != "passed, : " || want["T001"] != "failed, agent: " || want["T002"] != "failed, agent: agent error: I am tired" {
		t.Fatalf("got %q", want)
	}
	cfg.Concurrency = 50
	for range 20 {
		rand.Shuffle(len(cases), func(i, j int) { cases[i], cases[j] = cases[j], cases[i] })
		got := verdicts()
		for id, verdict := range want {
			if got[id] != verdict {
				t.Errorf("%s: got %q, want %q as at concurrency 1", id, got[id], verdict)
			}
		}
	}
}

func TestAnInterruptEndsTheCasesUnderWayAndBeginsNoMore(t *testing.T) {
	ctx, interrupt := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped by hand")
	agent := agenttest.Text(func(ctx context.Context, _, input string) (string, error) {
		if input == "2" {
			interrupt(stopped)
			<-ctx.Done()
		}
		return "hello", nil
	})
	cfg := suite.Config{Agents: suite.Agents{"a": agent}, Concurrency: 1}
	results, err := suite.Play(ctx, many(t, 5, cfg), cfg)
	var rest *suite.NotPlayedError
	if !errors.As(err, &rest) || !slices.Equal(rest.Cases, []string{"T003", "T004"}) || !errors.Is(err, stopped) {
		t.Errorf("got the error %v, want one that names T003 and T004", err)
	}
	if want := "2 cases not played: stopped by hand: T003, T004"; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if len(results) != 3 || !results[0].Passed() || !results[1].Passed() {
		t.Fatalf("got %d results, want two that passed and one that was interrupted", len(results))
	}
	wantStatus(t, results[2], agenttest.Errored, "interrupted: stopped by hand")
}

func TestFailFastBeginsNoCaseAfterAFailure(t *testing.T) {
	cfg := suite.Config{Agents: suite.Agents{"moody": moody}, Concurrency: 1, FailFast: true}
	results, err := suite.Play(t.Context(), many(t, 10, cfg), cfg)
	if err != nil || len(results) != 2 || results[1].Status != agenttest.Failed {
		t.Errorf("got %d results and the error %v, want one that passed and one that failed", len(results), err)
	}
}

// diary is a reporter that writes down what it is told.
type diary struct {
	beginErr, endErr error

	mu    sync.Mutex
	lines []string
}

func (d *diary) add(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}

func (d *diary) Begin(info agenttest.RunInfo) error {
	line := fmt.Sprintf("begin %s, %d cases", info.Agent, info.Cases)
	if info.Shard != "" {
		line += fmt.Sprintf(", shard %s of %d", info.Shard, info.Total)
	}
	d.add("%s", line)
	return d.beginErr
}

func (d *diary) Observe(e agenttest.Event) {
	if e.Kind == agenttest.CaseFinished {
		d.add("%s %s", e.Result.ID, e.Result.Status)
	}
}

func (d *diary) End() error {
	d.add("end")
	return d.endErr
}

func TestReportersAndObservers(t *testing.T) {
	reporter, observer := &diary{}, &diary{}
	cfg := suite.Config{
		Agents: suite.Agents{"a": says("hello")}, Concurrency: 1,
		Reporters: []suite.Reporter{reporter}, Observers: []agenttest.Observer{observer},
	}
	suite.Run(t, greetings(t, 2), cfg)
	want := []string{"T000 passed", "T001 passed"}
	if !slices.Equal(observer.lines, want) {
		t.Errorf("the observer was told %q, want %q", observer.lines, want)
	}
	cases := 2
	if strings.Contains(selected(), "/") {
		cases = 0 // not known
	}
	if want := slices.Concat([]string{fmt.Sprintf("begin a, %d cases", cases)}, want, []string{"end"}); !slices.Equal(reporter.lines, want) {
		t.Errorf("the reporter was told %q, want %q", reporter.lines, want)
	}
}

func TestAReportThatCannotBeWrittenIsAnError(t *testing.T) {
	full := errors.New("no space left on device")
	late := &diary{endErr: full}
	cfg := suite.Config{Agents: suite.Agents{"a": says("hello")}, Reporters: []suite.Reporter{late}}
	if results, err := suite.Play(t.Context(), many(t, 2, cfg), cfg); len(results) != 2 || !errors.Is(err, full) {
		t.Errorf("got %d results and the error %v, want both results and %v", len(results), err, full)
	}
	first := &diary{}
	cfg.Reporters = []suite.Reporter{first, &diary{beginErr: full}}
	if results, err := suite.Play(t.Context(), many(t, 2, cfg), cfg); len(results) != 0 || !errors.Is(err, full) {
		t.Errorf("got %d results and the error %v, want nothing to be played", len(results), err)
	}
	if want := []string{"begin a, 2 cases", "end"}; !slices.Equal(first.lines, want) {
		t.Errorf("the report before was told %q, want %q", first.lines, want)
	}
}

func TestPlayChecksWhatItIsGiven(t *testing.T) {
	good := suite.Config{Agents: suite.Agents{"a": says("hello")}}
	cases := many(t, 2, good)
	for _, c := range []struct {
		reason string
		env    [2]string
		cases  []suite.Loaded
		change func(*suite.Config)
		want   string
	}{
		{"an id twice", [2]string{}, []suite.Loaded{cases[0], cases[1], cases[0]}, nil,
			`cases.jsonl:1: duplicate id "T000", first used at cases.jsonl:1`},
		{"words for a number", [2]string{"AGENTTEST_PARALLEL", "all"}, cases, nil,
			`AGENTTEST_PARALLEL: got "all", want how many cases are played at once, 1 or more`},
		{"nobody plays", [2]string{"AGENTTEST_PARALLEL", "0"}, cases, nil,
			`AGENTTEST_PARALLEL: got "0", want how many cases are played at once, 1 or more`},
		{"a policy that is none", [2]string{"AGENTTEST_ON_SKIP", "fial"}, cases, nil,
			`AGENTTEST_ON_SKIP: got "fial", want "show" or "fail" (did you mean "fail"?)`},
		{"a negative number", [2]string{}, cases, func(c *suite.Config) { c.Concurrency = -1 },
			`suite.Config.Concurrency: got -1, want how many cases are played at once, or 0 for 16`},
		{"a policy of Go that is none", [2]string{}, cases, func(c *suite.Config) { c.OnSkip = "ignore" },
			`suite.Config.OnSkip: got "ignore", want "show" or "fail"`},
		{"nobody observes", [2]string{}, cases, func(c *suite.Config) { c.Observers = []agenttest.Observer{nil} },
			`suite.Config.Observers[0] is nil`},
		{"nobody reports", [2]string{}, cases, func(c *suite.Config) { c.Reporters = []suite.Reporter{(*diary)(nil)} },
			`suite.Config.Reporters[0] is nil`},
	} {
		t.Run(c.reason, func(t *testing.T) {
			if c.env[0] != "" {
				t.Setenv(c.env[0], c.env[1])
			}
			cfg := good
			if c.change != nil {
				c.change(&cfg)
			}
			results, err := suite.Play(t.Context(), c.cases, cfg)
			if len(results) != 0 || err == nil || err.Error() != c.want {
				t.Errorf("got %d results and the error\n%v\nwant\n%s", len(results), err, c.want)
			}
		})
	}
}

// selected returns what go test was told to run.
func selected() string {
	for _, arg := range os.Args {
		if pattern, ok := strings.CutPrefix(arg, "-test.run="); ok {
			return pattern
		}
	}
	return ""
}

// TestLiveRunsAreNotCached runs the same package twice, in a module of its own, as go test runs lists of packages.
func TestLiveRunsAreNotCached(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if name == "go.mod" {
			text = []byte(strings.Replace(string(text), "module github.com/agenttest/go", "module example.com/stranger", 1) +
				"\nrequire github.com/agenttest/go v0.0.0\nreplace github.com/agenttest/go => " + root + "\n")
		}
		write(t, dir, name, string(text))
	}
	write(t, dir, "cases.jsonl", `{"id": "1", "input": "hi", "assert": {"type": "contains", "value": "hello"}}`)
	const test = `package stranger

import (
	"context"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/suite"
)

func TestLive(t *testing.T) {
	hello := agenttest.Text(func(context.Context, string, string) (string, error) { return "hello", nil })
	suite.Run(t, "cases.jsonl", suite.Config{Agents: suite.Agents{"a": hello}, Live: LIVE})
}
`
	run := func() string {
		cmd := exec.CommandContext(t.Context(), "go", "test", "./...")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod -buildvcs=false", "GOPROXY=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	for live, want := range map[string]bool{"false": true, "true": false} {
		write(t, dir, "live_test.go", strings.Replace(test, "LIVE", live, 1))
		old(t, filepath.Join(dir, "cases.jsonl"))
		run()
		if got := strings.Contains(run(), "(cached)"); got != want {
			t.Errorf("Live: %s: the second run was cached: %t, want %t", live, got, want)
		}
	}
}

// old dates a file back, so that go test may keep what was read from it.
func old(t testing.TB, path string) {
	t.Helper()
	then := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
}
