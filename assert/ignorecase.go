package assert

import (
	"context"

	"github.com/agenttest/go/agenttest/chat"
)

// IgnoreCase returns the assertion with the case of letters ignored, by Unicode's simple case folding. It takes
// [Contains], [Regex] and [Equals] of a text, and [Not], [All], [Any], [Message] and [InTranscript] around them; anything
// else is a usage error.
//
//	{"type": "contains", "value": "submitted", "ignore_case": true}
func IgnoreCase(a chat.Assertion) chat.Assertion {
	i := ignoreCase{inner: a}
	if err := validate(a); err != nil {
		i.notef("IgnoreCase: %w", err)
		return i
	}
	var ok bool
	if i.folded, ok = ignoringCase(a); !ok {
		i.notef("IgnoreCase(%s): only Contains, Regex and Equals of a text can ignore case, and Not, All, Any, Message and InTranscript around them", written(a))
	}
	return i
}

type ignoreCase struct {
	mistake
	inner, folded chat.Assertion
}

func (i ignoreCase) String() string { return call("IgnoreCase", written(i.inner)) }

// MarshalJSON writes the spelling of the assertion with "ignore_case": true. Where that and "negate" stand together it is
// read as what is negated, and so it is written.
func (i ignoreCase) MarshalJSON() ([]byte, error) {
	if a, words := unworded(i); words != nil {
		return worded(a, words)
	}
	switch inner := i.inner.(type) {
	case ignoreCase:
		return spelling(inner), nil
	case not:
		if _, plain := inner.inner.(contains); !plain {
			return not{inner: ignoreCase{inner: inner.inner}}.MarshalJSON()
		}
	}
	return wrapped(i.inner, "ignore_case", true)
}

func (i ignoreCase) ignoringCase() (chat.Assertion, bool) { return i, i.err == nil }

func (i ignoreCase) CallsModel() bool { return false }

func (i ignoreCase) Check(ctx context.Context, v chat.View) chat.Verdict {
	if i.err != nil {
		return i.verdict()
	}
	return i.folded.Check(ctx, v)
}

// Unwanted returns the failure that the assertion itself gives.
func (i ignoreCase) Unwanted(v chat.View) chat.Verdict {
	return chat.Opposite(i.folded, v, chat.Pass())
}
