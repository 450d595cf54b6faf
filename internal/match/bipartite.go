package match

import "slices"

// Bipartite pairs as many of n left elements with m right ones as possible, each with at most one partner, where
// fits(i, j) says which may be paired. It returns for each left element its right partner, or -1, and for each right
// element its left one, or -1. The number of pairs is the largest there is, so it does not depend on the order of
// either side. fits is asked once for each pair.
//
// It is the method of augmenting paths (Kuhn 1955, Berge 1957): O(n·edges), linear where most elements have one
// candidate. Where not all can be paired, earlier left elements are served first.
func Bipartite(n, m int, fits func(i, j int) bool) (left, right []int) {
	candidates := make([][]int32, n)
	for i := range n {
		for j := range m {
			if fits(i, j) {
				candidates[i] = append(candidates[i], int32(j))
			}
		}
	}
	left, right = slices.Repeat([]int{-1}, n), slices.Repeat([]int{-1}, m)
	seen := make([]int, m) // the round in which a right element was last tried
	var augment func(i, round int) bool
	augment = func(i, round int) bool {
		for _, j := range candidates[i] {
			if right[j] < 0 {
				left[i], right[j] = int(j), i
				return true
			}
		}
		for _, j := range candidates[i] {
			if seen[j] == round {
				continue
			}
			seen[j] = round
			if augment(right[j], round) {
				left[i], right[j] = int(j), i
				return true
			}
		}
		return false
	}
	for i := range n {
		augment(i, i+1)
	}
	return left, right
}
