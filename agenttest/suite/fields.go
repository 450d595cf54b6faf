package suite

import (
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/internal/match"
	"github.com/agenttest/go/internal/strict"
)

// fields are the fields of an assertion. When one that the assertion is built from is wrong, good is false.
type fields struct {
	*strict.Object
	reader *reader
	good   bool
}

// kind takes the type of the assertion, which says what the other fields are; empty when it is wrong.
func (f *fields) kind() string {
	kind := f.Field("type")
	if kind.Present() || f.Kind() != strict.KindObject {
		return kind.OneOf(assertionTypes...)
	}
	for _, m := range f.Node().Members {
		if strict.DidYouMean(m.Key, []string{"type"}) != "" {
			f.Errorf(`unknown field %q (did you mean "type"?)`, m.Key)
			return ""
		}
	}
	f.Errorf(`missing field "type", one of %s`, strings.Join(assertionTypes, ", "))
	return ""
}

// needed takes a field that must be there.
func (f *fields) needed(name string, spellings ...string) strict.Value {
	v := f.Required(name, spellings...)
	if !v.Present() {
		f.good = false
	}
	return v
}

// must returns a value that has to be of this kind, which whatever takes it will say.
func (f *fields) must(v strict.Value, kind strict.Kind) strict.Value {
	if v.Kind() != kind {
		f.good = false
	}
	return v
}

// text takes a string that must be there.
func (f *fields) text(name string, spellings ...string) string {
	return f.must(f.needed(name, spellings...), strict.KindString).Text()
}

// value returns a wanted JSON value, in which {"$regex": …} and its like are matchers.
func (f *fields) value(v strict.Value) any {
	switch v.Kind() {
	case strict.KindAbsent, strict.KindNull:
		return nil
	case strict.KindString:
		return v.Text()
	}
	want, err := match.FromFile(v.Any())
	if err != nil {
		v.Errorf("%s", oneLine(err))
		f.good = false
	}
	return want
}

// whole returns the wanted value of "equals", which is no matcher itself.
func (f *fields) whole(v strict.Value) any {
	if v.Kind() == strict.KindObject && len(v.Node().Members) == 1 && v.Node().Members[0].Key == "$literal" {
		return v.Node().Members[0].Value.Raw()
	}
	return f.value(v)
}

// atPath returns what json_path wants the value to be.
func (f *fields) atPath() any {
	value, exists, absent, oneOf := f.Field("value"), f.Field("exists"), f.Field("absent"), f.Field("one_of")
	given := 0
	for _, v := range []strict.Value{value, exists, absent, oneOf} {
		if v.Present() {
			given++
		}
	}
	if given != 1 {
		f.Errorf(`want one of the fields "value", "exists", "absent" and "one_of", got %d of them`, given)
		f.good = false
		return nil
	}
	switch {
	case exists.Present():
		return presence(exists.Bool())
	case absent.Present():
		return presence(!absent.Bool())
	case oneOf.Present():
		return assert.OneOf(strict.List(f.must(oneOf, strict.KindArray), f.value)...)
	default:
		return f.value(value)
	}
}

func presence(wanted bool) assert.Matcher {
	if wanted {
		return assert.Exists()
	}
	return assert.Absent()
}

// inner reads the assertions of a composite.
func (f *fields) inner(v strict.Value) []chat.Assertion {
	var list []chat.Assertion
	for _, spec := range f.reader.readAssertions(v) {
		f.good = f.good && spec.Assertion != nil
		list = append(list, spec.Assertion)
	}
	return list
}

// one reads the assertion inside another.
func (f *fields) one(v strict.Value) chat.Assertion {
	if !v.Present() {
		return nil
	}
	spec := f.reader.readAssertion(v)
	f.good = f.good && spec.Assertion != nil
	return spec.Assertion
}
