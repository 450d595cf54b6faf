package agenttest

import (
	"reflect"

	"github.com/agenttest/go/agenttest/chat"
)

// isNil reports whether v is nil or an interface that holds a nil pointer, function or the like.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Pointer, reflect.Func, reflect.Map, reflect.Slice, reflect.Chan, reflect.Interface:
		return r.IsNil()
	default:
		return false
	}
}

// isNoAgent reports whether an agent, or one that it wraps, is nil.
func isNoAgent(agent Agent) bool {
	for !isNil(agent) {
		w, ok := agent.(chat.Wrapper)
		if !ok {
			return false
		}
		agent = w.Unwrap()
	}
	return true
}
