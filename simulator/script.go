package simulator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Script returns a simulator that says its lines in order, whatever the agent answers, and declares the goal achieved
// with the last one. It keeps no position of its own: the state tells how many moves were made, so that one script
// serves any number of conversations at once. A script without lines, or with an empty one, is a usage error.
func Script(lines ...string) Simulator {
	sc := &script{lines: slices.Clone(lines)}
	if len(lines) == 0 {
		sc.err = errors.New(`simulator.Script has no lines; write what the user says: simulator.Script("Hello", "Yes")`)
	}
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			sc.err = fmt.Errorf("line %d of simulator.Script is empty; write what the user says, or remove it", i+1)
			break
		}
	}
	return sc
}

type script struct {
	lines []string
	err   error // what Validate reports
}

// Next returns the line after those that were said.
func (sc *script) Next(_ context.Context, s *State) (Move, error) {
	if sc.err != nil {
		return Move{}, sc.err
	}
	said := s.moves()
	if said >= len(sc.lines) {
		return Move{GoalAchieved: true, Reasoning: "the script has no more lines"}, nil
	}
	move := Move{Input: sc.lines[said]}
	if said == len(sc.lines)-1 {
		move.GoalAchieved, move.Reasoning = true, "this is the last line of the script"
	}
	return move, nil
}

// Validate reports a script that says nothing.
func (sc *script) Validate() error { return sc.err }

// String returns "script of 3 lines".
func (sc *script) String() string {
	if len(sc.lines) == 1 {
		return "script of 1 line"
	}
	return fmt.Sprintf("script of %d lines", len(sc.lines))
}
