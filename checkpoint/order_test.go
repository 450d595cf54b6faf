package checkpoint_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/checkpoint"
	"pgregory.net/rapid"
)

// plan is a set of checkpoints as a property draws them: number i may come after any numbers below it, and is reached
// by a reply that says its word, unless its assertion errors on that word.
type plan struct {
	after                    [][]int
	judge, optional, errored []bool
}

func drawPlan(t *rapid.T) plan {
	n := rapid.IntRange(1, 8).Draw(t, "checkpoints")
	p := plan{after: make([][]int, n), judge: make([]bool, n), optional: make([]bool, n), errored: make([]bool, n)}
	for i := range n {
		for k := range i {
			if rapid.IntRange(0, 3).Draw(t, fmt.Sprintf("%d after %d", i, k)) == 0 {
				p.after[i] = append(p.after[i], k)
			}
		}
		p.judge[i] = rapid.Bool().Draw(t, fmt.Sprintf("%d is a judge", i))
		p.optional[i] = rapid.IntRange(0, 3).Draw(t, fmt.Sprintf("%d is optional", i)) == 0
		p.errored[i] = rapid.IntRange(0, 15).Draw(t, fmt.Sprintf("%d errs", i)) == 0
	}
	return p
}

func id(i int) string   { return fmt.Sprintf("c%d", i) }
func word(i int) string { return fmt.Sprintf("<%d>", i) }

// checkpoints declares the plan in this order.
func (p plan) checkpoints(order []int) []checkpoint.Checkpoint {
	var cs []checkpoint.Checkpoint
	for _, i := range order {
		a := does(func(_ context.Context, v chat.View) chat.Verdict {
			switch {
			case !strings.Contains(v.Text(), word(i)):
				return chat.Fail("not said")
			case p.errored[i]:
				return chat.Fault(chat.BlameCase, "errs")
			default:
				return chat.Pass()
			}
		})
		c := checkpoint.New(id(i), &counted{Assertion: a, judge: p.judge[i]})
		for _, k := range p.after[i] {
			c = c.After(id(k))
		}
		if p.optional[i] {
			c = c.Optional()
		}
		cs = append(cs, c)
	}
	return cs
}

// play returns, for each reply, what it reached in a form that does not depend on the order of declaration, up to and
// including the first fault.
func play(cs []checkpoint.Checkpoint, replies []string) (story []string) {
	tracker := checkpoint.Track(cs)
	for _, reply := range replies {
		reached, fault := tracker.Observe(context.Background(), chat.Reply(reply).View())
		slices.Sort(reached)
		story = append(story, fmt.Sprintf("%v fault %v done %v", reached, fault != nil, tracker.Done()))
		if fault != nil {
			break
		}
	}
	return story
}

// The order in which checkpoints are declared never changes which of them a turn reaches.
func TestOrderOfDeclarationMeansNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlan(t)
		n := len(p.after)
		var replies []string
		for range rapid.IntRange(1, 5).Draw(t, "turns") {
			var b strings.Builder
			for i := range n {
				if rapid.Bool().Draw(t, "says "+id(i)) {
					b.WriteString(word(i))
				}
			}
			replies = append(replies, b.String())
		}
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		want := play(p.checkpoints(order), replies)
		shuffled := rapid.Permutation(order).Draw(t, "order")
		cs := p.checkpoints(shuffled)
		if err := checkpoint.Validate(cs); err != nil {
			t.Fatalf("Validate: %v", err)
		}
		if got := play(cs, replies); !slices.Equal(got, want) {
			t.Fatalf("declared as %v:\n%s\ndeclared in order:\n%s", shuffled, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// What a turn reaches is what going over all pending checkpoints again and again would find.
func TestTheFixpointIsTheNaiveOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlan(t)
		n := len(p.after)
		order := make([]int, n)
		for i := range n {
			order[i] = i
			p.optional[i], p.errored[i] = false, false
		}
		order = rapid.Permutation(order).Draw(t, "order")
		tracker := checkpoint.Track(p.checkpoints(order))
		reached := make([]bool, n)
		for range rapid.IntRange(1, 5).Draw(t, "turns") {
			said := make([]bool, n)
			var reply strings.Builder
			for i := range n {
				if said[i] = rapid.Bool().Draw(t, "says "+id(i)); said[i] {
					reply.WriteString(word(i))
				}
			}
			var want []string
			for changed := true; changed; {
				changed = false
				for i := range n {
					free := !slices.ContainsFunc(p.after[i], func(k int) bool { return !reached[k] })
					if !reached[i] && said[i] && free {
						reached[i], changed = true, true
						want = append(want, id(i))
					}
				}
			}
			got, _ := tracker.Observe(context.Background(), chat.Reply(reply.String()).View())
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("reply %q: reached %v, want %v", reply.String(), got, want)
			}
			if done := !slices.Contains(reached, false); tracker.Done() != done {
				t.Fatalf("done: got %v, want %v", tracker.Done(), done)
			}
		}
	})
}

// A circle of checkpoints is found wherever it is, and a set without one is never taken for one.
func TestCirclesAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlan(t)
		n := len(p.after)
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		shuffled := rapid.Permutation(order).Draw(t, "order")
		if err := checkpoint.Validate(p.checkpoints(shuffled)); err != nil {
			t.Fatalf("no circle: %v", err)
		}
		from := rapid.IntRange(0, n-1).Draw(t, "from")
		p.after[0] = append(p.after[0], from)
		p.after[from] = append(p.after[from], 0)
		err := checkpoint.Validate(p.checkpoints(shuffled))
		if err == nil || !strings.Contains(err.Error(), "wait for each other") {
			t.Fatalf("c0 and c%d wait for each other: got %v", from, err)
		}
	})
}
