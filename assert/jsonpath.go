package assert

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/jsonpath"
	"github.com/agenttest/go/internal/match"
	"github.com/agenttest/go/internal/render"
)

// JSONPath asserts that the value at the path equals want: a Go value, which is compared by value and with no other
// keys, or a [Matcher] such as [Exists], [Absent], [OneOf] or [Matching].
//
// The path is a strict subset of RFC 9535: $ .name ['name'] [0] [-1] [*]. One that cannot be parsed is a usage error,
// never "absent". A path that leads nowhere is not null. Where the path has a wildcard, every value it finds must equal
// want, and it must find at least one, unless want is [Absent]. An element in which the rest of the path leads nowhere
// is not among them.
//
// It reads the structured data of the response and, where there is none, the last JSON value in its text that the path
// can begin with: an object for "$.status", an array for "$[0]". A response without JSON fails, whatever is wanted:
// nothing is absent where there is nothing to look in. Of a whole conversation, "$" is the final state: the data of the
// last response that had one, else JSON in the last reply, with "$.tool_results.NAME", the last result of that tool, and
// "$.variables.NAME" where the state has no such key.
//
// A [Not] around it passes where there is no JSON, where the path leads nowhere, and where no value that the path finds
// is the unwanted one: one of several is too many.
//
//	{"type": "json_path", "path": "$.expense.status", "value": "submitted"}
//	{"type": "json_path", "path": "$.error", "value": {"$exists": false}}
func JSONPath(path string, want any) chat.Assertion {
	j := jsonPath{source: path}
	p, err := jsonpath.Parse(path)
	if err != nil {
		j.notef("JSONPath: %w", err)
	}
	j.path = p
	if j.want, err = match.Compile(want); err != nil {
		j.notef("JSONPath(%s): %w", render.Quote(path), err)
	}
	return j
}

type jsonPath struct {
	mistake
	source string
	path   *jsonpath.Path
	want   match.Want
}

func (j jsonPath) String() string { return call("JSONPath", strconv.Quote(j.source), j.want.String()) }

// MarshalJSON writes {"type": "json_path", "path": …, "value": …}.
func (j jsonPath) MarshalJSON() ([]byte, error) {
	return spell("json_path").add("path", j.source).add("value", j.want).json()
}

func (j jsonPath) Check(_ context.Context, v chat.View) chat.Verdict {
	if j.err != nil {
		return j.verdict()
	}
	found, bad := lookup(v, j.path)
	if bad != nil {
		return *bad
	}
	if len(found.values) == 0 {
		if j.want.Compare(match.Exact, j.source, match.Value{}).OK() {
			return chat.Pass()
		}
		return chat.Mismatch(j.path.Explain(found.document), "", j.want.Brief())
	}
	for i, raw := range found.values {
		if bad := compared(j.want, match.Exact, found.name(j.source, i), raw); bad.Status != chat.Passed {
			return bad
		}
	}
	return chat.Pass()
}

// Unwanted returns the failure of a value that must not be this.
func (j jsonPath) Unwanted(v chat.View) chat.Verdict {
	found, bad := lookup(v, j.path)
	switch {
	case bad != nil:
		return *bad
	case len(found.values) == 0:
		return chat.Mismatch(j.path.Explain(found.document), "", "a value there")
	default:
		return chat.Mismatch(j.source, render.JSON(found.values[0]), "not "+j.want.Brief())
	}
}

// Partly returns the failure of several values one of which is this and must not be.
func (j jsonPath) Partly(v chat.View) (chat.Verdict, bool) {
	if j.err != nil || j.path.Definite() {
		return chat.Verdict{}, false
	}
	found, bad := lookup(v, j.path)
	if bad != nil {
		return chat.Verdict{}, false
	}
	for i, raw := range found.values {
		if compared(j.want, match.Exact, found.name(j.source, i), raw).Status == chat.Passed {
			return chat.Mismatch(found.name(j.source, i), render.JSON(raw), "not "+j.want.Brief()), true
		}
	}
	return chat.Verdict{}, false
}

// finding is what a path found and what it was looked up in.
type finding struct {
	values   []json.RawMessage
	document json.RawMessage
}

// name says which of several values the i-th is.
func (f finding) name(path string, i int) string {
	if len(f.values) == 1 {
		return path
	}
	return fmt.Sprintf("%s (value %d of %d)", path, i+1, len(f.values))
}

// lookup evaluates a path in the JSON that a view carries.
func lookup(v chat.View, p *jsonpath.Path) (finding, *chat.Verdict) {
	doc, bad := document(v, p.Root())
	if v.Whole() {
		if over, problem, ok := overlay(v, p, doc); ok {
			if problem != nil {
				return finding{}, problem
			}
			doc, bad = over, nil
		}
	}
	if bad != nil {
		return finding{}, bad
	}
	values, err := p.Eval(doc)
	if err != nil {
		fault := chat.Fault(chat.BlameHarness, "%s in %s: %v", p, render.JSON(doc), err)
		return finding{}, &fault
	}
	return finding{values, doc}, nil
}
