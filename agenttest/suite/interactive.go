package suite

import (
	"context"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/simulator"
)

// humanTimeout is how long a person may think about one line.
const humanTimeout = 5 * time.Minute

// personIn returns who takes part in a case with these settings; nil for nobody.
func (r *reader) personIn(own *interactiveSpec) simulator.Simulator {
	if !r.cfg.Interactive && (own == nil || !own.Enabled) {
		return nil
	}
	timeout := humanTimeout
	if own != nil && own.Timeout != 0 {
		timeout = time.Duration(own.Timeout)
	}
	h := r.humans[timeout]
	if h == nil {
		h = r.newHuman(timeout)
		r.humans[timeout] = h
	}
	return h
}

// withPerson reports whether a person takes part in the case.
func (s *caseSpec) withPerson() bool { return s.human != nil || simulator.IsHuman(s.user) }

// skipped returns a case that is skipped in place of c, for the person whom c wants. Nothing is sent.
func skipped(c agenttest.Case, at *caseSpec) agenttest.Case {
	return agenttest.Static().WithID(c.ID()).Named(c.Name()).Interactive(nobody{}).At(at.source)
}

// nobody stands in for a person who is not to be asked.
type nobody struct{}

// Next gives no input.
func (nobody) Next(context.Context, *simulator.State) (simulator.Move, error) {
	return simulator.Move{}, notAsked{}
}

// Human reports true: it is no fault of the case that there is nobody.
func (nobody) Human() bool { return true }

// notAsked is the reason for which the case is skipped.
type notAsked struct{}

func (notAsked) Error() string {
	return "a person takes part in this case, and such cases are skipped here"
}

// Is makes it a case without a terminal, which is what it is for the engine.
func (notAsked) Is(target error) bool { return target == simulator.ErrNoTerminal }
