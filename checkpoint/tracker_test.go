package checkpoint_test

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/checkpoint"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestCheckpointsAreReachedInAnyOrder(t *testing.T) {
	c := follow(t, checkpoint.New("type", says("type")), checkpoint.New("confirm", says("submitted")))
	c.reaches("Hello")
	c.reaches("It was submitted", "confirm")
	if c.tracker.Done() {
		t.Fatal("done while \"type\" is pending")
	}
	if got := c.tracker.Pending(); !slices.Equal(got, []string{"type"}) {
		t.Errorf("pending: got %q, want type", got)
	}
	c.reaches("Which type?", "type")
	if !c.tracker.Done() || c.tracker.Pending() != nil {
		t.Errorf("done %v, pending %q after all were reached", c.tracker.Done(), c.tracker.Pending())
	}
	if s := c.status("confirm"); s.Turn != 2 || !s.Reached || s.Reason != "" {
		t.Errorf("confirm: got %+v, want it reached in turn 2", s)
	}
}

func TestAfterHoldsACheckpointBack(t *testing.T) {
	c := follow(t, checkpoint.New("create", says("created")).After("ask"), checkpoint.New("ask", says("type")))
	c.reaches("created too early")
	if got, want := c.status("create").Reason, "after: waits for ask"; got != want {
		t.Errorf("reason: got %q, want %q", got, want)
	}
	c.reaches("Which type?", "ask")
	c.reaches("created", "create")
}

// Ask, create and confirm in one reply are three checkpoints reached, however they are declared.
func TestAfterIsSettledWithinTheTurn(t *testing.T) {
	c := follow(t,
		checkpoint.New("confirm", judge(says("submitted"))).After("create"),
		checkpoint.New("create", says("created")).After("ask"),
		checkpoint.New("thanks", says("thank")).After("confirm"),
		checkpoint.New("ask", judge(says("type"))),
	)
	c.reaches("type, created, submitted, thank you", "confirm", "create", "thanks", "ask")
}

// What was reached stays reached: the agent need not repeat itself.
func TestAReachedCheckpointIsNotJudgedAgain(t *testing.T) {
	a := cheap(says("type"))
	c := follow(t, checkpoint.New("ask", a), checkpoint.New("end", says("bye")))
	c.reaches("type", "ask")
	c.reaches("nothing of the kind")
	c.reaches("bye", "end")
	if n := a.calls.Load(); n != 1 {
		t.Errorf("judged %d times, want once", n)
	}
}

// "Not yet" is not "violated": the goal is missed only when the conversation is over.
func TestAFailedCheckpointIsTriedAgainAndKeepsItsLastReason(t *testing.T) {
	a := judge(says("done"))
	c := follow(t, checkpoint.New("goal", a))
	c.reaches("not yet")
	c.reaches("still at it")
	if got, want := c.status("goal").Reason, `Contains("done"): reply: got "still at it", want "done"`; got != want {
		t.Errorf("reason: got %q, want %q", got, want)
	}
	c.reaches("done", "goal")
	if n := a.calls.Load(); n != 3 {
		t.Errorf("asked %d times in 3 turns", n)
	}
}

func TestOptionalCheckpoints(t *testing.T) {
	t.Run("are tracked and do not hold up the end", func(t *testing.T) {
		c := follow(t, checkpoint.New("polite", says("please")).Optional(), checkpoint.New("ask", says("type")))
		c.reaches("type", "ask")
		if !c.tracker.Done() || c.tracker.Pending() != nil {
			t.Errorf("done %v, pending %q; want done, none pending", c.tracker.Done(), c.tracker.Pending())
		}
		if s := c.status("polite"); s.Reached || !s.Optional || s.Reason == "" {
			t.Errorf("got %+v, want it optional, not reached, with a reason", s)
		}
		c.reaches("please", "polite")
	})
	t.Run("hold up required ones that come after them", func(t *testing.T) {
		c := follow(t, checkpoint.New("greet", says("hello")).Optional(), checkpoint.New("ask", says("type")).After("greet"))
		c.reaches("type")
		if c.tracker.Done() {
			t.Error("done before what was asked for")
		}
	})
	t.Run("alone require nothing", func(t *testing.T) {
		if c := follow(t, checkpoint.New("greet", says("hello")).Optional()); !c.tracker.Done() {
			t.Error("not done although nothing is required")
		}
	})
}

func TestNoCheckpointsAreDone(t *testing.T) {
	c := follow(t)
	c.reaches("hello")
	if !c.tracker.Done() || c.tracker.Pending() != nil || len(c.tracker.Status()) != 0 {
		t.Errorf("done %v, pending %q, status %v", c.tracker.Done(), c.tracker.Pending(), c.tracker.Status())
	}
}

// A checkpoint that asserts an absence is reached by whatever is said first. That is how checkpoints work, and why the
// manual sends such rules to Never.
func TestAnAbsenceIsReachedAtOnce(t *testing.T) {
	c := follow(t, checkpoint.New("no_apology", does(func(_ context.Context, v chat.View) chat.Verdict {
		if strings.Contains(v.Text(), "sorry") {
			return chat.Fail("an apology")
		}
		return chat.Pass()
	})))
	c.reaches("Hello", "no_apology")
	c.reaches("sorry")
}

func TestJudgesAreAskedSparingly(t *testing.T) {
	t.Run("never before what they wait for", func(t *testing.T) {
		a := judge(says(""))
		c := follow(t, checkpoint.New("ask", says("type")), checkpoint.New("kind", a).After("ask"))
		for range 5 {
			c.reaches("hello")
		}
		if n := a.calls.Load(); n != 0 {
			t.Errorf("asked %d times while \"ask\" was pending", n)
		}
		c.reaches("type", "ask", "kind")
		if n := a.calls.Load(); n != 1 {
			t.Errorf("asked %d times, want once", n)
		}
	})
	t.Run("optional ones not when nothing depends on them any more", func(t *testing.T) {
		a := judge(says(""))
		c := follow(t, checkpoint.New("kind", a).Optional(), checkpoint.New("end", says("bye")))
		c.reaches("bye", "end")
		c.reaches("and on")
		if n := a.calls.Load(); n != 0 {
			t.Errorf("asked %d times after the required checkpoints were reached", n)
		}
		if got, want := c.status("kind").Reason, "not asked: all required checkpoints were reached before"; got != want {
			t.Errorf("reason: got %q, want %q", got, want)
		}
	})
	t.Run("optional ones are asked where nothing is required", func(t *testing.T) {
		c := follow(t, checkpoint.New("kind", judge(says("dear"))).Optional())
		c.reaches("dear user", "kind")
	})
	t.Run("a second round asks only those it admits", func(t *testing.T) {
		first, second, pending := judge(says("one")), judge(says("two")), judge(says("three"))
		c := follow(t, checkpoint.New("first", first), checkpoint.New("second", second).After("first"), checkpoint.New("third", pending))
		c.reaches("one two", "first", "second")
		if first.calls.Load() != 1 || second.calls.Load() != 1 || pending.calls.Load() != 1 {
			t.Errorf("asked %d, %d and %d times in one turn, want once each", first.calls.Load(), second.calls.Load(), pending.calls.Load())
		}
	})
	t.Run("cheap assertions go first", func(t *testing.T) {
		var order []string
		note := func(name string) does {
			return func(context.Context, chat.View) chat.Verdict { order = append(order, name); return chat.Fail("no") }
		}
		c := follow(t, checkpoint.New("a", judge(note("judge"))), checkpoint.New("b", note("cheap")))
		c.reaches("hello")
		if !slices.Equal(order, []string{"cheap", "judge"}) {
			t.Errorf("order: %q", order)
		}
	})
	t.Run("side by side", func(t *testing.T) {
		var here sync.WaitGroup
		here.Add(3)
		meet := does(func(ctx context.Context, _ chat.View) chat.Verdict {
			here.Done()
			met := make(chan struct{})
			go func() { here.Wait(); close(met) }()
			select {
			case <-met:
				return chat.Pass()
			case <-ctx.Done():
				return chat.Fault(chat.BlameJudge, "the others were not asked at the same time")
			}
		})
		c := follow(t, checkpoint.New("a", judge(meet)), checkpoint.New("b", judge(meet)), checkpoint.New("c", judge(meet)))
		c.reaches("hello", "a", "b", "c")
	})
}

func TestAnAssertionThatErrorsIsAFault(t *testing.T) {
	t.Run("with the checkpoint's name, place and blame", func(t *testing.T) {
		c := follow(t, at(7, "kind", judge(broken("the judge's reply has no boolean \"passed\""))))
		reached, fault := c.reply("hello")
		if reached != nil || fault == nil {
			t.Fatalf("got %q and fault %v", reached, fault)
		}
		if got, want := fault.Error(), `checkpoint kind failed: Func(…): the judge's reply has no boolean "passed"`; got != want {
			t.Errorf("message: got %q, want %q", got, want)
		}
		if fault.ID != "kind" || fault.Check.Source.String() != "cases.jsonl:7" || fault.Check.Verdict.Blame != chat.BlameJudge ||
			fault.Check.Verdict.Status != chat.Errored || fault.Check.Assertion == nil {
			t.Errorf("got %+v", fault)
		}
		if c.tracker.Done() {
			t.Error("an errored checkpoint counts as reached")
		}
		if s := c.status("kind"); s.Reached || s.Verdict.Status != chat.Errored || !strings.Contains(s.Reason, "no boolean") {
			t.Errorf("status: %+v", s)
		}
	})
	t.Run("beside what the turn reached, and before any model is asked", func(t *testing.T) {
		a := judge(says(""))
		c := follow(t, checkpoint.New("kind", a), checkpoint.New("bad", broken("bad pattern")), checkpoint.New("ask", says("type")))
		reached, fault := c.reply("type")
		if !slices.Equal(reached, []string{"ask"}) || fault == nil || fault.ID != "bad" {
			t.Errorf("got %q and %v, want ask and the fault of bad", reached, fault)
		}
		if n := a.calls.Load(); n != 0 {
			t.Errorf("a model was asked %d times for a case that cannot be judged", n)
		}
	})
	t.Run("the first declared of several", func(t *testing.T) {
		c := follow(t, checkpoint.New("a", judge(broken("first"))), checkpoint.New("b", judge(broken("second"))))
		if _, fault := c.reply("hello"); fault == nil || fault.ID != "a" {
			t.Errorf("got %v, want the fault of a", fault)
		}
	})
	t.Run("also when it panics, is nil, or forgets its verdict", func(t *testing.T) {
		for name, a := range map[string]chat.Assertion{
			"panics":  does(func(context.Context, chat.View) chat.Verdict { panic("boom") }),
			"forgets": does(func(context.Context, chat.View) chat.Verdict { return chat.Verdict{} }),
			"nil":     nil,
			"judge":   judge(does(func(context.Context, chat.View) chat.Verdict { panic("boom") })),
			"goexit":  judge(does(func(context.Context, chat.View) chat.Verdict { runtime.Goexit(); return chat.Pass() })),
		} {
			tracker := checkpoint.Track([]checkpoint.Checkpoint{checkpoint.New(name, a)})
			_, fault := tracker.Observe(t.Context(), chat.Reply("hello").View())
			if fault == nil || fault.Check.Verdict.Blame != chat.BlameCase || strings.Contains(fault.Error(), "\n") {
				t.Errorf("%s: got %v, want a fault of one line that blames the case", name, fault)
			}
			if tracker.Done() {
				t.Errorf("%s: counts as reached", name)
			}
		}
	})
}

// Mistakes that Validate reports must not turn into passes when somebody tracks the checkpoints all the same.
func TestUnvalidatedCheckpointsAreNeverReachedByMistake(t *testing.T) {
	tracker := checkpoint.Track([]checkpoint.Checkpoint{
		checkpoint.New("unknown", says("")).After("nobody"),
		checkpoint.New("self", says("")).After("self"),
		checkpoint.New("a", says("")).After("b"),
		checkpoint.New("b", says("")).After("a"),
		checkpoint.New("twice", says("")),
		checkpoint.New("twice", says("x")),
		checkpoint.New("second", says("")).After("twice", "twice"),
	})
	reached, fault := tracker.Observe(t.Context(), chat.Reply("hello").View())
	if fault != nil || !slices.Equal(reached, []string{"twice", "second"}) {
		t.Errorf("got %q and %v", reached, fault)
	}
	if got, want := tracker.Pending(), []string{"unknown", "self", "a", "b", "twice"}; !slices.Equal(got, want) {
		t.Errorf("pending: got %q, want %q", got, want)
	}
}

// A cancelled run must not look like a success: what was not judged stays pending.
func TestACancelledContextReachesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	tracker := checkpoint.Track([]checkpoint.Checkpoint{checkpoint.New("kind", judge(does(func(ctx context.Context, _ chat.View) chat.Verdict {
		return chat.Fault(chat.BlameJudge, "%v", ctx.Err())
	})))})
	reached, fault := tracker.Observe(ctx, chat.Reply("hello").View())
	if reached != nil || fault == nil || tracker.Done() {
		t.Errorf("got %q, fault %v, done %v", reached, fault, tracker.Done())
	}
}

// A case whose time is up is reported while one of its assertions still hangs.
func TestAHangingAssertionDoesNotKeepTheReportFromBeingMade(t *testing.T) {
	entered, release, left := make(chan struct{}), make(chan struct{}), make(chan struct{})
	tracker := checkpoint.Track([]checkpoint.Checkpoint{
		checkpoint.New("ask", says("type")),
		checkpoint.New("hangs", does(func(context.Context, chat.View) chat.Verdict {
			close(entered)
			<-release
			return chat.Pass()
		})),
	})
	go func() {
		defer close(left)
		tracker.Observe(t.Context(), chat.Reply("type").View())
	}()
	<-entered
	if tracker.Done() {
		t.Error("done while an assertion hangs")
	}
	if got := tracker.Pending(); !slices.Equal(got, []string{"hangs"}) {
		t.Errorf("pending: got %q, want hangs", got)
	}
	if s := tracker.Status(); !s[0].Reached || s[1].Reached {
		t.Errorf("status: %+v", s)
	}
	close(release)
	<-left
}

// An assertion that ends its goroutine takes Observe with it; the next turn is judged as if nothing had been.
func TestATurnThatNeverCameToItsEnd(t *testing.T) {
	exits := true
	ask := cheap(says("type"))
	tracker := checkpoint.Track([]checkpoint.Checkpoint{
		checkpoint.New("ask", ask),
		checkpoint.New("exits", does(func(context.Context, chat.View) chat.Verdict {
			if exits {
				runtime.Goexit()
			}
			return chat.Pass()
		})),
		checkpoint.New("end", says("bye")),
	})
	var gone sync.WaitGroup
	gone.Go(func() { tracker.Observe(t.Context(), chat.Reply("type").View()) })
	gone.Wait()
	exits = false
	reached, fault := tracker.Observe(t.Context(), chat.Reply("type again").View())
	if !slices.Equal(reached, []string{"exits"}) || fault != nil || ask.calls.Load() != 1 {
		t.Errorf("got %q, %v, ask judged %d times", reached, fault, ask.calls.Load())
	}
	if got := tracker.Pending(); !slices.Equal(got, []string{"end"}) {
		t.Errorf("pending: got %q, want end", got)
	}
}
