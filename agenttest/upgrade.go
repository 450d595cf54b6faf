package agenttest

import (
	"context"
	"io"
	"time"
)

// The optional methods of a test, used where t has them. *testing.T has them all.
type (
	contexter interface{ Context() context.Context }
	namer     interface{ Name() string }
	skipper   interface{ Skip(args ...any) }
	failer    interface{ Failed() bool }
	cleaner   interface{ Cleanup(f func()) }
	deadliner interface {
		Deadline() (deadline time.Time, ok bool)
	}
	outputter interface {
		Output() io.Writer
		Fail()
	}
)

func contextOf(t TB) context.Context {
	if c, ok := t.(contexter); ok {
		if ctx := c.Context(); ctx != nil {
			return ctx
		}
	}
	return context.Background()
}

func nameOf(t TB) string {
	if n, ok := t.(namer); ok {
		return n.Name()
	}
	return ""
}

// untilDeadline returns the test's context, ended early enough before the deadline of the test binary to print the
// transcript: when go test's own -timeout strikes, everything that was logged is lost.
func untilDeadline(ctx context.Context, t TB) (context.Context, context.CancelFunc) {
	end, ok := deadlineOf(t)
	if !ok {
		return ctx, func() {}
	}
	left := time.Until(end)
	spare := min(max(left/10, 100*time.Millisecond), 10*time.Second)
	left = max(left-spare, time.Millisecond)
	return context.WithTimeoutCause(ctx, left, &timeoutError{limit: left, binary: true})
}

func deadlineOf(t TB) (end time.Time, ok bool) {
	defer func() {
		if recover() != nil { // inside a testing/synctest bubble there is no deadline to ask for
			ok = false
		}
	}()
	if d, can := t.(deadliner); can {
		return d.Deadline()
	}
	return time.Time{}, false
}
