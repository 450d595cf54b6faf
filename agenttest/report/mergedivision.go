package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/agenttest/go/internal/render"
)

// division is the shards that belong together.
type division struct{ parts []*part }

// divide finds the shards that belong together: those of one agent and input. Where several of these have shards
// missing that the others have, they are one division, of which somebody gave the shards different names.
func (j *joined) divide() {
	byKey := map[groupKey]*division{}
	var all []*division
	for _, p := range j.parts {
		if !p.divided() {
			continue
		}
		key := groupKey{p.run.Agent, p.run.Input}
		d := byKey[key]
		if d == nil {
			d = &division{}
			byKey[key] = d
			all = append(all, d)
		}
		d.parts = append(d.parts, p)
	}
	slices.SortStableFunc(all, func(a, b *division) int { return cmp.Compare(len(b.parts), len(a.parts)) })
next:
	for _, d := range all {
		for _, other := range j.divisions {
			if d.complements(other) {
				other.parts = append(other.parts, d.parts...)
				continue next
			}
		}
		j.divisions = append(j.divisions, d)
	}
	for _, d := range j.divisions {
		slices.SortStableFunc(d.parts, func(a, b *part) int { return cmp.Or(cmp.Compare(a.index, b.index), cmp.Compare(a.of, b.of)) })
	}
}

// complements reports whether two divisions are parts of one.
func (d *division) complements(other *division) bool {
	if d.of() != other.of() || d.mixed() || other.mixed() || d.addsUp() || other.addsUp() {
		return false
	}
	there := other.present()
	for index := range d.present() {
		if there[index] {
			return false
		}
	}
	return true
}

// of returns into how many shards it was divided, at most.
func (d *division) of() int {
	of := 0
	for _, p := range d.parts {
		of = max(of, p.of)
	}
	return of
}

// mixed reports whether there are shards of another number of shards.
func (d *division) mixed() bool {
	return slices.ContainsFunc(d.parts, func(p *part) bool { return p.of != d.parts[0].of })
}

// present returns the indexes of the shards that are there.
func (d *division) present() map[int]bool {
	all := map[int]bool{}
	for _, p := range d.parts {
		all[p.index] = true
	}
	return all
}

// cases returns how many cases the shards say they have, and whether all of them say so. Of a shard that is there twice
// one counts.
func (d *division) cases() (n int, known bool) {
	known = true
	counted := map[int]bool{}
	for _, p := range d.parts {
		known = known && p.run.Cases > 0
		if !counted[p.index] {
			counted[p.index] = true
			n += max(p.run.Cases, p.distinct)
		}
	}
	return n, known
}

// whole returns how many cases all shards together have, as they say; 0 when they do not.
func (d *division) whole() int {
	n := 0
	for _, p := range d.parts {
		n = max(n, p.run.Total)
	}
	return n
}

// total returns how many cases all shards together have, as far as it is known.
func (d *division) total() int {
	n, _ := d.cases()
	return max(n, d.whole())
}

// addsUp reports whether the shards have all cases between them, so that those that are not there have none.
func (d *division) addsUp() bool {
	n, known := d.cases()
	whole := d.whole()
	return known && whole > 0 && n == whole || whole == 0 && len(d.present()) == d.of()
}

// missing returns the names of the shards that are not there, the first ones of many, and their number.
func (d *division) missing() (names string, count int) {
	there, of := d.present(), d.of()
	var list []string
	for i := 1; i <= of && len(list) < mostListed; i++ {
		if !there[i] {
			list = append(list, fmt.Sprintf("%d/%d", i, of))
		}
	}
	count = of - len(there)
	return render.ListOf(list, count), count
}
