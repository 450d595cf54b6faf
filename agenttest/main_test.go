package agenttest_test

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain fails when a goroutine outlives the tests. Those that a test abandons on purpose are released at its end.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
