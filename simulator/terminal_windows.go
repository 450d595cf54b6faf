package simulator

import (
	"errors"
	"io"
	"os"
)

// openTerminal opens the console of the process. That it can be opened is the only proof that there is one.
func openTerminal() (io.ReadWriteCloser, error) {
	in, err := os.OpenFile("CONIN$", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	out, err := os.OpenFile("CONOUT$", os.O_RDWR, 0)
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	return &twoHandles{in, out}, nil
}

// twoHandles is the two halves of a Windows console.
type twoHandles struct{ in, out *os.File }

func (c *twoHandles) Read(p []byte) (int, error)  { return c.in.Read(p) }
func (c *twoHandles) Write(p []byte) (int, error) { return c.out.Write(p) }
func (c *twoHandles) Close() error                { return errors.Join(c.in.Close(), c.out.Close()) }
