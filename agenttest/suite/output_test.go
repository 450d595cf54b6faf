package suite_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// failing are tests that fail on purpose.
const failing = "testdata/failing"

// build makes a test binary of the failing tests.
func build(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and runs a test binary")
	}
	binary := filepath.Join(t.TempDir(), "failing.test")
	cmd := exec.CommandContext(t.Context(), "go", "test", "-c", "-o", binary, "./"+failing)
	cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

var (
	seconds = regexp.MustCompile(`\(\d+\.\d+s\)`)
	elapsed = regexp.MustCompile(`passed in [0-9.]+[mµn]?s`)
)

// output runs the binary and returns what it prints, without what differs from run to run and from machine to machine.
func output(t *testing.T, binary string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Dir = filepath.FromSlash(failing)
	cmd.Env = append(os.Environ(), "AGENTTEST_PARALLEL=1") // one case after the other
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v\n%s", err, out)
	}
	dir, err := filepath.Abs(failing)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(out), dir, "DIR")
	text = seconds.ReplaceAllString(text, "(0.00s)")
	return elapsed.ReplaceAllString(text, "passed in 0s")
}

// TestOutput compares everything that failing suites print with what is kept in testdata/failing/*.txt.
// AGENTTEST_UPDATE=1 writes the files.
func TestOutput(t *testing.T) {
	binary := build(t)
	list := strings.Fields(output(t, binary, "-test.list", "."))
	if len(list) < 6 {
		t.Fatalf("found %d failing tests, want all of them", len(list))
	}
	for _, name := range list {
		t.Run(name, func(t *testing.T) {
			args := []string{"-test.run", "^" + name + "$"}
			if strings.HasPrefix(name, "TestVerbose") {
				args = append(args, "-test.v")
			}
			if name == "TestDeadline" {
				args = append(args, "-test.timeout", "3s")
			}
			got := output(t, binary, args...)
			path := filepath.Join(failing, name+".txt")
			if os.Getenv("AGENTTEST_UPDATE") == "1" {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the output differs from %s\ngot:\n%s\nwant:\n%s", path, got, want)
			}
		})
	}
}

// TestRunSelectsCasesByTheirIDs uses go test's own -run.
func TestRunSelectsCasesByTheirIDs(t *testing.T) {
	binary := build(t)
	for pattern, want := range map[string][]string{
		"^TestRefunds$/^polite_and_short$": {"TestRefunds", "TestRefunds/polite_and_short"},
		"^TestRefunds$/^polite and short$": {"TestRefunds", "TestRefunds/polite_and_short"},
		"^TestRefunds$/^(passes|finally)$": {"TestRefunds", "TestRefunds/passes", "TestRefunds/finally"},
		"^TestRefunds$/nothing":            {"TestRefunds"},
	} {
		var got []string
		for line := range strings.Lines(output(t, binary, "-test.v", "-test.run", pattern)) {
			if name, ok := strings.CutPrefix(line, "=== RUN   "); ok {
				got = append(got, strings.TrimSpace(name))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("-run %q: got %q, want %q", pattern, got, want)
		}
	}
}

// TestFailFastOfGoTest begins no case after one has failed.
func TestFailFastOfGoTest(t *testing.T) {
	out := output(t, build(t), "-test.v", "-test.failfast", "-test.run", "^TestRefunds$")
	if n := strings.Count(out, "=== RUN   TestRefunds/"); n != 1 || !strings.Contains(out, ": 1 case: 1 failed\n") {
		t.Errorf("got %d cases begun, want the one that fails alone:\n%s", n, out)
	}
}
