package simulator

import (
	"io"
	"time"
)

// HumanAt is a [Human] at a stand-in for the terminal of the process.
func HumanAt(open func() (io.ReadWriteCloser, error), timeout time.Duration) Simulator {
	h := Human(Timeout(timeout)).(*human)
	h.console = newConsole()
	h.console.open = open
	return h
}

// Patient is another person at the same terminal, with this timeout.
func Patient(h Simulator, timeout time.Duration) Simulator {
	return &human{timeout: timeout, console: h.(*human).console}
}
