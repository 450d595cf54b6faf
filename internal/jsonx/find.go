package jsonx

import (
	"encoding/json"
	"math"
	"strings"
)

// All returns the JSON objects and arrays in the text in the order they stand, the outermost of those inside each
// other; a text that is one JSON value altogether, of any kind, is that value. Nothing is found inside of an object that
// is broken (see [end]): a part would be taken for the whole. Values nested deeper than 1,000 levels are not found
// whole, and nothing is found in a text of more than 2 GB.
func All(text string) []json.RawMessage {
	spans := find(text)
	if spans == nil {
		return nil
	}
	values := make([]json.RawMessage, len(spans))
	for i, s := range spans {
		values[i] = json.RawMessage(text[s.start:s.end])
	}
	return values
}

// Last returns the last value of [All] that ok accepts, and whether there is one. A nil ok accepts any.
func Last(text string, ok func(json.RawMessage) bool) (json.RawMessage, bool) {
	spans := find(text)
	for i := len(spans) - 1; i >= 0; i-- {
		raw := json.RawMessage(text[spans[i].start:spans[i].end])
		if ok == nil || ok(raw) {
			return raw, true
		}
	}
	return nil, false
}

// Object reports whether raw is a JSON object.
func Object(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '{' }

// Array reports whether raw is a JSON array.
func Array(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '[' }

// Has reports whether raw is a JSON object with a member of exactly this name. (encoding/json would fill a field of a
// struct from "PASSED" too.)
func Has(raw json.RawMessage, name string) bool {
	if !Object(raw) {
		return false
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return false
	}
	_, ok := members[name]
	return ok
}

type span struct{ start, end int }

// find returns the spans of the values in the text, in order and apart from each other.
//
// Every "{" and "[" may be the start of a value, and a reader begun at each of them would be quadratic. But a reader
// that fails at one place takes all values that it had open with it: each of them, read from its own start, would fail
// at the same place for the same reason. So a start that some reader has passed as structure never needs a reader of
// its own; only those inside strings do, because outside of that reader's view they may be no strings at all. There
// are two such views at most of any stretch of text (what one takes for a string is structure to the other), so each
// byte is read a fixed number of times.
func find(text string) []span {
	if len(text) > math.MaxInt32 {
		return nil
	}
	if whole := strings.TrimSpace(text); whole != "" && strings.IndexByte("{[", whole[0]) < 0 && json.Valid([]byte(whole)) {
		start := strings.Index(text, whole)
		return []span{{start, start + len(whole)}}
	}
	var found []span
	known := places{size: len(text)}
	r := reader{text: text}
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != '{' && c != '[' {
			continue
		}
		switch length := known.at(i); {
		case length == failed:
			if begins(text, i) {
				i = end(text, i) - 1
			}
			continue
		case length > 0: // whole, inside a broken one
			found = append(found, span{i, i + length})
			i += length - 1
			continue
		}
		r.at, r.open, r.whole = i, r.open[:0], r.whole[:0]
		if r.value() {
			found = append(found, span{i, r.at})
			i = r.at - 1
			continue
		}
		if begins(text, i) {
			i = end(text, i) - 1
			continue
		}
		for _, f := range r.open[1:] {
			known.put(f.start, failed)
		}
		for _, s := range r.whole {
			known.put(s.start, s.end-s.start)
		}
	}
	return found
}

// begins reports whether an object stands at start, or an array (or a few, one in the other) that begins with one: what
// has a name and a colon is no brace of prose.
func begins(text string, start int) bool {
	r := reader{text: text, at: start}
	for range 8 {
		if r.at == len(text) || text[r.at] != '[' {
			break
		}
		r.at++
		r.space()
	}
	if r.at == len(text) || text[r.at] != '{' {
		return false
	}
	r.at++
	r.space()
	return r.name()
}

// end returns where what [begins] at start and is broken ends: behind the bracket that closes it, in front of the end of
// its fence, or where the text breaks off. A quote that is never closed ends with its line.
func end(text string, start int) int {
	depth, quoted := 0, false
	for i := start; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n':
			quoted = false
			if strings.HasPrefix(text[i+1:], "```") {
				return i
			}
		case c == '"':
			quoted = !quoted
		case quoted:
			if c == '\\' {
				i++
			}
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// places holds what is known of starts further on in the text: the length of the value there, or failed. It takes four
// bytes a place, once something is known.
type places struct {
	size    int
	lengths []int32
}

const failed = -1

func (p *places) at(i int) int {
	if p.lengths == nil {
		return 0
	}
	return int(p.lengths[i])
}

func (p *places) put(i, length int) {
	if p.lengths == nil {
		p.lengths = make([]int32, p.size)
	}
	p.lengths[i] = int32(length)
}
