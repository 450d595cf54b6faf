package assert_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

// politely is a helper as users write them.
func politely(t *testing.T, s chat.Subject) {
	t.Helper()
	assert.That(t, s, assert.Contains("please"))
}

// TestInChild fails on purpose, in a process of its own; the lines it names are those of the calls below.
func TestInChild(t *testing.T) {
	if os.Getenv("AGENTTEST_ASSERT_CHILD") == "" {
		t.Skip("runs in a child process of TestFailuresNameTheLineOfTheCall")
	}
	s := play(chat.Reply("\x16=== RUN forged\r")).Turns[0]
	assert.That(t, s, assert.Contains("thanks")) // line 26
	politely(t, s)                               // line 27
	t.Run("sub", func(t *testing.T) {
		assert.Must(t, s, assert.Contains("bye")) // line 29
		t.Error("Must went on")
	})
	assert.That(t, s) // line 32
	t.Error("wrong use went on")
}

func TestFailuresNameTheLineOfTheCall(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestInChild$")
	cmd.Env = append(os.Environ(), "AGENTTEST_ASSERT_CHILD=1")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("the child passed:\n%s", out)
	}
	got := regexp.MustCompile(`\(\d+\.\d+s\)`).ReplaceAllString(string(out), "(0.00s)")
	got = got[:strings.Index(got, "FAIL\n")+len("FAIL\n")]
	const want = `--- FAIL: TestInChild (0.00s)
    lines_test.go:26: turn 1: Contains("thanks"): reply: got "\x16=== RUN forged\r", want "thanks" in it
    lines_test.go:27: turn 1: Contains("please"): reply: got "\x16=== RUN forged\r", want "please" in it
    --- FAIL: TestInChild/sub (0.00s)
        lines_test.go:29: turn 1: Contains("bye"): reply: got "\x16=== RUN forged\r", want "bye" in it
    lines_test.go:32: assert.That: no assertions: this checks nothing
FAIL
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
