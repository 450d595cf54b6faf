package checks

import "reflect"

// IsNil reports whether v is nil, or an interface that holds a nil pointer, function or the like.
func IsNil(v any) bool {
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
