package agenttest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/assert"
)

// said notes what a test is told and ends it by a panic.
type said struct{ strings.Builder }

func (s *said) Helper()                           {}
func (s *said) Logf(format string, args ...any)   { fmt.Fprintf(s, format+"\n", args...) }
func (s *said) Errorf(format string, args ...any) { fmt.Fprintf(s, format+"\n", args...) }
func (s *said) FailNow()                          { panic(s) }

func TestInteractiveSwitch(t *testing.T) {
	c := agenttest.Single("hello", assert.Contains("shipped"))
	for value, want := range map[string]string{"": "", "0": "", "false": "", "maybe": `AGENTTEST_INTERACTIVE: got "maybe", want 1 or 0`} {
		t.Setenv("AGENTTEST_INTERACTIVE", value)
		s := &said{}
		func() {
			defer func() { _ = recover() }()
			agenttest.Run(s, instant, c)
		}()
		if got := strings.TrimSpace(s.String()); got != want && (want != "" || strings.Contains(got, "AGENTTEST")) {
			t.Errorf("%q: said %q, want %q", value, got, want)
		}
	}
}
