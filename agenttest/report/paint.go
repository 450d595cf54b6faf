package report

import (
	"os"
	"strconv"

	"github.com/agenttest/go/agenttest/chat"
)

// Color says whether the console uses colours.
type Color uint8

// The zero Color decides by the environment and the writer: never where NO_COLOR is set; always where FORCE_COLOR or
// CLICOLOR_FORCE is set to something other than 0 or false; else on a terminal whose TERM is not dumb.
const (
	ColorAuto Color = iota
	ColorAlways
	ColorNever
)

// paint colours text, or leaves it as it is.
type paint bool

func (p paint) with(code, s string) string {
	if !p || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p paint) bold(s string) string   { return p.with("1", s) }
func (p paint) dim(s string) string    { return p.with("2", s) }
func (p paint) red(s string) string    { return p.with("31", s) }
func (p paint) green(s string) string  { return p.with("32", s) }
func (p paint) yellow(s string) string { return p.with("33", s) }
func (p paint) cyan(s string) string   { return p.with("36", s) }

func (p paint) status(s chat.Status, text string) string {
	switch s {
	case chat.Passed:
		return p.green(text)
	case chat.Skipped:
		return p.yellow(text)
	default:
		return p.red(text)
	}
}

// colored decides whether there are colours; see [ColorAuto].
func colored(c Color, terminal bool, getenv func(string) string) paint {
	switch {
	case c == ColorAlways:
		return true
	case c == ColorNever, getenv("NO_COLOR") != "":
		return false
	case forced(getenv("FORCE_COLOR")), forced(getenv("CLICOLOR_FORCE")):
		return true
	case getenv("TERM") == "dumb":
		return false
	default:
		return paint(terminal)
	}
}

func forced(value string) bool { return value != "" && value != "0" && value != "false" }

// terminalWidth returns the number of columns to use: COLUMNS where it is set, else what the terminal says, else 100.
func terminalWidth(columns int, getenv func(string) string) int {
	if n, err := strconv.Atoi(getenv("COLUMNS")); err == nil && n >= 20 && n <= 1000 {
		return n
	}
	if columns >= 20 {
		return columns
	}
	return 100
}

// terminalOf returns the columns of a writer that is a terminal, and whether it is one.
func terminalOf(w any) (columns int, ok bool) {
	f, isFile := w.(*os.File)
	if !isFile {
		return 0, false
	}
	return windowSize(f)
}
