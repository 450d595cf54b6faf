package strict

import (
	"encoding/json"
	"strconv"
)

// Kind is the kind of a value.
type Kind uint8

// The kinds of value. The zero Kind is that of no value at all: a field that is not there.
const (
	KindAbsent Kind = iota
	KindObject
	KindArray
	KindString
	KindNumber
	KindBool
	KindNull

	kindKey // a field name; on the tape only
)

var kindNames = [...]string{"nothing", "object", "array", "string", "number", "bool", "null", "key"}

// String returns the name of the kind in lower case; "nothing" for the zero Kind.
func (k Kind) String() string { return kindNames[k] }

// Node is a value of a document together with its place. Nodes are not changed once they are built, so they may be
// shared and read from several goroutines; those that [All] hands to a reader are changed when it has returned.
//
// A front end of another syntax fills the exported fields. The decoding layer asks of it that the text of a number is a
// JSON number (what looks like one and is not, such as 0x1F or 012, is a string), that of a bool true or false, that
// strings are valid UTF-8, and that the keys of an object differ.
type Node struct {
	Kind Kind
	// Line and Column count from 1. The column counts characters (code points), not bytes.
	Line, Column int
	// Text is the decoded text of a string; of a number, a bool and a null it is the text of the source, so that no
	// digit of a number is lost. Empty for objects and arrays.
	Text string
	// Items are the elements of an array.
	Items []Node
	// Members are the fields of an object in the order of the source. Keys are unique.
	Members []Member

	raw string // the JSON source; empty when the node was not read from JSON
}

// Member is one field of an object.
type Member struct {
	Key string
	// Line and Column are the place of the key.
	Line, Column int
	Value        Node
}

// Get returns the value of a field, nil when the node is no object or has no such field. It is safe on a nil node.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for i := range n.Members {
		if n.Members[i].Key == key {
			return &n.Members[i].Value
		}
	}
	return nil
}

// Interface returns the value as map[string]any, []any, string, json.Number, bool or nil. Numbers keep their digits.
func (n *Node) Interface() any {
	return n.tree(nil)
}

// tree returns the value as Interface does, with strings that l owns.
func (n *Node) tree(l *ledger) any {
	switch n.Kind {
	case KindObject:
		m := make(map[string]any, len(n.Members))
		for i := range n.Members {
			m[l.own(n.Members[i].Key)] = n.Members[i].Value.tree(l)
		}
		return m
	case KindArray:
		list := make([]any, len(n.Items))
		for i := range n.Items {
			list[i] = n.Items[i].tree(l)
		}
		return list
	case KindString:
		return l.text(n)
	case KindNumber:
		return json.Number(l.own(n.Text))
	case KindBool:
		return n.Text == "true"
	default:
		return nil
	}
}

// Raw returns the value as JSON: a copy of the source, with comment lines blanked, or where the source was not JSON,
// the value written as JSON on one line.
func (n *Node) Raw() json.RawMessage {
	if n.raw != "" {
		return json.RawMessage(n.raw)
	}
	return n.appendJSON(nil)
}

func (n *Node) appendJSON(b []byte) []byte {
	switch n.Kind {
	case KindObject:
		b = append(b, '{')
		for i := range n.Members {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendQuoted(b, n.Members[i].Key)
			b = append(b, ':')
			b = n.Members[i].Value.appendJSON(b)
		}
		return append(b, '}')
	case KindArray:
		b = append(b, '[')
		for i := range n.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = n.Items[i].appendJSON(b)
		}
		return append(b, ']')
	case KindString:
		return appendQuoted(b, n.Text)
	case KindNumber, KindBool:
		return append(b, n.Text...)
	default:
		return append(b, "null"...)
	}
}

// appendQuoted appends a JSON string. What json.Marshal escapes for the sake of HTML stays as it is.
func appendQuoted(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\t':
			b = append(b, '\\', 't')
		case c < 0x20:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// Describe returns what the node is, for an error message: "an object", "the number 3", "the string \"yes\"". Long
// text is cut.
func (n *Node) Describe() string {
	switch n.Kind {
	case KindObject:
		return "an object"
	case KindArray:
		return "an array"
	case KindString:
		if n.Text == "" {
			return "an empty string"
		}
		return "the string " + quote(n.Text)
	case KindNumber:
		return "the number " + shorten(n.Text)
	case KindBool:
		return n.Text
	case KindNull:
		return "null"
	default:
		return "nothing"
	}
}

// shownRunes is how much of a text an error message shows.
const shownRunes = 40

// shorten cuts text to what fits an error message, between characters.
func shorten(s string) string {
	n := 0
	for i := range s {
		if n == shownRunes {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// quote returns text in double quotes, shortened and with everything unprintable escaped.
func quote(s string) string {
	return strconv.Quote(shorten(s))
}
