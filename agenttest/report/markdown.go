package report

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// Markdown returns a reporter that writes GitHub-flavoured Markdown, made for the summary of a CI job: the totals, each
// case that did not pass with its conversation folded away, and a table of all cases. It stays below the megabyte that
// GitHub takes, and says what it leaves out. Since its head tells the totals, it is written by End; a file that [File]
// has opened is kept whole as the cases finish.
func Markdown(w io.Writer) *Writer {
	return &Writer{format: &document{w: w, layout: &markdownLayout{}}}
}

type markdownLayout struct {
	rows    []byte // of the table of all cases
	cases   int
	folded  int // bytes of the cases that are told
	leftOut int // cases that did not pass and are not told
}

const (
	markdownRows   = 1000
	markdownRow    = 250       // bytes of one row, at most
	markdownFolded = 600 << 10 // bytes of all cases that are told
	markdownCase   = 60 << 10  // bytes of one of them
	markdownHead   = 800       // bytes of the totals
)

func (*markdownLayout) totalsFirst() bool { return true }

func (*markdownLayout) head(run *Run, s Summary, room bool) []byte {
	var b bytes.Buffer
	title := "Agent test"
	if run.Agent != "" {
		title += ": " + markdownCode(run.Agent)
	}
	b.WriteString("## " + title + "\n\n")
	if run.Input != "" || run.Shard != "" {
		var about []string
		if run.Input != "" {
			about = append(about, "Input "+markdownCode(run.Input))
		}
		if run.Shard != "" {
			about = append(about, "shard "+markdownText(shardLine(run)))
		}
		b.WriteString(strings.Join(about, ", ") + "\n\n")
	}
	if len(run.Problems) > 0 {
		b.WriteString("**" + notComplete + ":**\n\n")
		for _, problem := range run.Problems {
			b.WriteString("- " + markdownText(render.Short(problem, 1000)) + "\n")
		}
		b.WriteString("\n")
	}
	var t bytes.Buffer
	t.WriteString("| Total | Passed | Failed | Errored | Skipped | Pass rate | Turns | Time | p50 | p95 |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	rate := "–"
	if s.PassRate != nil {
		rate = percent(*s.PassRate)
	}
	fmt.Fprintf(&t, "| %d | %d | %d | %d | %d | %s | %d | %s | %s | %s |\n", s.Total, s.Passed, s.Failed, s.Errored, s.Skipped, rate, s.Turns, span(s.Elapsed), span(s.P50), span(s.P95))
	if problems := wrong(run, s); problems != nil && len(run.Problems) == 0 {
		t.WriteString("\n**" + notComplete + ": " + problems[0] + ".**\n")
	}
	// Records from elsewhere may blame anybody at any length, and the totals must keep to their place.
	if line := "\nTo blame: " + markdownText(blames(s.Blame)) + "\n"; len(s.Blame) > 0 && t.Len()+len(line) <= markdownHead {
		t.WriteString(line)
	}
	b.Write(t.Bytes())
	if room { // spaces on a blank line
		b.WriteString("\n" + strings.Repeat(" ", max(markdownHead-t.Len(), 0)) + "\n")
	}
	b.WriteString("\n")
	return b.Bytes()
}

// percent never rounds up to 100 %, nor down to 0 %, what is not.
func percent(rate float64) string {
	s := strconv.FormatFloat(100*rate, 'f', 1, 64)
	switch {
	case s == "100.0" && rate < 1:
		s = "99.9"
	case s == "0.0" && rate > 0:
		s = "0.1"
	}
	return strings.TrimSuffix(s, ".0") + " %"
}

func statusMark(s chat.Status) string {
	switch s {
	case chat.Passed:
		return "✅"
	case chat.Skipped:
		return "⏭️"
	case chat.Failed:
		return "❌"
	default:
		return "💥"
	}
}

// item returns the conversation of a case that did not pass.
func (*markdownLayout) item(rec *Record) []byte {
	if rec.Status == chat.Passed {
		return nil
	}
	t := tree{verbose: false, hint: hintEither}
	text := render.Cut(strings.TrimRight(t.text(rec), "\n"), markdownCase/2)
	title := statusMark(rec.Status) + " " + markdownCode(render.Prefix(rec.label(), 150))
	if p := rec.problem(); p != "" {
		title += " " + markdownText(render.Short(p, 200))
	}
	fence := strings.Repeat("`", max(longestRun(text, '`')+1, 3))
	return []byte("<details><summary>" + title + "</summary>\n\n" + fence + "text\n" + text + "\n" + fence + "\n\n</details>\n\n")
}

// place adds the case to the table, and leaves its conversation out when there is no more room.
func (m *markdownLayout) place(rec *Record, item []byte) []byte {
	m.row(rec)
	if m.folded+len(item) > markdownFolded {
		m.leftOut++
		return nil
	}
	m.folded += len(item)
	return item
}

func (m *markdownLayout) row(rec *Record) {
	if m.cases++; m.cases > markdownRows {
		return
	}
	row := fmt.Sprintf("| %s | %s | %d | %s |\n", statusMark(rec.Status), markdownCode(render.Prefix(rec.label(), 60)), rec.turns(), span(rec.DurationMS))
	if len(row) > markdownRow {
		row = fmt.Sprintf("| %s | %s | %d | %s |\n", statusMark(rec.Status), markdownCode(render.Prefix(rec.label(), 20)+"…"), rec.turns(), span(rec.DurationMS))
	}
	m.rows = append(m.rows, row...)
}

func (m *markdownLayout) foot(run *Run, s Summary) []byte {
	var b bytes.Buffer
	if m.leftOut > 0 {
		fmt.Fprintf(&b, "%s more did not pass and did not fit here.\n\n", render.Count(m.leftOut, "case"))
	}
	if m.cases == 0 {
		return b.Bytes()
	}
	list := "All "
	if wrong(run, s) != nil {
		list = "Played: "
	}
	b.WriteString("<details><summary>" + list + render.Count(m.cases, "case") + "</summary>\n\n| | Case | Turns | Time |\n|---|---|--:|--:|\n")
	b.Write(m.rows)
	if m.cases > markdownRows {
		fmt.Fprintf(&b, "\n… and %d more.\n", m.cases-markdownRows)
	}
	b.WriteString("\n</details>\n")
	return b.Bytes()
}

// markdownText returns text on one line in which nothing is markup: every character that could be is written as a
// character reference.
func markdownText(s string) string {
	s = render.Escape(s)
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t':
			b.WriteByte(' ')
		case r < 0x80 && r != ' ' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z'):
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// markdownCode returns text as code, in which GitHub finds no @names, no #numbers and no links either.
func markdownCode(s string) string { return "<code>" + markdownText(s) + "</code>" }

func longestRun(s string, of byte) int {
	longest, n := 0, 0
	for i := range len(s) {
		if s[i] != of {
			n = 0
			continue
		}
		n++
		longest = max(longest, n)
	}
	return longest
}
