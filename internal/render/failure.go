package render

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/agenttest/go/agenttest/chat"
)

// lineLimit is how long a failure may be before got and want go on lines of their own.
const lineLimit = 160

// Name returns an assertion as its user wrote it, escaped, on one line and cut when it is long.
func Name(a chat.Assertion) (name string) {
	if a == nil {
		return "nil"
	}
	defer func() {
		if recover() != nil { // its String is a user's own, and asked while a report is made
			name = fmt.Sprintf("%T", a)
		}
	}()
	return Short(a.String(), 160)
}

// CheckName returns the name of a check's assertion, with the list it is from where that changes its meaning:
// Never(ToolCalled("refund")).
func CheckName(c *chat.Check) string {
	name := Name(c.Assertion)
	switch c.Kind {
	case chat.KindAlways, chat.KindNever:
		return c.Kind.String() + "(" + name + ")"
	default:
		return name
	}
}

// Failure returns the text of a check that did not pass, without its place: the label ("turn 2: ", may be empty), the
// assertion as it was written, what was looked at, got before want, and then, on indented lines, the difference and a
// judge's suggestions.
func Failure(label string, c chat.Check) string {
	var b strings.Builder
	b.WriteString(label)
	b.WriteString(CheckName(&c))
	b.WriteString(": ")
	if c.NotRun != "" {
		b.WriteString("not run: " + Line(c.NotRun))
		return b.String()
	}
	v := c.Verdict
	if v.Status != chat.Failed {
		b.WriteString("errored")
		if v.Blame != chat.BlameNone {
			b.WriteString(" (" + string(v.Blame) + ")")
		}
		b.WriteString(": ")
	}
	reason, details, _ := strings.Cut(Escape(Cut(v.Reason, 4000)), "\n")
	b.WriteString(reason)

	got, want := Escape(v.Got), Escape(v.Want)
	if got != "" || want != "" {
		long := strings.Contains(got, "\n") || strings.Contains(want, "\n") ||
			utf8.RuneCountInString(b.String())+utf8.RuneCountInString(got)+utf8.RuneCountInString(want) > lineLimit
		switch {
		case !long && got != "" && want != "":
			b.WriteString(": got " + got + ", want " + want)
		case !long && got != "":
			b.WriteString(": got " + got)
		case !long:
			b.WriteString(": want " + want)
		default:
			b.WriteString(":")
			if got != "" {
				b.WriteString("\n    got:  " + indent(got, "          "))
			}
			if want != "" {
				b.WriteString("\n    want: " + indent(want, "          "))
			}
		}
	}
	if details != "" {
		b.WriteString("\n    " + indent(details, "    "))
	}
	if v.Score != nil {
		b.WriteString("\n    score: " + number(*v.Score))
	}
	if v.Diff != "" {
		b.WriteString("\n    diff (-want +got):\n      " + indent(strings.TrimRight(Escape(v.Diff), "\n"), "      "))
	}
	for _, s := range v.Suggestions {
		b.WriteString("\n    suggestion: " + indent(Escape(s), "                "))
	}
	return b.String()
}

// indent puts prefix before every line of s but the first.
func indent(s, prefix string) string { return strings.ReplaceAll(s, "\n", "\n"+prefix) }
