package strict

import "iter"

// Items returns the elements of an array with their indexes.
func (v Value) Items() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		if !v.is(KindArray, "an array") {
			return
		}
		up := v.list()
		for i := range v.node.Items {
			if !yield(i, v.item(up, i)) {
				return
			}
		}
	}
}

// list returns the step to v where its elements can point to it.
func (v Value) list() *step {
	up := v.ledger.lists.next()
	*up = v.step
	return up
}

func (v Value) item(up *step, i int) Value {
	return Value{step{up: up, node: &v.node.Items[i], index: i, inList: true}, v.ledger}
}

// List returns what read makes of the elements of an array; nil when the value is absent. A reader may be a method:
//
//	tags := strict.List(o.Field("tags"), strict.Value.Text)
func List[T any](v Value, read func(Value) T) []T {
	if !v.is(KindArray, "an array") {
		return nil
	}
	up := v.list()
	list := make([]T, len(v.node.Items))
	for i := range list {
		list[i] = read(v.item(up, i))
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
