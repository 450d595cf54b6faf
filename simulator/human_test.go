package simulator_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/simulator"
)

const prompt = "you    > "

// ending says how a conversation ends in which nothing is planned.
const ending = "Ctrl-D or an empty line ends the conversation.\n"

// plainTerminal is a terminal whose reads cannot be interrupted.
type plainTerminal struct {
	io.Reader
	shown strings.Builder
}

func (p *plainTerminal) Write(b []byte) (int, error) { return p.shown.Write(b) }

// typed returns a human who has typed these lines before anybody asked, and what will be shown.
func typed(lines string) (simulator.Simulator, *plainTerminal) {
	terminal := &plainTerminal{Reader: strings.NewReader(lines)}
	return simulator.Human(simulator.Terminal(terminal)), terminal
}

func TestWhatTheHumanIsShown(t *testing.T) {
	asking := after(turn("Hi", chat.Reply("Which type?\nTravel or meals?").WithCalls(lookup("A-1").Returning(true))))
	asking.Awaiting.Hint = "one word"
	planned := after(turn("Hi", chat.Reply("Confirm?").Asking("yes or no")))
	planned.Planned, planned.PlannedSource, planned.MaxTurns, planned.TestID = "Yes, confirm", chat.InputStatic, 0, ""
	attached := after(turn("Hi", chat.Reply("")))
	attached.PlannedSource = chat.InputStatic
	simulated := after()
	simulated.Planned, simulated.PlannedSource = "Good\nday", chat.InputSimulated
	opening := after()
	opening.Planned, opening.PlannedSource = "Hello", chat.InputInitial
	evil := after(turn("Hi", chat.Reply("\x1b[2J\rgone\n"+prompt+"yes\n\u202eright to left\xff")))
	evil.TestID = "a\x1b[1mb"

	for _, tc := range []struct {
		reason string
		state  *simulator.State
		want   string
	}{
		{"the first question", after(), "\n── T001 · turn 1 of 10 ──\n" + ending + "you    > "},
		{"the reply, its tools and the hint", asking,
			"\n── T001 · turn 2 of 10 ──\ntool   lookup({\"id\":\"A-1\"}) → true\nagent  Which type?\n       Travel or meals?\nhint   one word\n" + ending + "you    > "},
		{"what Enter would send", planned,
			"\n── turn 2 ──\nagent  Confirm?\nhint   yes or no\n[Enter] sends: \"Yes, confirm\"\nyou    > "},
		{"a planned turn without words; how many the script has is not known", attached,
			"\n── T001 · turn 2 ──\nagent  (says nothing)\n[Enter] sends: the turn as it was written\nyou    > "},
		{"an opening, after which there may be so many turns", opening,
			"\n── T001 · turn 1 of 10 ──\n[Enter] sends: \"Hello\" (initial)\nyou    > "},
		{"what the simulator would say", simulated,
			"\n── T001 · turn 1 of 10 ──\n[Enter] sends: \"Good\n       day\" (simulated)\nyou    > "},
		{"an agent can neither draw on the terminal nor speak as the prompt", evil,
			"\n── T001 · turn 2 of 10 ──\nagent  \\x1b[2J\\rgone\n       you    > yes\n       \\u202eright to left\\xff\n" + ending + "you    > "},
	} {
		t.Run(tc.reason, func(t *testing.T) {
			human, terminal := typed("x\n")
			next(t, human, tc.state)
			got := strings.ReplaceAll(terminal.shown.String(), `a\x1b[1mb`, "T001")
			if got != tc.want {
				t.Errorf("got:\n%q\nwant:\n%q", got, tc.want)
			}
		})
	}
}

// The first question of a conversation that can be ended so says it, and no other.
func TestTheHumanIsToldHowToEnd(t *testing.T) {
	human, terminal := typed("\na\nb\nc\n")
	told := func(s *simulator.State) bool {
		terminal.shown.Reset()
		next(t, human, s)
		return strings.Contains(terminal.shown.String(), ending)
	}
	planned := after()
	planned.Planned, planned.PlannedSource = "Hi", chat.InputStatic
	if told(planned) {
		t.Error("an empty line sends what is planned: it ends nothing")
	}
	if !told(after(turn("Hi", chat.Reply("Which?")))) || told(after(turn("Hi", chat.Reply("Which?")), turn("a", chat.Reply("And?")))) {
		t.Error("want it told with the first question for which nothing is planned, and not with the one after it")
	}
	other := after()
	other.SessionID = "s-2"
	if !told(other) {
		t.Error("want it told in the next conversation again")
	}
}

func TestTheHumansAnswer(t *testing.T) {
	planned := after()
	planned.Planned = "Yes, confirm"
	attached := after()
	attached.PlannedSource = chat.InputStatic
	long := strings.Repeat("日本語 ", 50_000)
	for _, tc := range []struct {
		reason string
		typed  string
		state  *simulator.State
		want   string
		err    error
	}{
		{"one line is the input, as it was typed", " Hello, wörld \n", after(), " Hello, wörld ", nil},
		{"Windows ends its lines otherwise", "Hello\r\n", after(), "Hello", nil},
		{"only the first line", "one\ntwo\n", after(), "one", nil},
		{"a last line without an end", "Hello", after(), "Hello", nil},
		{"a long pasted line", long + "\n", after(), long, nil},
		{"bytes that are no text", "a\xffb\n", after(), "a\uFFFDb", nil},
		{"Enter sends what is planned", "\n", planned, "Yes, confirm", nil},
		{"white space is no input of one's own", " \t\n", planned, "Yes, confirm", nil},
		{"what is typed replaces what is planned", "No\n", planned, "No", nil},
		{"Enter sends a planned turn without words", "\n", attached, "", nil},
		{"Enter where nothing is planned", "\n", after(), "", simulator.ErrNoInput},
		{"the end of input", "", after(), "", simulator.ErrNoInput},
		{"the end of input is not Enter", "", planned, "", simulator.ErrNoInput},
	} {
		t.Run(tc.reason, func(t *testing.T) {
			human, _ := typed(tc.typed)
			move, err := human.Next(t.Context(), tc.state)
			if move.Input != tc.want || !errors.Is(err, tc.err) || (err == nil) != (tc.err == nil) {
				t.Errorf("got %.80q and %v, want %.80q and %v", move.Input, err, tc.want, tc.err)
			}
		})
	}
}

func TestLinesTypedAheadAnswerLaterQuestions(t *testing.T) {
	human, _ := typed("one\ntwo\n\nthree")
	for _, want := range []string{"one", "two"} {
		if got := next(t, human, after()).Input; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if _, err := human.Next(t.Context(), after()); !errors.Is(err, simulator.ErrNoInput) {
		t.Errorf("got %v for the empty line", err)
	}
	if got := next(t, human, after()).Input; got != "three" {
		t.Errorf("got %q, want three", got)
	}
}

func TestALineThatNeverEnds(t *testing.T) {
	human := simulator.Human(simulator.Terminal(&plainTerminal{Reader: endless{}}))
	if _, err := human.Next(t.Context(), after()); err == nil || !strings.Contains(err.Error(), "more than 1048576 bytes") {
		t.Errorf("got %v, want an error", err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestATerminalThatFails(t *testing.T) {
	broken := errors.New("input/output error")
	for reason, terminal := range map[string]io.ReadWriter{
		"reading": &plainTerminal{Reader: failing{broken}},
		"writing": struct {
			io.Reader
			io.Writer
		}{strings.NewReader("x\n"), failing{broken}},
	} {
		_, err := simulator.Human(simulator.Terminal(terminal)).Next(t.Context(), after())
		if !errors.Is(err, simulator.ErrNoTerminal) || !errors.Is(err, broken) {
			t.Errorf("%s: got %v, want it to be no terminal, and why", reason, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error)  { return 0, f.err }
func (f failing) Write([]byte) (int, error) { return 0, f.err }

// terminals are both kinds of terminal, each with the human's end of it: one whose waits can be interrupted, and one
// whose reads go on.
func terminals(t *testing.T) map[string]func() (io.ReadWriter, net.Conn) {
	return map[string]func() (io.ReadWriter, net.Conn){
		"with deadlines": func() (io.ReadWriter, net.Conn) {
			ours, theirs := net.Pipe()
			t.Cleanup(func() { ours.Close(); theirs.Close() })
			return ours, theirs
		},
		"without deadlines": func() (io.ReadWriter, net.Conn) {
			ours, theirs := net.Pipe()
			t.Cleanup(func() { ours.Close(); theirs.Close() })
			return struct{ io.ReadWriter }{ours}, theirs
		},
	}
}

// shown reads what the human is shown up to the prompt.
func shown(t *testing.T, from *bufio.Reader) string {
	t.Helper()
	var b strings.Builder
	for !strings.HasSuffix(b.String(), prompt) {
		c, err := from.ReadByte()
		if err != nil {
			t.Errorf("the terminal ended after %q: %v", b.String(), err)
			break
		}
		b.WriteByte(c)
	}
	return b.String()
}

// leftOpen reads what the human is shown up to the prompt, and then the line break after a question that was given up.
func leftOpen(t *testing.T, from *bufio.Reader, then func()) {
	t.Helper()
	shown(t, from)
	then()
	if c, err := from.ReadByte(); c != '\n' || err != nil {
		t.Errorf("got %q and %v after a question that was given up, want a line break", c, err)
	}
}

func nothing() {}

func TestAHumanWhoDoesNotAnswer(t *testing.T) {
	for kind := range terminals(t) {
		t.Run(kind, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ours, theirs := terminals(t)[kind]()
				human := simulator.Human(simulator.Terminal(ours))
				screen := bufio.NewReader(theirs)

				var person sync.WaitGroup

				start := time.Now()
				person.Go(func() { leftOpen(t, screen, nothing) })
				_, err := human.Next(t.Context(), after())
				if !errors.Is(err, simulator.ErrHumanTimeout) || err.Error() != "the human did not answer within 5m" {
					t.Errorf("got %v, want the timeout of 5m", err)
				}
				if waited := time.Since(start); waited != 5*time.Minute {
					t.Errorf("waited %s", waited)
				}

				person.Wait()

				ctx, cancel := context.WithCancelCause(t.Context())
				interrupt := errors.New("interrupted")
				person.Go(func() { leftOpen(t, screen, func() { cancel(interrupt) }) })
				if _, err := human.Next(ctx, after()); !errors.Is(err, interrupt) {
					t.Errorf("got %v, want the cause of the context's end", err)
				}
				person.Wait()
				if _, err := human.Next(ctx, after()); !errors.Is(err, interrupt) {
					t.Errorf("got %v for a context that had ended before", err)
				}

				// What is answered too late is no answer to the next question, and what was given up does not take the
				// answer to it.
				person.Go(func() {
					theirs.SetWriteDeadline(time.Now().Add(time.Second)) // nobody may be listening
					theirs.Write([]byte("too late\n"))
					theirs.SetWriteDeadline(time.Time{})
				})
				synctest.Wait()
				person.Go(func() { leftOpen(t, screen, nothing) })
				if _, err := human.Next(t.Context(), after()); !errors.Is(err, simulator.ErrHumanTimeout) {
					t.Errorf("got %v; the late answer to an earlier question was taken for this one's", err)
				}
				person.Wait()
				person.Go(func() { shown(t, screen); theirs.Write([]byte("late\n")) })
				if got := next(t, human, after()).Input; got != "late" {
					t.Errorf("got %q, want late", got)
				}
				person.Wait()
			})
		})
	}
}

// The terminal of the process is open while a question is asked. Where a read of it cannot be interrupted it stays open
// for the next question, since closing would wait for the read.
func TestTheTerminalIsClosedAfterTheQuestion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		defer ours.Close()
		defer theirs.Close()
		opened, closed := 0, 0
		human := simulator.HumanAt(func() (io.ReadWriteCloser, error) {
			opened++
			return &console{ReadWriter: ours, closed: &closed}, nil
		}, time.Minute)
		screen := bufio.NewReader(theirs)
		var person sync.WaitGroup

		person.Go(func() { leftOpen(t, screen, nothing) })
		if _, err := human.Next(t.Context(), after()); !errors.Is(err, simulator.ErrHumanTimeout) {
			t.Errorf("got %v, want the timeout", err)
		}
		person.Wait()
		if opened != 1 || closed != 0 {
			t.Errorf("opened %d and closed %d times while it is read in the background", opened, closed)
		}
		person.Go(func() { shown(t, screen); theirs.Write([]byte("Hello\n")) })
		if got := next(t, human, after()).Input; got != "Hello" {
			t.Errorf("got %q", got)
		}
		person.Wait()
		if opened != 1 || closed != 1 {
			t.Errorf("opened %d and closed %d times after an answer, want once each", opened, closed)
		}
	})
}

// console is a terminal without deadlines that counts how often it is closed.
type console struct {
	io.ReadWriter
	closed *int
}

func (c *console) Close() error { *c.closed++; return nil }

// The engine does not count the time that a person thinks as the case's.
func TestAHumanSaysThatItIsOne(t *testing.T) {
	if h, ok := simulator.Human().(interface{ Human() bool }); !ok || !h.Human() {
		t.Error("Human() is not true of a human")
	}
}

// A terminal that takes no output, as one stopped with Ctrl-S, does not hang the run.
func TestATerminalThatIsStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe() // nobody reads
		defer ours.Close()
		defer theirs.Close()
		_, err := simulator.Human(simulator.Terminal(ours), simulator.Timeout(time.Second)).Next(t.Context(), after())
		if !errors.Is(err, simulator.ErrHumanTimeout) || err.Error() != "the human did not answer within 1s" {
			t.Errorf("got %v", err)
		}
	})
}

// Cases that run side by side share one human, who is asked one question after the other.
func TestOneQuestionAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		defer ours.Close()
		defer theirs.Close()
		human := simulator.Human(simulator.Terminal(ours), simulator.Timeout(time.Minute))
		var all sync.WaitGroup
		for _, id := range []string{"a", "b", "c"} {
			all.Go(func() {
				state := after()
				state.TestID = id
				if got := next(t, human, state).Input; got != "for "+id {
					t.Errorf("%s got the answer %q", id, got)
				}
			})
		}
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := human.Next(ctx, after()); !errors.Is(err, context.Canceled) {
			t.Errorf("a question that waits for its turn: got %v, want the context's end", err)
		}
		screen := bufio.NewReader(theirs)
		for range 3 {
			time.Sleep(45 * time.Second) // each has its own minute, from when it is asked
			_, id, _ := strings.Cut(shown(t, screen), "── ")
			theirs.Write([]byte("for " + id[:1] + "\n"))
			synctest.Wait()
		}
		all.Wait()
	})
}
