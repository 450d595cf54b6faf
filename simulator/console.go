package simulator

import (
	"context"
	"fmt"
	"io"
)

// console is a terminal and what is known of the typing at it. One conversation at a time has it, and of that one
// question at a time is asked.
type console struct {
	given io.ReadWriter // nil for one that is opened
	open  func() (io.ReadWriteCloser, error)

	held chan struct{} // holds a value while a conversation has it
	busy chan struct{} // holds a value while a question is asked; guards the rest

	lines lineReader
	kept  io.ReadWriteCloser // what was opened, while a read of it goes on in the background
}

func newConsole() *console {
	return &console{open: openTerminal, held: make(chan struct{}, 1), busy: make(chan struct{}, 1)}
}

// ofProcess is the terminal that controls the process: there is one, however many values of [Human] ask at it.
var ofProcess = newConsole()

// heldKey marks a context under which a conversation is played that has the console.
type heldKey struct{ *console }

func (c *console) hold(ctx context.Context) (context.Context, func(), error) {
	if ctx.Value(heldKey{c}) != nil {
		return ctx, func() {}, nil
	}
	if ctx.Err() == nil { // of two that are ready a select takes any
		select {
		case c.held <- struct{}{}:
			return context.WithValue(ctx, heldKey{c}, true), func() { <-c.held }, nil
		case <-ctx.Done():
		}
	}
	return ctx, func() {}, fmt.Errorf("interrupted while waiting for the terminal, at which one conversation is played at a time: %w", context.Cause(ctx))
}

// terminal returns what to ask at and what to do when the question is over.
func (c *console) terminal() (io.ReadWriter, func(), error) {
	if c.given != nil {
		return c.given, func() {}, nil
	}
	if c.kept == nil {
		opened, err := c.open()
		if err != nil {
			return nil, nil, err
		}
		c.kept = opened
	}
	terminal := c.kept
	return terminal, func() {
		// Closing would wait for the read, or leave it at a handle that means something else by then.
		if !c.lines.reading() {
			c.kept = nil
			terminal.Close()
		}
	}, nil
}

// Hold waits until no other conversation has the terminal at which s asks a person. It returns the context under which
// the conversation is to be played, and what gives the terminal free, which is never nil. Under a context that has the
// terminal already, and for a simulator that asks nobody, nil included, it returns ctx at once. The error wraps the cause
// for which ctx ended.
//
// agenttest.Play holds the person of a case by itself, and agenttest.Hold does it for those who have something to look at
// between the wait and the case. Who waits for something else, too, takes the terminal last: whoever has that may be
// waiting for the terminal.
func Hold(ctx context.Context, s Simulator) (held context.Context, release func(), err error) {
	for {
		switch who := s.(type) {
		case *human:
			return who.console.hold(ctx)
		case interface{ Unwrap() Simulator }:
			s = who.Unwrap()
		default:
			return ctx, func() {}, nil
		}
	}
}
