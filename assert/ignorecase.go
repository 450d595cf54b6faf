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

// MarshalJSON writes the spelling of the assertion with "ignore_case": true.
func (i ignoreCase) MarshalJSON() ([]byte, error) {
	if _, again := i.inner.(ignoreCase); again {
		return spelling(i.inner), nil
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
