package wire

import "github.com/agenttest/go/internal/strict"

// object is an object of a reply whose known fields are noted as they are asked for.
type object struct {
	*strict.Object
	known []string
}

func open(v strict.Value) *object { return &object{Object: v.Object()} }

// opt takes a field; a null is the same as none.
func (o *object) opt(name string) strict.Value {
	o.known = append(o.known, name)
	return o.Field(name).OrNull()
}

// need takes a field that must be there.
func (o *object) need(name string) strict.Value {
	o.known = append(o.known, name)
	return o.Required(name)
}

// close ends reading the object. Fields that were not taken are errors, or, where unknown ones are to be ignored, those
// that are nearly a field which is not there.
func (o *object) close(ignoreUnknown bool) {
	if !ignoreUnknown {
		return // package strict reports them
	}
	var free []string
	for _, name := range o.known {
		if o.Node().Get(name) == nil {
			free = append(free, name)
		}
	}
	for key := range o.Rest() {
		if hint := strict.Hint(key, free); hint != "" {
			o.Errorf("unknown field %q%s", key, hint)
		}
	}
}
