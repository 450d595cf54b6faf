package agenttest_test

import (
	"strings"
	"testing"
)

// The library registers no flag: a test binary of somebody who has an -update of their own works as before.
func TestUsersOwnFlag(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a test binary")
	}
	out := goTool(t, "test", "-count=1", "-v", "./testdata/ownflag", "-update")
	if !strings.Contains(out, "--- PASS: TestUpdate") || strings.Contains(out, "FAIL") {
		t.Errorf("it did not pass:\n%s", out)
	}
}
