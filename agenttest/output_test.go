package agenttest_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const failing = "./testdata/failing"

// goTool runs the go command in this package's directory and returns what it printed; a failing test is no error.
func goTool(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false")
	out, err := cmd.CombinedOutput()
	if err != nil && len(out) == 0 {
		t.Fatalf("go %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

var (
	seconds = regexp.MustCompile(`\(\d+\.\d+s\)`)
	elapsed = regexp.MustCompile(`passed in [0-9.]+[mµn]?s`)
	address = regexp.MustCompile(`0x[0-9a-f]+|goroutine \d+`)
	lineOf  = regexp.MustCompile(`\S*/(\w+\.go:\d+)`)
)

// steady replaces what differs from run to run and from machine to machine.
func steady(s string) string {
	s = seconds.ReplaceAllString(s, "(0.00s)")
	s = elapsed.ReplaceAllString(s, "passed in 0s")
	s = address.ReplaceAllString(s, "0x")
	return lineOf.ReplaceAllString(s, "…/$1")
}

// TestOutput compares everything that failing tests print, line numbers included, with what is kept in
// testdata/failing/*.txt. AGENTTEST_UPDATE=1 writes the files.
func TestOutput(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a test binary")
	}
	for _, trim := range []bool{false, true} {
		t.Run(map[bool]string{false: "plain", true: "trimpath"}[trim], func(t *testing.T) {
			binary := filepath.Join(t.TempDir(), "failing.test")
			build := []string{"test", "-c", "-o", binary}
			if trim {
				build = append(build, "-trimpath")
			}
			if out := goTool(t, append(build, failing)...); out != "" {
				t.Fatal(out)
			}
			list := strings.Fields(runBinary(t, binary, "-test.list", "."))
			if len(list) < 15 {
				t.Fatalf("found %d failing tests, want all of them", len(list))
			}
			for _, name := range list {
				t.Run(name, func(t *testing.T) {
					args := []string{"-test.run", "^" + name + "$", "-test.parallel", "1"}
					if strings.HasPrefix(name, "TestVerbose") {
						args = append(args, "-test.v")
					}
					got := subtestsInOrder(steady(runBinary(t, binary, args...)))
					compareFile(t, filepath.Join("testdata", "failing", name+".txt"), got)
				})
			}
		})
	}
}

// subtestsInOrder sorts what parallel subtests print by their names: which of them ends first is up to the scheduler.
func subtestsInOrder(s string) string {
	const mark = "    --- FAIL: Test"
	head, rest, ok := strings.Cut(s, "\n"+mark)
	if !ok {
		return s
	}
	rest, foot, _ := strings.Cut(rest, "\nFAIL\n")
	blocks := strings.Split(rest, "\n"+mark)
	slices.Sort(blocks)
	return head + "\n" + mark + strings.Join(blocks, "\n"+mark) + "\nFAIL\n" + foot
}

func runBinary(t *testing.T, binary string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Dir = filepath.FromSlash(failing)
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%s %s: %v\n%s", binary, strings.Join(args, " "), err, out)
	}
	return string(out)
}

func compareFile(t *testing.T, path, got string) {
	t.Helper()
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
}

// TestEventsCannotBeForged runs the failing tests under go test -json: an agent whose reply holds the markers of test
// events adds no test and turns none green.
func TestEventsCannotBeForged(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a test binary")
	}
	out := goTool(t, "test", "-json", "-run", "TestHostile", failing)
	verdicts := map[string]string{}
	for line := range bytes.Lines([]byte(out)) {
		var event struct{ Action, Test string }
		if err := json.Unmarshal(line, &event); err != nil {
			t.Fatalf("not a test event: %s", line)
		}
		switch event.Action {
		case "pass", "fail", "skip", "run":
			verdicts[event.Test] += event.Action + " "
		}
	}
	want := map[string]string{"TestHostile": "run fail ", "": "fail "}
	if len(verdicts) != len(want) || verdicts["TestHostile"] != want["TestHostile"] || verdicts[""] != want[""] {
		t.Errorf("got the events %v, want %v\n%s", verdicts, want, out)
	}
}
