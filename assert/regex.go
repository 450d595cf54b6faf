package assert

import (
	"context"
	"errors"
	"regexp"
	"sync"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// Regex asserts that the regular expression matches somewhere in the reply. The syntax is RE2, as of package regexp:
// "^" and "$" are the ends of the text unless (?m) is set. Of a whole conversation it looks at the last reply; see
// [InTranscript]. A pattern that does not compile, or is empty, is a usage error.
//
//	{"type": "regex", "pattern": "EXP-\\d{4}-\\d+"}
func Regex(pattern string) chat.Assertion {
	r := regex{pattern: pattern}
	if pattern == "" {
		r.note(errors.New(`Regex("") matches every reply; say what the reply must match`))
		return r
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		r.notef("Regex(%s): %w; the syntax is RE2, without lookaround and back references", render.Quote(pattern), err)
	}
	r.re = re
	r.loose = sync.OnceValue(func() *regexp.Regexp {
		loose, _ := regexp.Compile("(?i)" + pattern) // nil where the pattern itself does not compile
		return loose
	})
	return r
}

type regex struct {
	mistake
	pattern string
	re      *regexp.Regexp
	loose   func() *regexp.Regexp // re with case ignored, compiled when it is needed
}

func (r regex) String() string { return call("Regex", render.Quote(r.pattern)) }

// MarshalJSON writes {"type": "regex", "pattern": …}.
func (r regex) MarshalJSON() ([]byte, error) {
	return spell("regex").add("pattern", r.pattern).json()
}

func (r regex) ignoringCase() (chat.Assertion, bool) {
	if r.err == nil {
		r.re = r.loose()
	}
	return r, true
}

func (r regex) Check(_ context.Context, v chat.View) chat.Verdict {
	if r.err != nil {
		return r.verdict()
	}
	text := v.Text()
	if r.re.MatchString(text) {
		return chat.Pass()
	}
	want := "a match of " + render.Quote(r.pattern)
	if len(text) <= hintLimit {
		if at := r.loose().FindStringIndex(text); at != nil {
			want += " (" + render.Quote(text[at[0]:at[1]]) + " matches when case is ignored)"
		}
	}
	return chat.Mismatch(textLabel(v), render.Quote(text), want)
}

// Unwanted returns the failure of a pattern that matches and must not.
func (r regex) Unwanted(v chat.View) chat.Verdict {
	text := v.Text()
	at := r.re.FindStringIndex(text)
	if at == nil {
		return chat.Fail("it matches %s", render.Quote(r.pattern))
	}
	return chat.Mismatch(textLabel(v), around(text, at[0], at[1]), "no match of "+render.Quote(r.pattern))
}
