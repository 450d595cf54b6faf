//go:build unix

package simulator_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/simulator"
	"github.com/creack/pty"
)

// patience ends a test that would otherwise hang; no outcome depends on it.
const patience = 20 * time.Second

// screen is the other end of a pseudo-terminal: what a person sees, and the keyboard.
type screen struct {
	t      *testing.T
	master *os.File
	seen   []byte
}

// openScreen returns a pseudo-terminal and its other end.
func openScreen(t *testing.T) (*screen, *os.File) {
	t.Helper()
	master, terminal, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { master.Close(); terminal.Close() })
	return &screen{t: t, master: master}, terminal
}

// until reads the screen up to a text and returns everything since the last call.
func (s *screen) until(text string) string {
	s.master.SetReadDeadline(time.Now().Add(patience))
	buf := make([]byte, 4096)
	for {
		if at := bytes.Index(s.seen, []byte(text)); at >= 0 {
			out := string(s.seen[:at+len(text)])
			s.seen = s.seen[at+len(text):]
			return out
		}
		n, err := s.master.Read(buf)
		s.seen = append(s.seen, buf[:n]...)
		if err != nil {
			s.t.Errorf("waiting for %q, the screen shows %q: %v", text, s.seen, err)
			return string(s.seen)
		}
	}
}

// answer waits for the prompt and types.
func (s *screen) answer(keys string) string {
	out := s.until(prompt)
	if _, err := s.master.WriteString(keys); err != nil {
		s.t.Error(err)
	}
	return out
}

// ask lets a human at a pseudo-terminal answer with these keys.
func ask(t *testing.T, keys ...string) (simulator.Move, error) {
	t.Helper()
	s, terminal := openScreen(t)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, k := range keys {
			s.answer(k)
		}
	}()
	defer func() { <-done }()
	state := after()
	state.Planned = "Yes, confirm"
	return simulator.Human(simulator.Terminal(terminal), simulator.Timeout(patience)).Next(t.Context(), state)
}

const ctrlD = "\x04"

func TestAtAPseudoTerminal(t *testing.T) {
	for _, tc := range []struct {
		reason string
		keys   []string
		want   string
		err    error
	}{
		{"a line", []string{"Hello\r"}, "Hello", nil},
		{"a line that was corrected", []string{"Helo\x7flo\r"}, "Hello", nil},
		{"pasted UTF-8", []string{"请提交 €3500 – ¿vale? 🧾\r"}, "请提交 €3500 – ¿vale? 🧾", nil},
		{"Enter sends what is planned", []string{"\r"}, "Yes, confirm", nil},
		{"Ctrl-D is the end of input", []string{ctrlD}, "", simulator.ErrNoInput},
		{"the longest line a terminal takes", []string{strings.Repeat("x", 4094) + "\r"}, strings.Repeat("x", 4094), nil},
		{"a longer one is cut by the terminal, so that it is asked for again", []string{strings.Repeat("x", 5000) + "\r", "shorter\r"}, "shorter", nil},
		{"also within a character", []string{"x" + strings.Repeat("ü", 3000) + "\r", "shorter\r"}, "shorter", nil},
	} {
		t.Run(tc.reason, func(t *testing.T) {
			move, err := ask(t, tc.keys...)
			if move.Input != tc.want || !errors.Is(err, tc.err) || (err == nil) != (tc.err == nil) {
				t.Errorf("got %q and %v, want %q and %v", move.Input, err, tc.want, tc.err)
			}
		})
	}
}

// A socket is a file too, and takes lines of any length.
func TestALongLineFromAFileThatIsNoTerminal(t *testing.T) {
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := os.NewFile(uintptr(ends[0]), "ours"), os.NewFile(uintptr(ends[1]), "theirs")
	defer ours.Close()
	defer theirs.Close()
	long := strings.Repeat("x", 5000)
	theirs.WriteString(long + "\n")
	if got := next(t, simulator.Human(simulator.Terminal(ours), simulator.Timeout(patience)), after()).Input; got != long {
		t.Errorf("got %d bytes, want %d", len(got), len(long))
	}
}

func TestWaitingAtAPseudoTerminalEnds(t *testing.T) {
	s, terminal := openScreen(t)
	_, err := simulator.Human(simulator.Terminal(terminal), simulator.Timeout(time.Millisecond)).Next(t.Context(), after())
	if !errors.Is(err, simulator.ErrHumanTimeout) || err.Error() != "the human did not answer within 1ms" {
		t.Errorf("got %v, want the timeout", err)
	}
	s.until(prompt)

	human := simulator.Human(simulator.Terminal(terminal), simulator.Timeout(patience))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); s.until(prompt); cancel() }()
	if _, err := human.Next(ctx, after()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's end", err)
	}
	<-done

	s.master.WriteString("too late\r")
	s.until("too late\r\n") // the terminal has it
	done = make(chan struct{})
	go func() { defer close(done); s.answer("late\r") }()
	if got := next(t, human, after()).Input; got != "late" {
		t.Errorf("got %q from the question after, want late", got)
	}
	<-done
}

// blocking is a terminal whose reads cannot be interrupted, as on a Mac.
type blocking struct{ *os.File }

func (blocking) SetDeadline(time.Time) error { return os.ErrNoDeadline }

// atBoth runs a test at a pseudo-terminal whose reads can be interrupted, and at one whose reads cannot.
func atBoth(t *testing.T, test func(t *testing.T, s *screen, human simulator.Simulator)) {
	for kind, wrap := range map[string]func(*os.File) io.ReadWriter{
		"with deadlines":    func(f *os.File) io.ReadWriter { return f },
		"without deadlines": func(f *os.File) io.ReadWriter { return blocking{f} },
	} {
		t.Run(kind, func(t *testing.T) {
			s, terminal := openScreen(t)
			test(t, s, simulator.Human(simulator.Terminal(wrap(terminal)), simulator.Timeout(patience)))
		})
	}
}

// during asks while somebody sits at the terminal.
func during(t *testing.T, human simulator.Simulator, state *simulator.State, person func(cancel func())) (simulator.Move, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan struct{})
	go func() { defer close(done); person(cancel) }()
	move, err := human.Next(ctx, state)
	<-done
	return move, err
}

// types types and waits until the terminal has it. It returns what the screen shows up to then.
func (s *screen) types(keys, echo string) string {
	s.t.Helper()
	if _, err := s.master.WriteString(keys); err != nil {
		s.t.Error(err)
	}
	return s.until(echo)
}

// A question that has no answer leaves no line open, behind which the next output would stand.
func TestTheLineOfAQuestionWithoutAnAnswerIsEnded(t *testing.T) {
	atBoth(t, func(t *testing.T, s *screen, human simulator.Simulator) {
		if _, err := during(t, human, after(), func(func()) { s.answer(ctrlD) }); !errors.Is(err, simulator.ErrNoInput) {
			t.Errorf("Ctrl-D: got %v", err)
		}
		s.until("\r\n")
		if _, err := during(t, human, after(), func(cancel func()) { s.until(prompt); cancel() }); !errors.Is(err, context.Canceled) {
			t.Errorf("Ctrl-C: got %v", err)
		}
		s.until("\r\n")
		if _, err := simulator.Patient(human, time.Millisecond).Next(t.Context(), after()); !errors.Is(err, simulator.ErrHumanTimeout) {
			t.Errorf("a timeout: got %v", err)
		}
		s.until(prompt + "\r\n")
		if got, err := during(t, human, after(), func(func()) { s.answer("half" + ctrlD + ctrlD) }); err != nil || got.Input != "half" {
			t.Errorf("an end within a line: got %q, %v", got.Input, err)
		}
		s.until("half\r\n")
		if got, err := during(t, human, after(), func(func()) { s.answer("whole\r") }); err != nil || got.Input != "whole" {
			t.Errorf("got %q, %v", got.Input, err)
		}
		s.until("whole\r\n")
		if out := s.types("!", "!"); out != "!" {
			t.Errorf("after a line that was ended by Enter there is %q", out)
		}
	})
}

// Half a line is no answer, and no part of the one to the next question.
func TestHalfALineIsDropped(t *testing.T) {
	atBoth(t, func(t *testing.T, s *screen, human simulator.Simulator) {
		_, err := during(t, human, after(), func(cancel func()) { s.until(prompt); s.types("half", "half"); cancel() })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want the context's end", err)
		}
		s.until("\r\n")
		s.types("and half", "and half") // when nobody asks
		move, err := during(t, human, after(), func(func()) { s.answer("rest bee\r") })
		if err != nil || move.Input != "rest bee" {
			t.Errorf("got %q and %v, want the whole of the line that answers this question and nothing else", move.Input, err)
		}
	})
}

// What is typed ahead answers the next question of the same conversation. To another one it is no answer: nobody has
// seen what is asked there.
func TestTypingAheadEndsWithTheConversation(t *testing.T) {
	atBoth(t, func(t *testing.T, s *screen, human simulator.Simulator) {
		s.types("before anybody asks\r", "asks\r\n")
		first, err := during(t, human, after(), func(func()) { s.answer("one\rahead\rfurther\rhalf") })
		if err != nil || first.Input != "one" {
			t.Errorf("got %q and %v, want one", first.Input, err)
		}
		s.until("half")
		if second := next(t, human, after(turn("one", chat.Reply("And?")))); second.Input != "ahead" {
			t.Errorf("got %q, want what was typed ahead in the same conversation", second.Input)
		}
		s.until(prompt)
		for _, other := range []struct{ reason, id, session string }{
			{"another session", "T001", "s-2"},
			{"another case that has the same session", "T002", "s-2"},
		} {
			state := after()
			state.TestID, state.SessionID = other.id, other.session
			got, err := during(t, human, state, func(func()) { s.answer("seen\rfurther\r") })
			if err != nil || got.Input != "seen" {
				t.Errorf("%s: got %q and %v, want the answer to its own question", other.reason, got.Input, err)
			}
			s.until("further\r\n")
		}
	})
}

func TestATerminalThatHangsUp(t *testing.T) {
	s, terminal := openScreen(t)
	done := make(chan struct{})
	go func() { defer close(done); s.until(prompt); s.master.Close() }()
	_, err := simulator.Human(simulator.Terminal(terminal), simulator.Timeout(patience)).Next(t.Context(), after())
	<-done
	if !errors.Is(err, simulator.ErrNoTerminal) && !errors.Is(err, simulator.ErrNoInput) {
		t.Errorf("got %v, want no terminal or no more input", err)
	}
}

// childEnv makes this binary's TestChild ask the human at the terminal of its own process.
const childEnv = "AGENTTEST_SIMULATOR_CHILD"

// answers is what a child tells its parent, one for each question.
type answers []struct {
	Input, Error                           string
	NoTerminal, NoInput, Timeout, Canceled bool
}

// child runs this binary as a process of a session of its own, with the terminal (nil for none) as the one that
// controls it. Its standard input is closed, as under go test.
func child(t *testing.T, mode string, terminal *os.File) (wait func() answers) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	cmd := exec.CommandContext(ctx, self, "-test.run=^TestChild$", "-test.count=1")
	// A binary with the race detector otherwise waits a second before it exits.
	cmd.Env = append(os.Environ(), childEnv+"="+mode, "GORACE=atexit_sleep_ms=0")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if terminal != nil {
		cmd.ExtraFiles = []*os.File{terminal}
		cmd.SysProcAttr.Setctty, cmd.SysProcAttr.Ctty = true, 3
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		cancel()
		t.Skipf("no session of its own here: %v", err)
	}
	return func() answers {
		t.Helper()
		defer cancel()
		if err := cmd.Wait(); err != nil {
			t.Fatalf("child: %v\n%s", err, out.Bytes())
		}
		_, told, _ := bytes.Cut(out.Bytes(), []byte("answers: "))
		told, _, _ = bytes.Cut(told, []byte("\n"))
		var all answers
		if err := json.Unmarshal(told, &all); err != nil {
			t.Fatalf("child: %v\n%s", err, out.Bytes())
		}
		return all
	}
}

// TestChild is what the child process runs; by itself it does nothing.
func TestChild(t *testing.T) {
	mode := os.Getenv(childEnv)
	if mode == "" {
		t.Skip("runs in a child process of other tests")
	}
	human := simulator.Human(simulator.Timeout(patience))
	if mode == "timeout" {
		human = simulator.Human(simulator.Timeout(50 * time.Millisecond))
	}
	var all answers
	for range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		if mode == "cancel" {
			time.AfterFunc(50*time.Millisecond, cancel)
		}
		move, err := human.Next(ctx, after())
		cancel()
		one := answers{{Input: move.Input, NoTerminal: errors.Is(err, simulator.ErrNoTerminal), NoInput: errors.Is(err, simulator.ErrNoInput),
			Timeout: errors.Is(err, simulator.ErrHumanTimeout), Canceled: errors.Is(err, context.Canceled)}}
		if err != nil {
			one[0].Error = err.Error()
		}
		all = append(all, one...)
	}
	told, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout.WriteString("answers: " + string(told) + "\n")
}

func TestTheTerminalOfTheProcess(t *testing.T) {
	t.Run("is asked, and not standard input", func(t *testing.T) {
		s, terminal := openScreen(t)
		wait := child(t, "ask", terminal)
		s.answer("Hello\r")
		s.answer(ctrlD)
		if got := wait(); got[0].Input != "Hello" || got[0].Error != "" || !got[1].NoInput {
			t.Errorf("got %+v, want Hello and then no more input", got)
		}
	})
	t.Run("may not answer", func(t *testing.T) {
		_, terminal := openScreen(t)
		if got := child(t, "timeout", terminal)(); !got[0].Timeout || !got[1].Timeout {
			t.Errorf("got %+v, want two timeouts", got)
		}
	})
	t.Run("is left when the context ends", func(t *testing.T) {
		_, terminal := openScreen(t)
		if got := child(t, "cancel", terminal)(); !got[0].Canceled || !got[1].Canceled {
			t.Errorf("got %+v, want two cancelled questions", got)
		}
	})
	t.Run("may not be there", func(t *testing.T) {
		if got := child(t, "ask", nil)(); !got[0].NoTerminal || !strings.HasPrefix(got[0].Error, "no terminal: open /dev/tty: ") {
			t.Errorf("got %+v, want no terminal and why", got)
		}
	})
}
