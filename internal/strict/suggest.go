package strict

import (
	"strconv"
	"strings"
	"unicode"
)

// DidYouMean returns the word of known that somebody who wrote got most likely meant, and "" when none is near. Case,
// '_' and '-' are not counted, so that maxTurns finds max_turns; beyond that about one letter in three may be wrong,
// missing, too many, or swapped with its neighbour. Of several equally near words the first wins.
func DidYouMean(got string, known []string) string {
	// Nobody's slip of the pen is longer than this, and the cost grows with the square.
	const longest = 64
	if len(got) > longest {
		return ""
	}
	word := plainWord(got)
	best, bestDistance := "", min(max(len(word)/3, 1), 3)+1
	for _, k := range known {
		if len(k) > 2*longest {
			continue
		}
		other := plainWord(k)
		d := distance(word, other)
		// A word of which no letter is left is another word.
		if d < bestDistance && d < max(len(word), 1) {
			best, bestDistance = k, d
		}
	}
	return best
}

// Hint returns ` (did you mean "…"?)` for an error message, with the word that [DidYouMean] finds; "" when it finds
// none.
func Hint(got string, known []string) string {
	word := DidYouMean(got, known)
	if word == "" {
		return ""
	}
	return " (did you mean " + strconv.Quote(word) + "?)"
}

func plainWord(s string) []rune {
	return []rune(strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, s))
}

// distance returns how many letters must be changed, added, dropped or swapped with their neighbour to get from a to b
// (the optimal string alignment form of the Damerau–Levenshtein distance).
func distance(a, b []rune) int {
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			change := above[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
