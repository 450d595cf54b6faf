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
func (m message) MarshalJSON() ([]byte, error) { return worded(unworded(m)) }

// worded returns the spelling of an assertion with these words in front of it.
func worded(a chat.Assertion, words []string) ([]byte, error) {
	return wrapped(a, "message", strings.Join(words, ": "))
}

// unworded returns an assertion without the words that are put around it or around what it negates, and these words, the
// outermost first. Words say the same wherever they stand, and files have one place for them.
func unworded(a chat.Assertion) (chat.Assertion, []string) {
	switch w := a.(type) {
	case message:
		inner, words := unworded(w.inner)
		return inner, append([]string{w.words}, words...)
	case not:
		inner, words := unworded(w.inner)
		w.inner = inner
		return w, words
	case ignoreCase:
		inner, words := unworded(w.inner)
		w.inner = inner
		return w, words
	}
	return a, nil
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
	return m.saying(m.inner.Check(ctx, v))
}

// Unwanted returns the failure of the assertion itself, with the words.
func (m message) Unwanted(v chat.View) chat.Verdict {
	return m.saying(chat.Opposite(m.inner, v, chat.Pass()))
}

// Partly is that of the assertion itself, with the words.
func (m message) Partly(v chat.View) (chat.Verdict, bool) {
	bad, some := chat.Partly(m.inner, v)
	return m.saying(bad), some
}

func (m message) saying(v chat.Verdict) chat.Verdict {
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
