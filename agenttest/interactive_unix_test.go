//go:build unix

package agenttest_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agenttest/go/internal/ptytest"
)

// atTerminal runs a test binary with a real pseudo-terminal as its controlling terminal and types an answer whenever it
// asks. It returns what stood on the terminal and what the test printed.
func atTerminal(t *testing.T, binary string, answers []string, args ...string) (screen, output string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Env = append(os.Environ(), "AGENTTEST_INTERACTIVE=1")
	var printed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &printed, &printed
	for i := range answers {
		answers[i] += "\n"
	}
	screen, _ = ptytest.Run(t, cmd, answers...) // whether the test failed is told by what it printed
	return screen, printed.String()
}

// TestInteractive lets a person override a turn of a test, through a real terminal: the first turn is taken as it was
// written, the second is replaced, and so passes.
func TestInteractive(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a test binary")
	}
	binary := filepath.Join(t.TempDir(), "interactive.test")
	if out := goTool(t, "test", "-c", "-o", binary, "./testdata/interactive"); out != "" {
		t.Fatal(out)
	}
	screen, output := atTerminal(t, binary, []string{"", "a large one"}, "-test.v", "-test.timeout", "0")
	for _, want := range []string{`[Enter] sends: "A latte, please"`, "Which size?", "small or large", `[Enter] sends: "a small one"`} {
		if !strings.Contains(screen, want) {
			t.Errorf("the terminal does not show %q:\n%s", want, screen)
		}
	}
	for _, not := range []string{" of 20", "ends the conversation"} { // the script has two turns, and Enter sends them
		if strings.Contains(screen, not) {
			t.Errorf("the terminal shows %q:\n%s", not, screen)
		}
	}
	for _, want := range []string{"--- PASS: TestOrder", "[human] a large one", "One large latte."} {
		if !strings.Contains(output, want) {
			t.Errorf("the test did not print %q:\n%s", want, output)
		}
	}
	if _, output := atTerminal(t, binary, nil, "-test.timeout", "10s"); !strings.Contains(output, "run go test with -timeout 0") {
		t.Errorf("a deadline that no person meets is not refused:\n%s", output)
	}
}
