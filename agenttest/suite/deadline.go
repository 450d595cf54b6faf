package suite

import (
	"context"
	"errors"
	"flag"
	"strings"
	"testing"
	"time"
)

// errDeadline is why the cases of a suite are ended when go test is about to end the whole binary.
var errDeadline = errors.New("the test binary's own deadline is near; raise it with go test -timeout")

// untilDeadline returns the test's context, ended early enough before the deadline of the test binary to end the cases
// under way, to print their transcripts and to write reports. When go test's own -timeout strikes, all that is lost.
func untilDeadline(t *testing.T) (context.Context, context.CancelFunc) {
	end, ok := t.Deadline()
	if !ok {
		return context.WithCancel(t.Context())
	}
	return context.WithDeadlineCause(t.Context(), end.Add(-spare(time.Until(end))), errDeadline)
}

// spare returns how long before the end of the time that is left a suite is ended.
func spare(left time.Duration) time.Duration {
	return min(max(left/10, 2*time.Second), 20*time.Second, left/2)
}

// filtered reports whether go test was told to leave out some of the subtests.
func filtered() bool {
	return strings.Contains(flagValue("test.run"), "/") || flagValue("test.skip") != ""
}

func flagValue(name string) string {
	if f := flag.Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}
