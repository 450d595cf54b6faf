package jsonpath

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/agenttest/go/internal/render"
	"github.com/tidwall/gjson"
)

// ErrJSON is the error of a value that is no JSON at all.
var ErrJSON = errors.New("not valid JSON")

// Eval returns the values the path finds in raw, in the order they stand there; none when it leads nowhere. A raw that
// is not valid JSON, or is nested deeper than 10,000 levels, is [ErrJSON].
func (p *Path) Eval(raw json.RawMessage) ([]json.RawMessage, error) {
	at, err := read(raw)
	if err != nil {
		return nil, err
	}
	for _, s := range p.steps {
		at = s.apply(at)
	}
	found := make([]json.RawMessage, len(at))
	for i, v := range at {
		found[i] = json.RawMessage(v.Raw)
	}
	return found, nil
}

// read checks the whole value before anything is looked up: gjson reads broken JSON as far as it goes. The check is
// encoding/json's, since gjson.Valid recurses as deep as its input and a hostile one ends the process.
func read(raw json.RawMessage) ([]gjson.Result, error) {
	if !json.Valid(raw) {
		return nil, ErrJSON
	}
	return []gjson.Result{gjson.Parse(strings.TrimSpace(string(raw)))}, nil
}

// apply takes the step from each value. The values are walked member by member: names of members must never become
// paths of gjson, in which . * ? | # and @ have a meaning.
func (s step) apply(from []gjson.Result) []gjson.Result {
	var to []gjson.Result
	for _, v := range from {
		switch {
		case s.kind == member && v.IsObject():
			var last gjson.Result
			v.ForEach(func(key, value gjson.Result) bool {
				if key.Str == s.name {
					last = value
				}
				return true
			})
			if last.Exists() {
				to = append(to, last)
			}
		case s.kind == element && v.IsArray():
			if e, ok := elementAt(v, s.index); ok {
				to = append(to, e)
			}
		case s.kind == wildcard && v.IsArray():
			v.ForEach(func(_, value gjson.Result) bool {
				to = append(to, value)
				return true
			})
		case s.kind == wildcard && v.IsObject():
			to = append(to, members(v)...)
		}
	}
	return to
}

func elementAt(array gjson.Result, index int) (found gjson.Result, ok bool) {
	if index < 0 {
		n := 0
		array.ForEach(func(_, _ gjson.Result) bool {
			n++
			return true
		})
		index += n
	}
	n := 0
	array.ForEach(func(_, value gjson.Result) bool {
		if n == index {
			found, ok = value, true
			return false
		}
		n++
		return true
	})
	return found, ok
}

// members returns the values of an object's members, one for each name, in the order in which the names first stand.
func members(object gjson.Result) []gjson.Result {
	var values []gjson.Result
	place := map[string]int{}
	object.ForEach(func(key, value gjson.Result) bool {
		if i, ok := place[key.Str]; ok {
			values[i] = value
			return true
		}
		place[key.Str] = len(values)
		values = append(values, value)
		return true
	})
	return values
}

// Explain says why the path finds nothing in raw: how far it leads and what is there instead. It returns "" when the
// path finds something.
func (p *Path) Explain(raw json.RawMessage) string {
	at, err := read(raw)
	if err != nil {
		return err.Error()
	}
	done := 1 // the "$"
	for _, s := range p.steps {
		next := s.apply(at)
		if len(next) == 0 {
			return p.source[:done] + " " + s.missing(at)
		}
		at, done = next, s.end
	}
	return ""
}

func (s step) missing(at []gjson.Result) string {
	v := at[0]
	switch {
	case s.kind == wildcard && v.IsObject():
		return "is an object with no members"
	case s.kind == wildcard && v.IsArray():
		return "is an empty array"
	case s.kind == wildcard:
		return "is " + describe(v) + ", neither an object nor an array"
	case s.kind == member && v.IsObject():
		keys := names(v)
		if keys == "" {
			return "has no " + render.Quote(s.name) + ": it is an empty object"
		}
		return "has no " + render.Quote(s.name) + ", it has " + keys
	case s.kind == member:
		return "is " + describe(v) + ", not an object with " + render.Quote(s.name)
	case v.IsArray():
		n := len(v.Array())
		if n == 1 {
			return fmt.Sprintf("has no [%d], it has 1 element", s.index)
		}
		return fmt.Sprintf("has no [%d], it has %d elements", s.index, n)
	default:
		return "is " + describe(v) + ", not an array"
	}
}

func describe(v gjson.Result) string {
	switch {
	case v.IsObject():
		return "an object"
	case v.IsArray():
		return "an array"
	case v.Type == gjson.Null:
		return "null"
	case v.Type == gjson.String:
		return "a string"
	case v.Type == gjson.Number:
		return "a number"
	default:
		return "a boolean"
	}
}

// names lists some of the members of an object.
func names(object gjson.Result) string {
	const shown = 12
	var keys []string
	more := 0
	object.ForEach(func(key, _ gjson.Result) bool {
		switch quoted := render.Quote(key.Str); {
		case slices.Contains(keys, quoted):
		case len(keys) < shown:
			keys = append(keys, quoted)
		default:
			more++
		}
		return true
	})
	list := strings.Join(keys, ", ")
	if more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}
