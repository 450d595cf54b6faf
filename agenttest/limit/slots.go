package limit

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/agenttest/go/internal/render"
)

// patience is how long after the end of its time a call may take to return before it counts as one that never will.
const patience = 30 * time.Second

// slots bound how many calls are under way.
type slots struct {
	name string
	used chan struct{} // holds one for each call under way

	mu   sync.Mutex
	lost int           // calls that have used up our patience
	none chan struct{} // closed while all slots are held by such calls
}

func newSlots(n int) *slots {
	return &slots{
		name: "the limit of " + counted(float64(n)) + " at once",
		used: make(chan struct{}, n),
		none: make(chan struct{}),
	}
}

// take waits for a slot and returns what gives it free. Without the patience a run whose context never ends would wait
// for ever behind agents that hang.
func (s *slots) take(ctx context.Context) (release func(), err error) {
	s.mu.Lock()
	none := s.none
	s.mu.Unlock()
	select {
	case s.used <- struct{}{}:
		return s.hold(ctx), nil
	default:
	}
	select {
	case s.used <- struct{}{}:
		return s.hold(ctx), nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-none:
		return nil, fmt.Errorf("it is used up by %s that did not return within %s of the end of their time", counted(float64(cap(s.used))), render.Duration(patience))
	}
}

// hold looks after a slot that is taken and returns what gives it free.
func (s *slots) hold(ctx context.Context) (release func()) {
	var ( // under s.mu
		timer          *time.Timer
		returned, lost bool
	)
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if returned {
			return
		}
		timer = time.AfterFunc(patience, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			if returned {
				return
			}
			lost = true
			if s.lost++; s.lost == cap(s.used) {
				close(s.none)
			}
		})
	})
	return func() {
		stop()
		s.mu.Lock()
		defer s.mu.Unlock()
		returned = true
		if timer != nil {
			timer.Stop()
		}
		if lost {
			if s.lost == cap(s.used) {
				s.none = make(chan struct{})
			}
			s.lost--
		}
		<-s.used
	}
}
