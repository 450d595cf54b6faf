package agenttest

import (
	"fmt"

	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/simulator"
)

// simulatorName returns who plays the user, for reports: what the simulator says of itself, else its type. A String
// that panics must not end the run, so it is asked with care.
func simulatorName(s simulator.Simulator) (name string) {
	if s == nil {
		return ""
	}
	defer func() {
		if recover() != nil {
			name = fmt.Sprintf("%T", s)
		}
	}()
	if named, ok := s.(fmt.Stringer); ok {
		return render.Short(named.String(), 120)
	}
	return fmt.Sprintf("%T", s)
}
