package suite

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
)

// caseTest is the test of one case. It is the subtest, with the suite's context, and with lines that name the right
// place: the subtests of a suite are started by goroutines of ours, where the testing package, which looks for the first
// caller that is no helper, finds a line of this package in place of one of the user's.
type caseTest struct {
	*testing.T
	ctx    context.Context //nolint:containedctx // what Context returns
	place  chat.Source     // of the call of Run
	onSkip SkipPolicy
	suite  *testRun

	mu      sync.Mutex
	helpers map[string]bool
}

// Context returns the suite's context, which ends before the test binary's deadline does.
func (t *caseTest) Context() context.Context { return t.ctx }

// OnFullRun has f called when the test has ended, if it was run whole and is green: all cases of all files, with no
// filter. It gets the names of the subtests of all cases; what it returns is reported. Only the first f of a key is kept.
func (t *caseTest) OnFullRun(key any, f func(test string, cases []string) []string) {
	t.suite.onFullRun(key, f)
}

// Helper marks the calling function as one whose lines are not those of a failure.
func (t *caseTest) Helper() {
	t.T.Helper()
	var pc [1]uintptr
	runtime.Callers(2, pc[:])
	frame, _ := runtime.CallersFrames(pc[:]).Next()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.helpers == nil {
		t.helpers = map[string]bool{}
	}
	t.helpers[frame.Function] = true
}

// caller returns the place of the first caller that is no helper, the place of the call of Run where all are.
func (t *caseTest) caller() string {
	var pc [64]uintptr
	frames := runtime.CallersFrames(pc[:runtime.Callers(2, pc[:])])
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		frame, more := frames.Next()
		ours := strings.HasPrefix(frame.Function, ownMethods) || t.helpers[frame.Function]
		switch {
		case frame.Function == ownTest, !more, strings.HasPrefix(frame.Function, "runtime."):
			return t.place.String()
		case !ours:
			return fmt.Sprintf("%s:%d", filepath.Base(frame.File), frame.Line)
		}
	}
}

// ownTest is the function of this package that the subtest of a case is, and ownMethods are those that write lines.
const (
	ownTest    = "github.com/agenttest/go/agenttest/suite.(*testRun).play"
	ownMethods = "github.com/agenttest/go/agenttest/suite.(*caseTest)."
)

// write writes a line to the test's log.
func (t *caseTest) write(text string) {
	text = t.caller() + ": " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ") + "\n"
	if _, err := t.Output().Write([]byte(text)); err != nil {
		t.T.Log(text)
	}
}

// These are the methods of testing.T that write lines.

func (t *caseTest) Log(args ...any)                 { t.write(fmt.Sprintln(args...)) }
func (t *caseTest) Logf(format string, args ...any) { t.write(fmt.Sprintf(format, args...)) }

func (t *caseTest) Error(args ...any) {
	t.write(fmt.Sprintln(args...))
	t.Fail()
}

func (t *caseTest) Errorf(format string, args ...any) {
	t.write(fmt.Sprintf(format, args...))
	t.Fail()
}

func (t *caseTest) Fatal(args ...any) {
	t.write(fmt.Sprintln(args...))
	t.FailNow()
}

func (t *caseTest) Fatalf(format string, args ...any) {
	t.write(fmt.Sprintf(format, args...))
	t.FailNow()
}

func (t *caseTest) Skip(args ...any) { t.skip(fmt.Sprintln(args...)) }

func (t *caseTest) Skipf(format string, args ...any) { t.skip(fmt.Sprintf(format, args...)) }

// skip skips the case, or fails it where the suite says so.
func (t *caseTest) skip(text string) {
	if t.onSkip == SkipFails {
		text = "skipped, which fails here (on skip: fail): " + text
	}
	t.write(text)
	t.SkipNow()
}

// SkipNow skips the case, or fails it where the suite says so.
func (t *caseTest) SkipNow() {
	if t.onSkip == SkipFails {
		t.FailNow()
	}
	t.T.SkipNow()
}
