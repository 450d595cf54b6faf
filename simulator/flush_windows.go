package simulator

import (
	"io"
	"syscall"
)

var flushConsoleInputBuffer = syscall.NewLazyDLL("kernel32.dll").NewProc("FlushConsoleInputBuffer")

// flushInput drops what was typed and not read yet. It reports whether that was done; what is no console has nothing
// dropped. Half a line that a read is waiting for is the read's and stays.
func flushInput(terminal io.ReadWriter) bool {
	console, ok := terminal.(*twoHandles)
	if !ok || flushConsoleInputBuffer.Find() != nil {
		return false
	}
	raw, err := console.in.SyscallConn()
	if err != nil {
		return false
	}
	done := false
	err = raw.Control(func(handle uintptr) {
		result, _, _ := flushConsoleInputBuffer.Call(handle)
		done = result != 0
	})
	return err == nil && done
}
