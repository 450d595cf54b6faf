package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Value is a JSON value that was read once and can be compared many times. The zero Value is a missing one.
type Value struct {
	present bool
	v       any // nil, bool, json.Number, string, []any or map[string]any
}

// Decode reads one JSON value. Numbers keep their digits; nesting beyond 10,000 levels is an error.
func Decode(raw json.RawMessage) (Value, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		if errors.Is(err, io.EOF) {
			return Value{}, errors.New("it is empty")
		}
		return Value{}, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Value{}, errors.New("something follows the JSON value")
	}
	return Value{present: true, v: v}, nil
}

// Present reports whether there is a value; null is one.
func (v Value) Present() bool { return v.present }

// Any returns the decoded value: nil, bool, json.Number, string, []any or map[string]any, shared and not to be changed.
func (v Value) Any() any { return v.v }

// Kind returns the name of the value's JSON type: "null", "boolean", "number", "string", "array" or "object", and
// "missing" for a missing one.
func (v Value) Kind() string {
	if !v.present {
		return "missing"
	}
	return kindOf(v.v)
}

// String returns the value as compact JSON with sorted keys, "missing" for a missing one.
func (v Value) String() string {
	if !v.present {
		return "missing"
	}
	return text(v.v)
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case Matcher:
		return "matcher"
	default:
		return fmt.Sprintf("%T", v)
	}
}

// raw encodes a decoded value for a matcher.
func raw(v any) json.RawMessage { return json.RawMessage(text(v)) }

// text writes a tree as compact JSON with sorted keys, numbers with their digits, matchers as they print themselves.
func text(v any) string {
	var b strings.Builder
	write(&b, v, func(m Matcher) string { return m.String() })
	return b.String()
}

func write(b *strings.Builder, v any, matcher func(Matcher) string) {
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		fmt.Fprint(b, v)
	case json.Number:
		b.WriteString(v.String())
	case string:
		b.WriteString(quote(v))
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, e, matcher)
		}
		b.WriteByte(']')
	case map[string]any:
		b.WriteByte('{')
		for i, key := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quote(key))
			b.WriteByte(':')
			write(b, v[key], matcher)
		}
		b.WriteByte('}')
	case Matcher:
		b.WriteString(matcher(v))
	}
}

// quote returns s as a JSON string, without the escapes that only HTML needs.
func quote(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil { // a string always encodes
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}
