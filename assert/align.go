package assert

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/agenttest/go/internal/match"
)

type rawJSON = json.RawMessage

// tableCells bounds the table of inOrder. Beyond it, the calls are paired from the front, which finds all partners
// whenever that is possible, and otherwise may show fewer pairs than there are.
const tableCells = 1 << 20

// inOrder pairs n expected with m calls made without crossing: as many as possible.
func inOrder(n, m int, fits func(i, j int) bool) pairing {
	p := pairing{slices.Repeat([]int{-1}, n), slices.Repeat([]int{-1}, m)}
	// The same calls in the same order is the usual case, and one where the table would be a waste.
	i := 0
	for i < n && i < m && fits(i, i) {
		p.want[i], p.made[i] = i, i
		i++
	}
	j := i
	if i == n || j == m {
		return p
	}
	if n-i > tableCells/(m-j) {
		for ; i < n && j < m; j++ {
			if fits(i, j) {
				p.want[i], p.made[j] = j, i
				i++
			}
		}
		return p
	}
	// best[a][b] is the largest number of pairs among the expected from a and those made from b.
	from, to := i, j
	fit := make([][]bool, n-from)
	best := make([][]int32, n-from+1)
	for a := range best {
		best[a] = make([]int32, m-to+1)
	}
	for a := n - from - 1; a >= 0; a-- {
		fit[a] = make([]bool, m-to)
		for b := m - to - 1; b >= 0; b-- {
			best[a][b] = max(best[a+1][b], best[a][b+1])
			if fit[a][b] = fits(from+a, to+b); fit[a][b] {
				best[a][b] = max(best[a][b], best[a+1][b+1]+1)
			}
		}
	}
	for a, b := 0, 0; a < n-from && b < m-to; {
		switch {
		case fit[a][b] && best[a][b] == best[a+1][b+1]+1:
			p.want[from+a], p.made[to+b] = to+b, from+a
			a, b = a+1, b+1
		case best[a+1][b] >= best[a][b+1]:
			a++
		default:
			b++
		}
	}
	return p
}

// wanted lists the expected calls on one line.
func (t trajectory) wanted() string {
	if len(t.written) == 0 {
		return "no calls"
	}
	parts := make([]string, len(t.written))
	for i, c := range t.written {
		parts[i] = c.short()
	}
	list := "[" + strings.Join(parts, ", ") + "]"
	switch t.mode {
	case InOrder:
		return list + " in this order"
	case Unordered:
		return list + " in any order"
	case Subset:
		return "nothing but " + list
	case Superset:
		return "at least " + list
	default:
		return list
	}
}

// short is an expected call in a list: "refund" with {"amount":3500}.
func (c *ToolCallAssertion) short() string {
	if c.bare() {
		return fmt.Sprintf("%q", c.name)
	}
	return c.String()
}

// reason says in words what is wrong.
func (t trajectory) reason(p pairing, made []actual) string {
	want, extra := p.unpaired()
	var parts []string
	if want > 0 && t.mode != Subset {
		parts = append(parts, fmt.Sprintf("%d of %d expected calls not made", want, len(t.wants)))
	}
	if extra > 0 && t.mode != InOrder && t.mode != Superset {
		parts = append(parts, fmt.Sprintf("%d of %d calls not expected", extra, len(made)))
	}
	return strings.Join(parts, ", ")
}

// aligned shows expected calls beside the calls made, in the order of the calls made: pairs unmarked, expected ones
// without partner marked "-", made ones that fit nothing "+".
func (t trajectory) aligned(p pairing, made []actual) string {
	const most = 60
	var lines []string
	missing := func(i int) {
		if len(lines) > most {
			lines = append(lines, "") // only counted
			return
		}
		line := "- " + t.wants[i].short()
		if t.mode == Subset {
			line = "  (" + t.wants[i].short() + " not made, which is allowed)"
		} else if near := t.nearest(i, p, made); near != "" {
			line += ": " + near
		}
		lines = append(lines, line)
	}
	ordered := t.mode == Strict || t.mode == InOrder
	next := 0 // the expected calls before it are shown
	for j := range made {
		i := p.made[j]
		if ordered && i >= 0 {
			for ; next < i; next++ {
				missing(next)
			}
			next = i + 1
		}
		text := callText(made[j].ToolCall)
		switch {
		case i >= 0:
			lines = append(lines, "  "+text+" = "+t.wants[i].short())
		case t.mode == InOrder || t.mode == Superset:
			lines = append(lines, "  "+text+" (allowed between)")
		default:
			lines = append(lines, "+ "+text)
		}
	}
	for i := range t.wants {
		if p.want[i] < 0 && (!ordered || i >= next) {
			missing(i)
		}
	}
	if len(lines) > most {
		lines = append(lines[:most], fmt.Sprintf("  … and %d more", len(lines)-most))
	}
	return strings.Join(lines, "\n")
}

// nearest says which call of the same tool came nearest to an expected one that has no partner.
func (t trajectory) nearest(i int, p pairing, made []actual) string {
	var best match.Mismatches
	at := -1
	for j := range made {
		if p.made[j] >= 0 || !t.wants[i].named(made[j].Name) {
			continue
		}
		bad := t.wants[i].miss(&made[j])
		if bad.OK() {
			return fmt.Sprintf("call %d fits, but out of order", made[j].number)
		}
		if at < 0 || len(bad) < len(best) {
			best, at = bad, made[j].number
		}
	}
	if at < 0 {
		return ""
	}
	return fmt.Sprintf("call %d comes nearest: %s", at, best)
}
