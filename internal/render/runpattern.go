package render

import (
	"regexp"
	"strings"
)

// RunPattern returns the argument of go test -run that selects the test of this name and no other, quoted for a POSIX
// shell.
func RunPattern(test string) string {
	levels := strings.Split(test, "/")
	for i, level := range levels {
		levels[i] = "^" + regexp.QuoteMeta(level) + "$"
	}
	return "'" + strings.ReplaceAll(strings.Join(levels, "/"), "'", `'\''`) + "'"
}
