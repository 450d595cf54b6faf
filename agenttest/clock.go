package agenttest

import (
	"context"
	"errors"
	"fmt"
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

// startClock returns a context that ends after the limit, and its clock, which stands still while a human thinks and while
// a call waits for one of the limits that the test itself has set. With pausable false it is a plain deadline.
func startClock(parent context.Context, limit *timeoutError, pausable bool) (context.Context, *admission.Clock, context.CancelFunc) {
	if !pausable {
		ctx, cancel := context.WithTimeoutCause(parent, limit.limit, limit)
		return ctx, nil, cancel
	}
	clock, stop := admission.WithTimeout(parent, limit.limit, limit)
	return clock, clock, stop
}
