package assert

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
)

// object is a JSON object under construction, its fields in the order in which they are added.
type object struct {
	fields bytes.Buffer
	err    error
}

// spell begins the spelling of an assertion of this type.
func spell(kind string) *object { return new(object).add("type", kind) }

func (o *object) add(name string, value any) *object {
	raw, err := encode(value)
	if err != nil && o.err == nil {
		o.err = err
	}
	if o.fields.Len() > 0 {
		o.fields.WriteByte(',')
	}
	o.fields.WriteString(strconv.Quote(name)) // names are plain
	o.fields.WriteByte(':')
	o.fields.Write(raw)
	return o
}

// addIf adds the field when the condition holds.
func (o *object) addIf(condition bool, name string, value any) *object {
	if condition {
		o.add(name, value)
	}
	return o
}

func (o *object) json() ([]byte, error) {
	if o.err != nil {
		return nil, o.err
	}
	return []byte("{" + o.fields.String() + "}"), nil
}

// encode is json.Marshal without the escapes that only HTML needs.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// spelling returns how case files spell any assertion. One that has no spelling, since it is the user's own Go code,
// is written by its name, as type "custom".
func spelling(a chat.Assertion) json.RawMessage {
	if m, ok := a.(json.Marshaler); ok && !checks.IsNil(a) {
		if raw, err := m.MarshalJSON(); err == nil && len(raw) > 2 && raw[0] == '{' {
			return raw
		}
	}
	name := "nil"
	if !checks.IsNil(a) {
		name = a.String()
	}
	raw, _ := spell("custom").add("name", name).json() // a string always encodes
	return raw
}

// with returns a spelling with one more field, or false when it has that field already.
func with(raw json.RawMessage, name string, value any) (json.RawMessage, bool) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return nil, false
	}
	if _, ok := fields[name]; ok {
		return nil, false
	}
	more := new(object).add(name, value)
	if more.err != nil {
		return nil, false
	}
	return json.RawMessage(string(raw[:len(raw)-1]) + "," + more.fields.String() + "}"), true
}

// written returns an assertion as its user wrote it.
func written(a chat.Assertion) string {
	if checks.IsNil(a) {
		return "nil"
	}
	return a.String()
}

// call writes Name(arguments) for String methods.
func call(name string, args ...string) string { return name + "(" + strings.Join(args, ", ") + ")" }

func writtenList(as []chat.Assertion) []string {
	parts := make([]string, len(as))
	for i, a := range as {
		parts[i] = written(a)
	}
	return parts
}
