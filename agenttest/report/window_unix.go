//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package report

import (
	"os"
	"syscall"
	"unsafe"
)

// windowSize asks the terminal for its columns. What does not answer is no terminal.
func windowSize(f *os.File) (columns int, ok bool) {
	var size struct{ rows, columns, x, y uint16 }
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, false
	}
	var problem syscall.Errno
	err = raw.Control(func(fd uintptr) {
		_, _, problem = syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	})
	if err != nil || problem != 0 {
		return 0, false
	}
	return int(size.columns), true
}
