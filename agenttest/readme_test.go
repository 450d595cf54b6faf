package agenttest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme puts each Go piece of the README into a module of its own, as a stranger would, and runs it.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	pieces := blocks(string(text), "go")
	if len(pieces) < 8 {
		t.Fatalf("found %d Go pieces in the README, want all of them", len(pieces))
	}
	dir := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("readme_test.go", readmeHeader+strings.Join(pieces, "\n"))
	write("testdata/readme.jsonl", blocks(string(text), "jsonl")[0])
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write("go.sum", string(sum))
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	stranger := strings.Replace(string(mod), "module github.com/agenttest/go", "module example.com/stranger", 1)
	write("go.mod", stranger+"\nrequire github.com/agenttest/go v0.0.0\nreplace github.com/agenttest/go => "+root+"\n")

	run := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod -buildvcs=false")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("test", "-run", "TestGolden", "-update", ".")
	out := run("test", "-v", ".")
	for _, piece := range pieces {
		name, _, _ := strings.Cut(strings.TrimPrefix(piece, "func "), "(")
		if !strings.Contains(out, "--- PASS: "+name+" ") {
			t.Errorf("%s did not pass:\n%s", name, out)
		}
	}
}

const readmeHeader = `package stranger

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/cli"
	"github.com/agenttest/go/agenttest/golden"
	"github.com/agenttest/go/agenttest/limit"
	"github.com/agenttest/go/agenttest/report"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/examples/expense"
	"github.com/agenttest/go/simulator"
)

`

// TestReadmeCommands runs the commands of the README as they stand there, but for where they write to.
func TestReadmeCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	agent, page := filepath.Join(dir, "agent.py"), filepath.Join(dir, "report.html")
	if err := os.WriteFile(agent, []byte(blocks(string(text), "python")[0]), 0o600); err != nil {
		t.Fatal(err)
	}
	commands := blocks(string(text), "sh")
	if len(commands) != 2 {
		t.Fatalf("found %d commands in the README, want those of the ready binary and of a project's own", len(commands))
	}
	for i, want := range []string{`Agent: "You said Hello, how are you?"`, "Passed:  5"} {
		if strings.Contains(commands[i], "python3") {
			if _, err := exec.LookPath("python3"); err != nil {
				t.Log("not run, python3 is not installed: ", commands[i])
				continue
			}
		}
		line := strings.NewReplacer("agent.py", agent, "report.html", page).Replace(commands[i])
		cmd := exec.CommandContext(t.Context(), "sh", "-c", line)
		cmd.Dir = ".."
		cmd.Env = append(os.Environ(), "COLUMNS=100", "NO_COLOR=1")
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v\n%s\nwant %q in it", line, err, out, want)
		}
	}
	if data, err := os.ReadFile(page); err != nil || !strings.Contains(string(data), "client-dinner") {
		t.Errorf("the page is not there, or not of the cases: %v", err)
	}
}

// blocks returns the fenced blocks of a language.
func blocks(text, language string) []string {
	var out []string
	for _, rest := range strings.Split(text, "\n```"+language+"\n")[1:] {
		block, _, _ := strings.Cut(rest, "\n```")
		out = append(out, block+"\n")
	}
	return out
}

// TestReadmeShowsWhatAFailurePrints keeps the failure in the README the one that is really printed.
func TestReadmeShowsWhatAFailurePrints(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	output, err := os.ReadFile("testdata/failing/TestRefund.txt")
	if err != nil {
		t.Fatal(err)
	}
	shown := strings.TrimSuffix(strings.TrimSuffix(string(output), "FAIL\n"), "\n")
	if want := "    " + strings.ReplaceAll(shown, "\n", "\n    "); !strings.Contains(string(text), want) {
		t.Errorf("the README does not show\n%s", want)
	}
}
