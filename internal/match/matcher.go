package match

import (
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/agenttest/go/internal/render"
)

// Matcher stands in a wanted value in place of a value and decides by itself. Match is given the JSON found there, or
// nothing and false when the key is missing, and returns whether that will do and if not, why. It must be safe for
// concurrent use. String prints the matcher as its user wrote it. A matcher that can be built wrongly also implements
// chat.Validator.
type Matcher interface {
	Match(raw json.RawMessage, present bool) (ok bool, reason string)
	String() string
}

// Exists returns a matcher of any value that is there, null included.
func Exists() Matcher { return exists{} }

type exists struct{}

func (exists) Match(_ json.RawMessage, present bool) (bool, string) {
	return present, "got nothing (it is missing), want it to exist"
}
func (exists) String() string        { return "Exists()" }
func (exists) spell() (string, Want) { return "$exists", Want{true} }

// Absent returns a matcher that wants nothing to be there; null is something.
func Absent() Matcher { return absent{} }

type absent struct{}

func (absent) Match(raw json.RawMessage, present bool) (bool, string) {
	return !present, "got " + render.JSON(raw) + ", want it to be absent"
}
func (absent) String() string        { return "Absent()" }
func (absent) spell() (string, Want) { return "$exists", Want{false} }

// OneOf returns a matcher of values that equal one of these, which may be matchers themselves. None at all, or one
// that cannot be compiled, is an error that Validate reports.
func OneOf(values ...any) Matcher {
	o := oneOf{}
	if len(values) == 0 {
		o.err = errors.New("OneOf() has no values and would match nothing; list what is allowed")
	}
	for _, v := range values {
		want, err := Compile(v)
		if err != nil && o.err == nil {
			o.err = err
		}
		o.wants = append(o.wants, want)
	}
	return o
}

type oneOf struct {
	wants []Want
	err   error
}

func (o oneOf) Validate() error { return o.err }

func (o oneOf) Match(raw json.RawMessage, present bool) (bool, string) {
	var got Value
	if present {
		var err error
		if got, err = Decode(raw); err != nil {
			return false, "not valid JSON: " + render.Quote(string(raw))
		}
	}
	for _, w := range o.wants {
		if w.Compare(Exact, "", got).OK() {
			return true, ""
		}
	}
	if !present {
		return false, "got nothing (it is missing), want one of " + o.brief()
	}
	return false, "got " + brief(got) + ", want one of " + o.brief()
}

func (o oneOf) list() string {
	parts := make([]string, len(o.wants))
	for i, w := range o.wants {
		parts[i] = w.String()
	}
	return strings.Join(parts, ", ")
}

func (o oneOf) brief() string { return render.Line(render.Cut(o.list(), 300)) }

func (o oneOf) String() string { return "OneOf(" + o.list() + ")" }
func (o oneOf) spell() (string, Want) {
	array := make([]any, len(o.wants))
	for i, w := range o.wants {
		array[i] = w.v
	}
	return "$one_of", Want{array}
}

// Regex returns a matcher of strings in which the regular expression (RE2) matches somewhere. A pattern that does not
// compile, or is empty, is an error that Validate reports.
func Regex(pattern string) Matcher {
	m := matching{pattern: pattern}
	if pattern == "" {
		m.err = errors.New(`Matching("") matches every string; write a pattern, or use Exists()`)
		return m
	}
	if m.re, m.err = regexp.Compile(pattern); m.err != nil {
		m.err = errors.New("Matching(" + render.Quote(pattern) + "): " + m.err.Error())
	}
	return m
}

type matching struct {
	pattern string
	re      *regexp.Regexp
	err     error
}

func (m matching) Validate() error { return m.err }

func (m matching) Match(raw json.RawMessage, present bool) (bool, string) {
	want := ", want a string that matches " + render.Quote(m.pattern)
	if !present {
		return false, "got nothing (it is missing)" + want
	}
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return false, "got " + render.JSON(raw) + want
	}
	return m.re.MatchString(s), "got " + render.Quote(s) + want
}
func (m matching) String() string        { return "Matching(" + strconv.Quote(m.pattern) + ")" }
func (m matching) spell() (string, Want) { return "$regex", Want{m.pattern} }

// Exactly returns a matcher of values equal to v, with no other keys: an exact part within a subset.
func Exactly(v any) Matcher {
	want, err := Compile(v)
	return exactly{want: want, err: err}
}

type exactly struct {
	want    Want
	err     error
	literal bool // nothing in want may be read as a matcher when it comes from a file
}

func (e exactly) Validate() error { return e.err }

func (e exactly) Match(raw json.RawMessage, present bool) (bool, string) {
	var got Value
	if present {
		var err error
		if got, err = Decode(raw); err != nil {
			return false, "not valid JSON: " + render.Quote(string(raw))
		}
	}
	if e.want.Compare(Exact, "", got).OK() {
		return true, ""
	}
	return false, "got " + brief(got) + ", want exactly " + e.want.Brief()
}
func (e exactly) String() string { return "Exactly(" + e.want.String() + ")" }
func (e exactly) spell() (string, Want) {
	if e.literal {
		return "$literal", e.want
	}
	return "$equals", e.want
}
