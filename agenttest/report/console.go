package report

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// ConsoleOptions say how the console shows a run. The zero value is right for a terminal and for a log.
type ConsoleOptions struct {
	// Verbose shows every turn whole. Without it turns that passed are short.
	Verbose bool
	// Color says whether there are colours.
	Color Color
	// Width is the number of columns; 0 means COLUMNS, else the terminal's, else 100.
	Width int
	// GoTest makes hints name the switches of go test instead of those of the command line.
	GoTest bool
	// NoProgress leaves out the line that shows, on a terminal, what is under way.
	NoProgress bool
}

// Console returns a reporter that writes the run as a tree for people to read. The block of a case is written in one
// piece when the case has finished, so that cases side by side do not mix.
func Console(w io.Writer, o ConsoleOptions) *Writer { return console(w, o, os.Getenv) }

func console(w io.Writer, o ConsoleOptions, getenv func(string) string) *Writer {
	columns, terminal := terminalOf(w)
	if o.Width <= 0 {
		o.Width = terminalWidth(columns, getenv)
	}
	c := &consoleFormat{w: w}
	c.tree = tree{paint: colored(o.Color, terminal, getenv), verbose: o.Verbose, width: o.Width, hint: hintBinary}
	if o.GoTest {
		c.tree.hint = hintGoTest
	}
	if terminal && !o.NoProgress && getenv("TERM") != "dumb" {
		c.progress = &progress{running: map[string]int{}}
	}
	return &Writer{format: c}
}

// What to do about a case for which there is no more input.
const (
	hintBinary = "Add more turns, use --interactive, or configure simulator"
	hintGoTest = "Add more turns, set AGENTTEST_INTERACTIVE=1, or configure simulator"
	hintEither = "Add more turns, use --interactive (in go test: AGENTTEST_INTERACTIVE=1), or configure simulator"
)

type consoleFormat struct {
	w        io.Writer
	tree     tree
	run      *Run
	progress *progress // nil where there is none
	bad      []string  // what did not pass, for the end
	more     int
}

const (
	maxBad   = 50
	ruleLine = 63
)

func (c *consoleFormat) heading(b *strings.Builder, with, title string) {
	line := strings.Repeat(with, min(ruleLine, max(c.tree.width, 20)))
	b.WriteString(line + "\n  " + c.tree.paint.bold(title) + "\n" + line + "\n")
}

func (c *consoleFormat) begin(run *Run) error {
	c.run = run
	var b strings.Builder
	c.heading(&b, "═", "Agent Test")
	info := c.tree.paint.cyan("ℹ")
	if run.Agent != "" {
		fmt.Fprintf(&b, "%s Agent: %s\n", info, clean(run.Agent))
	}
	input := clean(run.Input)
	if run.Cases > 0 {
		input = strings.TrimSpace(input + " (" + render.Count(run.Cases, "test case") + ")")
	}
	if input != "" {
		fmt.Fprintf(&b, "%s Input: %s\n", info, input)
	}
	if run.Shard != "" {
		fmt.Fprintf(&b, "%s Shard: %s\n", info, shardLine(run))
	}
	c.problems(&b)
	b.WriteString("\n")
	c.heading(&b, "─", "Running Tests")
	b.WriteString("\n")
	return c.write(b.String())
}

// problems says what is wrong with the run as a whole, at its beginning and again at the end, where it is read.
func (c *consoleFormat) problems(b *strings.Builder) {
	if len(c.run.Problems) == 0 {
		return
	}
	b.WriteString("\n" + c.tree.paint.red(notComplete+":") + "\n")
	for _, problem := range c.run.Problems {
		b.WriteString("  " + c.tree.paint.red("✗ "+hang(render.Escape(problem), 4)) + "\n")
	}
}

// shardLine says which part of the whole is run: "2/8: 125 of 1000 cases".
func shardLine(run *Run) string {
	s := clean(run.Shard)
	if run.Cases > 0 && run.Total > 0 {
		s += ": " + strconv.Itoa(run.Cases) + " of " + render.Count(run.Total, "case")
	}
	return s
}

// write writes in one call, so that what others write does not get in between.
func (c *consoleFormat) write(text string) error {
	_, err := io.WriteString(c.w, text)
	return err
}

func (c *consoleFormat) prepare(rec *Record) []byte {
	look := tree{paint: c.tree.paint, verbose: c.tree.verbose, width: c.tree.width, hint: c.tree.hint}
	return []byte(look.text(rec) + "\n")
}

func (c *consoleFormat) add(rec *Record, block []byte, t *tally) error {
	if rec.Status != chat.Passed && rec.Status != chat.Skipped {
		if len(c.bad) < maxBad {
			label := fit(clean(rec.label()), c.tree.width)
			c.bad = append(c.bad, "  "+c.tree.paint.red("✗ "+label)+": "+fit(clean(rec.problem()), 2*c.tree.width-cells(label)))
		} else {
			c.more++
		}
	}
	text := string(block)
	if c.progress != nil {
		c.progress.done(rec)
		text = c.progress.clear() + text + c.progress.line(c, t)
	}
	return c.write(text)
}

func (c *consoleFormat) watch(e agenttest.Event, t *tally) error {
	if c.progress == nil || !c.progress.note(e) {
		return nil
	}
	return c.write(c.progress.clear() + c.progress.line(c, t))
}

func (c *consoleFormat) end(t *tally) error {
	var b strings.Builder
	if c.progress != nil {
		b.WriteString(c.progress.clear())
	}
	c.heading(&b, "─", "Summary")
	s := t.current()
	p := c.tree.paint
	count := func(name string, n int, color func(string) string, more string) {
		text := fmt.Sprintf("  %-9s%d", name+":", n)
		if n > 0 {
			text = color(text)
		}
		b.WriteString(text + more + "\n")
	}
	total := " " + strings.TrimLeft(render.Count(s.Total, "test"), "0123456789 ")
	switch rest := s.Expected - s.Total; {
	case rest == 1:
		total += fmt.Sprintf(" of %d; 1 was not played", s.Expected)
	case rest > 1:
		total += fmt.Sprintf(" of %d; %d were not played", s.Expected, rest)
	}
	count("Total", s.Total, p.bold, total)
	count("Passed", s.Passed, p.green, "")
	count("Failed", s.Failed, p.red, "")
	count("Errored", s.Errored, p.red, "")
	count("Skipped", s.Skipped, p.yellow, "")
	if len(s.Blame) > 0 {
		b.WriteString("  To blame: " + blames(s.Blame) + "\n")
	}
	b.WriteString("\n")
	fmt.Fprintf(&b, "  Total turns: %d\n", s.Turns)
	fmt.Fprintf(&b, "  Avg turns/test: %.1f\n", s.AvgTurns)
	fmt.Fprintf(&b, "  Total time: %s\n", span(s.Elapsed))
	if s.Total > 1 {
		fmt.Fprintf(&b, "  Time per test: p50 %s, p95 %s, max %s\n", span(s.P50), span(s.P95), span(s.Max))
	}
	if s.Usage != nil {
		fmt.Fprintf(&b, "  Tokens: %d\n", s.Usage.TotalTokens())
		if s.Usage.CostUSD != nil {
			fmt.Fprintf(&b, "  Cost: $%.4f\n", *s.Usage.CostUSD)
		}
	}
	if len(c.bad) > 0 {
		b.WriteString("\n  Not passed:\n")
		for _, line := range c.bad {
			b.WriteString("  " + line + "\n")
		}
		if c.more > 0 {
			fmt.Fprintf(&b, "    … and %d more\n", c.more)
		}
	}
	c.problems(&b)
	return c.write(b.String())
}

// blames says who is responsible for how many: "agent 2, judge 1".
func blames(counts map[chat.Blame]int) string {
	var parts []string
	for who, n := range counts {
		parts = append(parts, clean(string(who))+" "+strconv.Itoa(n))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}
