package assert

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/jsonpath"
	"github.com/agenttest/go/internal/jsonx"
	"github.com/agenttest/go/internal/match"
	"github.com/agenttest/go/internal/render"
)

// kinds are the words that Type takes.
var kinds = []string{"string", "number", "integer", "boolean", "array", "object", "null"}

// Type asserts the JSON type of a value: "string", "number", "integer", "boolean", "array", "object" or "null". An
// integer is any number without a fraction, so 3.0 is one. Any other word is a usage error.
//
// With [TypeAssertion.At] the value is the one at a path; every value that a wildcard finds must have the type, and a
// path that leads nowhere has none. Without a path it is the structured data of the response, and where there is none,
// the reply: a text that is one JSON value altogether has that value's type; any other text is a string, and passes as
// an object or array too when it has one in it. A response with neither data nor text has no type.
//
//	{"type": "type", "path": "$.count", "value": "number"}
func Type(kind string) TypeAssertion {
	t := TypeAssertion{kind: kind}
	if !slices.Contains(kinds, kind) {
		t.notef("Type(%q): unknown type; want one of %s", kind, strings.Join(kinds, ", "))
	}
	return t
}

// TypeAssertion is what [Type] returns.
type TypeAssertion struct {
	mistake
	kind   string
	source string
	path   *jsonpath.Path
}

// At returns a copy of the assertion that looks at the value at a path, as [JSONPath] finds it.
func (t TypeAssertion) At(path string) TypeAssertion {
	t.source = path
	var err error
	if t.path, err = jsonpath.Parse(path); err != nil {
		t.notef("Type(%q).At: %w", t.kind, err)
	}
	return t
}

// String returns the assertion as it is written: Type("number").At("$.count").
func (t TypeAssertion) String() string {
	s := call("Type", strconv.Quote(t.kind))
	if t.source != "" {
		s += call(".At", strconv.Quote(t.source))
	}
	return s
}

// MarshalJSON writes {"type": "type", "path": …, "value": …}.
func (t TypeAssertion) MarshalJSON() ([]byte, error) {
	return spell("type").addIf(t.source != "", "path", t.source).add("value", t.kind).json()
}

// Validate returns the mistake in how the assertion was built, nil when there is none.
func (t TypeAssertion) Validate() error { return t.built(t.kind != "", "Type") }

// Check judges a view.
func (t TypeAssertion) Check(_ context.Context, v chat.View) chat.Verdict {
	if err := t.Validate(); err != nil {
		return unusable(err)
	}
	if t.path == nil {
		return t.checkReply(v)
	}
	found, bad := lookup(v, t.path)
	switch {
	case bad != nil:
		return *bad
	case len(found.values) == 0:
		return chat.Mismatch(t.path.Explain(found.document), "", t.wanted())
	}
	for i, raw := range found.values {
		if !hasKind(raw, t.kind) {
			return t.mismatch("type of "+found.name(t.source, i), raw)
		}
	}
	return chat.Pass()
}

func (t TypeAssertion) checkReply(v chat.View) chat.Verdict {
	text := strings.TrimSpace(v.Text())
	if len(v.Data()) == 0 {
		if text == "" {
			return chat.Mismatch("the response has no data and no text", "nothing", t.wanted())
		}
		if !json.Valid([]byte(text)) {
			return t.checkProse(v, text)
		}
	}
	raw, bad := document(v, "")
	switch {
	case bad != nil:
		return *bad
	case hasKind(raw, t.kind):
		return chat.Pass()
	default:
		return t.mismatch("type of the response", raw)
	}
}

// checkProse judges a text that is not JSON altogether.
func (t TypeAssertion) checkProse(v chat.View, text string) chat.Verdict {
	switch t.kind {
	case "string":
		return chat.Pass()
	case "object", "array":
		_, bad := document(v, t.kind)
		if bad != nil {
			return *bad
		}
		return chat.Pass()
	default:
		return chat.Mismatch("type of the response", "string "+render.Quote(text), t.wanted())
	}
}

func (t TypeAssertion) wanted() string {
	if t.kind == "null" {
		return "null"
	}
	if t.kind[0] == 'a' || t.kind[0] == 'i' || t.kind[0] == 'o' {
		return "an " + t.kind
	}
	return "a " + t.kind
}

func (t TypeAssertion) mismatch(what string, raw json.RawMessage) chat.Verdict {
	got := kindOf(raw)
	if got != "null" {
		got += " " + render.JSON(raw)
	}
	return chat.Mismatch(what, got, t.kind)
}

// Unwanted returns the failure of a value that must not have this type.
func (t TypeAssertion) Unwanted(chat.View) chat.Verdict {
	what := "type of the response"
	if t.source != "" {
		what = "type of " + t.source
	}
	return chat.Mismatch(what, t.kind, "any other")
}

func hasKind(raw json.RawMessage, kind string) bool {
	got := kindOf(raw)
	return got == kind || kind == "integer" && got == "number" && match.Integral(strings.TrimSpace(string(raw)))
}

// kindOf returns the JSON type of a valid JSON value.
func kindOf(raw json.RawMessage) string {
	switch {
	case jsonx.Object(raw):
		return "object"
	case jsonx.Array(raw):
		return "array"
	case len(raw) == 0:
		return "nothing"
	}
	switch raw[0] {
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	default:
		return "number"
	}
}
