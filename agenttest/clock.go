package agenttest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/agenttest/go/internal/render"
)

// timeoutError is the cause of a context that a limit of ours has ended.
type timeoutError struct {
	limit time.Duration
	// binary says that the limit is the test binary's own deadline and not the case's.
	binary bool
}

func (e *timeoutError) Error() string {
	if e.binary {
		return fmt.Sprintf("timeout after %s: the test binary's own deadline is near; raise it with go test -timeout", render.Duration(e.limit.Round(time.Millisecond)))
	}
	return "timeout after " + render.Duration(e.limit)
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

// clock is a case's time: a context that ends after a limit, and that can be stopped while a human thinks.
type clock struct {
	context.Context
	cancel context.CancelCauseFunc

	mu      sync.Mutex
	limit   *timeoutError
	left    time.Duration
	started time.Time
	timer   *time.Timer
}

// startClock returns a context that ends after the limit. With pausable false it is a plain deadline, which the agent
// can read from the context; a deadline that moves cannot be told in advance.
func startClock(parent context.Context, limit *timeoutError, pausable bool) (context.Context, *clock, context.CancelFunc) {
	if !pausable {
		ctx, cancel := context.WithTimeoutCause(parent, limit.limit, limit)
		return ctx, nil, cancel
	}
	ctx, cancel := context.WithCancelCause(parent)
	c := &clock{Context: ctx, cancel: cancel, limit: limit, left: limit.limit}
	c.resume()
	return ctx, c, func() {
		c.pause()
		cancel(nil)
	}
}

// pause stops the time. A nil clock cannot be paused and does nothing.
func (c *clock) pause() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer != nil {
		c.timer.Stop()
		c.timer = nil
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
	c.started = time.Now()
	c.timer = time.AfterFunc(max(c.left, 0), func() { c.cancel(c.limit) })
}
