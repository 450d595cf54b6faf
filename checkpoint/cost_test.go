package checkpoint_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/checkpoint"
)

// never is an assertion that costs nothing, so that what is measured is the tracker.
type never struct{}

func (never) Check(context.Context, chat.View) chat.Verdict {
	return chat.Verdict{Status: chat.Failed, Blame: chat.BlameAgent}
}
func (never) String() string { return "never" }

func TestATurnThatReachesNothingAllocatesNothing(t *testing.T) {
	var cs []checkpoint.Checkpoint
	for i := range 50 {
		cs = append(cs, checkpoint.New(id(i), never{}))
	}
	tracker := checkpoint.Track(cs)
	view := chat.Reply("hello").View()
	if n := testing.AllocsPerRun(100, func() { tracker.Observe(t.Context(), view) }); n > 0 {
		t.Errorf("%v allocations a turn", n)
	}
}

// Each turn judges only what is pending and admitted: 50 checkpoints in a row over 1,000 turns cost one assertion a
// turn, and nothing once all are reached.
func TestReachedAndWaitingCheckpointsCostNothing(t *testing.T) {
	var cs []checkpoint.Checkpoint
	var all []*counted
	for i := range 50 {
		a := cheap(says(word(i)))
		all = append(all, a)
		c := checkpoint.New(id(i), a)
		if i > 0 {
			c = c.After(id(i - 1))
		}
		cs = append(cs, c)
	}
	rand.Shuffle(len(cs), func(i, k int) { cs[i], cs[k] = cs[k], cs[i] })
	tracker := checkpoint.Track(cs)
	for turn := range 1000 {
		reply := "nothing"
		if turn%10 == 9 && turn/10 < 50 {
			reply = word(turn / 10)
		}
		tracker.Observe(t.Context(), chat.Reply(reply).View())
	}
	if !tracker.Done() {
		t.Fatalf("pending: %q", tracker.Pending())
	}
	var sum int64
	for _, a := range all {
		sum += a.calls.Load()
	}
	// One a turn for the 500 turns in which something is pending, and one more where a turn admits the next.
	if sum != 500+49 {
		t.Errorf("%d assertions were run, want 549", sum)
	}
}

// BenchmarkObserve measures a turn in which 50 pending checkpoints are judged and none is reached, and one in which all
// have been.
func BenchmarkObserve(b *testing.B) {
	for _, bench := range []struct {
		name  string
		reply string
	}{{"pending", "hello"}, {"reached", strings.Repeat("type ", 10)}} {
		b.Run(bench.name, func(b *testing.B) {
			var cs []checkpoint.Checkpoint
			for i := range 50 {
				cs = append(cs, checkpoint.New(id(i), quick("type")))
			}
			tracker := checkpoint.Track(cs)
			view := chat.Reply(bench.reply).View()
			tracker.Observe(b.Context(), view)
			b.ReportAllocs()
			for b.Loop() {
				tracker.Observe(b.Context(), view)
			}
		})
	}
}

// quick is an assertion that a reply contains a text, without the words of a failure.
type quick string

func (q quick) Check(_ context.Context, v chat.View) chat.Verdict {
	if strings.Contains(v.Text(), string(q)) {
		return chat.Pass()
	}
	return chat.Verdict{Status: chat.Failed, Blame: chat.BlameAgent}
}
func (q quick) String() string { return string(q) }
