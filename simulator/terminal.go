//go:build !windows

package simulator

import (
	"io"
	"os"
)

// openTerminal opens the terminal that controls the process. That it can be opened is the only proof that there is one.
func openTerminal() (io.ReadWriteCloser, error) {
	return os.OpenFile("/dev/tty", os.O_RDWR, 0)
}
