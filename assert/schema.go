package assert

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
	"github.com/agenttest/go/internal/jsonpath"
	"github.com/agenttest/go/internal/render"
	"github.com/google/jsonschema-go/jsonschema"
)

// Schema asserts that the JSON of the response is valid against a JSON Schema, draft 2020-12 or draft-07: its structured
// data, else the last JSON value in its text that has the schema's type. With [SchemaAssertion.At] it is the value at a
// path, and every value that a wildcard finds.
//
// The schema is JSON text in a string, []byte or json.RawMessage, a map or struct that encodes as one, or a
// *jsonschema.Schema of github.com/google/jsonschema-go, and is compiled at once: one that does not compile, refers to
// another document, has what looks like a misspelt keyword, no keyword that checks anything, or a number that would be
// rounded, is a usage error.
// "format" says nothing about validity, as the standard has it.
//
//	{"type": "schema", "schema": {"type": "object", "required": ["id"]}, "path": "$.expense"}
func Schema(schema any) SchemaAssertion {
	s := SchemaAssertion{}
	raw, err := schemaJSON(schema)
	if err != nil {
		s.notef("Schema: %w", err)
		return s
	}
	s.raw = raw
	if s.resolved, s.kind, err = compileSchema(raw); err != nil {
		s.notef("Schema: %w", err)
	}
	return s
}

// SchemaAssertion is what [Schema] returns.
type SchemaAssertion struct {
	mistake
	raw      json.RawMessage
	resolved *jsonschema.Resolved
	kind     string // "object" or "array" when the schema wants one of these
	source   string
	path     *jsonpath.Path
}

// At returns a copy of the assertion that looks at the value at a path, as [JSONPath] finds it.
func (s SchemaAssertion) At(path string) SchemaAssertion {
	s.source = path
	var err error
	if s.path, err = jsonpath.Parse(path); err != nil {
		s.notef("Schema(…).At: %w", err)
	}
	return s
}

// schemaJSON returns the schema as compact JSON.
func schemaJSON(schema any) (json.RawMessage, error) {
	var raw []byte
	switch schema := schema.(type) {
	case string:
		raw = []byte(schema)
	case []byte:
		raw = schema
	case json.RawMessage:
		raw = schema
	default:
		if checks.IsNil(schema) {
			return nil, errors.New("the schema is nil; want JSON text, a map, or a *jsonschema.Schema")
		}
		var err error
		if raw, err = json.Marshal(schema); err != nil {
			return nil, fmt.Errorf("a %T cannot be written as JSON: %w", schema, err)
		}
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, raw); err != nil {
		return nil, fmt.Errorf("not valid JSON: %w in %s", err, render.Quote(string(raw)))
	}
	return compact.Bytes(), nil
}

func compileSchema(raw json.RawMessage) (resolved *jsonschema.Resolved, kind string, err error) {
	if err := lintSchema(raw); err != nil {
		return nil, "", err
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, "", err
	}
	if s.Type == "object" || s.Type == "array" {
		kind = s.Type
	}
	resolved, err = s.Resolve(nil)
	return resolved, kind, err
}

// String returns the assertion as it is written, with a long schema cut.
func (s SchemaAssertion) String() string {
	text := call("Schema", render.Short(string(s.raw), 80))
	if s.source != "" {
		text += call(".At", fmt.Sprintf("%q", s.source))
	}
	return text
}

// MarshalJSON writes {"type": "schema", "schema": …, "path": …}.
func (s SchemaAssertion) MarshalJSON() ([]byte, error) {
	return spell("schema").addIf(s.source != "", "path", s.source).add("schema", s.raw).json()
}

// Validate returns the mistake in how the assertion was built, nil when there is none.
func (s SchemaAssertion) Validate() error { return s.built(s.resolved != nil, "Schema") }

// Check judges a view.
func (s SchemaAssertion) Check(_ context.Context, v chat.View) chat.Verdict {
	if err := s.Validate(); err != nil {
		return unusable(err)
	}
	if s.path == nil {
		raw, bad := document(v, s.kind)
		if bad != nil {
			return *bad
		}
		return s.valid("the response's JSON", raw)
	}
	found, bad := lookup(v, s.path)
	switch {
	case bad != nil:
		return *bad
	case len(found.values) == 0:
		return chat.Mismatch(s.path.Explain(found.document), "", "a value there")
	}
	for i, raw := range found.values {
		if verdict := s.valid(found.name(s.source, i), raw); verdict.Status != chat.Passed {
			return verdict
		}
	}
	return chat.Pass()
}

// valid judges one value.
func (s *SchemaAssertion) valid(what string, raw json.RawMessage) chat.Verdict {
	instance, err := schemaInstance(raw)
	if err != nil {
		return chat.Fault(chat.BlameCase, "%s cannot be checked against the schema: %v", what, err)
	}
	if err := s.resolved.Validate(instance); err != nil {
		return chat.Mismatch(what+" is not valid: "+schemaReason(err), render.JSON(raw), "")
	}
	return chat.Pass()
}

var (
	anonymous = regexp.MustCompile(`\[?(<anonymous schema>[ \]]?)+`)
	fraction  = regexp.MustCompile(`(-?\d+)/1 is`)
)

// schemaReason turns the library's error, a chain of "validating …: ", into the place in the schema that it ends at and
// the reason: "at /properties/amount: type: …".
func schemaReason(err error) string {
	text, place := err.Error(), ""
	for {
		rest, ok := strings.CutPrefix(text, "validating ")
		if !ok {
			break
		}
		at, reason, ok := strings.Cut(rest, ": ")
		if !ok {
			break
		}
		text = reason
		if strings.HasPrefix(at, "/") {
			place = "at " + at + ": "
		}
	}
	text = anonymous.ReplaceAllString(text, "its schemas")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\nvalidating ", "\n"), ":\n", "\n")
	return place + fraction.ReplaceAllString(text, "$1 is")
}

// Unwanted returns the failure of JSON that must not be valid.
func (s SchemaAssertion) Unwanted(v chat.View) chat.Verdict {
	if s.path != nil {
		return chat.Fail("the value at %s is valid, but must not be", s.source)
	}
	raw, bad := document(v, s.kind)
	if bad != nil {
		return *bad
	}
	return chat.Mismatch("the response's JSON is valid, but must not be", render.JSON(raw), "")
}
