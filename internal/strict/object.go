package strict

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Object is a value from which fields are taken by name. When decoding ends, every field that was not taken is an
// error. Opening the same value twice makes two Objects, each of which must know all fields; hand the Object on
// instead.
type Object struct {
	Value
	taken   int      // how many members were taken
	bits    uint64   // which of them, when there are no more than 64
	more    []bool   // which of them otherwise
	next    int      // the member after the one that was taken last
	lenient bool     // fields that nobody asks for are no error
	meant   []string // the known fields that unknown ones were taken for
}

// Object opens an object. Of an absent value, or one of another kind, it returns an Object whose fields are all absent
// and none of them required; another kind is an error.
func (v Value) Object() *Object {
	if !v.is(KindObject, "an object") {
		v.node = nil
	}
	o := v.ledger.objects.next()
	o.Value = v
	if v.node != nil && len(v.node.Members) > 64 {
		o.more = make([]bool, len(v.node.Members))
	}
	return o
}

// Field takes the value of a field; absent when the object has no such field. Further names are other spellings of the
// same field: to give more than one is an error.
func (o *Object) Field(name string, spellings ...string) Value {
	return o.field(false, name, spellings)
}

// Required is a Field that must be there.
func (o *Object) Required(name string, spellings ...string) Value {
	return o.field(true, name, spellings)
}

func (o *Object) field(required bool, name string, spellings []string) Value {
	v := Value{step{up: &o.step, key: name}, o.ledger}
	if o.node == nil {
		return v
	}
	v.node = o.take(name)
	for _, s := range spellings {
		switch node := o.take(s); {
		case node == nil:
		case v.node == nil:
			v.node, v.key = node, s
		default:
			Value{step{up: &o.step, node: node, key: s}, o.ledger}.Errorf("%q and %q are the same field, want one of them", v.key, s)
		}
	}
	if required && v.node == nil {
		o.ledger.missing = append(o.ledger.missing, missing{o, append([]string{name}, spellings...)})
	}
	return v
}

// take takes the field of this very name; nil when there is none.
func (o *Object) take(name string) *Node {
	o.ledger.asked = append(o.ledger.asked, asked{o, name})
	members := o.node.Members
	// Fields are mostly asked for in the order in which they are written.
	i := find(members, o.next, name)
	if i == len(members) {
		if i = find(members[:o.next], 0, name); i == o.next {
			return nil
		}
	}
	o.mark(i)
	o.next = i + 1
	return &members[i].Value
}

// find returns the index of the member of this name, from an index on; that of the end when there is none.
func find(members []Member, from int, name string) int {
	for from < len(members) && members[from].Key != name {
		from++
	}
	return from
}

func (o *Object) mark(i int) {
	if o.isTaken(i) {
		return
	}
	o.taken++
	if o.more != nil {
		o.more[i] = true
	} else {
		o.bits |= 1 << i
	}
}

func (o *Object) isTaken(i int) bool {
	if o.more != nil {
		return o.more[i]
	}
	return o.bits&(1<<i) != 0
}

// AllowUnknown lets the object have fields that nobody asks for.
func (o *Object) AllowUnknown() { o.lenient = true }

// Rest takes the fields that were not taken so far, in the order in which they are written.
func (o *Object) Rest() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if o.node == nil {
			return
		}
		for i := range o.node.Members {
			if o.isTaken(i) {
				continue
			}
			o.mark(i)
			key := o.ledger.own(o.node.Members[i].Key)
			if !yield(key, Value{step{up: &o.step, node: &o.node.Members[i].Value, key: key}, o.ledger}) {
				return
			}
		}
	}
}

// reportUnknown notes an error for each field that was not taken.
func (o *Object) reportUnknown() {
	var known, free []string // free are the known fields that the object does not have
	for _, a := range o.ledger.asked {
		if a.in == o && !slices.Contains(known, a.name) {
			known = append(known, a.name)
			if o.node.Get(a.name) == nil {
				free = append(free, a.name)
			}
		}
	}
	for i := range o.node.Members {
		if o.isTaken(i) {
			continue
		}
		m := &o.node.Members[i]
		meant := DidYouMean(m.Key, free)
		if meant == "" {
			meant = DidYouMean(m.Key, known)
		}
		o.meant = append(o.meant, meant)
		message := "unknown field " + quote(m.Key)
		switch {
		case meant != "":
			message += fmt.Sprintf(" (did you mean %q?)", meant)
		case len(known) > 0:
			message += "; the fields here are " + strings.Join(known, ", ")
		}
		o.ledger.add(m.Line, m.Column, o.Path(), message)
	}
}
