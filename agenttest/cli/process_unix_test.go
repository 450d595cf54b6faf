//go:build unix

package cli_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest/cli"
	"github.com/agenttest/go/agenttest/report"
	"github.com/agenttest/go/internal/ptytest"
)

// program returns the test binary as a command line in a process of its own.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), roleVar+"=main", "NO_COLOR=1")
	return cmd
}

// exitStatus waits for a program and returns its exit status, 128 and the signal's number where one killed it.
func exitStatus(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		t.Fatal(err)
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return exit.ExitCode()
}

// conversations returns so many cases, of which each takes 50 ms a turn.
func conversations(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"id": "C%d", "turns": [{"input": "sleep"}, {"input": "sleep"}]}`+"\n", i)
	}
	return b.String()
}

// untilLine starts a program and waits until a line with this text stands on its standard output.
func untilLine(t *testing.T, cmd *exec.Cmd, text string) *bufio.Reader {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("the program ended before it wrote %q: %v", text, err)
		}
		if strings.Contains(line, text) {
			return lines
		}
	}
}

// finished returns the cases whose records are in a JSONL file, each of which must be whole.
func finished(t *testing.T, path string) []string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var ids []string
	for rec, err := range report.Read(f) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, rec.ID)
	}
	return ids
}

// However a run is ended, every case that has finished is in the reports.
func TestEnded(t *testing.T) {
	for _, tt := range []struct {
		signal   syscall.Signal
		want     int
		complete bool // the cases under way are reported, too, and the rest is named
	}{
		{syscall.SIGINT, cli.ExitInterrupted, true},
		{syscall.SIGTERM, cli.ExitTerminated, true},
		{syscall.SIGKILL, 128 + int(syscall.SIGKILL), false},
	} {
		t.Run(tt.signal.String(), func(t *testing.T) {
			inFolder(t, map[string]string{"cases.jsonl": `{"id": "H", "input": "hang"}` + "\n" + conversations(500)})
			cmd := program(t, "-i", "cases.jsonl", "--parallel", "3", "-o", "out.jsonl", "-o", "out.html")
			var errs bytes.Buffer
			cmd.Stderr = &errs
			out := untilLine(t, cmd, "[C1]")
			if err := cmd.Process.Signal(tt.signal); err != nil {
				t.Fatal(err)
			}
			shown, _ := io.ReadAll(out)
			if got := exitStatus(t, cmd.Wait()); got != tt.want {
				t.Errorf("got exit status %d, want %d\n%s", got, tt.want, errs.String())
			}
			ids := finished(t, "out.jsonl")
			if len(ids) < 1 || len(ids) > 400 {
				t.Errorf("got the records of %d cases", len(ids))
			}
			page, inPage := read(t, "out.html"), 0
			for _, id := range ids {
				if strings.Contains(page, `"id":"`+id+`"`) {
					inPage++
				}
			}
			if !tt.complete { // each of two cases may have been between the two files
				if inPage < len(ids)-2 || !strings.HasSuffix(page, "</html>\n") {
					t.Errorf("got %d cases in the page, want the %d of the JSONL, and the page whole", inPage, len(ids))
				}
				return
			}
			if inPage != len(ids) {
				t.Errorf("got %d cases in the page, want the %d of the JSONL", inPage, len(ids))
			}
			for _, want := range []string{"interrupted: SIG", "To blame: harness"} {
				if !strings.Contains(string(shown), want) {
					t.Errorf("the console does not say %q:\n%s", want, shown)
				}
			}
			if !strings.Contains(errs.String(), "cases not played: SIG") {
				t.Errorf("got %q, want what was not played", errs.String())
			}
		})
	}
}

// A second interrupt does not wait for anything.
func TestSecondInterrupt(t *testing.T) {
	inFolder(t, map[string]string{"cases.jsonl": `{"id": "A", "input": "sleep"}` + "\n" + `{"id": "B", "input": "deaf"}`})
	cmd := program(t, "-i", "cases.jsonl", "--parallel", "1")
	untilLine(t, cmd, "[A]")
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	deadline := time.After(20 * time.Second)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			if got := exitStatus(t, err); got != cli.ExitInterrupted {
				t.Errorf("got exit status %d, want %d", got, cli.ExitInterrupted)
			}
			return
		case <-deadline:
			_ = cmd.Process.Kill()
			t.Fatal("two interrupts did not end it")
		case <-time.After(20 * time.Millisecond): // a signal may come before it is waited for
			_ = cmd.Process.Signal(syscall.SIGINT)
		}
	}
}

// A reader that goes away, as head does, ends the program as it ends others; a file that cannot take more is an error.
func TestOutputFails(t *testing.T) {
	t.Run("broken pipe", func(t *testing.T) {
		inFolder(t, map[string]string{"cases.jsonl": conversations(200)})
		cmd := program(t, "-i", "cases.jsonl", "-o", "out.jsonl")
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdout = w
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		w.Close()
		_, _ = io.ReadFull(r, make([]byte, 500))
		r.Close()
		if got := exitStatus(t, cmd.Wait()); got != 128+int(syscall.SIGPIPE) {
			t.Errorf("got exit status %d, want the one of SIGPIPE", got)
		}
		finished(t, "out.jsonl")
	})
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full here")
	}
	t.Run("full disk under a report", func(t *testing.T) {
		inFolder(t, map[string]string{"cases.jsonl": passing})
		if err := os.Symlink("/dev/full", "out.jsonl"); err != nil {
			t.Skip(err)
		}
		cmd := program(t, "-i", "cases.jsonl", "-o", "out.jsonl")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.Output()
		if got := exitStatus(t, err); got != cli.ExitUsage || !strings.Contains(errs.String(), "no space left on device") || !strings.Contains(errs.String(), "out.jsonl") {
			t.Errorf("got exit status %d and %q, want the file and what is wrong with it", got, errs.String())
		}
		if !strings.Contains(string(out), "Passed:  1") {
			t.Errorf("the console is not whole:\n%s", out)
		}
	})
	t.Run("full disk under the console", func(t *testing.T) {
		inFolder(t, map[string]string{"cases.jsonl": passing})
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip(err)
		}
		defer full.Close()
		for _, args := range [][]string{{"-i", "cases.jsonl"}, {"-i", "cases.jsonl", "--dry-run"}} {
			cmd := program(t, args...)
			var errs bytes.Buffer
			cmd.Stdout, cmd.Stderr = full, &errs
			if got := exitStatus(t, cmd.Run()); got != cli.ExitUsage || !strings.Contains(errs.String(), "no space left on device") {
				t.Errorf("%q: got exit status %d and %q", args, got, errs.String())
			}
		}
	})
}

const endOfInput = "\x04" // Ctrl-D

func TestInteractive(t *testing.T) {
	for _, tt := range []struct {
		reason  string
		args    []string
		answers []string
		want    []string
		status  int
	}{
		{"without input a person talks with the agent", nil, []string{"hello\n", "good day\n", endOfInput},
			[]string{"you said hello", "[Human] \"good day\"", "Passed:  1"}, cli.ExitPassed},
		{"a turn of a script is replaced", []string{"-i", "cases.jsonl", "--interactive"}, []string{"\n", "two and a half\n"},
			[]string{`[Enter] sends: "ask one"`, "Which one?", "a number", `[Human] "two and a half"`, "Failed:  1"}, cli.ExitFailed},
		{"a person stands in for the simulator", []string{"-i", "dynamic.jsonl", "--interactive"}, []string{"\n", "by hand\n", "\n"},
			[]string{`[Human] "by hand"`, `[Enter] sends: "from the simulator"`, "Passed:  1"}, cli.ExitPassed},
		{"nobody answers", []string{"-i", "patience.jsonl"}, nil, []string{"200ms"}, cli.ExitPassed},
		{"Ctrl-C ends it", []string{"-i", "cases.jsonl", "--interactive"}, []string{"\x03"}, []string{"interrupted"}, cli.ExitInterrupted},
		{"nobody is asked", []string{"-i", "patience.jsonl", "--skip-interactive"}, nil, []string{"Skipped: 1"}, cli.ExitPassed},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			inFolder(t, map[string]string{
				"cases.jsonl":    `{"id": "T", "turns": [{"input": "ask one"}, {"input": "two", "assertions": [{"type": "equals", "value": "you said two"}]}]}`,
				"dynamic.jsonl":  `{"id": "D", "input": "hello", "simulator": {"use": "user"}, "checkpoints": [{"id": "a", "assertion": {"type": "contains", "value": "by hand"}}, {"id": "b", "assertion": {"type": "contains", "value": "simulator"}}]}`,
				"patience.jsonl": `{"id": "W", "interactive": {"enabled": true, "timeout": "200ms"}, "turns": [{"input": "hello"}]}`,
			})
			cmd := program(t, tt.args...)
			screen, err := ptytest.Run(t, cmd, tt.answers...)
			if status := exitStatus(t, err); status != tt.status {
				t.Errorf("got exit status %d, want %d", status, tt.status)
			}
			for _, want := range tt.want {
				if !strings.Contains(screen, want) {
					t.Errorf("the terminal does not show %q", want)
				}
			}
			if t.Failed() {
				t.Logf("on the terminal:\n%s", screen)
			}
		})
	}
}

// Without a terminal there is nobody to ask. Who wanted that is told; a case that wants it is skipped.
func TestNoTerminal(t *testing.T) {
	inFolder(t, map[string]string{"cases.jsonl": passing, "person.jsonl": `{"id": "W", "interactive": {"enabled": true}, "turns": [{"input": "hello"}]}`})
	for _, tt := range []struct {
		args   []string
		status int
		want   string
	}{
		{nil, cli.ExitUsage, "mytests: there is no input, so a person would talk with the agent: no terminal"},
		{[]string{"-i", "cases.jsonl", "--interactive"}, cli.ExitUsage, "mytests: --interactive wants a person at a terminal: no terminal"},
		{[]string{"-i", "person.jsonl"}, cli.ExitPassed, "mytests: nothing was tested, every case was skipped; --on-skip=fail makes this a failure\n"},
		{[]string{"-i", "person.jsonl", "--on-skip=fail"}, cli.ExitFailed, "mytests: 1 case skipped, which fails the run (--on-skip=fail)\n"},
	} {
		cmd := program(t, tt.args...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.Output()
		if got := exitStatus(t, err); got != tt.status || !strings.HasPrefix(errs.String(), tt.want) {
			t.Errorf("%q: got exit status %d and %q, want %d and %q\n%s", tt.args, got, errs.String(), tt.status, tt.want, out)
		}
	}
}

// An interrupt is heard while an input is read that does not end.
func TestInterruptedInput(t *testing.T) {
	inFolder(t, nil)
	if err := syscall.Mkfifo("cases.jsonl", 0o600); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{{"-i", "cases.jsonl"}, {"-i", "cases.jsonl", "--dry-run", "-o", "out.jsonl"}} {
		cmd := program(t, args...)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		writer, err := os.OpenFile("cases.jsonl", os.O_WRONLY, 0) // returns when the program has opened it
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		if got := exitStatus(t, cmd.Wait()); got != cli.ExitInterrupted || errs.String() != "mytests: interrupted: SIGINT\n" {
			t.Errorf("%q: got exit status %d and %q", args, got, errs.String())
		}
		writer.Close()
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v, want nothing new", entries, err)
	}
}
