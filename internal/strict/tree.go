package strict

import (
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// nodes is the memory of the nodes of one value. It can be used again for the next value when the nodes of the one
// before are no longer needed.
type nodes struct {
	items   []Node
	members []Member
	text    []byte // of a string with escapes, while it is put together
}

// sized returns n zero elements, in the memory of s where that will do.
func sized[T any](s []T, n int) []T {
	clear(s)
	if n > cap(s) || cap(s) > keptUpTo && n < cap(s)/8 {
		return make([]T, n)
	}
	return s[:n]
}

// builder makes the nodes of one value from its tape. It takes the memory of all of them at once: the tape says how
// many there are.
type builder struct {
	*nodes
	src   string
	tape  []token
	item  int  // how many of the items are in use
	field int  // how many of the members are
	twice bool // a key was repeated
}

// tree returns the nodes of the value on the tape, or the keys that occur more than once in their object.
func (d *Decoder) tree(mem *nodes) (*Node, Errors) {
	items, members := 1, 0
	for i := range d.tape {
		switch t := &d.tape[i]; t.kind {
		case KindArray:
			items += int(t.count)
		case KindObject:
			members += int(t.count)
		}
	}
	mem.items, mem.members = sized(mem.items, items), sized(mem.members, members)
	b := builder{nodes: mem, src: string(d.buf[d.start : d.start+d.last]), tape: d.tape, item: 1}
	root := &mem.items[0]
	b.build(root, 0)
	if cap(mem.text) > sharedUpTo {
		mem.text = nil
	}
	if b.twice {
		var errs Errors
		d.repeated(root, "", &errs)
		return nil, errs
	}
	return root, nil
}

// build fills n from the token at i and returns the index after its last token.
func (b *builder) build(n *Node, i int) int {
	t := &b.tape[i]
	n.Kind, n.Line, n.Column = t.kind, int(t.line), int(t.column)
	n.raw = b.src[t.begin:t.end]
	i++
	switch t.kind {
	case KindObject:
		n.Members = take(b.members, &b.field, t.count)
		for j := range n.Members {
			m, key := &n.Members[j], &b.tape[i]
			m.Key, m.Line, m.Column = b.string(key), int(key.line), int(key.column)
			i = b.build(&m.Value, i+1)
		}
		b.twice = b.twice || repeats(n.Members)
	case KindArray:
		n.Items = take(b.items, &b.item, t.count)
		for j := range n.Items {
			i = b.build(&n.Items[j], i)
		}
	case KindString:
		n.Text = b.string(t)
	default:
		n.Text = n.raw
	}
	return i
}

// string returns the text of a string or key.
func (b *builder) string(t *token) string {
	inside := b.src[t.begin+1 : t.end-1]
	if t.escaped {
		b.text = appendUnescaped(b.text[:0], inside)
		return string(b.text)
	}
	return inside
}

// take returns the next n elements of s, of which so many are in use.
func take[T any](s []T, used *int, n int32) []T {
	from := *used
	*used += int(n)
	return s[from:*used:*used]
}

// fewMembers is up to where comparing each key with each is faster than a map.
const fewMembers = 16

// repeats reports whether a key occurs more than once.
func repeats(members []Member) bool {
	if len(members) <= fewMembers {
		for i := range members {
			for j := range i {
				if members[i].Key == members[j].Key {
					return true
				}
			}
		}
		return false
	}
	seen := make(map[string]struct{}, len(members))
	for i := range members {
		seen[members[i].Key] = struct{}{}
	}
	return len(seen) < len(members)
}

// repeated adds an error for each key below n that its object has had before.
func (d *Decoder) repeated(n *Node, path string, errs *Errors) {
	for i := range n.Items {
		d.repeated(&n.Items[i], path+"["+strconv.Itoa(i)+"]", errs)
	}
	first := make(map[string]*Member, len(n.Members))
	for i := range n.Members {
		m := &n.Members[i]
		if was := first[m.Key]; was != nil {
			*errs = append(*errs, &Error{File: d.file, Line: m.Line, Column: m.Column, Path: path,
				Message: fmt.Sprintf("duplicate field %s (first given %s)", quote(m.Key), placeFrom(m.Line, was.Line, was.Column))})
		} else {
			first[m.Key] = m
		}
		d.repeated(&m.Value, joinPath(path, m.Key), errs)
	}
}

// appendUnescaped appends the text of what stands between the quotes of a string that was found to be good.
func appendUnescaped(b []byte, s string) []byte {
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			from := i
			for i < len(s) && s[i] != '\\' {
				i++
			}
			b = append(b, s[from:i]...)
			continue
		}
		c := s[i+1]
		i += 2
		switch c {
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			r, _ := hex4(s[i:])
			i += 4
			if utf16.IsSurrogate(r) {
				low, _ := hex4(s[i+2:])
				r = utf16.DecodeRune(r, low)
				i += 6
			}
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, c)
		}
	}
	return b
}

// hex4 returns the value of the four hexadecimal digits that s begins with.
func hex4[T string | []byte](s T) (r rune, ok bool) {
	for i := range 4 {
		c := s[i]
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'a' <= c && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case 'A' <= c && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return r, true
}
