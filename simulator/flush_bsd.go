//go:build darwin || freebsd || netbsd || openbsd || dragonfly

package simulator

import (
	"syscall"
	"unsafe"
)

// flush is tcflush(fd, TCIFLUSH).
func flush(fd uintptr) syscall.Errno {
	queue := int32(1) // FREAD: what was typed
	_, _, problem := syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TIOCFLUSH, uintptr(unsafe.Pointer(&queue)))
	return problem
}
