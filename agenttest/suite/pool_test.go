package suite_test

import (
	"runtime"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/agenttest/go/agenttest/suite"
)

// Each is called once, in order, no more at once than there are workers, and of those that are alone one at a time.
func TestThePoolCallsEachOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		alone := rapid.SliceOfN(rapid.Bool(), 0, 40).Draw(t, "alone")
		workers := rapid.IntRange(1, 5).Draw(t, "workers")
		var mu sync.Mutex
		var called []int
		now, single := 0, 0
		whole := suite.Each(workers, len(alone), func(i int) bool { return alone[i] }, func(i int) {
			mu.Lock()
			called = append(called, i)
			if now++; alone[i] {
				single++
			}
			if now > workers || single > 1 {
				t.Errorf("%d at once, %d of them alone", now, single)
			}
			mu.Unlock()
			runtime.Gosched()
			mu.Lock()
			if now--; alone[i] {
				single--
			}
			mu.Unlock()
		})
		if workers == 1 && !slices.IsSorted(called) {
			t.Errorf("one worker has called %v", called)
		}
		slices.Sort(called)
		if len(slices.Compact(called)) != len(alone) || !whole {
			t.Errorf("called %v of %d, whole is %v", called, len(alone), whole)
		}
	})
}

// A call that ends its goroutine is the last one, also where it was alone.
func TestThePoolEndsWithABrokenCall(t *testing.T) {
	for _, alone := range []bool{false, true} {
		calls := 0
		whole := suite.Each(1, 5, func(int) bool { return alone }, func(i int) {
			if calls++; i == 2 {
				runtime.Goexit()
			}
		})
		if whole || calls != 3 {
			t.Errorf("alone is %v: got %d calls, whole is %v, want 3 that are not", alone, calls, whole)
		}
	}
}
