package checkpoint

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/strict"
)

// Validate returns every mistake in the declaration of the checkpoints of one case, joined in the order of declaration,
// or nil: an empty or repeated id, an unknown id in After, checkpoints that wait for each other, a missing assertion,
// and what an assertion says of itself ([chat.Validator]). Each mistake names the place of its checkpoint.
func Validate(cs []Checkpoint) error {
	first := make(map[string]int, len(cs))
	for i, c := range cs {
		if _, ok := first[c.id]; !ok && c.id != "" {
			first[c.id] = i
		}
	}
	var problems []error
	for i, c := range cs {
		report := func(format string, args ...any) {
			problems = append(problems, at(c.source, fmt.Errorf(format, args...)))
		}
		switch at := first[c.id]; {
		case c.id == "":
			report("a checkpoint has an empty id; name it, as in checkpoint.New(\"ask_type\", …)")
		case at != i:
			report("checkpoint %q is declared twice%s; give it an id of its own", c.id, also(cs[at].source))
		}
		for _, id := range c.after {
			if _, ok := first[id]; !ok {
				report("checkpoint %q comes after %q, which is not declared%s", c.id, id, suggestion(id, cs))
			}
		}
		if err := checkAssertion(c.assertion); err != nil {
			report("checkpoint %q: %w", c.id, err)
		}
	}
	for _, cycle := range cycles(cs, first) {
		names := make([]string, 0, len(cycle)+1)
		for _, i := range cycle {
			names = append(names, cs[i].id)
		}
		problems = append(problems, at(cs[cycle[0]].source, fmt.Errorf(
			"checkpoints wait for each other and can never be reached: %s → %s; remove one of these links", strings.Join(names, " → "), names[0])))
	}
	return errors.Join(problems...)
}

// checkAssertion returns what is wrong with an assertion before it has run. The methods it calls may be a user's own;
// a panic in one, most likely because the assertion is a nil pointer, is such a mistake too.
func checkAssertion(a chat.Assertion) (err error) {
	if a == nil {
		return errors.New("it has no assertion; pass one from package assert")
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("its assertion (%T) panicked when it was asked for mistakes: %v", a, r)
		}
	}()
	chat.CallsModel(a)
	if v, ok := a.(chat.Validator); ok {
		return v.Validate()
	}
	return nil
}

// suggestion returns what to do about an id that is not declared: the id that was most likely meant, or else all ids.
func suggestion(id string, cs []Checkpoint) string {
	var known, quoted []string
	for _, c := range cs {
		if c.id != "" {
			known, quoted = append(known, c.id), append(quoted, strconv.Quote(c.id))
		}
	}
	if hint := strict.Hint(id, known); hint != "" {
		return hint
	}
	if len(quoted) == 0 {
		return ""
	}
	return "; declared are " + strings.Join(quoted, ", ")
}

func at(s chat.Source, err error) error {
	if place := s.String(); place != "" {
		return fmt.Errorf("%s: %w", place, err)
	}
	return err
}

func also(s chat.Source) string {
	if place := s.String(); place != "" {
		return ", first at " + place
	}
	return ""
}

// cycles returns the groups of checkpoints that wait for each other, each in the order of waiting and beginning with
// the one declared first. No checkpoint is in two groups. Checkpoints that merely come after a group are in none.
func cycles(cs []Checkpoint, first map[string]int) [][]int {
	waits := make([]int, len(cs))        // how many that are still in the graph it comes after
	dependents := make([][]int, len(cs)) // who comes after it
	for i, c := range cs {
		for _, id := range c.after {
			if k, ok := first[id]; ok {
				waits[i]++
				dependents[k] = append(dependents[k], i)
			}
		}
	}
	gone := make([]bool, len(cs))
	remove := func(free []int) {
		for len(free) > 0 {
			i := free[len(free)-1]
			free = free[:len(free)-1]
			if gone[i] {
				continue
			}
			gone[i] = true
			for _, k := range dependents[i] {
				if waits[k]--; waits[k] == 0 {
					free = append(free, k)
				}
			}
		}
	}
	var free []int
	for i := range cs {
		if waits[i] == 0 {
			free = append(free, i)
		}
	}
	remove(free)

	var found [][]int
	for i := range cs {
		if gone[i] {
			continue
		}
		// Everything left waits for something left, so that walking on must come round.
		cycle := walk(cs, first, gone, i)
		found = append(found, cycle)
		remove(slices.Clone(cycle))
	}
	return found
}

// walk follows After from start until it meets itself, and returns that circle.
func walk(cs []Checkpoint, first map[string]int, gone []bool, start int) []int {
	seen := map[int]int{}
	var path []int
	for i := start; ; {
		if from, ok := seen[i]; ok {
			circle := path[from:]
			low := 0
			for k := range circle {
				if circle[k] < circle[low] {
					low = k
				}
			}
			return append(append([]int{}, circle[low:]...), circle[:low]...)
		}
		seen[i] = len(path)
		path = append(path, i)
		for _, id := range cs[i].after {
			if k, ok := first[id]; ok && !gone[k] {
				i = k
				break
			}
		}
	}
}
