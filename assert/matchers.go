package assert

import "github.com/agenttest/go/internal/match"

// Matcher stands in a wanted JSON value in place of a value, at any depth, and decides by itself: in [JSONPath],
// [ToolCallAssertion.With], [ToolResult] and wherever else JSON is compared. Besides those of this package a test may
// bring its own: Match is given the JSON found, or nothing and false where the key is missing; it returns whether that
// will do, and if not, why ("got 35, want an even number"). String prints the matcher as its user wrote it. A matcher
// must be safe for concurrent use; one that can be built wrongly also implements chat.Validator.
type Matcher = match.Matcher

// Exists returns a matcher of any value that is there, null included.
//
//	{"$exists": true}
func Exists() Matcher { return match.Exists() }

// Absent returns a matcher that wants nothing to be there; a null is something.
//
//	{"$exists": false}
func Absent() Matcher { return match.Absent() }

// OneOf returns a matcher of values equal to one of these, which may be matchers themselves. No values are a usage
// error.
//
//	{"$one_of": ["submitted", "approved"]}
func OneOf(values ...any) Matcher { return match.OneOf(values...) }

// Matching returns a matcher of strings in which the regular expression (RE2) matches somewhere. Other values never
// match. A bad or empty pattern is a usage error.
//
//	{"$regex": "^EXP-\\d+$"}
func Matching(pattern string) Matcher { return match.Regex(pattern) }

// Exactly returns a matcher of values equal to v with no other keys: an exact part within a subset.
//
//	{"$equals": {"id": "A-1"}}
func Exactly(v any) Matcher { return match.Exactly(v) }
