package simulator

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// The reasons for which a human gives no input.
var (
	// ErrNoTerminal says that there is no terminal to ask a human at, or none any more.
	ErrNoTerminal = errors.New("no terminal")
	// ErrNoInput says that the human gives no more input: the end of input (Ctrl-D), or an empty line where nothing is
	// planned.
	ErrNoInput = errors.New("the human gave no more input")
	// ErrHumanTimeout says that the human did not answer in time.
	ErrHumanTimeout = errors.New("the human did not answer")
)

// defaultTimeout is how long a human may think about one line.
const defaultTimeout = 5 * time.Minute

// Human returns a simulator that asks a person: it shows the agent's last reply and reads one line. An empty line sends
// the planned input where there is one; otherwise it, or the end of input, is [ErrNoInput].
//
// What was typed before the first question of a conversation, or at one that was given up, is no answer and is dropped,
// where the terminal is one.
//
// It asks at the terminal that controls the process (/dev/tty, CONIN$ and CONOUT$ on Windows), which under go test is
// there although standard input is not. There is one such terminal: conversations with a person are played one after
// another in the whole process (see [Hold]), and no case loses time while it waits for its turn.
func Human(opts ...HumanOption) Simulator {
	h := &human{timeout: defaultTimeout, console: ofProcess}
	for _, o := range opts {
		o(h)
	}
	return h
}

// HumanOption changes how [Human] asks.
type HumanOption func(*human)

// Timeout bounds the wait for one line; 5 minutes when it is not given. It must be positive.
func Timeout(d time.Duration) HumanOption { return func(h *human) { h.timeout = d } }

// Terminal asks at this terminal instead of the one that controls the process. Where it has SetDeadline, as files of
// terminals, pipes and connections have, a wait that is given up ends; elsewhere a read goes on in the background until
// it returns, and the next question takes its line.
func Terminal(rw io.ReadWriter) HumanOption {
	return func(h *human) {
		if rw != nil {
			h.console = newConsole()
			h.console.given = rw
		}
	}
}

type human struct {
	timeout time.Duration
	console *console
}

// Human reports that the time to think is a person's.
func (h *human) Human() bool { return true }

// String returns "human".
func (h *human) String() string { return "human" }

// Validate reports a timeout that nobody could meet.
func (h *human) Validate() error {
	if h.timeout <= 0 {
		return fmt.Errorf("simulator.Timeout(%s): a human needs time to answer; want a positive duration, or leave it out for %s",
			h.timeout, render.Duration(defaultTimeout))
	}
	return nil
}

// Next asks the human for one line.
func (h *human) Next(ctx context.Context, s *State) (Move, error) {
	if err := h.Validate(); err != nil {
		return Move{}, err
	}
	c := h.console
	select {
	case c.busy <- struct{}{}:
		defer func() { <-c.busy }()
	case <-ctx.Done():
		return Move{}, context.Cause(ctx)
	}
	terminal, done, err := c.terminal()
	if err != nil {
		return Move{}, fmt.Errorf("%w: %w", ErrNoTerminal, err)
	}
	defer done()
	c.lines.begin(s.TestID+"\x00"+s.SessionID, terminal)
	asked := question(s)
	if !s.planned() && !c.lines.told {
		asked += howToEnd
		c.lines.told = true
	}
	line, err := c.lines.ask(ctx, terminal, asked+prompt, h.timeout)
	for err == nil && cutByTerminal(terminal, line) {
		line, err = c.lines.ask(ctx, terminal, tooLong, h.timeout)
	}
	switch {
	case errors.Is(err, io.EOF):
		return Move{}, ErrNoInput
	case err != nil:
		return Move{}, err
	case strings.TrimSpace(line) != "":
		return Move{Input: line}, nil
	case s.planned():
		return Move{Input: s.Planned}, nil
	default:
		return Move{}, ErrNoInput
	}
}

// canonicalLimit is how many bytes of a line a terminal keeps (N_TTY of Linux); it drops the rest and does not say so.
const canonicalLimit = 4095

const (
	prompt   = "you    > "
	tooLong  = "\nThe terminal keeps only the first 4095 bytes of a line, so that nothing was sent. Please write less.\n" + prompt
	howToEnd = "Ctrl-D or an empty line ends the conversation.\n"
)

// cutByTerminal reports whether a line is as long as a terminal's lines can be, which means that there was more of it.
func cutByTerminal(terminal io.ReadWriter, line string) bool {
	file, ok := terminal.(*os.File)
	if !ok || len(line) < canonicalLimit {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 // and not a pipe, which cuts nothing
}

// planned reports whether there is an input that would be sent if the human changed nothing.
func (s *State) planned() bool { return s.Planned != "" || s.PlannedSource != "" }

// question returns what the human is shown before the prompt. What the agent said is escaped and indented, so that it can neither draw on
// the terminal nor pass for a line of ours.
func question(s *State) string {
	var b strings.Builder
	b.WriteString("\n── ")
	if s.TestID != "" {
		b.WriteString(render.Short(s.TestID, 80) + " · ")
	}
	fmt.Fprintf(&b, "turn %d", s.Turn)
	// Of a script it is not known how many turns it has, and it is not what the conversation may have at most.
	if s.MaxTurns > 0 && s.PlannedSource != chat.InputStatic {
		fmt.Fprintf(&b, " of %d", s.MaxTurns)
	}
	b.WriteString(" ──\n")

	part := func(label, text string) {
		if text = strings.TrimRight(render.Escape(text), "\n"); text != "" {
			fmt.Fprintf(&b, "%-6s %s\n", label, strings.ReplaceAll(text, "\n", "\n       "))
		}
	}
	hint := s.Awaiting.Hint
	if turns := s.turns(); len(turns) > 0 {
		last := turns[len(turns)-1]
		for _, call := range last.ToolCalls() {
			part("tool", render.Call(call))
		}
		reply := last.Text()
		if reply == "" {
			reply = "(says nothing)"
		}
		part("agent", reply)
		if hint == "" && last.Response != nil {
			hint = last.Response.InputHint
		}
	}
	part("hint", hint)
	if s.planned() {
		what := "the turn as it was written"
		if s.Planned != "" {
			what = `"` + strings.ReplaceAll(render.Escape(s.Planned), "\n", "\n       ") + `"`
		}
		b.WriteString("[Enter] sends: " + what + from(s.PlannedSource) + "\n")
	}
	return b.String()
}

// from says who planned an input, where that is not the case itself.
func from(source chat.InputSource) string {
	if source == "" || source == chat.InputStatic {
		return ""
	}
	return " (" + string(source) + ")"
}
