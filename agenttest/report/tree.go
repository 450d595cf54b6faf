package report

import (
	"fmt"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// tree writes a case as the console shows it.
type tree struct {
	paint   paint
	verbose bool // every turn whole
	width   int  // cells of a line that is cut; 0 cuts nothing
	hint    string
	b       strings.Builder
}

// Prefixes of the lines of a tree.
const (
	branch  = "  ├─ "
	last    = "  └─ "
	stem    = "  │"
	beside  = "  │          " // below the text of a turn
	shown   = 20000           // characters of one text
	atBegin = 110             // cells of an input beside its turn
)

// text returns the case as a block of lines.
func (t *tree) text(r *Record) string {
	t.b.Reset()
	t.line("", t.paint.bold("► "+t.title(r)))
	if r.Source != "" && r.Status != chat.Passed {
		t.line(stem+" ", t.paint.dim("at "+clean(r.Source)))
	}
	for i := range r.Turns {
		t.turn(r, i)
	}
	t.skipped(r)
	if len(r.Turns) > 0 && !strings.HasSuffix(t.b.String(), stem+"\n") {
		t.line(stem, "")
	}
	t.conclusion(r)
	return t.b.String()
}

// line writes one line, or several where the text has them: the prefix is put before each, of a branch only its stem.
func (t *tree) line(prefix, text string) {
	for l := range strings.SplitSeq(text, "\n") {
		t.b.WriteString(strings.TrimRight(prefix+l, " ") + "\n")
		switch prefix {
		case branch:
			prefix = "  │  "
		case last:
			prefix = "     "
		}
	}
}

func (t *tree) title(r *Record) string {
	id := clean(r.ID)
	name := clean(r.Name)
	var s string
	switch {
	case id == "":
		s = name
	case name == "" || name == id:
		s = "[" + id + "]"
	default:
		s = "[" + id + "] " + name
	}
	if s == "" {
		s = "(a case without a name)"
	}
	s = fit(s, 200)
	switch {
	case r.Simulator != "":
		s += " (simulator: " + clean(r.Simulator) + ")"
	case r.Status != chat.Skipped:
		s += " (" + render.Count(r.turns(), "turn") + ")"
	}
	return s
}

// turn writes a turn: whole where the case did not pass or all is asked for, else short.
func (t *tree) turn(r *Record, i int) {
	turn := &r.Turns[i]
	whole := t.verbose || turn.Status != chat.Passed || r.Status != chat.Passed && (r.failingTurn() < 0 && i == len(r.Turns)-1)
	input, cut := t.input(turn)
	outcome := strings.ToUpper(clean(string(turn.Status)))
	if outcome == "" {
		outcome = "UNFINISHED"
	}
	t.line(branch, fmt.Sprintf("Turn %d: %s%s → %s (%s)", turn.Turn, sourceMark(turn.InputSource), input, t.paint.status(turn.Status, outcome), span(turn.DurationMS)))

	before := t.b.Len()
	if cut && whole {
		t.said("User", turn.Input)
	}
	for _, a := range turn.Attachments {
		t.line(beside, t.paint.dim("[attached: "+clean(strings.TrimSpace(a.Type+" "+firstOf(a.URI, a.Name)))+"]"))
	}
	// A passing turn in which nothing was judged is one line.
	if whole || len(turn.Assertions) > 0 || r.Status != chat.Passed {
		t.reply(turn, whole)
	}
	if whole && turn.Reasoning != "" {
		t.line(beside, t.paint.dim("Simulator: "+clean(turn.Reasoning)))
	}
	for j := range turn.Assertions {
		t.check(beside, &turn.Assertions[j])
	}
	for _, id := range turn.Reached {
		t.line(beside, t.paint.green("✓ checkpoint "+clean(id)))
	}
	if turn.Error != "" {
		t.line(beside, t.paint.red("Error: "+t.block(turn.Error, 7)))
	}
	if turn.SkipReason != "" {
		t.line(beside, "Reason: "+clean(capital(turn.SkipReason)))
	}
	if i == len(r.Turns)-1 && r.GoalAchieved {
		t.line(beside, t.paint.green("Goal achieved: "+clean(firstOf(r.GoalReason, "the simulator says so"))))
		return
	}
	if t.b.Len() > before {
		t.line(stem, "")
	}
}

// input returns what the user said on one line, and whether something of it is missing there.
func (t *tree) input(turn *TurnRecord) (line string, cut bool) {
	if turn.Input == "" && len(turn.Answers) > 0 {
		a := turn.Answers[0]
		return fit(clean("answers "+a.Name+": "+loose(a.Content)), atBegin), false
	}
	text := fit(clean(render.Prefix(turn.Input, 4*atBegin)), atBegin)
	return `"` + text + `"`, text != turn.Input
}

func sourceMark(s chat.InputSource) string {
	switch s {
	case chat.InputStatic, "":
		return ""
	default:
		return "[" + capital(clean(string(s))) + "] "
	}
}

// reply writes what the agent did: its tool calls, then its words.
func (t *tree) reply(turn *TurnRecord, whole bool) {
	for i := range turn.ToolCalls {
		text := clean("Agent: [tool: " + call(&turn.ToolCalls[i], whole) + "]")
		if !whole {
			text = t.short(text)
		} else {
			text = render.Cut(text, shown)
		}
		t.line(beside, t.paint.cyan(text))
	}
	switch {
	case turn.Output != "" && whole:
		t.said("Agent", turn.Output)
	case turn.Output != "":
		t.line(beside, t.short(`Agent: "`+clean(render.Prefix(turn.Output, 1000)))+`"`)
	case len(turn.ToolCalls) == 0 && turn.Error == "" && turn.Status != chat.Skipped:
		t.line(beside, t.paint.dim("Agent: (said nothing)"))
	}
}

// said writes somebody's words whole: on one line in quotes, or below each other.
func (t *tree) said(who, text string) {
	if text = render.Escape(render.Cut(text, shown)); strings.Contains(text, "\n") {
		t.line(beside, who+":\n  "+hang(text, 2))
		return
	}
	t.line(beside, who+`: "`+text+`"`)
}

func (t *tree) short(line string) string {
	if t.width == 0 {
		return line
	}
	return fit(line, max(t.width-cells(beside)-1, 40))
}

// block returns text over several lines, indented below its first.
func (t *tree) block(text string, by int) string {
	return hang(render.Escape(render.Cut(text, shown)), by)
}

func (t *tree) check(prefix string, c *CheckRecord) {
	label := clean(render.Cut(c.Label(), 300))
	switch c.state() {
	case chat.Passed:
		t.line(prefix, t.paint.green("✓ ")+label)
	case "":
		t.line(prefix, t.paint.dim("- "+label+": "+clean(c.Problem())))
	default:
		t.line(prefix, t.paint.red("✗ "+label+": "+t.block(c.Problem(), 2)))
	}
}

// skipped tells why a case was skipped and what to do about it.
func (t *tree) skipped(r *Record) {
	if r.Status != chat.Skipped || len(r.Turns) > 0 && r.Turns[len(r.Turns)-1].Status == chat.Skipped {
		return
	}
	t.line(branch, fmt.Sprintf("Turn %d: %s", len(r.Turns)+1, t.paint.status(chat.Skipped, "SKIPPED")))
	if r.SkipReason != "" {
		t.line(beside, "Reason: "+t.block(capital(r.SkipReason), 8))
	}
	if len(r.Turns) == 0 || !r.Turns[len(r.Turns)-1].AwaitingInput {
		return
	}
	turn := &r.Turns[len(r.Turns)-1]
	asked := firstOf(turn.InputHint, question(turn.Output))
	if asked != "" {
		t.line(beside, `Agent asked: "`+clean(render.Cut(asked, 600))+`"`)
	}
	if t.hint != "" {
		t.line(beside, "Hint: "+t.hint)
	}
}

// question returns the last paragraph of what the agent said, which is what it asked.
func question(output string) string {
	paragraphs := strings.Split(strings.TrimSpace(output), "\n\n")
	return strings.TrimSpace(paragraphs[len(paragraphs)-1])
}

// conclusion writes the checkpoints, the final assertions and the result.
func (t *tree) conclusion(r *Record) {
	if len(r.Checkpoints) > 0 && (t.verbose || r.Status != chat.Passed) {
		t.checkpoints(r)
	}
	for _, note := range r.Notes {
		t.line(branch, t.paint.dim("Note: "+hang(render.Escape(render.Cut(note, 2000)), 11)))
	}
	result := t.paint.status(r.Status, strings.ToUpper(string(r.Status)))
	if r.Blame != "" {
		result += " (" + clean(string(r.Blame)) + ")"
	}
	if r.Error != "" {
		result += ": " + t.block(r.Error, 8)
	}
	if len(r.Final) == 0 {
		t.line(last, "Result: "+result)
		return
	}
	verdict := chat.Passed
	for i := range r.Final {
		if s := r.Final[i].state(); s == chat.Failed || s == chat.Errored && verdict == chat.Passed {
			verdict = s
		}
	}
	alone := verdict == r.Status && r.Error == ""
	lead, prefix := branch, "  │  "
	if alone {
		lead, prefix = last, "     "
	}
	t.line(lead, "Final Assertions: "+t.paint.status(verdict, strings.ToUpper(string(verdict))))
	for i := range r.Final {
		t.check(prefix, &r.Final[i])
	}
	if !alone {
		t.line(last, "Result: "+result)
	}
}

func (t *tree) checkpoints(r *Record) {
	reached := 0
	for _, c := range r.Checkpoints {
		if c.Reached {
			reached++
		}
	}
	t.line(branch, fmt.Sprintf("Checkpoints: %d of %d reached", reached, len(r.Checkpoints)))
	for _, c := range r.Checkpoints {
		name := clean(c.ID)
		if c.Description != "" {
			name += " (" + clean(c.Description) + ")"
		}
		switch {
		case c.Reached:
			t.line("  │  ", t.paint.green("✓ ")+name+t.paint.dim(fmt.Sprintf(" in turn %d", c.Turn)))
		case c.Optional:
			t.line("  │  ", t.paint.dim("- "+name+", optional: "+clean(c.Reason)))
		default:
			t.line("  │  ", t.paint.red("✗ "+name+": "+clean(firstOf(c.Reason, "not reached"))))
		}
	}
	if ids := r.missing(); len(ids) > 0 {
		t.line("  │  ", t.paint.red("Missing checkpoints: "+clean(strings.Join(ids, ", "))))
	}
	t.line(stem, "")
}

func firstOf(texts ...string) string {
	for _, s := range texts {
		if s != "" {
			return s
		}
	}
	return ""
}
