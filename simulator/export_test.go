package simulator

import (
	"io"
	"time"
)

// HumanAt is a [Human] at a stand-in for the terminal of the process.
func HumanAt(open func() (io.ReadWriteCloser, error), timeout time.Duration) Simulator {
	h := Human(Timeout(timeout)).(*human)
	h.process = open
	return h
}
