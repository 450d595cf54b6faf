package admission

import (
	"context"
	"sync"
	"time"
)

// Clock is a context that ends like one with a timeout, but whose time is that of a [Span]: it stands still while calls
// wait to be admitted, and while it is paused.
type Clock struct {
	context.Context // derived from parent
	parent          *ending
	span            *Span
	limit           time.Duration
	cause           error
	timer           *time.Timer
}

// WithTimeout returns a context that ends when this time has passed in it, with the error of any other timeout and with
// this cause, and a span of its own in that of the parent.
func WithTimeout(parent context.Context, limit time.Duration, cause error) (*Clock, context.CancelFunc) {
	e := &ending{Context: parent, done: make(chan struct{})}
	ctx, cancel := context.WithCancel(e)
	unhook := context.AfterFunc(parent, func() { e.end(nil) })
	c := &Clock{Context: ctx, parent: e, limit: limit, cause: cause}
	c.span = &Span{err: c.Err, clock: c}
	c.span.beginIn(Of(parent))
	c.span.change(func() { c.timer = time.AfterFunc(max(limit, 0), c.look) })
	return c, func() {
		unhook()
		cancel()
		c.span.End()
	}
}

// Deadline returns when the time ends if it goes on as it does now. While it stands still, nobody knows.
func (c *Clock) Deadline() (end time.Time, ok bool) {
	end, ok = c.Context.Deadline()
	c.span.change(func() {
		if left, goesOn := c.span.left(c.limit); goesOn {
			if own := c.span.tree.upTo.Add(left); !ok || own.Before(end) {
				end, ok = own, true
			}
		}
	})
	return end, ok
}

// Err returns the error of a timeout when the time is over. When the parent has ended, so has the clock.
func (c *Clock) Err() error {
	if c.parent.Context.Err() != nil {
		<-c.Done() // which comes a moment later
	}
	return c.Context.Err()
}

// Value returns the clock's span to who begins one in it.
func (c *Clock) Value(k any) any {
	if k == (key{}) {
		return c.span
	}
	return c.Context.Value(k)
}

// Waited returns how long the clock has stood still for calls that waited; that of a nil one is 0.
func (c *Clock) Waited() time.Duration {
	if c == nil {
		return 0
	}
	return c.span.Waited()
}

// Pause stops the time until [Clock.Resume] is called as often. A nil clock cannot be paused and does nothing.
func (c *Clock) Pause() {
	if c != nil {
		c.span.change(func() { c.span.still++ })
	}
}

// Resume lets the time go on.
func (c *Clock) Resume() {
	if c != nil {
		c.span.change(func() { c.span.still-- })
	}
}

// rearm sets the timer by what the span says. The span's lock is held.
func (c *Clock) rearm() {
	if left, ok := c.span.left(c.limit); ok && !c.span.over {
		c.timer.Reset(max(left, 0))
	} else {
		c.timer.Stop()
	}
}

// look ends the clock if its time has passed.
func (c *Clock) look() {
	isOver := false
	c.span.change(func() {
		left, ok := c.span.left(c.limit)
		if isOver = ok && left <= 0 && !c.span.over; isOver {
			c.span.over = true
			if !c.span.settled {
				c.span.settle()
			}
		}
	})
	if isOver {
		c.parent.end(c.cause)
	}
}

// ending is what a clock is derived from. It ends when the clock's time has passed, with the error of a timeout: package
// context lets nobody choose the error of a context, but every context has that of the one it is derived from.
type ending struct {
	context.Context // the clock's parent
	done            chan struct{}
	once            sync.Once
	derived         func()          // ends the clock
	timeout         context.Context // has the cause when the time has passed; nil before, and when the parent has ended
}

// end ends the clock with this cause, with nil for that of its parent.
func (e *ending) end(cause error) {
	e.once.Do(func() {
		if cause != nil {
			timeout, cancel := context.WithCancelCause(context.WithoutCancel(e.Context))
			cancel(cause)
			e.timeout = timeout
		}
		close(e.done)
		e.derived()
	})
}

func (e *ending) Done() <-chan struct{} { return e.done }

func (e *ending) Err() error {
	switch {
	case !e.isOver():
		return nil
	case e.timeout != nil:
		return context.DeadlineExceeded
	}
	return e.Context.Err()
}

// Value finds the cause, too, for package context.
func (e *ending) Value(k any) any {
	if e.isOver() && e.timeout != nil {
		return e.timeout.Value(k)
	}
	return e.Context.Value(k)
}

// AfterFunc is how package context asks to be told of the end, instead of with a goroutine.
func (e *ending) AfterFunc(f func()) (stop func() bool) {
	e.derived = f
	return func() bool { return true }
}

func (e *ending) isOver() bool {
	select {
	case <-e.done:
		return true
	default:
		return false
	}
}
