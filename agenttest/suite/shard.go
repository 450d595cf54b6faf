package suite

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/internal/strict"
)

// The environment variables that divide a suite over several machines.
const (
	shardVar      = "AGENTTEST_SHARD"
	shardTotalVar = "AGENTTEST_SHARD_TOTAL"
	timingsVar    = "AGENTTEST_TIMINGS"
)

// shard is one of the parts that a suite is divided into. The zero value is the whole.
type shard struct {
	index, of int // index counts from 1
	timings   *timings
}

// divided reports whether the suite is divided at all.
func (s shard) divided() bool { return s.of > 1 }

// divides returns an error when the suite is divided but each machine has cases of its own.
func (s shard) divides(cases []Loaded) error {
	if !s.divided() {
		return nil
	}
	for i := range cases {
		if l := &cases[i]; l.improvised {
			return &strict.Error{File: l.Source.File, Message: "what an agent makes up differs from machine to machine and cannot be divided into shards; write the cases to a file first (see suite.All), and play that"}
		}
	}
	return nil
}

// String returns "2/8", and nothing for the whole.
func (s shard) String() string {
	if s.of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.index, s.of)
}

// parseShard reads "2/8", or "auto" with the help of the environment. The empty text is the whole.
func parseShard(text string, getenv func(string) string) (shard, error) {
	switch text {
	case "":
		return shard{}, nil
	case "auto":
		return detectShard(getenv)
	}
	const want = `want the number of this shard and of all, such as "2/8", or "auto"`
	i, n, ok := strings.Cut(text, "/")
	index, err1 := strconv.Atoi(i)
	of, err2 := strconv.Atoi(n)
	switch {
	case !ok || err1 != nil || err2 != nil:
		return shard{}, fmt.Errorf("got %q, %s", text, want)
	case of < 1:
		return shard{}, fmt.Errorf("got %q, %s: there is at least one shard", text, want)
	case index < 1:
		return shard{}, fmt.Errorf("got %q, %s: shards count from 1, so the first is 1/%d", text, want, of)
	case index > of:
		return shard{}, fmt.Errorf("got %q, %s: shards count from 1, so the last is %d/%d", text, want, of, of)
	}
	return shard{index: index, of: of}, nil
}

// whole is what the cases of a shard were picked from.
type whole struct {
	shard string // "2/8"
	total int    // the cases of all shards
}

// part is what is played of a suite; shard and total are empty and 0 when it is the whole.
type part struct {
	cases []Loaded
	whole
}

// part returns what is played of these cases. Those that were picked before are not divided again, which would lose
// most of them.
func (s shard) part(cases []Loaded) (part, error) {
	if err := s.pickedAlike(cases); err != nil {
		return part{}, err
	}
	switch {
	case len(cases) > 0 && cases[0].picked != nil:
		return part{cases, *cases[0].picked}, nil
	case !s.divided():
		return part{cases: cases}, nil
	}
	from := whole{s.String(), len(cases)}
	mine := s.pick(cases)
	for i := range mine {
		mine[i].picked = &from
	}
	return part{mine, from}, nil
}

// pickedAlike returns an error unless none of the cases was picked before, or all of them were, from the same whole and
// for this shard.
func (s shard) pickedAlike(cases []Loaded) error {
	const want = "; want all cases, or what one call of suite.Shard has returned for this shard"
	for i := range cases {
		l, first := &cases[i], &cases[0]
		switch {
		case (l.picked == nil) != (first.picked == nil), l.picked != nil && *l.picked != *first.picked:
			return &strict.Error{Message: fmt.Sprintf("the case %q is %s and the case %q is %s%s", first.ID, first.picked, l.ID, l.picked, want)}
		case l.picked != nil && s.of > 0 && l.picked.shard != s.String():
			return &strict.Error{Message: fmt.Sprintf("the case %q is %s, but shard %s is to be played%s", l.ID, l.picked, s, want)}
		}
	}
	return nil
}

// String says what a case was picked from.
func (w *whole) String() string {
	if w == nil {
		return "of no shard"
	}
	return fmt.Sprintf("of shard %s of %s", w.shard, render.Count(w.total, "case"))
}

// pick returns the cases of this shard, in their order. The shards of one division have each case once between them,
// provided that they are given the same cases and the same timings.
func (s shard) pick(cases []Loaded) []Loaded {
	of := hashed
	if s.timings != nil {
		of = s.timings.balanced(cases, s.of)
	}
	var mine []Loaded
	for i := range cases {
		if of(cases[i].ID, s.of) == s.index-1 {
			mine = append(mine, cases[i])
		}
	}
	return mine
}

// hashed returns the shard of a case, from 0: its id decides alone, so that a case stays where it is when others come.
func hashed(id string, n int) int {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id))
	sum := h.Sum64()
	return int((sum ^ sum>>32) % uint64(n))
}

// balanced returns the shard of each case, so that all shards take about as long: the longest case goes first, each to
// the shard that has least to do. A case that has no timing is taken to be as long as the others are on average.
func (t *timings) balanced(cases []Loaded, n int) func(id string, n int) int {
	order := make([]timed, len(cases))
	for i := range cases {
		order[i] = timed{id: cases[i].ID, ms: t.of(cases[i].ID)}
	}
	slices.SortFunc(order, func(a, b timed) int {
		return cmp.Or(cmp.Compare(b.ms, a.ms), cmp.Compare(a.id, b.id))
	})
	load := make([]float64, n)
	where := make(map[string]int, len(cases))
	for _, c := range order {
		least := 0
		for i := range load {
			if load[i] < load[least] {
				least = i
			}
		}
		where[c.id] = least
		load[least] += c.ms + 1 // a case takes time to begin with
	}
	return func(id string, _ int) int { return where[id] }
}

type timed struct {
	id string
	ms float64
}
