//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package simulator

import (
	"io"
	"syscall"
)

// flushInput drops what was typed and not read yet, half a line included, which no read can get at. It reports whether
// that was done; what is no terminal has nothing dropped.
func flushInput(terminal io.ReadWriter) bool {
	file, ok := terminal.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := file.SyscallConn()
	if err != nil {
		return false
	}
	var problem syscall.Errno
	err = raw.Control(func(fd uintptr) { problem = flush(fd) })
	return err == nil && problem == 0
}
