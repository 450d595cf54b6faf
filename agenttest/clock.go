package agenttest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/agenttest/go/internal/admission"
	"github.com/agenttest/go/internal/render"
)

// timeoutError is the cause of a context that a limit of ours has ended.
type timeoutError struct {
	limit time.Duration
	// binary says that the limit is the test binary's own deadline and not the case's.
	binary bool
}

func (e *timeoutError) Error() string { return e.text("") }

// text says that the limit has ended something, and what was going on: " while waiting for …", or nothing.
func (e *timeoutError) text(while string) string {
	if e.binary {
		return fmt.Sprintf("timeout after %s%s: the test binary's own deadline is near; raise it with go test -timeout", render.Duration(e.limit.Round(time.Millisecond)), while)
	}
	return "timeout after " + render.Duration(e.limit) + while
}

func (e *timeoutError) Unwrap() error { return context.DeadlineExceeded }

// timeoutCause returns the limit of ours that ended ctx, nil when it is not ended or by something else.
func timeoutCause(ctx context.Context) *timeoutError {
	if ctx.Err() == nil {
		return nil
	}
	var limit *timeoutError
	errors.As(context.Cause(ctx), &limit)
	return limit
}

// clock is the time of a case, or of the agent in one of its turns: a context that ends after a limit, and that stands
// still while a human thinks and while a call waits for one of the limits that the test itself has set.
type clock struct {
	context.Context // ended by cancel
	cancel          context.CancelCauseFunc
	queue           *admission.Queue
	limit           *timeoutError

	mu      sync.Mutex
	stops   int // reasons to stand still
	left    time.Duration
	started time.Time
	timer   *time.Timer
}

// startClock returns a context that ends after the limit. With pausable false it is a plain deadline.
func startClock(parent context.Context, limit *timeoutError, pausable bool) (context.Context, *clock, context.CancelFunc) {
	if !pausable {
		ctx, cancel := context.WithTimeoutCause(parent, limit.limit, limit)
		return ctx, nil, cancel
	}
	ctx, cancel := context.WithCancelCause(parent)
	c := &clock{Context: ctx, cancel: cancel, limit: limit, left: limit.limit, stops: 1}
	c.queue = admission.NewQueue(ctx, func(still bool) {
		if still {
			c.pause()
		} else {
			c.resume()
		}
	})
	c.resume()
	return c, c, func() {
		c.pause()
		cancel(nil)
	}
}

// Deadline returns when the time ends if it does not stand still before. While it does, nobody knows.
func (c *clock) Deadline() (end time.Time, ok bool) {
	end, ok = c.Context.Deadline()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stops > 0 {
		return end, ok
	}
	if own := c.started.Add(c.left); !ok || own.Before(end) {
		end = own
	}
	return end, true
}

// Err returns for a clock that has run down what it does for any other deadline.
func (c *clock) Err() error {
	if timeoutCause(c.Context) != nil {
		return context.DeadlineExceeded
	}
	return c.Context.Err()
}

// Value returns the clock's queue to whom a limit asks to wait.
func (c *clock) Value(key any) any {
	if key == (admission.Key{}) {
		return c.queue
	}
	return c.Context.Value(key)
}

// waited returns how long the clock has stood still for limits; that of a nil one is 0.
func (c *clock) waited() time.Duration {
	if c == nil {
		return 0
	}
	return c.queue.Waited()
}

// pause stops the time until resume is called as often. A nil clock cannot be paused and does nothing.
func (c *clock) pause() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stops++; c.stops == 1 {
		c.timer.Stop()
		c.left -= time.Since(c.started)
	}
}

// resume lets the time go on.
func (c *clock) resume() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stops--; c.stops == 0 {
		c.started = time.Now()
		c.timer = time.AfterFunc(max(c.left, 0), func() { c.cancel(c.limit) })
	}
}
