package match_test

import (
	"math/bits"
	"testing"

	"github.com/agenttest/go/internal/match"
	"pgregory.net/rapid"
)

func TestBipartiteIsNotGreedy(t *testing.T) {
	// The first left element fits both, the second only the first right one: greedy pairing finds one pair.
	left, right := match.Bipartite(2, 2, func(i, j int) bool { return i == 0 || j == 0 })
	if left[0] != 1 || left[1] != 0 || right[0] != 1 || right[1] != 0 {
		t.Errorf("got %v and %v, want both paired", left, right)
	}
}

func TestBipartiteIsMaximum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 6).Draw(t, "n")
		m := rapid.IntRange(0, 6).Draw(t, "m")
		fits := make([][]bool, n)
		for i := range fits {
			fits[i] = rapid.SliceOfN(rapid.Bool(), m, m).Draw(t, "row")
		}
		left, right := match.Bipartite(n, m, func(i, j int) bool { return fits[i][j] })
		pairs := 0
		for i, j := range left {
			if j < 0 {
				continue
			}
			pairs++
			if !fits[i][j] || right[j] != i {
				t.Fatalf("left %d is paired with %d: fits %v, right says %d", i, j, fits[i][j], right[j])
			}
		}
		if want := largest(fits, m); pairs != want {
			t.Fatalf("got %d pairs, want %d", pairs, want)
		}
	})
}

// largest tries every assignment, left element by left element.
func largest(fits [][]bool, m int) int {
	var try func(i int, used uint) int
	try = func(i int, used uint) int {
		if i == len(fits) {
			return bits.OnesCount(used)
		}
		best := try(i+1, used)
		for j := range m {
			if fits[i][j] && used&(1<<j) == 0 {
				best = max(best, try(i+1, used|1<<j))
			}
		}
		return best
	}
	return try(0, 0)
}
