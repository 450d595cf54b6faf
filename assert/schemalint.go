package assert

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/agenttest/go/internal/match"
	"github.com/agenttest/go/internal/strict"
)

// Keywords of JSON Schema by what they hold.
var (
	schemaKeywords     = []string{"items", "additionalItems", "contains", "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "not", "if", "then", "else", "contentSchema"}
	schemaListKeywords = []string{"allOf", "anyOf", "oneOf", "prefixItems", "items"}
	schemaMapKeywords  = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}
	valueKeywords      = []string{
		"$id", "$schema", "$ref", "$comment", "$anchor", "$dynamicAnchor", "$dynamicRef", "$vocabulary",
		"title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples", "example",
		"type", "enum", "const", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
		"minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "minContains", "maxContains",
		"minProperties", "maxProperties", "required", "dependentRequired",
		"contentEncoding", "contentMediaType", "format",
	}
	allKeywords = slices.Concat(schemaKeywords, schemaListKeywords, schemaMapKeywords, valueKeywords)
	// idleKeywords check nothing by themselves.
	idleKeywords = []string{
		"$id", "$schema", "$comment", "$anchor", "$dynamicAnchor", "$vocabulary", "$defs", "definitions",
		"title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples", "example",
		"contentEncoding", "contentMediaType", "contentSchema", "format",
	}
	schemaTypes = []string{"string", "number", "integer", "boolean", "array", "object", "null"}
)

// lintSchema finds what the library accepts and does not mean: a misspelt keyword is an annotation to it, an unknown
// type one that nothing has, and a number beyond 2^53 is rounded. Each of these would change verdicts silently.
func lintSchema(raw json.RawMessage) error {
	value, err := match.Decode(raw)
	if err != nil {
		return err
	}
	switch value.Any().(type) {
	case bool, map[string]any:
	default:
		return fmt.Errorf("a schema is an object, or true or false; got %s", value.Kind())
	}
	if err := lint(value.Any(), "the schema"); err != nil {
		return err
	}
	if err := findCircle(value.Any()); err != nil {
		return err
	}
	if object, ok := value.Any().(map[string]any); ok && idle(object) {
		return fmt.Errorf("the schema has no keyword that checks anything: it has %s; pass the schema itself, not what it is wrapped in", strings.Join(slices.Sorted(maps.Keys(object)), ", "))
	}
	return nil
}

// idle reports whether a schema that says something asserts nothing, as the declaration of a tool with its schema inside
// does. An empty one says plainly that anything will do.
func idle(schema map[string]any) bool {
	for key := range schema {
		if slices.Contains(allKeywords, key) && !slices.Contains(idleKeywords, key) {
			return false
		}
	}
	return len(schema) > 0
}

func lint(schema any, at string) error {
	object, ok := schema.(map[string]any)
	if !ok {
		return nil // true and false; the library refuses anything else
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		value, place := object[key], at+"/"+key
		if !slices.Contains(allKeywords, key) {
			if hint := strict.DidYouMean(key, allKeywords); hint != "" && len(key) > 3 && !strings.HasPrefix(key, "x-") {
				return fmt.Errorf("%s: unknown keyword %q (did you mean %q?)", at, key, hint)
			}
			continue // an annotation, which may hold anything
		}
		if err := lintKeyword(key, value, place); err != nil {
			return err
		}
	}
	return nil
}

func lintKeyword(key string, value any, at string) error {
	if slices.Contains(valueKeywords, key) {
		if key == "type" {
			return lintType(value, at)
		}
		if key == "examples" || key == "example" || key == "default" {
			return nil
		}
		return lintNumbers(value, at)
	}
	switch below := value.(type) {
	case map[string]any:
		if !slices.Contains(schemaMapKeywords, key) {
			return lint(below, at)
		}
		for _, name := range slices.Sorted(maps.Keys(below)) {
			if err := lint(below[name], at+"/"+name); err != nil {
				return err
			}
		}
	case []any:
		for i, s := range below {
			if err := lint(s, at+"/"+strconv.Itoa(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

func lintType(value any, at string) error {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	for _, t := range list {
		if name, ok := t.(string); !ok || !slices.Contains(schemaTypes, name) {
			return fmt.Errorf("%s: got %v, want one of %s", at, t, strings.Join(schemaTypes, ", "))
		}
	}
	return nil
}

// lintNumbers refuses integers that a float64 cannot hold.
func lintNumbers(value any, at string) error {
	switch value := value.(type) {
	case json.Number:
		f, err := value.Float64()
		if err != nil || match.Integral(value.String()) && math.Abs(f) >= 1<<53 {
			return fmt.Errorf("%s: the number %s would be rounded; use JSONPath, which compares all digits", at, value)
		}
	case []any:
		for _, v := range value {
			if err := lintNumbers(v, at); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if err := lintNumbers(value[key], at); err != nil {
				return err
			}
		}
	}
	return nil
}

// schemaInstance decodes a value for the library, integers as integers: as float64 they would be rounded, and as
// json.Number they would be strings to it.
func schemaInstance(raw json.RawMessage) (any, error) {
	value, err := match.Decode(raw)
	if err != nil {
		return nil, err
	}
	return withNumbers(value.Any(), 0)
}

// instanceDepth is how deep a value may be nested to be checked: the library takes several kilobytes of stack for each
// level, and more where schemas refer to each other.
const instanceDepth = 1000

func withNumbers(v any, depth int) (any, error) {
	if depth > instanceDepth {
		return nil, fmt.Errorf("it is nested deeper than %d levels", instanceDepth)
	}
	switch v := v.(type) {
	case json.Number:
		if i, err := strconv.ParseInt(v.String(), 10, 64); err == nil {
			return i, nil
		}
		if u, err := strconv.ParseUint(v.String(), 10, 64); err == nil {
			return u, nil
		}
		f, err := v.Float64()
		if err != nil {
			return nil, errors.New("the number " + v.String() + " is too large")
		}
		return f, nil
	case []any:
		array := make([]any, len(v))
		for i, e := range v {
			below, err := withNumbers(e, depth+1)
			if err != nil {
				return nil, err
			}
			array[i] = below
		}
		return array, nil
	case map[string]any:
		object := make(map[string]any, len(v))
		for key, e := range v {
			below, err := withNumbers(e, depth+1)
			if err != nil {
				return nil, err
			}
			object[key] = below
		}
		return object, nil
	default:
		return v, nil
	}
}
