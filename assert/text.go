package assert

import (
	"strings"
	"unicode/utf8"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// What the text assertions call the text they look at.
const (
	theReply     = "reply"
	theLastReply = "last reply"
	allReplies   = "all replies"
)

// textLabel says which text the view's is.
func textLabel(v chat.View) string {
	if v.Whole() {
		return theLastReply
	}
	return theReply
}

// excerpt is how much of a text is shown on each side of what was found in it, in characters.
const excerpt = 60

// around quotes the part of s between start and end with what stands around it.
func around(s string, start, end int) string {
	from, to := start, end
	for n := 0; from > 0 && n < excerpt; n++ {
		_, size := utf8.DecodeLastRuneInString(s[:from])
		from -= size
	}
	for n := 0; to < len(s) && n < excerpt; n++ {
		_, size := utf8.DecodeRuneInString(s[to:])
		to += size
	}
	shown := s[from:to]
	if from > 0 {
		shown = "…" + shown
	}
	if to < len(s) {
		shown += "…"
	}
	return render.Quote(shown)
}

// hintLimit is the length of a text, in bytes, up to which a failure looks for what was nearly found. An assertion that
// waits to come true fails in every turn.
const hintLimit = 64 << 10

// folder is implemented by assertions that can ignore case; see [IgnoreCase].
type folder interface {
	// ignoringCase returns the assertion with case ignored, or false when it, or a part of it, cannot.
	ignoringCase() (chat.Assertion, bool)
}

func ignoringCase(a chat.Assertion) (chat.Assertion, bool) {
	if f, ok := a.(folder); ok {
		return f.ignoringCase()
	}
	return nil, false
}

// trimmed returns a text as [Equals] compares it: without white space at its ends, and with "\n" for "\r\n".
func trimmed(s string) string {
	s = strings.TrimSpace(s)
	if strings.Contains(s, "\r\n") {
		s = strings.ReplaceAll(s, "\r\n", "\n")
	}
	return s
}
