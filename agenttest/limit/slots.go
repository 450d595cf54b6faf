package limit

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/agenttest/go/internal/render"
)

// patience is how long after the end of its time a call may take to return before it counts as one that never will.
const patience = 30 * time.Second

// slots bound how many calls are under way. What changes is under the limiter's lock.
type slots struct {
	name  string
	size  int
	used  int
	lost  int       // of the used ones: by calls that have used up our patience
	moved time.Time // when one was taken or given free last
}

func newSlots(n int) *slots {
	return &slots{name: "the limit of " + counted(float64(n)) + " at once", size: n}
}

func (l *Limiter) hasSlots() bool { return l.slots != nil }

// full reports whether none is free. Of nil slots there are as many as one wants.
func (s *slots) full() bool { return s != nil && s.used == s.size }

// none returns an error if there will be no free slot again. Without it a run whose context never ends would wait for ever
// behind agents that hang.
func (s *slots) none() error {
	if s == nil || s.lost < s.size {
		return nil
	}
	return fmt.Errorf("it is used up by %s that did not return within %s of the end of their time", counted(float64(s.size)), render.Duration(patience))
}

// hold looks after a call that these limiters have admitted and returns what gives its slots free.
func hold(ctx context.Context, limits []*Limiter) (release func()) {
	if !slices.ContainsFunc(limits, (*Limiter).hasSlots) {
		return func() {}
	}
	var (
		mu             sync.Mutex
		timer          *time.Timer
		returned, lost bool
	)
	change := func(f func(*slots)) {
		for _, l := range limits {
			l.mu.Lock()
			if l.hasSlots() {
				f(l.slots)
				l.wake(1)
				if l.slots.none() != nil {
					l.wake(len(l.queue))
				}
			}
			l.mu.Unlock()
		}
	}
	stop := context.AfterFunc(ctx, func() {
		mu.Lock()
		defer mu.Unlock()
		if returned {
			return
		}
		timer = time.AfterFunc(patience, func() {
			mu.Lock()
			defer mu.Unlock()
			if lost = !returned; lost {
				change(func(s *slots) { s.lost++ })
			}
		})
	})
	return func() {
		stop()
		mu.Lock()
		defer mu.Unlock()
		returned = true
		if timer != nil {
			timer.Stop()
		}
		change(func(s *slots) {
			s.used--
			s.moved = time.Now()
			if lost {
				s.lost--
			}
		})
	}
}
