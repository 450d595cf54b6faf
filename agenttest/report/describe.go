package report

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// The texts of this file are as agents and users wrote them: whoever prints them escapes them.

// Label returns the assertion in a few words: contains "type of expense",
// $.expense.status = "submitted".
func (c *CheckRecord) Label() string {
	typ := c.text("type")
	fields := maps.Clone(c.Fields)
	delete(fields, "type")
	take := func(key string) (json.RawMessage, bool) {
		raw, ok := fields[key]
		delete(fields, key)
		return raw, ok
	}
	label := ""
	if raw, ok := take("negate"); ok && string(raw) == "true" {
		label = "not "
	}
	switch typ {
	case "json_path":
		take("path")
		label += c.text("path")
		if raw, ok := take("value"); ok {
			label += " = " + loose(raw)
		}
	case "custom", "":
		take("name")
		if name := c.text("name"); name != "" {
			label += name
		} else {
			label += "assertion"
		}
	case "agent":
		take("use")
		take("options")
		label += "agent " + strconv.Quote(c.criteria())
	default:
		label += typ
		for _, key := range []string{"name", "value", "pattern", "path", "use"} {
			if raw, ok := take(key); ok {
				label += " " + loose(raw)
			}
		}
	}
	message, custom := take("message")
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		label += " " + key + " " + loose(fields[key])
	}
	if custom {
		label += " (" + strings.Trim(loose(message), `"`) + ")"
	}
	switch c.Rule {
	case "never", "always":
		label = c.Rule + ": " + label
	}
	return label
}

// text returns a field that is a string.
func (c *CheckRecord) text(key string) (s string) {
	if json.Unmarshal(c.Fields[key], &s) != nil {
		return ""
	}
	return s
}

// criteria returns what a judge was asked about.
func (c *CheckRecord) criteria() string {
	var options struct {
		Metadata struct {
			Criteria any `json:"criteria"`
		} `json:"metadata"`
	}
	if json.Unmarshal(c.Fields["options"], &options) == nil && options.Metadata.Criteria != nil {
		return fmt.Sprint(options.Metadata.Criteria)
	}
	return c.text("use")
}

// state returns how the assertion came out: a status, or the empty one when it was not run.
func (c *CheckRecord) state() chat.Status {
	switch {
	case c.NotRun != "":
		return ""
	case c.Passed:
		return chat.Passed
	case c.Status == chat.Errored:
		return chat.Errored
	default:
		return chat.Failed
	}
}

// OK reports whether the assertion passed or was not run.
func (c *CheckRecord) OK() bool { s := c.state(); return s == "" || s == chat.Passed }

// Problem returns why the assertion did not pass, over several lines where that reads better; empty when it passed.
func (c *CheckRecord) Problem() string {
	switch c.state() {
	case chat.Passed:
		return ""
	case "":
		return "not run: " + c.NotRun
	}
	var b strings.Builder
	if c.state() == chat.Errored {
		b.WriteString("errored")
		if c.Blame != "" {
			b.WriteString(" (" + string(c.Blame) + ")")
		}
		b.WriteString(": ")
	}
	reason, details, _ := strings.Cut(c.Message, "\n")
	b.WriteString(reason)
	long := strings.Contains(c.Got+c.Want, "\n") || b.Len()+len(c.Got)+len(c.Want) > 140
	switch {
	case c.Got == "" && c.Want == "":
	case long:
		if c.Got != "" {
			b.WriteString("\ngot:  " + hang(c.Got, 6))
		}
		if c.Want != "" {
			b.WriteString("\nwant: " + hang(c.Want, 6))
		}
	default:
		if b.Len() > 0 {
			b.WriteString(": ")
		}
		switch {
		case c.Want == "":
			b.WriteString("got " + c.Got)
		case c.Got == "":
			b.WriteString("want " + c.Want)
		default:
			b.WriteString("got " + c.Got + ", want " + c.Want)
		}
	}
	if details != "" {
		b.WriteString("\n" + details)
	}
	if c.Score != nil {
		b.WriteString("\nscore: " + strconv.FormatFloat(*c.Score, 'g', -1, 64))
	}
	if c.Diff != "" {
		b.WriteString("\ndiff (-want +got):\n  " + hang(strings.TrimRight(c.Diff, "\n"), 2))
	}
	for _, s := range c.Suggestions {
		b.WriteString("\nsuggestion: " + hang(s, 12))
	}
	if b.Len() == 0 {
		return "did not pass"
	}
	return b.String()
}

// hang indents every line of s but the first.
func hang(s string, by int) string {
	return strings.ReplaceAll(s, "\n", "\n"+strings.Repeat(" ", by))
}

// problem returns the first thing that is wrong with a case, on one line; empty for a pass.
func (r *Record) problem() string {
	if r.Status == chat.Passed {
		return ""
	}
	if r.Error != "" {
		return oneLine(r.Error)
	}
	for i := range r.Turns {
		t := &r.Turns[i]
		for j := range t.Assertions {
			if c := &t.Assertions[j]; !c.OK() {
				return oneLine(fmt.Sprintf("turn %d: %s: %s", t.Turn, c.Label(), c.Problem()))
			}
		}
		if t.Error != "" {
			return oneLine(fmt.Sprintf("turn %d: %s", t.Turn, t.Error))
		}
	}
	for i := range r.Final {
		if c := &r.Final[i]; !c.OK() {
			return oneLine("finally: " + c.Label() + ": " + c.Problem())
		}
	}
	return oneLine(r.SkipReason)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// missing returns the ids of the required checkpoints that were not reached.
func (r *Record) missing() []string {
	var ids []string
	for _, c := range r.Checkpoints {
		if !c.Reached && !c.Optional {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// failingTurn returns the index of the turn to look at first, -1 when none stands out.
func (r *Record) failingTurn() int {
	for i := range r.Turns {
		if s := r.Turns[i].Status; s != "" && s != chat.Passed {
			return i
		}
	}
	return -1
}

// span returns a duration in the precision that is worth reading.
func span(ms int64) string {
	switch {
	case ms < 1000:
		return strconv.FormatInt(ms, 10) + "ms"
	case ms < 60_000:
		return strconv.FormatFloat(float64(ms)/1000, 'f', 1, 64) + "s"
	default:
		s := (ms + 500) / 1000
		if s < 3600 {
			return fmt.Sprintf("%dm%02ds", s/60, s%60)
		}
		return fmt.Sprintf("%dh%02dm", s/3600, s/60%60)
	}
}

// capital returns s with its first letter in upper case, as the start of a sentence.
func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// clean returns text on one line with nothing in it that acts on a terminal.
func clean(s string) string { return render.Line(s) }
