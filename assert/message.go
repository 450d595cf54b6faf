package assert

import (
	"context"
	"errors"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// Message returns the assertion with words of the test's author, which are printed in front of every verdict that is
// not a pass. They are added to what the failure says and hide nothing of it. Empty words are a usage error.
//
//	{"type": "tool_called", "name": "refund", "message": "a refund needs no second request"}
func Message(words string, a chat.Assertion) chat.Assertion {
	m := message{words: words, inner: a}
	if strings.TrimSpace(words) == "" {
		m.note(errors.New("Message: the words are empty; leave Message out"))
	}
	if err := validate(a); err != nil {
		m.notef("Message: %w", err)
	}
	return m
}

type message struct {
	mistake
	words string
	inner chat.Assertion
}

// String returns the assertion without the words: they stand right behind it in a failure.
func (m message) String() string { return written(m.inner) }

// MarshalJSON writes the spelling of the assertion with "message".
func (m message) MarshalJSON() ([]byte, error) {
	inner, words := m.inner, m.words
	for {
		below, ok := inner.(message)
		if !ok {
			break
		}
		inner, words = below.inner, words+": "+below.words
	}
	return wrapped(inner, "message", words)
}

// CallsModel reports whether the assertion asks a model.
func (m message) CallsModel() bool { return chat.CallsModel(m.inner) }

func (m message) ignoringCase() (chat.Assertion, bool) {
	folded, ok := ignoringCase(m.inner)
	m.inner = folded
	return m, ok
}

func (m message) Check(ctx context.Context, v chat.View) chat.Verdict {
	if m.err != nil {
		return m.verdict()
	}
	return m.worded(m.inner.Check(ctx, v))
}

// Unwanted returns the failure of the assertion itself, with the words.
func (m message) Unwanted(v chat.View) chat.Verdict {
	return m.worded(chat.Opposite(m.inner, v, chat.Pass()))
}

// Partly is that of the assertion itself, with the words.
func (m message) Partly(v chat.View) (chat.Verdict, bool) {
	bad, some := chat.Partly(m.inner, v)
	return m.worded(bad), some
}

func (m message) worded(v chat.Verdict) chat.Verdict {
	if v.Status == chat.Passed {
		return v
	}
	words := render.Short(m.words, 300)
	if v.Reason != "" {
		words += ": "
	}
	v.Reason = words + v.Reason
	return v
}
