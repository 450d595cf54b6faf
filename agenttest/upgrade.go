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

// deadlineOf returns how much time the test binary leaves a case, less what is needed to print the transcript: when
// go test's own -timeout strikes, everything that was logged is lost. It returns nil when there is no deadline.
func deadlineOf(t TB) (limit *timeoutError) {
	defer func() {
		if recover() != nil { // inside a testing/synctest bubble there is no deadline to ask for
			limit = nil
		}
	}()
	d, ok := t.(deadliner)
	if !ok {
		return nil
	}
	end, ok := d.Deadline()
	if !ok {
		return nil
	}
	left := time.Until(end)
	spare := min(max(left/10, 100*time.Millisecond), 10*time.Second)
	return &timeoutError{limit: max(left-spare, time.Millisecond), binary: true}
}
