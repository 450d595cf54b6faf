package match

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"unicode/utf8"

	"github.com/agenttest/go/agenttest/chat"
)

// maxDepth is how deep a wanted value may be nested: deeper ones are cycles.
const maxDepth = 1000

// Want is a wanted value, compiled once. The zero Want wants null.
type Want struct {
	v any // like Value's, with matchers among the values
}

// Compile reads a wanted value from a Go value: nil, booleans, numbers, strings, maps, slices, structs (as JSON), raw
// JSON, and a [Matcher] in place of any value. It copies, so that later changes of v do not matter. A value that JSON
// cannot hold, a matcher that was built wrongly and a matcher inside a struct are errors.
func Compile(v any) (Want, error) {
	tree, err := compile(v, 0)
	return Want{v: tree}, err
}

func compile(v any, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("the wanted value is nested deeper than %d levels, or contains itself", maxDepth)
	}
	switch v := v.(type) {
	case nil:
		return nil, nil
	case Matcher:
		return checked(v)
	case Want:
		return v.v, nil
	case string:
		return clean(v), nil
	case bool:
		return v, nil
	case json.RawMessage:
		value, err := Decode(v)
		if err != nil {
			return nil, fmt.Errorf("the wanted value is not valid JSON: %w", err)
		}
		return value.v, nil
	case []byte:
		return nil, errors.New("a []byte can be JSON or data: pass json.RawMessage for JSON, or a string")
	}
	if marshalsItself(v) {
		return viaJSON(v)
	}
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Pointer:
		if r.IsNil() {
			return nil, nil
		}
		return compile(r.Elem().Interface(), depth+1)
	case reflect.Map:
		if r.Type().Key().Kind() != reflect.String || marshalsItself(reflect.Zero(r.Type().Key()).Interface()) {
			break
		}
		if r.IsNil() {
			return nil, nil
		}
		object := make(map[string]any, r.Len())
		for _, key := range r.MapKeys() {
			below, err := compile(r.MapIndex(key).Interface(), depth+1)
			if err != nil {
				return nil, err
			}
			object[clean(key.String())] = below
		}
		return object, nil
	case reflect.Slice, reflect.Array:
		if r.Type().Elem().Kind() == reflect.Uint8 {
			break
		}
		if r.Kind() == reflect.Slice && r.IsNil() {
			return nil, nil
		}
		array := make([]any, r.Len())
		for i := range array {
			below, err := compile(r.Index(i).Interface(), depth+1)
			if err != nil {
				return nil, err
			}
			array[i] = below
		}
		return array, nil
	}
	return viaJSON(v)
}

func viaJSON(v any) (any, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("the wanted %T cannot be written as JSON: %w", v, err)
	}
	// Encoded, a matcher would turn into data and match, or not, by accident.
	if holdsMatcher(reflect.ValueOf(v), 0) {
		return nil, fmt.Errorf("a matcher inside a %T cannot be compared; use map[string]any around it", v)
	}
	value, err := Decode(data)
	return value.v, err
}

func marshalsItself(v any) bool {
	switch v.(type) {
	case json.Marshaler, encoding.TextMarshaler:
		return true
	}
	return false
}

// checked returns the matcher unless it was built wrongly.
func checked(m Matcher) (any, error) {
	if r := reflect.ValueOf(m); r.Kind() == reflect.Pointer && r.IsNil() {
		return nil, fmt.Errorf("the matcher is a nil %T", m)
	}
	if v, ok := m.(chat.Validator); ok {
		if err := v.Validate(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

var (
	matcherType   = reflect.TypeFor[Matcher]()
	marshalerType = reflect.TypeFor[json.Marshaler]()
)

// holdsMatcher reports whether a matcher is among what encoding/json writes of v. It is only asked after that
// succeeded, so v has no cycles there.
func holdsMatcher(v reflect.Value, depth int) bool {
	if depth > maxDepth || !v.IsValid() {
		return false
	}
	if v.Type().Implements(matcherType) && (v.Kind() != reflect.Interface || !v.IsNil()) {
		return true
	}
	if v.Type().Implements(marshalerType) && v.Kind() != reflect.Interface {
		return false
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		return !v.IsNil() && holdsMatcher(v.Elem(), depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if (f.IsExported() || f.Anonymous) && f.Tag.Get("json") != "-" && holdsMatcher(v.Field(i), depth+1) {
				return true
			}
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() <= reflect.Complex128 { // numbers or booleans
			return false
		}
		for i := range v.Len() {
			if holdsMatcher(v.Index(i), depth+1) {
				return true
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if holdsMatcher(it.Value(), depth+1) {
				return true
			}
		}
	}
	return false
}

// clean reads bytes that are no UTF-8 as JSON decoders do.
func clean(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// String returns the wanted value as compact JSON with sorted keys; matchers print themselves.
func (w Want) String() string { return text(w.v) }

// Brief returns the wanted value as [Want.String] does, on one line, escaped and cut when it is long.
func (w Want) Brief() string { return brief(Value{true, w.v}) }

// IsText returns the wanted text when a string is wanted.
func (w Want) IsText() (string, bool) {
	s, ok := w.v.(string)
	return s, ok
}

// Kind returns "object" or "array" when one of these is wanted, and "" for everything else.
func (w Want) Kind() string {
	switch w.v.(type) {
	case map[string]any:
		return "object"
	case []any:
		return "array"
	}
	return ""
}
