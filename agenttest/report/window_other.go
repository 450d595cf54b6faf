//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package report

import "os"

// windowSize reports whether the file is a character device, which is as much as can be said here.
func windowSize(f *os.File) (columns int, ok bool) {
	info, err := f.Stat()
	return 0, err == nil && info.Mode()&os.ModeCharDevice != 0
}
