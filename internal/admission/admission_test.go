package admission_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/internal/admission"
)

const s = time.Second

var errOver = errors.New("the time is over")

// started returns a clock with this limit.
func started(t *testing.T, parent context.Context, limit time.Duration) *admission.Clock {
	t.Helper()
	c, stop := admission.WithTimeout(parent, limit, errOver)
	t.Cleanup(stop)
	return c
}

// left returns how much time a context has, "-" when that is not known and an error when it has ended.
func left(ctx context.Context) string {
	if err := ctx.Err(); err != nil {
		return fmt.Sprintf("%v: %v", err, context.Cause(ctx))
	}
	end, ok := ctx.Deadline()
	if !ok {
		return "-"
	}
	return time.Until(end).String()
}

// expect compares what is known of a clock: how much time it has, how long it stood still, what is waited for.
func expect(t *testing.T, when string, c *admission.Clock, want string) {
	t.Helper()
	if got := fmt.Sprintf("%s, %s, %q", left(c), c.Waited(), admission.Of(c).Waiting()); got != want {
		t.Errorf("%s: got %s, want %s", when, got, want)
	}
}

// The time stands still while a call waits, and passes once for what is side by side.
func TestTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := started(t, t.Context(), 100*s)
		expect(t, "at first", c, `1m40s, 0s, ""`)
		time.Sleep(10 * s)
		expect(t, "nothing waits", c, `1m30s, 0s, ""`)

		one, first := admission.Begin(c)
		first.Wait("a slot", nil)
		time.Sleep(10 * s)
		expect(t, "one waits", c, `-, 10s, "a slot"`)
		_, second := admission.Begin(c)
		second.Wait("a token", nil)
		first.Admitted("somebody")
		time.Sleep(10 * s)
		expect(t, "one is under way, one waits", c, `1m20s, 10s, ""`)
		first.End()
		time.Sleep(10 * s)
		expect(t, "one waits again", c, `-, 20s, "a token"`)
		second.Admitted("somebody")
		expect(t, "it began together with the first", c, `1m30s, 20s, ""`)
		time.Sleep(4 * s)
		expect(t, "so it passes in the same time", c, `1m26s, 24s, ""`)
		time.Sleep(8 * s)
		expect(t, "until it takes longer", c, `1m18s, 30s, ""`)
		second.End()
		time.Sleep(8 * s)
		expect(t, "nothing is there", c, `1m10s, 30s, ""`)

		_, late := admission.Begin(one) // whose call has ended
		late.Wait("a slot", nil)
		time.Sleep(8 * s)
		expect(t, "a call is left behind", c, `-, 38s, "a slot"`)
		late.End()
		late.End()

		c.Pause()
		time.Sleep(time.Hour)
		expect(t, "paused", c, `-, 38s, ""`)
		c.Resume()
		time.Sleep(70*s - 1)
		expect(t, "nearly over", c, `1ns, 38s, ""`)
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		expect(t, "over", c, `context deadline exceeded: the time is over, 38s, ""`)
	})
}

// A call within another one stops the time of that, too, and so does one within a clock of its own.
func TestTimeWithin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		whole := started(t, t.Context(), 100*s)
		part := started(t, whole, 50*s)
		outer, around := admission.Begin(part)
		around.Admitted("outer")
		time.Sleep(s)
		inner, within := admission.Begin(outer)
		if got := fmt.Sprint(within.Around()); got != "[outer]" {
			t.Errorf("around: got %s, want outer", got)
		}
		within.Wait("a slot", nil)
		time.Sleep(s)
		expect(t, "part waits", part, `-, 1s, "a slot"`)
		expect(t, "whole waits", whole, `-, 1s, "a slot"`)
		within.Admitted("inner")
		time.Sleep(s)
		expect(t, "part goes on", part, `48s, 1s, ""`)
		expect(t, "whole goes on", whole, `1m38s, 1s, ""`)
		_, innermost := admission.Begin(inner)
		if got := fmt.Sprint(innermost.Around()); got != "[inner outer]" {
			t.Errorf("around: got %s, want inner, outer", got)
		}
		time.Sleep(48 * s)
		synctest.Wait()
		expect(t, "part is over", part, `context deadline exceeded: the time is over, 1s, ""`)
		expect(t, "whole is not", whole, `50s, 1s, ""`)
		if c := started(t, whole, time.Hour); left(c) != "50s" {
			t.Errorf("a longer time within: got %s, want 50s", left(c))
		}
	})
}

// A wait that may be one for itself counts for as long as nothing moves, and ends the time; what moves gives it back.
func TestTimeOfWaitsThatMayNotEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := started(t, t.Context(), 10*s)
		var moved atomic.Pointer[time.Time]
		move := func() {
			now := time.Now()
			moved.Store(&now)
		}
		move()
		time.Sleep(2 * s)
		_, span := admission.Begin(c)
		span.Wait("a slot", func() time.Time { return *moved.Load() })
		for range 5 {
			time.Sleep(7 * s)
			move()
		}
		expect(t, "it moves", c, `8s, 35s, "a slot"`)
		time.Sleep(8*s - 1)
		expect(t, "not any more", c, `1ns, 42.999999999s, "a slot"`)
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		expect(t, "over", c, `context deadline exceeded: the time is over, 43s, "a slot"`)
		span.End()
		expect(t, "what was waited for is kept", c, `context deadline exceeded: the time is over, 43s, "a slot"`)
	})
}

// What was waited for when a context ended is kept, and is nothing when something was under way.
func TestWaitingAtTheEnd(t *testing.T) {
	for reason, underWay := range map[string]bool{"all wait": false, "one is under way": true} {
		ctx, cancel := context.WithCancel(t.Context())
		c := started(t, ctx, time.Hour)
		sample, all := admission.Begin(c)
		_, one := admission.Begin(sample)
		one.Wait("a slot", nil)
		_, other := admission.Begin(sample)
		if !underWay {
			other.Wait("a token", nil)
		}
		cancel()
		other.End()
		one.End()
		all.End()
		want := "a token"
		if underWay {
			want = ""
		}
		if got := all.Waiting(); got != want || admission.Of(c).Waiting() != want {
			t.Errorf("%s: got %q, want %q", reason, got, want)
		}
	}
}

// To who tests for it, a clock ends as any other context with a timeout does, and so do those that are derived from it.
func TestClockIsAContextWithTimeout(t *testing.T) {
	type name struct{}
	synctest.Test(t, func(t *testing.T) {
		parent, cancel := context.WithCancelCause(context.WithValue(t.Context(), name{}, "value"))
		defer cancel(nil)
		derived := func(ctx context.Context) map[string]context.Context {
			withCancel, cancel := context.WithCancel(ctx)
			withTimeout, cancel2 := context.WithTimeout(context.WithValue(ctx, name{}, "own"), time.Hour)
			in, span := admission.Begin(ctx)
			within, cancel3 := context.WithCancel(in)
			clock := started(t, ctx, time.Hour)
			t.Cleanup(func() { cancel(); cancel2(); cancel3(); span.End() })
			return map[string]context.Context{"itself": ctx, "WithCancel": withCancel, "WithTimeout": withTimeout, "in a span": within, "clock": clock}
		}
		check := func(when string, all map[string]context.Context, err, cause error) {
			t.Helper()
			synctest.Wait()
			for reason, ctx := range all {
				select {
				case <-ctx.Done():
				default:
					t.Errorf("%s, %s: it has not ended", when, reason)
				}
				if ctx.Err() != err || context.Cause(ctx) != cause {
					t.Errorf("%s, %s: got %v, %v, want %v, %v", when, reason, ctx.Err(), context.Cause(ctx), err, cause)
				}
			}
		}
		c := started(t, parent, s)
		all := derived(c)
		told := false
		context.AfterFunc(c, func() { told = true })
		if c.Value(name{}) != "value" || c.Err() != nil {
			t.Errorf("got the value %v, the error %v", c.Value(name{}), c.Err())
		}
		time.Sleep(s)
		check("over", all, context.DeadlineExceeded, errOver)
		check("begun afterwards", derived(c), context.DeadlineExceeded, errOver)
		if !told || c.Value(name{}) != "value" {
			t.Errorf("got told %t, the value %v", told, c.Value(name{}))
		}

		stopped, stop := admission.WithTimeout(parent, s, errOver)
		all = derived(stopped)
		stop()
		check("stopped", all, context.Canceled, context.Canceled)

		c, why := started(t, parent, s), errors.New("Ctrl-C")
		all = derived(c)
		cancel(why)
		if c.Err() != context.Canceled {
			t.Errorf("right after the end of the parent: got %v, want it ended", c.Err())
		}
		check("cancelled", all, context.Canceled, why)
		check("begun then", map[string]context.Context{"itself": started(t, parent, s)}, context.Canceled, why)
		if c.Waited() != 0 || (*admission.Clock)(nil).Waited() != 0 {
			t.Error("it waited")
		}
	})
	past := started(t, t.Context(), -s)
	<-past.Done()
	if past.Err() != context.DeadlineExceeded {
		t.Errorf("got %v", past.Err())
	}
}

// Where nobody keeps an account, a call has one of its own.
func TestNoClock(t *testing.T) {
	ctx, span := admission.Begin(t.Context())
	span.Wait("a slot", nil)
	if admission.Of(ctx) != span || span.Waiting() != "a slot" || len(span.Around()) != 0 {
		t.Errorf("got %q", span.Waiting())
	}
	span.Admitted("somebody")
	span.End()
	if none := admission.Of(t.Context()); none != nil || none.Waiting() != "" || none.Waited() != 0 {
		t.Errorf("got %v", none)
	}
	refused := &admission.Refused{What: "a slot", Err: errOver}
	if refused.Error() != "gave up waiting for a slot: the time is over" || !errors.Is(refused, errOver) {
		t.Errorf("got %v", refused)
	}
}
