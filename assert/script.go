package assert

import (
	"context"
	"maps"
	"strconv"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
)

// ScriptFunc is an assertion written in Go that takes parameters from the case. It must be safe for concurrent use and
// should return when ctx is done. Its verdict is chat.Pass(), chat.Fail(…), chat.Mismatch(…) or chat.Fault(…); the zero
// Verdict, and a panic, are errored.
type ScriptFunc func(ctx context.Context, v chat.View, metadata map[string]any) chat.Verdict

// Func asserts what a Go function says of the view. The name is how failures and case files call it; an empty name and a
// nil function are usage errors. The function is one of those described at [ScriptFunc], without parameters.
//
//	{"type": "script", "use": "scripts:polite"}
func Func(name string, f func(ctx context.Context, v chat.View) chat.Verdict) chat.Assertion {
	s := script{kind: "Func", name: name}
	if f != nil {
		s.run = func(ctx context.Context, v chat.View, _ map[string]any) chat.Verdict { return f(ctx, v) }
	}
	return s.checked()
}

// Script asserts what a Go function says of the view, given these parameters, which may be nil. It is how case files call
// functions that are registered by name. An empty name and a nil function are usage errors.
//
//	{"type": "script", "use": "scripts:tests.validate-expense", "options": {"metadata": {"min_amount": 100}}}
func Script(name string, f ScriptFunc, metadata map[string]any) chat.Assertion {
	return script{kind: "Script", name: name, run: f, metadata: maps.Clone(metadata)}.checked()
}

type script struct {
	mistake
	kind, name string
	run        ScriptFunc
	metadata   map[string]any
}

func (s script) checked() script {
	if strings.TrimSpace(s.name) == "" {
		s.notef("%s: a name is wanted, for failures to say what was checked", s.kind)
	}
	if s.run == nil {
		s.notef("%s(%q): the function is nil", s.kind, s.name)
	}
	return s
}

func (s script) String() string { return call(s.kind, strconv.Quote(s.name)) }

// MarshalJSON writes {"type": "script", "use": "scripts:NAME", …}.
func (s script) MarshalJSON() ([]byte, error) {
	o := spell("script").add("use", "scripts:"+s.name)
	if len(s.metadata) > 0 {
		o.add("options", map[string]any{"metadata": s.metadata})
	}
	return o.json()
}

func (s script) Check(ctx context.Context, v chat.View) chat.Verdict {
	if s.err != nil {
		return s.verdict()
	}
	return s.run(ctx, v, maps.Clone(s.metadata))
}
