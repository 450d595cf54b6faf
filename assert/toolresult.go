package assert

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/match"
	"github.com/agenttest/go/internal/render"
)

// ToolResult asserts that a call of the tool got a result that includes want: a Go value or a [Matcher], compared as by
// [ToolCallAssertion.With]; [Exactly] allows no other keys. One such call is enough. The result of a tool that failed
// does not count; see [ToolResultAssertion.IsError]. A text that holds a JSON object or array altogether is compared as
// that when an object or array is wanted. The tool's name is matched as by [ToolCalled]; an empty one is a usage error.
//
//	{"type": "tool_result", "name": "lookup", "value": {"found": true}}
func ToolResult(name string, want any) ToolResultAssertion {
	r := ToolResultAssertion{name: name}
	if name == "" {
		r.note(errors.New(`ToolResult(""): a tool's name is wanted`))
	}
	var err error
	if r.want, err = match.Compile(want); err != nil {
		r.notef("ToolResult(%q): %w", name, err)
	}
	return r
}

// ToolResultAssertion is what [ToolResult] returns.
type ToolResultAssertion struct {
	mistake
	name    string
	want    match.Want
	isError bool
}

// IsError returns a copy that asserts that a call of the tool failed, with content that includes what is wanted;
// ToolResult("pay", assert.Exists()).IsError() takes any failure.
//
//	{"type": "tool_result", "name": "pay", "value": {"$regex": "declined"}, "is_error": true}
func (r ToolResultAssertion) IsError() ToolResultAssertion {
	r.isError = true
	return r
}

// String returns the assertion as it is written: ToolResult("lookup", {"found":true}).
func (r ToolResultAssertion) String() string {
	s := call("ToolResult", strconv.Quote(r.name), r.want.String())
	if r.isError {
		s += ".IsError()"
	}
	return s
}

// MarshalJSON writes {"type": "tool_result", "name": …, "value": …}.
func (r ToolResultAssertion) MarshalJSON() ([]byte, error) {
	return spell("tool_result").add("name", r.name).add("value", r.want).addIf(r.isError, "is_error", true).json()
}

// Validate returns the mistake in how the assertion was built, nil when there is none.
func (r ToolResultAssertion) Validate() error { return r.built(r.name != "", "ToolResult") }

// Check judges a view.
func (r ToolResultAssertion) Check(_ context.Context, v chat.View) chat.Verdict {
	if err := r.Validate(); err != nil {
		return unusable(err)
	}
	calls := actuals(v)
	var near []*actual
	var misses []match.Mismatches
	for i := range calls {
		a := &calls[i]
		if !match.Tool(r.name, a.Name) {
			continue
		}
		bad := r.miss(a)
		if bad.OK() {
			return chat.Pass()
		}
		near, misses = append(near, a), append(misses, bad)
	}
	switch len(near) {
	case 0:
		return chat.Mismatch("tools called", names(calls), strconv.Quote(r.name)+" among them")
	case 1:
		diff := ""
		if got, err := match.Decode(r.content(near[0].Result)); err == nil && len(misses[0]) > 1 {
			diff = r.want.Diff(match.Subset, got)
		}
		return mismatched(misses[0], diff)
	default:
		bad := chat.Mismatch("results of "+strconv.Quote(r.name), strconv.Itoa(len(near))+", none of which fits", r.want.Brief())
		bad.Reason += callLines(near, misses)
		return bad
	}
}

// miss returns how the result of a call is not the wanted one.
func (r *ToolResultAssertion) miss(a *actual) match.Mismatches {
	const path = "result"
	switch {
	case a.Result == nil:
		return match.Mismatches{{Path: path, Reason: "the call has no result yet"}}
	case a.Result.IsError && !r.isError:
		return match.Mismatches{{Path: path, Got: "the tool's error " + render.JSON(a.Result.Content), Want: r.want.Brief()}}
	case !a.Result.IsError && r.isError:
		return match.Mismatches{{Path: path, Got: render.JSON(a.Result.Content) + ", which is no error", Want: "an error of the tool"}}
	}
	return r.want.Subset(path, r.content(a.Result))
}

// content returns what a tool answered as it is to be compared: nothing is null, and what is no JSON is a text.
func (r *ToolResultAssertion) content(result *chat.ToolResult) json.RawMessage {
	switch {
	case result == nil || len(result.Content) == 0:
		return json.RawMessage("null")
	case r.want.Kind() != "":
		return unwrapped(chat.ValidJSON(result.Content))
	default:
		return chat.ValidJSON(result.Content)
	}
}

// Unwanted returns the failure of a result that must not be there.
func (r ToolResultAssertion) Unwanted(v chat.View) chat.Verdict {
	calls := actuals(v)
	for i := range calls {
		if a := &calls[i]; match.Tool(r.name, a.Name) && r.miss(a).OK() {
			return chat.Mismatch("results of "+strconv.Quote(r.name), render.Call(a.ToolCall), "none like this")
		}
	}
	return chat.Fail("a result of %q is there", r.name)
}
