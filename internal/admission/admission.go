// Package admission is where limits and the engine meet: a call that a limit holds back says so to the time it is made
// in, which then stands still, so that the wait is nobody's time.
package admission

import (
	"context"
	"sync"
	"time"
)

// Queue is the account of one stretch of time, of a case or of a turn in it: which of its calls wait to be admitted and
// which are under way. Its methods may be called from several goroutines, and on a nil queue, which keeps no account.
type Queue struct {
	outer *Queue          // the stretch this one is part of
	ended <-chan struct{} // closed when the time is over
	stand func(still bool)

	mu       sync.Mutex
	waiting  int
	underWay int
	what     string // what was waited for last
	missed   string // what was waited for when the time was over
	still    bool
	since    time.Time
	waited   time.Duration
}

// NewQueue returns a queue for the time that ends with ctx, whose own queue, if it has one, is told of everything, too.
// Stand is called when the time begins to stand still and when it goes on: it stands while a call waits and none is
// under way. A call that is under way could be what the other one waits for, so then the time passes, and ends.
// Stand must not call the queue; nil does nothing.
func NewQueue(ctx context.Context, stand func(still bool)) *Queue {
	if stand == nil {
		stand = func(bool) {}
	}
	return &Queue{outer: Of(ctx), ended: ctx.Done(), stand: stand}
}

// Key is the key of the [*Queue] among the values of a context.
type Key struct{}

// Of returns the queue of the time that ctx is in, nil when there is none.
func Of(ctx context.Context) *Queue {
	q, _ := ctx.Value(Key{}).(*Queue)
	return q
}

// With returns a context in which this is the queue.
func With(ctx context.Context, q *Queue) context.Context { return context.WithValue(ctx, Key{}, q) }

// Waiting returns what a call waits for, or waited for when the time was over; empty when none does.
func (q *Queue) Waiting() string {
	if q == nil {
		return ""
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting > 0 {
		return q.what
	}
	return q.missed
}

// Waited returns for how long the time has stood still.
func (q *Queue) Waited() time.Duration {
	if q == nil {
		return 0
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.still {
		return q.waited + time.Since(q.since)
	}
	return q.waited
}

// update changes the account of the queue and of those around it.
func (q *Queue) update(change func(*Queue)) {
	for ; q != nil; q = q.outer {
		q.mu.Lock()
		change(q)
		if still := q.waiting > 0 && q.underWay == 0; still != q.still {
			if q.still = still; still {
				q.since = time.Now()
			} else {
				q.waited += time.Since(q.since)
			}
			q.stand(still)
		}
		q.mu.Unlock()
	}
}

// Call is a call on its way: it waits, is admitted or refused, and in the first case done. The methods follow each other
// in this order.
type Call struct {
	queue *Queue
	what  string
}

// Wait returns a call that waits from now on for what is named like "the limit of 60 calls a minute".
func Wait(ctx context.Context, what string) *Call {
	c := &Call{queue: Of(ctx), what: what}
	c.queue.update(func(q *Queue) {
		q.waiting++
		q.what = what
	})
	return c
}

// For says that the call waits for something else now.
func (c *Call) For(what string) {
	c.what = what
	c.queue.update(func(q *Queue) { q.what = what })
}

// Admitted says that the call is under way.
func (c *Call) Admitted() {
	c.queue.update(func(q *Queue) {
		q.waiting--
		q.underWay++
	})
}

// Done says that an admitted call has returned.
func (c *Call) Done() { c.queue.update(func(q *Queue) { q.underWay-- }) }

// Refused says that the call does not wait any longer and is not made. It returns the error that says why.
func (c *Call) Refused(why error) *Refused {
	c.queue.update(func(q *Queue) {
		q.waiting--
		select {
		case <-q.ended:
			q.missed = c.what
		default:
		}
	})
	return &Refused{What: c.what, Err: why}
}

// Refused is the error of a call that was not made, because the wait for its admission ended otherwise. Nobody who was
// to be called is to blame for it.
type Refused struct {
	What string // "the limit of 60 calls a minute"
	Err  error
}

// Error names the limit and the reason.
func (r *Refused) Error() string { return "gave up waiting for " + r.What + ": " + r.Err.Error() }

// Unwrap returns the reason.
func (r *Refused) Unwrap() error { return r.Err }
