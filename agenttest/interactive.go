package agenttest

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/simulator"
)

// interactiveSwitch lets a person take part in every case that [Run] plays.
const interactiveSwitch = "AGENTTEST_INTERACTIVE"

// patience is how long a person gets to answer; simulator.Human's default.
const patience = 5 * time.Minute

// person asks at the terminal of the process.
var person = sync.OnceValue(func() simulator.Simulator { return simulator.Human() })

// withPerson returns the case with a person to override its turns, where the switch asks for it and the case has none.
func withPerson(t TB, c Case) (Case, error) {
	value := os.Getenv(interactiveSwitch)
	if value == "" || c.human != nil {
		return c, nil
	}
	on, err := strconv.ParseBool(value)
	if err != nil {
		return c, fmt.Errorf("%s: got %q, want 1 or 0", interactiveSwitch, value)
	}
	if !on {
		return c, nil
	}
	if end, ok := deadlineOf(t); ok && time.Until(end) < patience {
		return c, fmt.Errorf("%s: the test binary ends in %s, and a person has %s to answer each question; run go test with -timeout 0",
			interactiveSwitch, render.Duration(time.Until(end).Round(time.Second)), render.Duration(patience))
	}
	return c.Interactive(person()), nil
}
