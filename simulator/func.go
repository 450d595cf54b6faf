package simulator

import (
	"context"
	"errors"
)

// Func is a function that is a [Simulator].
type Func func(ctx context.Context, s *State) (Move, error)

// Next calls f.
func (f Func) Next(ctx context.Context, s *State) (Move, error) {
	if err := f.Validate(); err != nil {
		return Move{}, err
	}
	return f(ctx, s)
}

// Validate reports a nil function.
func (f Func) Validate() error {
	if f == nil {
		return errors.New("simulator.Func is nil; pass a function")
	}
	return nil
}

// String returns "func".
func (f Func) String() string { return "func" }
