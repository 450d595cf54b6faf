package assert

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
	"github.com/agenttest/go/internal/match"
	"github.com/agenttest/go/internal/render"
)

// Equals asserts that the reply is exactly what is wanted. A string is compared with the reply's text: every byte
// counts, except that white space at both ends of either is left out and "\r\n" is "\n". Anything else is compared, by
// value and with no other keys, with the JSON of the response: its structured data, else the last JSON value in its text;
// see [JSONPath] for the rules. Of a whole conversation it looks at the last reply, or the final state.
//
// A nil is a usage error: write JSONPath("$", nil) for a JSON null.
//
//	{"type": "equals", "value": "OK"}
//	{"type": "equals", "value": {"status": "submitted", "amount": 3500}}
func Equals(want any) chat.Assertion {
	e := equals{}
	if checks.IsNil(want) {
		e.note(errors.New(`Equals(nil): want a text or a JSON value; write JSONPath("$", nil) for a JSON null`))
		return e
	}
	if _, ok := want.(Matcher); ok {
		e.note(fmt.Errorf("Equals(%s): a matcher is no value; write JSONPath(\"$\", …) for JSON, or Regex for text", want))
		return e
	}
	var err error
	if e.want, err = match.Compile(want); err != nil {
		e.notef("Equals: %w", err)
	}
	e.text, e.isText = e.want.IsText()
	return e
}

type equals struct {
	mistake
	want   match.Want
	text   string
	isText bool
	fold   bool
}

func (e equals) String() string {
	if e.isText {
		return call("Equals", strconv.Quote(e.text))
	}
	return call("Equals", e.want.String())
}

// MarshalJSON writes {"type": "equals", "value": …}.
func (e equals) MarshalJSON() ([]byte, error) {
	if e.isText {
		return spell("equals").add("value", e.text).json()
	}
	return spell("equals").add("value", e.want).json()
}

func (e equals) ignoringCase() (chat.Assertion, bool) {
	e.fold = true
	return e, e.isText
}

func (e equals) Check(_ context.Context, v chat.View) chat.Verdict {
	switch {
	case e.err != nil:
		return e.verdict()
	case e.isText:
		return e.checkText(v)
	}
	raw, bad := document(v, e.want.Kind())
	if bad != nil {
		return *bad
	}
	return compared(e.want, match.Exact, "$", raw)
}

func (e equals) checkText(v chat.View) chat.Verdict {
	got, want := trimmed(v.Text()), trimmed(e.text)
	if got == want || e.fold && strings.EqualFold(got, want) {
		return chat.Pass()
	}
	bad := chat.Mismatch(textLabel(v), render.Quote(got), render.Quote(want))
	switch {
	case len(got) > hintLimit:
	case strings.EqualFold(got, want):
		bad.Want += " (only case differs: IgnoreCase would accept it)"
	case plainly(got) == plainly(want):
		bad.Want += " (only white space, quotes, dashes or case differ)"
	}
	if strings.Contains(want, "\n") || strings.Contains(got, "\n") && want != "" {
		bad.Diff = lineDiff(want, got)
	}
	return bad
}

// Unwanted returns the failure of a reply that must not be this.
func (e equals) Unwanted(v chat.View) chat.Verdict {
	if e.isText {
		return chat.Mismatch(textLabel(v), render.Quote(v.Text()), "anything else")
	}
	return chat.Mismatch("the response's JSON", e.want.Brief(), "anything else")
}

// compared returns the verdict on one JSON value; path is how it is called in the failure.
func compared(want match.Want, mode match.Mode, path string, raw []byte) chat.Verdict {
	got, err := match.Decode(raw)
	if err != nil {
		return chat.Mismatch(path+" is not valid JSON ("+err.Error()+")", render.Quote(string(raw)), want.Brief())
	}
	bad := want.Compare(mode, path, got)
	if bad.OK() {
		return chat.Pass()
	}
	return mismatched(bad, want.Diff(mode, got))
}

// mismatched returns the failure that mismatches make: a single one as got and want, several in one line.
func mismatched(bad match.Mismatches, diff string) chat.Verdict {
	v := chat.Fail("%s", bad)
	if len(bad) == 1 && bad[0].Reason == "" {
		v = chat.Mismatch(bad[0].Path, bad[0].Got, bad[0].Want)
	}
	if strings.Count(diff, "\n") > 2 { // of two scalars, got and want say it all
		v.Diff = diff
	}
	return v
}
