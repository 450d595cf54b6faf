package match

import (
	"fmt"
	"strings"
)

// speller is a matcher with a spelling in case files: an object of one key that begins with "$".
type speller interface {
	spell() (operator string, operand Want)
}

// MarshalJSON writes the wanted value as case files spell it, with matchers as {"$regex": "^A-"}. A matcher of the
// user's own is written as {"$go": "its String()"}, which cannot be read back.
func (w Want) MarshalJSON() ([]byte, error) {
	var b strings.Builder
	writeSpelling(&b, w.v)
	return []byte(b.String()), nil
}

func writeSpelling(b *strings.Builder, v any) {
	write(b, escaped(v), func(m Matcher) string {
		s, ok := m.(speller)
		if !ok {
			return `{"$go":` + quote(m.String()) + `}`
		}
		operator, operand := s.spell()
		var inner strings.Builder
		if operator == "$literal" {
			write(&inner, operand.v, Matcher.String)
		} else {
			writeSpelling(&inner, operand.v)
		}
		return "{" + quote(operator) + ":" + inner.String() + "}"
	})
}

// escaped wraps every object that would read as an operator into $literal.
func escaped(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if isOperator(v) {
			return exactly{want: Want{v}, literal: true}
		}
		object := make(map[string]any, len(v))
		for key, value := range v {
			object[key] = escaped(value)
		}
		return object
	case []any:
		array := make([]any, len(v))
		for i, value := range v {
			array[i] = escaped(value)
		}
		return array
	default:
		return v
	}
}

func isOperator(v any) bool {
	object, ok := v.(map[string]any)
	if !ok || len(object) != 1 {
		return false
	}
	for key := range object {
		return strings.HasPrefix(key, "$")
	}
	return false
}

// FromFile returns the wanted value that a case file spells, ready for [Compile] and for the constructors of package
// assert: an object of one key that begins with "$" is a matcher. It is given decoded JSON, of the types that
// [Value.Any] names, and takes it over: it changes it, and so must nobody else.
//
//	{"$exists": true}             Exists(), false: Absent()
//	{"$one_of": [1, null]}        OneOf(1, nil)
//	{"$regex": "^A-\\d+$"}        Matching(`^A-\d+$`)
//	{"$equals": {"a": 1}}         Exactly(map[string]any{"a": 1}), in which matchers may stand
//	{"$literal": {"$ref": "x"}}   the value as it stands, nothing in it read as a matcher
//
// An operator that is none of these, or has an operand of the wrong type, is an error.
func FromFile(v any) (any, error) {
	tree, err := fromFile(v)
	if _, ok := tree.(Matcher); ok || err != nil {
		return tree, err
	}
	return Want{tree}, nil
}

// fromFile puts matchers in the place of what spells them.
func fromFile(v any) (any, error) {
	switch v := v.(type) {
	case map[string]any:
		if isOperator(v) {
			for operator, operand := range v {
				return matcherOf(operator, operand)
			}
		}
		for key, value := range v {
			below, err := fromFile(value)
			if err != nil {
				return nil, err
			}
			if m, ok := below.(Matcher); ok { // all else is changed where it is
				v[key] = m
			}
		}
	case []any:
		for i, value := range v {
			below, err := fromFile(value)
			if err != nil {
				return nil, err
			}
			v[i] = below
		}
	}
	return v, nil
}

func matcherOf(operator string, operand any) (any, error) {
	var m Matcher
	switch operator {
	case "$exists":
		there, ok := operand.(bool)
		if !ok {
			return nil, fmt.Errorf("$exists: got %s, want true or false", text(operand))
		}
		if there {
			return Exists(), nil
		}
		return Absent(), nil
	case "$one_of":
		array, ok := operand.([]any)
		if !ok {
			return nil, fmt.Errorf("$one_of: got %s, want an array of the allowed values", text(operand))
		}
		values, err := fromFile(array)
		if err != nil {
			return nil, err
		}
		m = OneOf(values.([]any)...)
	case "$regex":
		pattern, ok := operand.(string)
		if !ok {
			return nil, fmt.Errorf("$regex: got %s, want a pattern in a string", text(operand))
		}
		m = Regex(pattern)
	case "$equals":
		value, err := fromFile(operand)
		if err != nil {
			return nil, err
		}
		m = Exactly(value)
	case "$literal":
		m = exactly{want: Want{operand}, literal: true}
	default:
		return nil, fmt.Errorf("unknown operator %s; want $exists, $one_of, $regex, $equals or $literal; to compare with this object itself, write {\"$literal\": {%s: …}}", quote(operator), quote(operator))
	}
	return checked(m)
}
