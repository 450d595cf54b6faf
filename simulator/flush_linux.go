package simulator

import (
	"runtime"
	"syscall"
)

// flush is tcflush(fd, TCIFLUSH).
func flush(fd uintptr) syscall.Errno {
	var tcflsh uintptr = 0x540b // which package syscall does not have for every architecture
	switch runtime.GOARCH {
	case "mips", "mipsle", "mips64", "mips64le":
		tcflsh = 0x5407
	case "ppc64", "ppc64le":
		tcflsh = 0x2000741f
	}
	const tciflush = 0
	_, _, problem := syscall.Syscall(syscall.SYS_IOCTL, fd, tcflsh, tciflush)
	return problem
}
