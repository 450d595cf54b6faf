package agenttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agenttest/go/internal/render"
)

// reproduce returns the command that runs the test again, empty when the test's name is not known or this is no test.
func reproduce(t TB, res *Result) string {
	name := nameOf(t)
	if name == "" || !testing.Testing() || !strings.HasPrefix(name, "Test") && !strings.HasPrefix(name, "Fuzz") {
		return ""
	}
	return "go test -run " + render.RunPattern(name) + " " + packageDir()
}

// packageDir returns the working directory, which under go test is the package's, relative to its module: "./refund".
// It is "." when there is no module.
func packageDir() string {
	wd, err := os.Getwd()
	if err != nil {
		return "."
	}
	for dir := wd; ; {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			rel, err := filepath.Rel(dir, wd)
			if err != nil || rel == "." {
				return "."
			}
			return "./" + filepath.ToSlash(rel)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "."
		}
		dir = parent
	}
}

// roundTo returns the precision in which a duration is worth reading.
func roundTo(d time.Duration) time.Duration {
	switch {
	case d > 10*time.Second:
		return 100 * time.Millisecond
	case d > time.Second:
		return 10 * time.Millisecond
	case d > time.Millisecond:
		return 100 * time.Microsecond
	default:
		return time.Microsecond
	}
}
