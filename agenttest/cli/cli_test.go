package cli_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/cli"
)

const (
	passing = `{"id": "P1", "input": "hello", "assertions": [{"type": "contains", "value": "hello"}]}` + "\n"
	failing = `{"id": "F1", "input": "hello", "assertions": [{"type": "contains", "value": "goodbye"}]}` + "\n"
	erring  = `{"id": "E1", "input": "hello", "assertions": [{"type": "agent", "use": "echo", "criteria": "is kind"}]}` + "\n"
	skipped = `{"id": "S1", "turns": [{"input": "ask me", "assertions": [{"type": "contains", "value": "Which"}]}]}` + "\n"
)

func TestStatus(t *testing.T) {
	for _, tt := range []struct {
		reason, cases string
		args          []string
		want          int
	}{
		{"all cases passed", passing, nil, cli.ExitPassed},
		{"a case failed", passing + failing, nil, cli.ExitFailed},
		{"a case errored and none failed", passing + erring, nil, cli.ExitErrored},
		{"a failure beats an error", erring + failing + passing, nil, cli.ExitFailed},
		{"all cases were skipped", skipped, nil, cli.ExitPassed},
		{"skips are not wanted", passing + skipped, []string{"--on-skip=fail"}, cli.ExitFailed},
		{"nor beside an error", erring + skipped, []string{"--on-skip=fail"}, cli.ExitFailed},
		{"a missing input is a failure", skipped, []string{"--on-missing-input=fail"}, cli.ExitFailed},
		{"a missing input is the end", skipped, []string{"--on-missing-input", "end"}, cli.ExitPassed},
		{"only the cases that match are played", passing + failing, []string{"--run", "^P"}, cli.ExitPassed},
		{"a case file is wrong", `{"id": "X"}` + passing, nil, cli.ExitUsage},
		{"a flag is wrong", passing, []string{"--nope"}, cli.ExitUsage},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			inFolder(t, map[string]string{"cases.jsonl": tt.cases})
			got := execute(t, config(), append([]string{"-i", "cases.jsonl"}, tt.args...)...)
			if got.status != tt.want {
				t.Errorf("got exit status %d, want %d\n%s%s", got.status, tt.want, got.out, got.err)
			}
		})
	}
}

// The flags reach the agent and the cases.
func TestFlags(t *testing.T) {
	for _, tt := range []struct {
		reason string
		args   []string
		want   string // a regular expression of the console
	}{
		{"--connector", []string{"-i", "message:connector", "-c", "gpt", "-v"}, `Agent: "the connector is gpt"`},
		{"a message", []string{"-i", "Hello, how are you?", "-v"}, `(?s)ℹ Input: Hello, how are you\? \(1 test case\).*Agent: "you said Hello, how are you\?"`},
		{"--name", []string{"-i", "message:hello", "-n", "agents:judge", "-v"}, `Agent: "\{\\?"passed`},
		{"--simulator", []string{"-i", "open.jsonl", "--simulator", "user", "-v"}, `\(simulator: user\)(?s).*\[Simulated\] "from the simulator"`},
		{"--simulator with a script", []string{"-i", "open.jsonl", "--simulator", "scripts:user", "-v"}, `\[Simulated\] "one"`},
		{"--timeout", []string{"-i", "message:hang", "--timeout", "50ms"}, `timeout after 50ms`},
		{"--shard", []string{"-i", "many.jsonl", "--shard", "1/2"}, `ℹ Shard: 1/2: \d of 3 cases`},
		{"--report", []string{"-i", "message:hello", "--report", "agents:reporter"}, `(?s)Summary.*All is well: true\.`},
		{"a directory", []string{"-i", "folder"}, `Total: +2 tests`},
		{"a pattern", []string{"-i", "folder/*.jsonl"}, `Total: +2 tests`},
		{"several inputs", []string{"-i", "folder/a.jsonl", "-i", "many.jsonl", "-i", "message:hello"}, `Total: +5 tests`},
		{"what a shell makes of a pattern", []string{"-i", "folder/a.jsonl", "folder/b.jsonl"}, `Total: +2 tests`},
		{"a generator", []string{"-i", "agents:generator?count=3&focus=edge-cases"}, `(?s)generator\?count=3.*\(3 test cases\).*Passed: +3`},
		{"a script generator", []string{"-i", "scripts:cases"}, `Passed: +1`},
		{"--fail-fast", []string{"-i", "fail.jsonl", "--fail-fast", "--parallel", "1"}, `Total: +1 test of 2; 1 was not played`},
		{"--version", []string{"--version"}, `^mytests v1\.2\.3\n$`},
		{"--help", []string{"--help"}, `(?s)mytests -i cases\.jsonl.*--on-missing-input policy`},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			inFolder(t, map[string]string{
				"open.jsonl":     `{"id": "D1", "mode": "dynamic", "input": "hello", "checkpoints": [{"id": "c", "assertion": {"type": "regex", "pattern": "simulator|one"}}]}`,
				"many.jsonl":     strings.ReplaceAll(passing, "P1", "A") + strings.ReplaceAll(passing, "P1", "B") + strings.ReplaceAll(passing, "P1", "C"),
				"folder/a.jsonl": passing,
				"folder/b.jsonl": strings.ReplaceAll(passing, "P1", "P2"),
				"fail.jsonl":     failing + passing,
			})
			got := execute(t, config(), tt.args...)
			if got.err != "" || !regexp.MustCompile(tt.want).MatchString(got.out) {
				t.Errorf("got exit status %d and\n%s%s\nwant something that matches %s", got.status, got.out, got.err, tt.want)
			}
		})
	}
}

// Every report that --output asks for is of the same run.
func TestOutputs(t *testing.T) {
	inFolder(t, map[string]string{"cases.jsonl": passing + failing})
	args := []string{"-i", "cases.jsonl"}
	names := []string{"out.jsonl", "out.json", "out.html", "deep/down/out.xml", "out.md"}
	for _, name := range names {
		args = append(args, "-o", name)
	}
	if got := execute(t, config(), args...); got.status != cli.ExitFailed {
		t.Fatalf("got exit status %d\n%s%s", got.status, got.out, got.err)
	}
	for _, name := range names {
		if text := read(t, name); !strings.Contains(text, "F1") || !strings.Contains(text, "goodbye") {
			t.Errorf("%s does not tell what failed:\n%s", name, text)
		}
	}
}

// A report must not take the place of the cases it is of.
func TestOutputIsNoInput(t *testing.T) {
	inFolder(t, map[string]string{"cases/a.jsonl": passing})
	got := execute(t, config(), "-i", "cases", "-o", filepath.Join("cases", "..", "cases", "a.jsonl"))
	want := "mytests: --output: cases/a.jsonl is to be written, but it is read, too (as cases/a.jsonl); want another file\nRun 'mytests --help' for how to use it.\n"
	if got.status != cli.ExitUsage || got.err != want {
		t.Errorf("got exit status %d and %q, want %q", got.status, got.err, want)
	}
	if read(t, "cases/a.jsonl") != passing {
		t.Error("the cases are gone")
	}
}

// A report that is read to make shards is not replaced, and one that is good is not emptied for one that is bad.
func TestReportsOfEarlierRunsAreKept(t *testing.T) {
	inFolder(t, map[string]string{"cases.jsonl": passing})
	if got := execute(t, config(), "-i", "cases.jsonl", "-o", "earlier.jsonl"); got.status != cli.ExitPassed {
		t.Fatal(got.err)
	}
	before := read(t, "earlier.jsonl")
	for _, args := range [][]string{
		{"--shard", "1/2", "--timings", "earlier.jsonl", "-o", "earlier.jsonl"},
		{"-o", "earlier.jsonl", "-o", "report.pdf"},
		{"-o", "earlier.jsonl", "--shard", "3/2"},
	} {
		if got := execute(t, config(), append([]string{"-i", "cases.jsonl"}, args...)...); got.status != cli.ExitUsage {
			t.Errorf("%q: got exit status %d\n%s", args, got.status, got.err)
		}
		if read(t, "earlier.jsonl") != before {
			t.Fatalf("%q: the report is gone", args)
		}
	}
}

// What a dry run lists is what is played, however it is selected.
func TestDryRunListsWhatIsPlayed(t *testing.T) {
	var cases strings.Builder
	for i := range 30 {
		cases.WriteString(strings.ReplaceAll(passing, "P1", fmt.Sprintf("C%02d", i)))
	}
	inFolder(t, map[string]string{"cases.jsonl": cases.String()})
	if got := execute(t, config(), "-i", "cases.jsonl", "-o", "earlier.jsonl"); got.status != cli.ExitPassed {
		t.Fatal(got.err)
	}
	ids := regexp.MustCompile(`► \[(C\d\d)\]`)
	for _, args := range [][]string{
		{"--run", "[37]$"},
		{"--shard", "2/3"},
		{"--shard", "2/3", "--run", "^C1"},
		{"--shard", "1/2", "--run", "^C[01]", "--timings", "earlier.jsonl"},
	} {
		args = append([]string{"-i", "cases.jsonl"}, args...)
		listed := ids.FindAllString(execute(t, config(), append(args, "--dry-run")...).out, -1)
		played := ids.FindAllString(execute(t, config(), args...).out, -1)
		slices.Sort(listed)
		slices.Sort(played)
		if len(played) == 0 || !slices.Equal(listed, played) {
			t.Errorf("%q: listed %q, played %q", args, listed, played)
		}
	}
	t.Setenv("AGENTTEST_SHARD", "2/3")
	if listed := ids.FindAllString(execute(t, config(), "-i", "cases.jsonl", "--dry-run").out, -1); len(listed) == 30 || len(listed) == 0 {
		t.Errorf("listed %d cases, want those of the shard that the environment names", len(listed))
	}
}

// Shards of different selections are no parts of one run.
func TestMergeOfDifferentSelections(t *testing.T) {
	var cases strings.Builder
	for i := range 12 {
		cases.WriteString(strings.ReplaceAll(passing, "P1", fmt.Sprintf("C%02d", i)))
	}
	inFolder(t, map[string]string{"cases.jsonl": cases.String()})
	execute(t, config(), "-i", "cases.jsonl", "--shard", "1/2", "--run", "C0[0-5]", "-o", "1.jsonl")
	execute(t, config(), "-i", "cases.jsonl", "--shard", "2/2", "--run", "C(0[6-9]|1)", "-o", "2.jsonl")
	if got := execute(t, config(), "merge", "1.jsonl", "2.jsonl"); got.status != cli.ExitUsage || !strings.Contains(got.err, "--run") {
		t.Errorf("got exit status %d and %q", got.status, got.err)
	}
}

// The environment says what flags do not.
func TestEnvironment(t *testing.T) {
	inFolder(t, map[string]string{"cases.jsonl": skipped})
	t.Setenv("AGENTTEST_ON_SKIP", "fail")
	if got := execute(t, config(), "-i", "cases.jsonl"); got.status != cli.ExitFailed {
		t.Errorf("got exit status %d, want %d", got.status, cli.ExitFailed)
	}
	if got := execute(t, config(), "-i", "cases.jsonl", "--on-skip=show"); got.status != cli.ExitPassed {
		t.Errorf("got exit status %d, want %d: the flag is nearer", got.status, cli.ExitPassed)
	}
	t.Setenv("AGENTTEST_ON_SKIP", "fial")
	if got := execute(t, config(), "-i", "cases.jsonl"); got.status != cli.ExitUsage || !strings.Contains(got.err, `AGENTTEST_ON_SKIP: got "fial", want one of show, fail (did you mean "fail"?)`) {
		t.Errorf("got exit status %d and %s", got.status, got.err)
	}
}

// A dry run writes cases that load again unchanged, and plays nothing.
func TestDryRun(t *testing.T) {
	inFolder(t, nil)
	got := execute(t, config(), "-i", "agents:generator?count=2", "--dry-run", "-o", "generated.jsonl")
	if got.status != cli.ExitPassed || got.err != "" || !strings.Contains(got.out, "► [G1]") || !strings.Contains(got.out, "2 test cases") || strings.Contains(got.out, "PASSED") {
		t.Fatalf("got exit status %d and\n%s%s", got.status, got.out, got.err)
	}
	first := read(t, "generated.jsonl")
	if n := strings.Count(first, "\n"); n != 2 || !strings.Contains(first, `"case <1>"`) {
		t.Errorf("got %d lines, want 2 cases:\n%s", n, first)
	}
	if got := execute(t, config(), "-i", "generated.jsonl", "--dry-run", "-o", "generated.jsonl"); got.status != cli.ExitPassed {
		t.Errorf("got exit status %d\n%s", got.status, got.err)
	}
	if again := read(t, "generated.jsonl"); again != first {
		t.Errorf("written again the cases are\n%s, want them unchanged:\n%s", again, first)
	}
	if got := execute(t, config(), "-i", "generated.jsonl"); got.status != cli.ExitPassed || !strings.Contains(got.out, "Passed:  2") {
		t.Errorf("got exit status %d\n%s%s", got.status, got.out, got.err)
	}
}

// When any case is wrong the file that is there stays as it was, and nothing else is left behind.
func TestDryRunKeepsTheFile(t *testing.T) {
	inFolder(t, map[string]string{"bad.jsonl": passing + `{"id": "X", "inputt": "x"}`, "out/good.jsonl": "// mine\n"})
	got := execute(t, config(), "-i", "bad.jsonl", "--dry-run", "-o", "out/good.jsonl")
	if got.status != cli.ExitUsage || !strings.Contains(got.err, `bad.jsonl:2: unknown field "inputt" (did you mean "input"?)`) {
		t.Errorf("got exit status %d and %s", got.status, got.err)
	}
	entries, err := os.ReadDir("out")
	if err != nil || len(entries) != 1 || read(t, "out/good.jsonl") != "// mine\n" {
		t.Errorf("the folder holds %v, %v, want good.jsonl as it was", entries, err)
	}
}

// A context that ends is an interrupt: the cases under way are errored, and the reports are whole.
func TestInterrupt(t *testing.T) {
	inFolder(t, map[string]string{"cases.jsonl": passing + strings.ReplaceAll(passing, "P1", "P2")})
	ctx, cancel := context.WithCancel(t.Context())
	cfg := config()
	cfg.Agents["echo"] = agenttest.AgentFunc(func(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	})
	got := executeContext(t, ctx, cfg, "-i", "cases.jsonl", "--parallel=1", "-o", "out.json")
	if got.status != cli.ExitInterrupted || !strings.Contains(got.err, "1 case not played: context canceled: P2") {
		t.Errorf("got exit status %d and %q", got.status, got.err)
	}
	var page struct {
		Complete bool
		Summary  struct{ Errored int }
	}
	if err := json.Unmarshal([]byte(read(t, "out.json")), &page); err != nil || page.Summary.Errored != 1 {
		t.Errorf("the report is %+v, %v, want a whole one with the case that was interrupted", page, err)
	}
}

// The registered agents are not changed by what a command line adds.
func TestConfigIsNotChanged(t *testing.T) {
	inFolder(t, nil)
	cfg := config()
	before := len(cfg.Agents)
	if got := execute(t, cfg, "-i", "message:hello", "-n", "http://127.0.0.1:1/"); got.status != cli.ExitFailed {
		t.Errorf("got exit status %d\n%s%s", got.status, got.out, got.err)
	}
	if len(cfg.Agents) != before {
		t.Errorf("got %d agents, want %d", len(cfg.Agents), before)
	}
}

// Completion is what shells call, so it is tested as they call it.
func TestCompletion(t *testing.T) {
	inFolder(t, nil)
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--on-missing-input", ""}, "skip\nfail\nend\n:4\n"},
		{[]string{"--name", ""}, "echo\ngenerator\njudge\nreporter\nuser\nexec:\nhttp://\n:6\n"},
		{[]string{"--input", "agents:g"}, "agents:generator\n:0\n"},
		{[]string{"--output", ""}, "jsonl\njson\nhtml\nxml\nmd\n:8\n"},
		{[]string{"merge", "--on-skip", ""}, "show\nfail\n:4\n"},
		{[]string{"merge", ""}, "jsonl\n:8\n"},
		{[]string{"ca"}, ":0\n"},
	} {
		got := execute(t, config(), append([]string{"__completeNoDesc"}, tt.args...)...)
		if got.status != cli.ExitPassed || got.out != tt.want {
			t.Errorf("%q: got exit status %d and %q, want %q", tt.args, got.status, got.out, tt.want)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if got := execute(t, config(), "completion", shell); got.status != cli.ExitPassed || !strings.Contains(got.out, "mytests") {
			t.Errorf("%s: got exit status %d and %q", shell, got.status, got.err)
		}
	}
}

// Everything that case files may name works from the ready binary with programs.
func TestPrograms(t *testing.T) {
	t.Setenv(roleVar, "agent")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	inFolder(t, map[string]string{"cases.jsonl": `{"id": "P1", "simulator": {"use": "sim"}, "checkpoints": [{"id": "c", "assertion": {"type": "contains", "value": "heard the program heard"}}]}`})
	got := execute(t, cli.Config{Name: "agenttest"}, "-i", "cases.jsonl", "-n", "exec:'"+self+"'", "--agent", "sim=exec:'"+self+"'", "-v")
	if got.status != cli.ExitPassed || !strings.Contains(got.out, "ℹ Agent: exec:"+self) || !strings.Contains(got.out, "(simulator: sim)") {
		t.Errorf("got exit status %d\n%s%s", got.status, got.out, got.err)
	}
	got = execute(t, cli.Config{Name: "agenttest"}, "-i", "message:die", "-n", "exec:'"+self+"'")
	if got.status != cli.ExitFailed || !strings.Contains(got.out, "out of memory, says the program") {
		t.Errorf("got exit status %d\n%s%s, want what the program wrote to its standard error", got.status, got.out, got.err)
	}
}
