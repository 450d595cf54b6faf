package agenttest

import (
	"fmt"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// How much of a conversation a failure shows.
const (
	shownBefore = 3    // passed turns before the one that failed, on one line a message
	shownTurns  = 30   // turns of a case in which no single turn failed
	shownCalls  = 40   // tool calls of one turn
	shownText   = 6000 // characters of one message
	shortText   = 110
)

// transcriptText tells the conversation: turns that passed short, those that did not whole, then notes and the command
// that runs the test again.
func transcriptText(res *Result, reproduce string) string {
	var b strings.Builder
	first := len(res.Turns) // the first turn that is shown whole
	for i, t := range res.Turns {
		if t.Status != Passed {
			first = i
			break
		}
	}
	b.WriteString("transcript" + headline(res, first) + ":\n")
	from := 0
	if first < len(res.Turns) {
		from = max(first-shownBefore, 0)
	} else {
		from = max(len(res.Turns)-shownTurns, 0)
	}
	whole := verbose() && res.Status == Passed
	for i := from; i < len(res.Turns); i++ {
		if i > first+shownTurns {
			fmt.Fprintf(&b, "       (%d more turns)\n", len(res.Turns)-i)
			break
		}
		writeTurn(&b, res.Turns[i], whole || i >= first || i == len(res.Turns)-1)
	}
	if whole {
		for i := range res.Final {
			fmt.Fprintf(&b, "       %-6s ✓ finally %s\n", "", render.CheckName(&res.Final[i]))
		}
	}
	for _, n := range res.Notes {
		b.WriteString("note: " + strings.ReplaceAll(render.Escape(render.Cut(n, shownText)), "\n", "\n    ") + "\n")
	}
	if reproduce != "" && (severity(res.Status) > severity(Skipped) || res.byHand && !verbose()) {
		b.WriteString("reproduce: " + reproduce + "\n")
	}
	return b.String()
}

// headline says which turns passed.
func headline(res *Result, first int) string {
	n := len(res.Turns)
	switch {
	case n == 0:
		return " (no turn was played)"
	case res.byHand && first == n: // whether it passed is the test's to say
		return fmt.Sprintf(" (%s)", render.Count(n, "turn"))
	case res.Status == Passed:
		return fmt.Sprintf(" (%s, passed in %s)", render.Count(n, "turn"), render.Duration(res.Duration.Round(roundTo(res.Duration))))
	case first == n && n == 1:
		return " (turn 1 passed)"
	case first == n:
		return fmt.Sprintf(" (all %d turns passed)", n)
	case first == 0:
		return ""
	case first == 1:
		return " (turn 1 passed)"
	default:
		return fmt.Sprintf(" (turns 1–%d passed)", first)
	}
}

// writeTurn writes what was said and done in a turn, the messages on one line each where it is not whole.
func writeTurn(b *strings.Builder, t *chat.Turn, whole bool) {
	number := fmt.Sprintf("%6d ", t.Number)
	line := func(who, text string) {
		b.WriteString(number)
		number = "       "
		if whole {
			text = strings.ReplaceAll(render.Escape(render.Cut(text, shownText)), "\n", "\n              ")
		} else {
			text = render.Short(text, shortText)
		}
		fmt.Fprintf(b, "%-6s %s\n", who, text)
	}
	input := t.Input.Text
	switch t.InputSource {
	case chat.InputSimulated, chat.InputHuman, chat.InputWorld:
		input = "[" + string(t.InputSource) + "] " + input
	}
	if input != "" || len(t.Input.ToolResults) == 0 {
		line("user", input)
	}
	if t.Input.Text == "" {
		for _, r := range t.Input.ToolResults {
			line("user", "[answers "+r.Name+"] "+render.JSON(r.Content))
		}
	}
	for _, a := range t.Input.Attachments {
		line("user", fmt.Sprintf("[%s %s, %d bytes]", a.Type, a.URI, len(a.Data)))
	}
	writeReply(t, line)
	if t.Error != "" {
		line("error", t.Error)
	}
	if len(t.Reached) > 0 {
		line("", "✓ reached "+strings.Join(t.Reached, ", "))
	}
	if whole && verbose() {
		for i := range t.Checks {
			if c := &t.Checks[i]; c.NotRun == "" && c.OK() {
				line("", "✓ "+render.CheckName(c))
			}
		}
	}
}

// writeReply writes the agent's messages in their order, each tool call with its result.
func writeReply(t *chat.Turn, line func(who, text string)) {
	if t.Response == nil {
		return
	}
	calls := t.ToolCalls()
	shown, said := 0, false
	for i := range t.Response.Messages {
		m := &t.Response.Messages[i]
		if m.Text != "" && m.FromAgent() {
			said = true
			who := "agent"
			if m.Name != "" {
				who = render.Short(m.Name, 20)
			}
			line(who, m.Text)
		}
		for range m.ToolCalls {
			if shown < shownCalls {
				line("tool", render.Call(calls[shown]))
			}
			shown++
		}
	}
	if shown > shownCalls {
		line("tool", fmt.Sprintf("(%d more calls)", shown-shownCalls))
	}
	if !said && shown == 0 {
		line("agent", "(said nothing)")
	}
}

// askedText says what the agent asked last, and its hint.
func askedText(t *chat.Turn) string {
	text := "agent asked: " + render.Quote(t.Text())
	if hint := t.State().Hint; hint != "" {
		text += " (" + render.Short(hint, 200) + ")"
	}
	return text
}
