package suite

import (
	"strings"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/internal/strict"
)

// assertionTypes are the words that "type" takes.
var assertionTypes = []string{
	"contains", "not_contains", "equals", "regex", "json_path", "type", "tool_called", "tool_result", "trajectory",
	"schema", "agent", "script", "all", "any", "not", "in_transcript", "max_duration", "max_tokens", "max_cost",
}

// readAssertions reads one assertion or an array of them.
func (r *reader) readAssertions(v strict.Value) []assertionSpec {
	return strict.OneOrList(v, r.readAssertion)
}

// readAssertion reads an assertion and builds it. Its Assertion is nil when anything about it is wrong, all of which is
// noted.
func (r *reader) readAssertion(v strict.Value) assertionSpec {
	spec := assertionSpec{source: at(v)}
	f := &fields{Object: v.Object(), reader: r, good: v.Kind() == strict.KindObject}
	kind := f.kind()
	if kind == "" {
		f.AllowUnknown() // what the fields should be is not known
		return spec
	}
	a := f.assertion(kind)
	ignoreCase, negate, message := f.Field("ignore_case").Bool(), f.Field("negate").Bool(), f.Field("message")
	words := message.Text()
	if !f.good {
		return spec
	}
	if ignoreCase {
		a = assert.IgnoreCase(a)
	}
	if negate {
		a = assert.Not(a)
	}
	if message.Kind() == strict.KindString {
		a = assert.Message(words, a)
	}
	if validator, ok := a.(chat.Validator); ok {
		if err := validator.Validate(); err != nil {
			v.Errorf("%s", oneLine(err))
			return spec
		}
	}
	spec.Assertion = a
	return spec
}

// oneLine returns the message of an error on one line.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// assertion builds an assertion of this type from its fields. What it returns counts only as long as good is true.
func (f *fields) assertion(kind string) chat.Assertion {
	switch kind {
	case "contains":
		return assert.Contains(f.text("value"))
	case "not_contains":
		return assert.Not(assert.Contains(f.text("value")))
	case "equals":
		return assert.Equals(f.whole(f.needed("value")))
	case "regex":
		return f.reader.regex(f.text("pattern", "value"))
	case "json_path":
		return assert.JSONPath(f.text("path"), f.atPath())
	case "type":
		a := assert.Type(f.text("value"))
		if path := f.Field("path"); path.Present() {
			a = a.At(f.must(path, strict.KindString).Text())
		}
		return a
	case "schema":
		a := assert.Schema(f.needed("schema").Raw())
		if path := f.Field("path"); path.Present() {
			a = a.At(f.must(path, strict.KindString).Text())
		}
		return a
	case "tool_called":
		return f.toolCall()
	case "tool_result":
		a := assert.ToolResult(f.text("name"), f.value(f.needed("value")))
		if f.Field("is_error").Bool() {
			a = a.IsError()
		}
		return a
	case "trajectory":
		return f.trajectory()
	case "agent":
		return f.judge()
	case "script":
		return f.script()
	case "all":
		return assert.All(f.inner(f.needed("assertions", "assert"))...)
	case "any":
		return assert.Any(f.inner(f.needed("assertions", "assert"))...)
	case "not":
		return assert.Not(f.one(f.needed("assertion", "assert")))
	case "in_transcript":
		return assert.InTranscript(f.one(f.needed("assertion", "assert")))
	case "max_duration":
		d := positive(f.needed("value"))
		f.good = d > 0
		return assert.MaxDuration(time.Duration(d))
	case "max_tokens":
		n := f.needed("value").IntFrom(1)
		f.good = n > 0
		return assert.MaxTokens(int64(n))
	default: // max_cost
		value := f.must(f.needed("value"), strict.KindNumber)
		usd := value.Float()
		if f.good {
			_, err := value.Number().Float64()
			f.good = err == nil // what Float has told needs no second complaint
		}
		return assert.MaxCost(usd)
	}
}
