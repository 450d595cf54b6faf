//go:build unix

package agenttest_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/agenttest/go/agenttest"
)

// A named pipe that nobody writes to does not hold up the test.
func TestAttachedPipe(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	res := play(t, ok, agenttest.Static(agenttest.User("").Attach("file://pipe")).FilesFrom(dir))
	if !strings.Contains(res.Error, "not a regular file") {
		t.Errorf("got %s", outcome(res))
	}
}
