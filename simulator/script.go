package simulator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
)

// Script returns a simulator that says its lines in order, whatever the agent answers, and then declares the goal
// achieved. It keeps no position of its own: the next line is found by counting the simulated turns of the conversation,
// so that one script serves any number of conversations at once. A script without lines, or with an empty one, is a
// usage error.
func Script(lines ...string) Simulator { return script(slices.Clone(lines)) }

type script []string

func (sc script) Next(_ context.Context, s *State) (Move, error) {
	if err := sc.Validate(); err != nil {
		return Move{}, err
	}
	said := 0
	for _, t := range s.turns() {
		if t.InputSource == chat.InputSimulated {
			said++
		}
	}
	if said >= len(sc) {
		return Move{GoalAchieved: true, Reasoning: "the script has no more lines"}, nil
	}
	return Move{Input: sc[said]}, nil
}

func (sc script) Validate() error {
	if len(sc) == 0 {
		return errors.New(`simulator.Script has no lines; write what the user says: simulator.Script("Hello", "Yes")`)
	}
	for i, line := range sc {
		if strings.TrimSpace(line) == "" {
			return fmt.Errorf("line %d of simulator.Script is empty; write what the user says, or remove it", i+1)
		}
	}
	return nil
}

func (sc script) String() string {
	if len(sc) == 1 {
		return "script of 1 line"
	}
	return fmt.Sprintf("script of %d lines", len(sc))
}
