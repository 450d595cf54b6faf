package assert

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// Contains asserts that the reply contains the text, byte for byte and with its case; see [IgnoreCase]. Of a whole
// conversation it looks at the last reply; see [InTranscript]. An empty text is in every reply and therefore a usage
// error.
//
//	{"type": "contains", "value": "type of expense"}
//	{"type": "not_contains", "value": "error", "ignore_case": true}
func Contains(text string) chat.Assertion {
	c := contains{text: text}
	if text == "" {
		c.note(errors.New(`Contains("") is true of every reply; say what the reply must contain`))
	}
	return c
}

type contains struct {
	mistake
	text string
	fold bool
}

func (c contains) String() string { return call("Contains", strconv.Quote(c.text)) }

// MarshalJSON writes {"type": "contains", "value": …}.
func (c contains) MarshalJSON() ([]byte, error) {
	return spell("contains").add("value", c.text).json()
}

func (c contains) ignoringCase() (chat.Assertion, bool) {
	c.fold = true
	return c, true
}

func (c contains) Check(_ context.Context, v chat.View) chat.Verdict {
	if c.err != nil {
		return c.verdict()
	}
	text := v.Text()
	if _, _, ok := c.find(text); ok {
		return chat.Pass()
	}
	return chat.Mismatch(textLabel(v), render.Quote(text), render.Quote(c.text)+" in it"+c.hint(text))
}

func (c contains) find(text string) (start, end int, ok bool) {
	if c.fold {
		return indexFold(text, c.text)
	}
	at := strings.Index(text, c.text)
	return at, at + len(c.text), at >= 0
}

// hint says what was nearly found.
func (c contains) hint(text string) string {
	if len(text) > hintLimit {
		return ""
	}
	if start, end, ok := indexFold(text, c.text); ok {
		return " (it has " + render.Quote(text[start:end]) + ": IgnoreCase would accept the other case)"
	}
	if plain := plainly(c.text); plain != "" && strings.Contains(plainly(text), plain) {
		return " (it is there with other white space, quotes, dashes or case)"
	}
	return ""
}

// Unwanted returns the failure of a text that is there and must not be.
func (c contains) Unwanted(v chat.View) chat.Verdict {
	text := v.Text()
	start, end, ok := c.find(text)
	if !ok {
		return chat.Fail("it contains %s", render.Quote(c.text))
	}
	return chat.Mismatch(textLabel(v), around(text, start, end), "no "+render.Quote(c.text)+" in it")
}
