package limit

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/agenttest/go/internal/admission"
)

// call is a call on its way to being admitted by all its limiters at once. It holds nothing of one of them while it waits
// for another, so that nobody waits for what nobody uses. It waits in the queue of one that does not admit it, as old as
// it is: whoever is the first there is woken when there may be a place for it, and whenever the one before has left, so
// none of that is lost.
//
// Where each of its limiters is kept busy by others who need only that one, a call could be sent from queue to queue for
// ever. So when it was often enough, and is the next to be given a slot, it claims one place of each of its limiters:
// younger calls leave it free. A claim does not bind older ones, so no two calls wait for each other's.
type call struct {
	limits []*Limiter // in their order, in which they are locked
	asked  time.Time
	tie    uint64        // decides between two that asked at the same time
	wake   chan struct{} // holds one if it is to try again

	// Under the limiters' locks:
	at     *Limiter // in whose queue it is; nil for none
	moves  int      // from one queue to another
	claims bool
}

// manyMoves is how often a call is sent to another queue before it claims its places.
const manyMoves = 3

// admitted waits until all the limits admit a call. It returns the context to make it in, and what is called when it has
// returned.
func admitted(ctx context.Context, limits []*Limiter) (inner context.Context, done func(), err error) {
	if ctx.Err() != nil { // it is no limit's fault that the call is not made
		return nil, nil, context.Cause(ctx)
	}
	inner, span := admission.Begin(ctx)
	c := &call{limits: limits, asked: time.Now(), tie: rand.Uint64(), wake: make(chan struct{}, 1)}
	if err := c.admit(ctx, span); err != nil {
		span.End()
		return nil, nil, err
	}
	release := hold(ctx, limits)
	return inner, func() {
		release()
		span.End()
	}, nil
}

func (c *call) admit(ctx context.Context, span *admission.Span) error {
	holding := slotsAround(span)
	for {
		what, missing, err := c.try()
		switch {
		case err != nil:
			return &admission.Refused{What: what, Err: err}
		case what == "":
			span.Admitted(c.limits)
			return nil
		}
		var moved func() time.Time
		if len(holding) > 0 && c.at.slots != nil {
			moved = c.at.moved
			if what == c.at.slots.name && slices.Contains(holding, c.at) {
				what += ", in a call that the same limit has admitted"
			}
		}
		span.Wait(what, moved)
		var token <-chan time.Time // which needs not be drained or stopped since Go 1.23
		if missing > 0 {
			token = time.After(missing)
		}
		select {
		case <-c.wake:
		case <-token:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			c.leave()
			return &admission.Refused{What: what, Err: context.Cause(ctx)}
		}
	}
}

// slotsAround returns the limiters of which calls that this one is in hold a slot.
func slotsAround(span *admission.Span) (holding []*Limiter) {
	for _, by := range span.Around() {
		for _, l := range by.([]*Limiter) {
			if l.slots != nil {
				holding = append(holding, l)
			}
		}
	}
	return holding
}

// try admits the call by all its limiters or by none. In the second case it returns what it waits for now, in a queue, and
// the time in which it should try again even if it is not woken, if that is not 0.
func (c *call) try() (what string, missing time.Duration, err error) {
	c.lock()
	defer c.unlock()
	var at *Limiter
	for _, l := range c.limits {
		if err := l.slots.none(); err != nil {
			c.queueAt(nil)
			return l.slots.name, 0, err
		}
		if at == nil && !l.open(c) {
			at = l
		}
	}
	now := time.Now()
	if at == nil {
		for _, l := range c.limits {
			if m := l.bucket.missing(now); m > missing {
				at, missing = l, m
			}
		}
	}
	c.queueAt(at)
	if at != nil {
		c.claim(c.moves >= manyMoves && at.queue[0] == c && at.slots.full())
		return at.name(), missing, nil
	}
	for _, l := range c.limits {
		if l.slots != nil {
			l.slots.used++
			l.slots.moved = now
		}
		if l.bucket != nil {
			l.bucket.tokens.AllowN(now, 1)
		}
	}
	return "", 0, nil
}

// leave gives the call up.
func (c *call) leave() {
	c.lock()
	defer c.unlock()
	c.queueAt(nil)
}

// queueAt puts the call into the queue of a limiter, in none for nil, and out of that it is in.
func (c *call) queueAt(l *Limiter) {
	if l == c.at {
		return
	}
	if l == nil {
		c.claim(false)
	} else if c.at != nil {
		c.moves++
	}
	if left := c.at; left != nil {
		i := slices.Index(left.queue, c)
		left.queue = slices.Delete(left.queue, i, i+1)
		if i == 0 {
			left.wake(1)
		}
	}
	if c.at = l; l != nil {
		i := len(l.queue)
		for i > 0 && c.olderThan(l.queue[i-1]) {
			i--
		}
		l.queue = slices.Insert(l.queue, i, c)
	}
}

// claim makes the call claim a place of each of its limiters, or leaves them to others.
func (c *call) claim(claims bool) {
	if claims == c.claims {
		return
	}
	c.claims = claims
	for _, l := range c.limits {
		if claims {
			l.claims = append(l.claims, c)
			continue
		}
		i := slices.Index(l.claims, c)
		l.claims = slices.Delete(l.claims, i, i+1)
		l.wake(1)
	}
}

func (c *call) olderThan(o *call) bool {
	return c.asked.Before(o.asked) || c.asked.Equal(o.asked) && c.tie < o.tie
}

func (c *call) lock() {
	for _, l := range c.limits {
		l.mu.Lock()
	}
}

func (c *call) unlock() {
	for _, l := range c.limits {
		l.mu.Unlock()
	}
}

// open reports whether there is a slot for the call and nobody older comes first. It may still lack a token.
func (l *Limiter) open(c *call) bool {
	if len(l.queue) > 0 && l.queue[0].olderThan(c) {
		return false
	}
	claimed := 0
	for _, o := range l.claims {
		if o.olderThan(c) {
			claimed++
		}
	}
	return (l.slots == nil || l.slots.used+claimed < l.slots.size) && (l.bucket == nil || claimed == 0)
}

// wake lets the first n in the queue try again.
func (l *Limiter) wake(n int) {
	for _, c := range l.queue[:min(n, len(l.queue))] {
		select {
		case c.wake <- struct{}{}:
		default:
		}
	}
}

// name returns the name of the limit that the first in the queue waits for.
func (l *Limiter) name() string {
	if l.bucket == nil || l.slots.full() {
		return l.slots.name
	}
	return l.bucket.name
}

// moved returns when a slot was taken or given free last. While there is one, calls wait for tokens, which always come.
func (l *Limiter) moved() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.slots.full() {
		return time.Now()
	}
	return l.slots.moved
}
