package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/agenttest/go/agenttest"
)

// progress is the line at the bottom of a terminal that says what is under way. It is drawn when something happens;
// nothing runs in the background.
type progress struct {
	running map[string]int // labels of the cases under way, to how many of that label
	shown   bool
	drawn   time.Time
}

// often is how long the line stays as it is.
const often = 100 * time.Millisecond

// note takes an event in and reports whether the line is due to be drawn.
func (p *progress) note(e agenttest.Event) bool {
	if e.Kind == agenttest.CaseStarted {
		p.running[cmp.Or(e.Result.ID, e.Result.Name)]++
	}
	return time.Since(p.drawn) >= often
}

func (p *progress) done(rec *Record) {
	label := cmp.Or(rec.ID, rec.Name)
	if p.running[label]--; p.running[label] <= 0 {
		delete(p.running, label)
	}
}

// clear returns what takes the line away.
func (p *progress) clear() string {
	if !p.shown {
		return ""
	}
	p.shown = false
	return "\r\x1b[K"
}

// line returns the line, which does not end in a line break and is never wider than the terminal.
func (p *progress) line(c *consoleFormat, t *tally) string {
	if len(p.running) == 0 {
		return ""
	}
	p.shown, p.drawn = true, time.Now()
	text := fmt.Sprintf("  %d", t.Total)
	if t.Expected > 0 {
		text += fmt.Sprintf(" of %d", t.Expected)
	}
	text += " done"
	if bad := t.Failed + t.Errored; bad > 0 {
		text += fmt.Sprintf(", %d not passed", bad)
	}
	text += ", " + span(time.Since(c.run.Start).Milliseconds())
	text += "; running: " + clean(strings.Join(slices.Sorted(maps.Keys(p.running)), ", "))
	return c.tree.paint.dim(fit(text, c.tree.width-1))
}
