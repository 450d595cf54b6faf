package admission_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/internal/admission"
)

// The time stands still while a call waits and none is under way.
func TestQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log []bool
		q := admission.NewQueue(t.Context(), func(still bool) { log = append(log, still) })
		ctx := admission.With(t.Context(), q)
		expect := func(when string, changes int, waiting string, waited time.Duration) {
			t.Helper()
			if len(log) != changes || q.Waiting() != waiting || q.Waited() != waited {
				t.Errorf("%s: got %d changes, waiting for %q, waited %s, want %d, %q, %s", when, len(log), q.Waiting(), q.Waited(), changes, waiting, waited)
			}
		}
		pass := func() { time.Sleep(time.Second) }

		pass()
		expect("nobody waits", 0, "", 0)
		one := admission.Wait(ctx, "a slot")
		pass()
		expect("one waits", 1, "a slot", time.Second)
		one.For("a token")
		expect("for something else", 1, "a token", time.Second)
		one.Admitted()
		pass()
		expect("it is under way", 2, "", time.Second)
		two := admission.Wait(ctx, "a slot")
		pass()
		expect("another one waits meanwhile", 2, "a slot", time.Second)
		one.Done()
		pass()
		expect("now it waits alone", 3, "a slot", 2*time.Second)
		if err := two.Refused(errors.New("no more")); err.Error() != "gave up waiting for a slot: no more" {
			t.Errorf("got the error %q", err)
		}
		pass()
		expect("it is given up", 4, "", 2*time.Second)
		if got := fmt.Sprint(log); got != "[true false true false]" {
			t.Errorf("got %s", got)
		}
	})
}

// What was waited for when the time was over is kept; what ended by itself before is not.
func TestQueueWhoseTimeIsOver(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	q := admission.NewQueue(ctx, nil)
	inner := admission.NewQueue(admission.With(t.Context(), q), nil)
	_ = admission.Wait(admission.With(ctx, inner), "a slot").Refused(errors.New("no more"))
	if q.Waiting()+inner.Waiting() != "" {
		t.Errorf("got %q, want nothing", q.Waiting())
	}
	call := admission.Wait(admission.With(ctx, inner), "a token")
	cancel()
	_ = call.Refused(context.Canceled)
	if q.Waiting() != "a token" || inner.Waiting() != "" {
		t.Errorf("got %q of what is over and %q of what is not, want a token and nothing", q.Waiting(), inner.Waiting())
	}
}

// Where nobody keeps an account, nothing is told.
func TestNoQueue(t *testing.T) {
	call := admission.Wait(t.Context(), "a slot")
	call.For("a token")
	call.Admitted()
	call.Done()
	if q := admission.Of(t.Context()); q != nil || q.Waiting() != "" || q.Waited() != 0 {
		t.Errorf("got %v", q)
	}
}
