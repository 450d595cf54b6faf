package checkpoint

import "strings"

// suggestion returns what to do about an id that is not declared: the id that was most likely meant, or else all ids.
func suggestion(id string, cs []Checkpoint) string {
	best, least := "", len(id)/3+1 // a third of it may be mistyped
	var all []string
	for _, c := range cs {
		if c.id == "" {
			continue
		}
		all = append(all, `"`+c.id+`"`)
		d := distance(strings.ToLower(id), strings.ToLower(c.id))
		if d < max(len(id), len(c.id)) && (d < least || d == least && best == "") {
			best, least = c.id, d
		}
	}
	switch {
	case best != "":
		return ` (did you mean "` + best + `"?)`
	case len(all) == 0:
		return ""
	default:
		return "; declared are " + strings.Join(all, ", ")
	}
}

// distance returns how many characters must be inserted, removed, replaced or swapped with their neighbour to make b
// out of a (optimal string alignment).
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	before, prev, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(s); i++ {
		row[0] = i
		for j := 1; j <= len(t); j++ {
			cost := 1
			if s[i-1] == t[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, prev, row = prev, row, before
	}
	return prev[len(t)]
}
