package match

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agenttest/go/internal/render"
)

// Mode says how a wanted object compares with one that has more keys.
type Mode uint8

// The two modes.
const (
	Exact  Mode = iota // the same keys
	Subset             // the wanted keys, and any others
)

// Mismatch is one difference.
type Mismatch struct {
	// Path says where: "args.items[2].id".
	Path string
	// Got and Want are printable, on one line and cut when long; Want may be empty where Reason says it all.
	Got, Want string
	// Reason is set by a matcher in place of Got and Want.
	Reason string
}

// String returns the difference on one line: "args.amount: got 35, want 3500".
func (m Mismatch) String() string {
	if m.Reason != "" {
		return m.Path + ": " + m.Reason
	}
	return m.Path + ": got " + m.Got + ", want " + m.Want
}

// Mismatches are the differences of a comparison in the order of the wanted value's keys. None is a match.
type Mismatches []Mismatch

// OK reports whether there is no difference.
func (ms Mismatches) OK() bool { return len(ms) == 0 }

// String returns the differences on one line, the first few of many; "" when there are none.
func (ms Mismatches) String() string {
	const shown = 5
	parts := make([]string, 0, shown+1)
	for i, m := range ms {
		if i == shown {
			parts = append(parts, "and more")
			break
		}
		parts = append(parts, m.String())
	}
	return strings.Join(parts, "; ")
}

// maxMismatches bounds what is collected: nobody reads more, and a hostile value must not cost more.
const maxMismatches = 50

// Equal compares JSON with the wanted value; root is the path printed for the whole of it. JSON that is invalid is a
// mismatch.
func (w Want) Equal(root string, raw json.RawMessage) Mismatches {
	return w.decoded(Exact, root, raw)
}

// Subset is like [Want.Equal], but keys of objects that are not wanted are ignored.
func (w Want) Subset(root string, raw json.RawMessage) Mismatches {
	return w.decoded(Subset, root, raw)
}

func (w Want) decoded(mode Mode, root string, raw json.RawMessage) Mismatches {
	got, err := Decode(raw)
	if err != nil {
		return Mismatches{{Path: root, Reason: "not valid JSON (" + err.Error() + "): " + render.Quote(string(raw))}}
	}
	return w.Compare(mode, root, got)
}

// Compare compares a value that may be missing with the wanted value.
func (w Want) Compare(mode Mode, root string, got Value) Mismatches {
	c := comparison{mode: mode}
	c.compare(path{name: root}, w.v, got)
	return c.found
}

type comparison struct {
	mode  Mode
	found Mismatches
}

func (c *comparison) full() bool { return len(c.found) >= maxMismatches }

func (c *comparison) differ(at path, got, want string) {
	c.found = append(c.found, Mismatch{Path: at.String(), Got: got, Want: want})
}

func (c *comparison) compare(at path, want any, got Value) {
	if c.full() {
		return
	}
	if m, ok := want.(Matcher); ok {
		var r json.RawMessage
		if got.present {
			r = raw(got.v)
		}
		if ok, reason := m.Match(r, got.present); !ok {
			if reason == "" {
				c.differ(at, brief(got), m.String())
				return
			}
			c.found = append(c.found, Mismatch{Path: at.String(), Reason: reason})
		}
		return
	}
	if !got.present {
		c.differ(at, "nothing (it is missing)", brief(Value{true, want}))
		return
	}
	switch want := want.(type) {
	case map[string]any:
		if object, ok := got.v.(map[string]any); ok {
			c.objects(at, want, object)
			return
		}
	case []any:
		if array, ok := got.v.([]any); ok {
			c.arrays(at, want, array)
			return
		}
	default:
		if sameScalar(want, got.v) {
			return
		}
	}
	c.differ(at, kinded(got.v, want), kinded(want, got.v))
}

func (c *comparison) objects(at path, want, got map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(want)) {
		value, ok := got[key]
		c.compare(path{parent: &at, name: key, key: true}, want[key], Value{ok, value})
	}
	if c.mode == Subset {
		return
	}
	var extra []string
	for key := range got {
		if _, ok := want[key]; !ok {
			extra = append(extra, key)
		}
	}
	slices.Sort(extra)
	for _, key := range extra {
		if c.full() {
			return
		}
		c.differ(path{parent: &at, name: key, key: true}, brief(Value{true, got[key]}), "no such key")
	}
}

func (c *comparison) arrays(at path, want, got []any) {
	if len(want) != len(got) {
		c.differ(at, elements(len(got))+" "+brief(Value{true, got}), elements(len(want))+" "+brief(Value{true, want}))
		return
	}
	for i := range want {
		if c.full() {
			return
		}
		c.compare(path{parent: &at, index: i}, want[i], Value{true, got[i]})
	}
}

func sameScalar(want, got any) bool {
	w, ok := want.(json.Number)
	if !ok {
		switch got.(type) {
		case []any, map[string]any: // not comparable
			return false
		}
		return want == got
	}
	g, ok := got.(json.Number)
	return ok && sameNumber(string(w), string(g))
}

// kinded prints a scalar, with its kind where only the kind tells it from the other.
func kinded(v, other any) string {
	a, b := kindOf(v), kindOf(other)
	s := brief(Value{true, v})
	if a != b && (a == "string" || a == "number" || a == "boolean") && (b == "string" || b == "number" || b == "boolean") {
		return s + " (" + a + ")"
	}
	return s
}

// brief prints a value on one line, cut when it is long.
func brief(v Value) string { return render.Line(render.Cut(v.String(), 160)) }

func elements(n int) string {
	if n == 1 {
		return "1 element"
	}
	return strconv.Itoa(n) + " elements"
}

// path is a place in a value: the root, a key of the parent, or an index. It is only written out for a mismatch.
type path struct {
	parent *path
	name   string
	key    bool
	index  int
}

func (p path) String() string {
	switch {
	case p.parent == nil:
		return p.name
	case !p.key:
		return fmt.Sprintf("%s[%d]", p.parent, p.index)
	case plain(p.name):
		return p.parent.String() + "." + p.name
	default:
		return p.parent.String() + "[" + render.Line(quote(p.name)) + "]"
	}
}

// plain reports whether a key can follow a dot.
func plain(key string) bool {
	for i, c := range key {
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') && c < 0x80 {
			return false
		}
	}
	return key != ""
}
