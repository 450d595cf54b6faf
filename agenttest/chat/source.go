package chat

import (
	"path/filepath"
	"runtime"
	"strconv"
)

// Source is a place in a file: where a turn, an assertion or a checkpoint was written. The zero value is unknown.
type Source struct {
	// File is the path as the compiler or the reader of a case file saw it; see [Source.Position] for the resolved form.
	File string
	// Line counts from 1.
	Line int

	pc uintptr // where File is empty: resolved only when somebody looks
}

// Caller returns the place of the caller's caller when skip is 0, of its caller when 1, and so on. It only takes a
// program counter; the file and line are looked up when the source is printed.
func Caller(skip int) Source {
	var pc [1]uintptr
	runtime.Callers(skip+3, pc[:])
	return Source{pc: pc[0]}
}

// IsZero reports whether the place is unknown.
func (s Source) IsZero() bool { return s.File == "" && s.pc == 0 }

// Position returns the file and line with the program counter resolved; "" and 0 when the place is unknown.
func (s Source) Position() (file string, line int) {
	if s.File != "" || s.pc == 0 {
		return s.File, s.Line
	}
	frame, _ := runtime.CallersFrames([]uintptr{s.pc}).Next()
	return frame.File, frame.Line
}

// String returns "file.go:12" with the base name of the file, as the testing package prints it, and "" for an unknown
// place.
func (s Source) String() string {
	file, line := s.Position()
	if file == "" {
		return ""
	}
	if line <= 0 {
		return filepath.Base(file)
	}
	return filepath.Base(file) + ":" + strconv.Itoa(line)
}
