package suite

import (
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/internal/strict"
)

// toolCall builds an expected tool call.
func (f *fields) toolCall() assert.ToolCallAssertion {
	var call assert.ToolCallAssertion
	pattern := f.Field("pattern")
	switch {
	case !pattern.Present():
		call = assert.ToolCalled(f.text("name"))
	default:
		call = assert.ToolMatching(f.must(pattern, strict.KindString).Text())
		f.onlyOne("pattern", pattern, "name", f.Field("name"))
	}
	with, exactly := f.Field("with"), f.Field("with_exactly")
	f.onlyOne("with", with, "with_exactly", exactly)
	switch {
	case with.Present():
		call = call.With(f.value(f.must(with, strict.KindObject)))
		f.isObject(with)
	case exactly.Present():
		call = call.WithExactly(f.value(f.must(exactly, strict.KindObject)))
		f.isObject(exactly)
	}
	if times := f.Field("times"); times.Present() {
		call = call.Times(times.IntFrom(0))
	}
	return call
}

func (f *fields) isObject(v strict.Value) {
	if v.Kind() != strict.KindObject {
		v.Errorf("got %s, want an object of arguments", v.Node().Describe())
	}
}

// onlyOne notes that two fields are given which exclude each other.
func (f *fields) onlyOne(a string, first strict.Value, b string, second strict.Value) {
	if first.Present() && second.Present() {
		second.Errorf("%q cannot stand beside %q, want one of them", b, a)
		f.good = false
	}
}

// trajectory builds the assertion of that type.
func (f *fields) trajectory() chat.Assertion {
	mode, err := assert.ParseTrajectoryMode(f.needed("mode").OneOf("strict", "in_order", "unordered", "subset", "superset"))
	if err != nil {
		f.good = false // OneOf has said so
	}
	calls := strict.List(f.must(f.needed("calls"), strict.KindArray), func(v strict.Value) any {
		if v.Kind() == strict.KindString {
			return v.Text()
		}
		call := &fields{Object: v.Object(), reader: f.reader, good: v.Kind() == strict.KindObject}
		a := call.toolCall()
		f.good = f.good && call.good
		return a
	})
	return assert.Trajectory(mode, calls...)
}
