package match

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Diff returns the differences as an indented tree, lines of the wanted value marked "-" and lines of the one found
// "+", what is equal folded to a line or a count; "" when there is no difference. Values that Compare finds equal are
// never shown as different.
func (w Want) Diff(mode Mode, got Value) string {
	if w.Compare(mode, "", got).OK() {
		return ""
	}
	d := differ{mode: mode}
	d.value("", "", w.v, got)
	if d.lines > maxDiffLines {
		d.out.WriteString("  … and more\n")
	}
	return d.out.String()
}

const maxDiffLines = 60

type differ struct {
	mode  Mode
	out   strings.Builder
	lines int
}

func (d *differ) line(sign, indent, label, value string) {
	d.lines++
	if d.lines <= maxDiffLines {
		fmt.Fprintf(&d.out, "%s %s%s%s\n", sign, indent, label, value)
	}
}

// value writes the difference of two values that are not equal.
func (d *differ) value(indent, label string, want any, got Value) {
	if got.present {
		switch want := want.(type) {
		case map[string]any:
			if object, ok := got.v.(map[string]any); ok {
				d.line(" ", indent, label, "{")
				d.objects(indent+"  ", want, object)
				d.line(" ", indent, "", "}")
				return
			}
		case []any:
			if array, ok := got.v.([]any); ok {
				d.line(" ", indent, label, "[")
				d.arrays(indent+"  ", want, array)
				d.line(" ", indent, "", "]")
				return
			}
		}
	}
	d.line("-", indent, label, brief(Value{true, want}))
	if got.present {
		d.line("+", indent, label, brief(got))
	}
}

func (d *differ) objects(indent string, want, got map[string]any) {
	keys := slices.Collect(maps.Keys(want))
	if d.mode == Exact {
		for key := range got {
			if _, ok := want[key]; !ok {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	equal := 0
	for _, key := range keys {
		if d.lines > maxDiffLines {
			return
		}
		w, wanted := want[key]
		g, ok := got[key]
		label := quote(key) + ": "
		switch {
		case !wanted:
			d.line("+", indent, label, brief(Value{true, g}))
		case d.same(w, Value{ok, g}):
			equal++
		default:
			d.value(indent, label, w, Value{ok, g})
		}
	}
	d.fold(indent, equal, "key", "keys")
}

func (d *differ) arrays(indent string, want, got []any) {
	equal := 0
	for i := range max(len(want), len(got)) {
		if d.lines > maxDiffLines {
			return
		}
		label := fmt.Sprintf("[%d] ", i)
		switch {
		case i >= len(want):
			d.line("+", indent, label, brief(Value{true, got[i]}))
		case i >= len(got):
			d.line("-", indent, label, brief(Value{true, want[i]}))
		case d.same(want[i], Value{true, got[i]}):
			equal++
		default:
			d.value(indent, label, want[i], Value{true, got[i]})
		}
	}
	d.fold(indent, equal, "element", "elements")
}

func (d *differ) same(want any, got Value) bool {
	return Want{want}.Compare(d.mode, "", got).OK()
}

func (d *differ) fold(indent string, n int, one, many string) {
	switch {
	case n == 1:
		d.line(" ", indent, "", "… 1 equal "+one)
	case n > 1:
		d.line(" ", indent, "", fmt.Sprintf("… %d equal %s", n, many))
	}
}
