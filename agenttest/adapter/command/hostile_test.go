package command_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/adapter/command"
	"github.com/agenttest/go/assert"
)

func TestStartFails(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, []byte("no program"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		reason string
		agent  command.Agent
		want   string
	}{
		{"not in PATH", command.New("no-such-agent", "--key=secret"),
			`cannot start the program "no-such-agent": exec: "no-such-agent": executable file not found in $PATH; install it, or write a path such as ./agent`},
		{"no such file", command.New("./no-such-agent", "--key=secret"),
			`cannot start the program "./no-such-agent": fork/exec ./no-such-agent: no such file or directory`},
		{"no such file there", command.New("./no-such-agent").Dir("."),
			`cannot start the program "./no-such-agent": fork/exec ./no-such-agent: no such file or directory; a relative path is relative to the directory given with Dir`},
		{"no such directory", agent("echo").Dir("nowhere"),
			`cannot start the program agent: Dir: got "nowhere", want an existing directory`},
		{"not executable", command.New(plain),
			`cannot start the program "` + plain + `": fork/exec ` + plain + `: permission denied; is it executable (chmod +x)?`},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			if runtime.GOOS == "windows" {
				t.Skip("the system words these errors differently")
			}
			res := agenttest.Play(t.Context(), tt.agent, agenttest.Single("Hi", assert.Contains("x")))
			equal(t, outcome(res), "errored (agent): agent error: make the agent: "+tt.want)
		})
	}
}

// Whatever a program does wrong fails its case, with what it did and what it wrote to standard error.
func TestPrograms(t *testing.T) {
	for _, tt := range []struct{ reason, program, want string }{
		{"it crashes", "crash", `failed (agent): agent error: the program agent exited (exit status 3) before it answered turn 2
  its standard error:
    Traceback (most recent call last):
      KeyError: 'amount'`},
		{"it exits after one reply", "leaves", `failed (agent): agent error: the program agent exited (exit status 0) before it answered turn 2; it must go on until its standard input ends, or be run with PerRequest`},
		{"the last line need not end", "unterminated", `failed (agent): agent error: the program agent exited (exit status 0) before it answered turn 2; it must go on until its standard input ends, or be run with PerRequest`},
		{"it exits without a word", "silent", `failed (agent): agent error: the program agent exited (exit status 0) before it answered turn 1; it must go on until its standard input ends, or be run with PerRequest`},
		{"it exits in the middle of a line", "partial", `failed (agent): agent error: the program agent gave a bad reply in turn 1: column 13: the string that begins here is not closed on its line; a line break in a string is written \n
  got: ` + "`{\"content\": \"By`"},
		{"it logs to standard output", "garbage", `failed (agent): agent error: the program agent gave a bad reply in turn 1: want one JSON object such as {"content": "Hello"}
  got: "Loading the model …"`},
		{"a misspelt field is not lost", "typo", `failed (agent): agent error: the program agent gave a bad reply in turn 1: column 26: unknown field "awating_input" (did you mean "awaiting_input"?)
  got: ` + "`{\"content\": \"How much?\", \"awating_input\": true}`"},
		{"two lines at once", "twice", `failed (agent): agent error: the program agent wrote more than one line for turn 1; want one line for each request, and logs on standard error
  got:  ` + "`{\"content\": \"Hel\"}`" + `
  then: ` + "`{\"content\": \"Hello\"}`"},
		{"a second reply that comes late", "late", `failed (agent): agent error: the program agent gave a bad reply in turn 2: id: got the number 1, want the number 2, the id of the request: this is the reply to another one
  got: ` + "`{\"id\": 1, \"content\": \"one again\"}`"},
		{"a line without end", "endless", `failed (agent): agent error: the program agent wrote a reply of more than 100000 bytes; raise the limit with MaxReply if that is right`},
		{"it closes its standard output", "mute", `failed (agent): agent error: the program agent closed its standard output before it answered turn 1`},
		{"it fails after the last reply", "fails at the end", "passed\nnote: close the agent: the program agent failed (exit status 4) after its last reply\n  its standard error:\n    cannot save"},
		{"it does not exit", "stays", "failed (agent): timeout after 1s\nnote: close the agent: the program agent was stopped in the middle of a turn"},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			t.Parallel()
			limit := 30 * time.Second
			if tt.program == "stays" {
				limit = time.Second
			}
			a := agent(tt.program).MaxReply(100_000).Grace(50 * time.Millisecond)
			res := agenttest.Play(t.Context(), a, agenttest.Static(
				agenttest.User("one").Expect(assert.Not(assert.Contains("nonsense"))), agenttest.User("two"),
			).Timeout(limit))
			equal(t, outcome(res), tt.want)
		})
	}
}

// The second line of a reply may come after the case has ended. It is reported then.
func TestLineAfterTheLastReply(t *testing.T) {
	res := agenttest.Play(t.Context(), agent("again"), agenttest.Single("one", assert.Contains("first")))
	got := outcome(res)
	if !strings.Contains(got, "more than") {
		t.Errorf("got %s, want the second line to be reported", got)
	}
}

// A line that was there before the request cannot be the reply to it.
func TestLineBeforeTheRequest(t *testing.T) {
	run := open(t, agent("banner"))
	for !command.Waiting(run) {
		runtime.Gosched()
		if t.Context().Err() != nil {
			t.Fatal("the line never came")
		}
	}
	equal(t, ask(t.Context(), run, 1, "x"), `error: the program agent wrote a line before it was asked in turn 1; want one line for each request, and logs on standard error
  got: `+"`{\"content\": \"I am ready\"}`")
	got := ask(t.Context(), run, 1, "x")
	if !strings.HasPrefix(got, "error: the program agent is not asked any more after an error: ") {
		t.Errorf("got %s", got)
	}
}

func TestStandardInputClosed(t *testing.T) {
	run := open(t, agent("deaf").Grace(50*time.Millisecond))
	equal(t, ask(t.Context(), run, 1, "x"), "I have heard enough")
	got := ask(t.Context(), run, 2, "x")
	if !strings.HasPrefix(got, "error: the program agent did not read the request of turn 2 to its end: ") {
		t.Errorf("got %s", got)
	}
}

// A turn whose time is over ends at once, and the program with it, even one that does not want to.
func TestTimeout(t *testing.T) {
	for _, program := range []string{"hangs", "stubborn"} {
		for _, perRequest := range []bool{false, true} {
			a := agent(program)
			if perRequest {
				a = a.PerRequest()
			}
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			start := time.Now()
			got := ask(ctx, a, 1, "x")
			cancel()
			if !strings.HasPrefix(got, "error: the program agent did not answer turn 1 in time: context deadline exceeded") {
				t.Errorf("%s: got %s", program, got)
			}
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("%s: took %s", program, took)
			}
		}
	}
	// What it wrote is in a note of the result, whose error is the engine's own.
	res := agenttest.Play(t.Context(), agent("hangs"), agenttest.Single("x", assert.Contains("x")).Timeout(2*time.Second))
	equal(t, outcome(res), "failed (agent): timeout after 2s\nnote: close the agent: the program agent was stopped in the middle of a turn\n  its standard error:\n    waiting for the database")
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	run := open(t, agent("echo"))
	cancel(errors.New("enough"))
	equal(t, ask(ctx, run, 1, "x"), "error: enough")
	if _, err := agent("echo").NewRun(ctx); err == nil {
		t.Error("a program was started although the time was over")
	}
}

// Close ends a request that is under way.
func TestCloseWhileAsking(t *testing.T) {
	run := open(t, agent("hangs").Grace(50*time.Millisecond))
	answered := make(chan string)
	go func() { answered <- ask(context.Background(), run, 1, "x") }()
	_ = closing(run)
	got := <-answered
	if !strings.HasPrefix(got, "error: the program agent ") {
		t.Errorf("got %s", got)
	}
	equal(t, ask(t.Context(), run, 2, "x"), "error: the program agent is not asked any more: its conversation was closed")
}

func TestCloseForces(t *testing.T) {
	run := open(t, agent("stays").Grace(50*time.Millisecond))
	equal(t, ask(t.Context(), run, 1, "x"), "Hello")
	first, second := closing(run), closing(run)
	if first == nil || !strings.HasSuffix(first.Error(), " did not exit within 50ms after its standard input was closed and had to be stopped") {
		t.Errorf("got %v", first)
	}
	if first != second {
		t.Errorf("got %v the second time", second)
	}
}

// What a program leaves behind ends with it, and does not hold up the end of the conversation.
func TestChildrenEndToo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no process groups")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	run := open(t, agent("parent").Env("COMMAND_TEST_VALUE="+listener.Addr().String()))
	equal(t, ask(t.Context(), run, 1, "x"), "I am the child")
	child, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer child.Close()
	if err := closing(run); err != nil {
		t.Error(err)
	}
	if _, err := io.ReadAll(child); err != nil && !strings.Contains(err.Error(), "reset") {
		t.Errorf("got %v, want the end of the child's connection", err)
	}
}

func TestPerRequestFailures(t *testing.T) {
	for _, tt := range []struct{ reason, program, want string }{
		{"a status other than 0 after the reply", "once, failing", "error: the program agent failed (exit status 1) in turn 3; what it wrote is not used\n  its standard error:\n    cannot save"},
		{"no reply", "silent", `error: the program agent gave a bad reply in turn 3: it is empty, want one JSON object such as {"content": "Hello"}`},
		{"two replies", "again", "error: the program agent gave a bad reply in turn 3: line 2, column 1: got more after the value that begins on line 1, want one value\n  got: \"{\\\"content\\\": \\\"first\\\"}\\n{\\\"content\\\": \\\"second\\\"}\""},
		{"too much", "endless", "error: the program agent wrote a reply of more than 100000 bytes; raise the limit with MaxReply if that is right"},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			equal(t, ask(t.Context(), agent(tt.program).PerRequest().MaxReply(100_000), 3, "x"), tt.want)
		})
	}
}

func TestTail(t *testing.T) {
	for _, tt := range []struct {
		reason string
		writes []string
		want   string
	}{
		{"nothing", nil, ""},
		{"blanks", []string{" \n", "\n"}, ""},
		{"a little", []string{"a\r\n", "  b\n"}, "    a\n      b"},
		{"no UTF-8", []string{"a\xffb"}, "    a\uFFFDb"},
		{"from the beginning of a line", []string{strings.Repeat("x", 8000), "y\n", strings.Repeat("z", 8000)}, "    … (8002 bytes before this)\n    " + strings.Repeat("z", 8000)},
		{"between characters", []string{strings.Repeat("ä", 20_000)}, "    … (31808 bytes before this)\n    " + strings.Repeat("ä", 4096)},
		{"in small writes", strings.SplitAfter(strings.Repeat("line\n", 5000), "\n"), "    … (16810 bytes before this)\n" + strings.TrimSuffix(strings.Repeat("    line\n", 1638), "\n")},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			got := command.TailOf(tt.writes...)
			if got != tt.want {
				t.Errorf("got  %d bytes %.80q\nwant %d bytes %.80q", len(got), got, len(tt.want), tt.want)
			}
		})
	}
}
