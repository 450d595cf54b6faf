package assert

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/match"
	"github.com/agenttest/go/internal/render"
)

// ToolCalled asserts that the agent called the tool of this name at least once: in the turn under judgement, or in any
// turn of a whole conversation. A call counts from the moment it is made, with or without a result.
//
// The name is matched exactly or behind a namespace that ends with "__", "." or "/", as servers put in front of the
// tools they offer: "create" is mcp__expenses__create, but neither recreate nor create_all. An empty name is a usage
// error; see [ToolMatching] for patterns.
//
//	{"type": "tool_called", "name": "create_expense", "with": {"amount": 3500}}
func ToolCalled(name string) ToolCallAssertion {
	c := ToolCallAssertion{name: name}
	if name == "" {
		c.note(errors.New(`ToolCalled(""): a tool's name is wanted; without one every tool would do (ToolMatching(".") says so)`))
	}
	return c
}

// ToolMatching is like [ToolCalled] for every tool whose whole name, namespace included, the regular expression (RE2)
// matches somewhere. A bad or empty pattern is a usage error.
//
//	{"type": "tool_called", "pattern": "^(create|update)_expense$"}
func ToolMatching(pattern string) ToolCallAssertion {
	c := ToolCallAssertion{pattern: pattern}
	if pattern == "" {
		c.note(errors.New(`ToolMatching(""): a pattern is wanted; an empty one matches every tool`))
		return c
	}
	var err error
	if c.re, err = regexp.Compile(pattern); err != nil {
		c.notef("ToolMatching(%s): %w", render.Quote(pattern), err)
	}
	return c
}

// ToolCallAssertion is what [ToolCalled] and [ToolMatching] return. It is an immutable value: its methods return
// changed copies.
type ToolCallAssertion struct {
	mistake
	name    string
	pattern string
	re      *regexp.Regexp
	args    match.Want
	mode    match.Mode
	argsSet bool
	where   func(args json.RawMessage) bool
	times   int
	counted bool
}

// With returns a copy that only counts calls whose arguments include these: a map, a struct, or raw JSON, with a
// [Matcher] in place of any value. Numbers compare by value; other keys are ignored at every depth; arrays must have the
// same length.
func (c ToolCallAssertion) With(args any) ToolCallAssertion {
	return c.withArgs("With", match.Subset, args)
}

// WithExactly returns a copy that only counts calls whose arguments equal these, with no other keys.
func (c ToolCallAssertion) WithExactly(args any) ToolCallAssertion {
	return c.withArgs("WithExactly", match.Exact, args)
}

func (c ToolCallAssertion) withArgs(method string, mode match.Mode, args any) ToolCallAssertion {
	want, err := match.Compile(args)
	switch _, isMatcher := args.(Matcher); {
	case err != nil:
		c.notef("%s.%s: %w", c.head(), method, err)
	case c.argsSet:
		c.notef("%s: the arguments are given twice, by %s and before; give them once", c.head(), method)
	case want.Kind() != "object" && !isMatcher:
		c.notef("%s.%s(%s): want an object of arguments, a map or a struct", c.head(), method, want)
	}
	c.args, c.mode, c.argsSet = want, mode, true
	return c
}

// Where returns a copy that only counts calls whose arguments the function accepts. It is given "{}" for a call without
// arguments, and invalid JSON where the agent sent that; see [Args] for typed arguments. A case file cannot say it.
func (c ToolCallAssertion) Where(f func(args json.RawMessage) bool) ToolCallAssertion {
	switch {
	case f == nil:
		c.notef("%s.Where(nil): a function is wanted", c.head())
	case c.where != nil:
		c.notef("%s: Where is given twice; join the two conditions in one function", c.head())
	}
	c.where = f
	return c
}

// Args returns a function for [ToolCallAssertion.Where] that decodes the arguments into a T, as encoding/json does, and
// asks f. Arguments that cannot be decoded are not accepted. A nil f is a panic in the assertion, which errors it.
//
//	assert.ToolCalled("pay").Where(assert.Args(func(a Payment) bool { return a.Amount%100 == 0 }))
func Args[T any](f func(T) bool) func(args json.RawMessage) bool {
	return func(args json.RawMessage) bool {
		var v T
		return json.Unmarshal(args, &v) == nil && f(v)
	}
}

// Times returns a copy that asserts that exactly n calls count, instead of at least one; n may be 0. A negative n is a
// usage error.
func (c ToolCallAssertion) Times(n int) ToolCallAssertion {
	if n < 0 {
		c.notef("%s.Times(%d): want 0 or more", c.head(), n)
	}
	c.times, c.counted = n, true
	return c
}

func (c ToolCallAssertion) head() string {
	if c.pattern != "" {
		return call("ToolMatching", render.Quote(c.pattern))
	}
	return call("ToolCalled", strconv.Quote(c.name))
}

// String returns the assertion as it is written: ToolCalled("refund").With({"amount":3500}).Times(1).
func (c ToolCallAssertion) String() string {
	s := c.head()
	if c.argsSet {
		method := ".With"
		if c.mode == match.Exact {
			method = ".WithExactly"
		}
		s += call(method, c.args.String())
	}
	if c.where != nil {
		s += ".Where(func)"
	}
	if c.counted {
		s += call(".Times", strconv.Itoa(c.times))
	}
	return s
}

// MarshalJSON writes {"type": "tool_called", "name": …, "with": …, "times": …}.
func (c ToolCallAssertion) MarshalJSON() ([]byte, error) {
	return c.fields(spell("tool_called")).addIf(c.counted, "times", c.times).json()
}

func (c ToolCallAssertion) fields(o *object) *object {
	if c.pattern != "" {
		o.add("pattern", c.pattern)
	} else {
		o.add("name", c.name)
	}
	if c.argsSet {
		name := "with"
		if c.mode == match.Exact {
			name = "with_exactly"
		}
		o.add(name, c.args)
	}
	return o.addIf(c.where != nil, "where", "func")
}

// Validate returns the mistake in how the assertion was built, nil when there is none.
func (c ToolCallAssertion) Validate() error {
	return c.built(c.name != "" || c.pattern != "", "ToolCalled")
}

// Check judges a view.
func (c ToolCallAssertion) Check(_ context.Context, v chat.View) chat.Verdict {
	if err := c.Validate(); err != nil {
		return unusable(err)
	}
	calls := actuals(v)
	var fit, near []*actual
	var misses []match.Mismatches
	for i := range calls {
		a := &calls[i]
		if !c.named(a.Name) {
			continue
		}
		if bad := c.miss(a); !bad.OK() {
			near, misses = append(near, a), append(misses, bad)
		} else if fit = append(fit, a); !c.counted {
			return chat.Pass()
		}
	}
	switch {
	case c.counted && len(fit) == c.times:
		return chat.Pass()
	case c.counted && (len(fit) > 0 || len(near) == 0):
		bad := chat.Mismatch("calls of "+c.called(), strconv.Itoa(len(fit)), strconv.Itoa(c.times))
		if len(fit) > c.times {
			bad.Reason += callLines(fit, nil)
		} else if len(near) == 0 {
			bad.Got += " among " + names(calls)
		}
		bad.Reason += callLines(near, misses)
		return bad
	case len(near) == 0:
		return chat.Mismatch("tools called", names(calls), c.called()+" among them")
	case len(near) == 1 && !c.counted:
		diff := ""
		if c.argsSet && near[0].err == nil && len(misses[0]) > 1 {
			diff = c.args.Diff(c.mode, near[0].args)
		}
		return mismatched(misses[0], diff)
	default:
		want := "one that fits"
		if c.counted {
			want = strconv.Itoa(c.times) + " that fit"
		}
		bad := chat.Mismatch("calls of "+c.called(), fmt.Sprintf("%d, none of which fits", len(near)), want)
		bad.Reason += callLines(near, misses)
		return bad
	}
}

// Unwanted returns the failure of calls that must not be made.
func (c ToolCallAssertion) Unwanted(v chat.View) chat.Verdict {
	calls := actuals(v)
	var fit []*actual
	for i := range calls {
		if a := &calls[i]; c.named(a.Name) && c.miss(a).OK() {
			fit = append(fit, a)
		}
	}
	if len(fit) == 0 { // Times(0)
		return chat.Mismatch("tools called", names(calls), c.called()+" among them")
	}
	bad := chat.Mismatch("calls of "+c.called(), strconv.Itoa(len(fit)), "none")
	if c.counted {
		bad.Want = "any number but " + strconv.Itoa(c.times)
	} else if c.argsSet || c.where != nil {
		bad.Want = "none like this"
	}
	bad.Reason += callLines(fit, nil)
	return bad
}
