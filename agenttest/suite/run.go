package suite

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// Run loads the cases of an input (see [Load]), which is mostly a file or a pattern of files, and plays each of them in a
// subtest that is named by the case's id, so that
//
//	go test -run 'TestExpense/T001$'
//
// plays one. In the name of a subtest "/" and white space are "_". A case that fails is reported at its line in the
// file, as [agenttest.Run] reports a case written in Go.
//
// Cases are played side by side, as many as Config.Concurrency says; go test's -parallel has no part in it. Run returns
// when all have ended. It ends them early enough before the deadline of the test binary for their transcripts to be seen,
// and names the cases that were not played for lack of time.
//
// When anything is wrong with a file or with the configuration, all of it is reported, nothing is played, and the test
// ends; so it does when there is no case at all.
func Run(t *testing.T, input string, cfg Config) {
	t.Helper()
	ctx, cancel := untilDeadline(t)
	defer cancel()
	cases, err := load(ctx, input, cfg)
	var s settings
	if err == nil {
		s, err = cfg.settings(true)
	}
	if err == nil {
		err = s.shard.divides(cases)
	}
	var mine part
	if err == nil {
		mine, err = s.shard.part(cases)
	}
	if err != nil {
		text, n := problems(err)
		if n == 1 {
			t.Errorf("the cases were not run:\n%s", text)
		} else {
			t.Errorf("the cases were not run, %d problems:\n%s", n, text)
		}
		t.FailNow()
	}
	r := &testRun{t: t, cfg: &cfg, settings: s, place: chat.Caller(0), cases: mine.cases, of: mine.whole}
	r.run(ctx, input)
}

// testRun is a suite that is run as a test.
type testRun struct {
	t   *testing.T
	cfg *Config
	settings
	place chat.Source     // of the call of Run
	cases []Loaded        // of this shard
	of    whole           // what they were picked from
	ctx   context.Context //nolint:containedctx // the context of the run this is
	tally tally

	mu    sync.Mutex
	after map[any]func(test string, cases []string) []string // see onFullRun
}

func (r *testRun) run(ctx context.Context, input string) {
	t := r.t
	t.Helper()
	if r.cfg.Live {
		if err := neverCached(); err != nil {
			t.Errorf("the cases were not run: they are live, but go test cannot be kept from caching the run: %v", err)
			t.FailNow()
		}
	}
	info := agenttest.RunInfo{Agent: r.cfg.targetID(), Input: cmp.Or(r.cfg.Input, input)}
	if !filtered() {
		info.Cases = len(r.cases)
	}
	if r.shard.divided() {
		info.Shard, info.Total = r.of.shard, r.of.total
		say(t, fmt.Sprintf("%s: shard %s: %d of %s", t.Name(), r.shard, len(r.cases), render.Count(r.of.total, "case")))
	}
	if err := r.cfg.begin(info); err != nil {
		t.Fatalf("the cases were not run, a report cannot be begun:\n%v", err)
	}
	r.ctx = ctx
	whole := each(r.workers, len(r.cases), r.alone, r.start)
	if err := r.cfg.end(); err != nil {
		t.Errorf("report: %v", err)
	}
	r.conclude()
	if !whole { // a case has called FailNow of this test
		t.FailNow()
	}
	t.Cleanup(r.fullRun)
}

// alone reports whether a person takes part, of whom there is one.
func (r *testRun) alone(i int) bool { return r.cases[i].Interactive() }

// start starts the subtest of a case, which go test may leave out.
func (r *testRun) start(i int) {
	l := &r.cases[i]
	r.t.Run(subtestName(l.ID), func(t *testing.T) { r.play(t, l) })
}

// play is the subtest of a case.
func (r *testRun) play(sub *testing.T, l *Loaded) {
	ctx, release, err := agenttest.Hold(r.ctx, l.Agent, l.Case)
	release = sync.OnceFunc(release)
	defer release()
	if err != nil || r.closed() {
		r.tally.leave(l.ID)
		sub.SkipNow()
	}
	t := &caseTest{T: sub, ctx: ctx, place: r.place, onSkip: r.onSkip, suite: r}
	t.Helper()
	c := r.cfg.observed(l.Case).Observe(r.tally.observer())
	res := agenttest.Run(t, l.Agent, c)
	release() // Check may play something of its own
	if r.cfg.Check == nil {
		return
	}
	defer func() {
		if res.Passed() && t.Failed() {
			r.tally.refuse()
		}
	}()
	r.cfg.Check(t, res)
}

// closed reports whether no further case is begun.
func (r *testRun) closed() bool {
	return r.ctx.Err() != nil || r.cfg.FailFast && r.tally.failed()
}

// conclude says what became of the cases where that is not seen in each of them.
func (r *testRun) conclude() {
	t := r.t
	t.Helper()
	if left := r.tally.left; len(left) > 0 && r.ctx.Err() != nil {
		t.Errorf("%s not played: %v: %s", render.Count(len(left), "case"), context.Cause(r.ctx), listed(left))
	}
	if r.tally.allSkipped() && r.onSkip != SkipFails {
		say(t, fmt.Sprintf("%s: nothing was tested, every case was skipped (%s): %s\nhint: suite.Config{OnSkip: suite.SkipFails} or %s=fail makes this a failure",
			t.Name(), render.Count(r.tally.played, "case"), r.tally.skipped, onSkipVar))
	}
	t.Log(r.tally.String())
}

// say tells people something that a test which passes would keep to itself: go test shows the log of such a test only
// with -v, but what it writes to the standard error wherever it shows output at all.
func say(t *testing.T, text string) {
	t.Helper()
	if testing.Verbose() {
		t.Log(text)
		return
	}
	fmt.Fprintln(os.Stderr, render.Escape(text))
}
