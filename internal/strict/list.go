package strict

import "iter"

// Items returns the elements of an array with their indexes.
func (v Value) Items() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		if !v.is(KindArray, "an array") {
			return
		}
		up := &v.step
		for i := range v.node.Items {
			if !yield(i, Value{step{up: up, node: &v.node.Items[i], index: i, inList: true}, v.ledger}) {
				return
			}
		}
	}
}

// List returns what read makes of the elements of an array; nil when the value is absent. A reader may be a method:
//
//	tags := strict.List(o.Field("tags"), strict.Value.Text)
func List[T any](v Value, read func(Value) T) []T {
	if v.Kind() != KindArray {
		v.is(KindArray, "an array")
		return nil
	}
	list := make([]T, 0, len(v.node.Items))
	for _, item := range v.Items() {
		list = append(list, read(item))
	}
	return list
}

// OneOrList returns what read makes of the elements of an array, or of a value that is none, as a list of one; nil
// when the value is absent.
func OneOrList[T any](v Value, read func(Value) T) []T {
	switch v.Kind() {
	case KindAbsent:
		return nil
	case KindArray:
		return List(v, read)
	default:
		return []T{read(v)}
	}
}

// Optional returns a pointer to what read makes of the value; nil when it is absent.
func Optional[T any](v Value, read func(Value) T) *T {
	if !v.Present() {
		return nil
	}
	result := read(v)
	return &result
}

// Map returns what read makes of the members of an object whose field names are free; nil when the value is absent.
// [Object.Rest] gives them in the order in which they are written.
func Map[T any](v Value, read func(Value) T) map[string]T {
	if !v.is(KindObject, "an object") {
		return nil
	}
	m := make(map[string]T, len(v.node.Members))
	for key, member := range v.Object().Rest() {
		m[key] = read(member)
	}
	return m
}
