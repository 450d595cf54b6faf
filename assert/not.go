package assert

import (
	"context"
	"encoding/json"

	"github.com/agenttest/go/agenttest/chat"
)

// Not asserts that the assertion does not hold: it turns passed and failed around. An errored verdict stays errored: a
// judge that cannot judge proves nothing.
//
//	{"type": "not_contains", "value": "error"}
//	{"type": "tool_called", "name": "delete_expense", "negate": true}
//	{"type": "not", "assertion": {…}}
func Not(a chat.Assertion) chat.Assertion {
	n := not{inner: a}
	if err := validate(a); err != nil {
		n.notef("Not: %w", err)
	}
	return n
}

type not struct {
	mistake
	inner chat.Assertion
}

func (n not) String() string { return call("Not", written(n.inner)) }

// MarshalJSON writes the spelling of the assertion with "negate": true; of a plain Contains, type "not_contains".
func (n not) MarshalJSON() ([]byte, error) {
	if a, words := unworded(n); words != nil {
		return worded(a, words)
	}
	raw := spelling(n.inner)
	if c, ok := n.inner.(contains); ok {
		return spell("not_contains").add("value", c.text).json()
	}
	if negated, ok := with(raw, "negate", true); ok {
		return negated, nil
	}
	return spell("not").add("assertion", raw).json()
}

// CallsModel reports whether the assertion asks a model.
func (n not) CallsModel() bool { return chat.CallsModel(n.inner) }

func (n not) ignoringCase() (chat.Assertion, bool) {
	folded, ok := ignoringCase(n.inner)
	n.inner = folded
	return n, ok
}

func (n not) Check(ctx context.Context, v chat.View) chat.Verdict {
	if n.err != nil {
		return n.verdict()
	}
	return chat.Opposite(n.inner, v, n.inner.Check(ctx, v))
}

// Unwanted returns the failure of an assertion that must hold after all.
func (n not) Unwanted(v chat.View) chat.Verdict {
	return chat.Fail("%s does not hold, but must", written(n.inner))
}

// wrapped returns the spelling of an assertion with one more field. Where it has that field already, it is put inside an
// All of one, which means the same.
func wrapped(inner chat.Assertion, name string, value any) (json.RawMessage, error) {
	raw := spelling(inner)
	if more, ok := with(raw, name, value); ok {
		return more, nil
	}
	return spell("all").add("assertions", []rawJSON{raw}).add(name, value).json()
}
