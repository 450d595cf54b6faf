package suite_test

import (
	"bytes"
	"testing"

	"github.com/agenttest/go/agenttest/report"
	"github.com/agenttest/go/agenttest/suite"
)

// TestReportsOfASuite writes the JSONL report of a suite and reads it again.
func TestReportsOfASuite(t *testing.T) {
	var file bytes.Buffer
	cfg := suite.Config{Agents: suite.Agents{"a": says("hello")}, Reporters: []suite.Reporter{report.JSONL(&file)}}
	suite.Run(t, greetings(t, 30), cfg)
	seen := map[string]bool{}
	for rec, err := range report.Read(&file) {
		if err != nil {
			t.Fatal(err)
		}
		if rec.Run == nil || rec.Run.Agent != "a" || seen[rec.ID] {
			t.Errorf("%s: got the run %+v, want one of agent a, and each case once", rec.ID, rec.Run)
		}
		seen[rec.ID] = true
	}
	if len(seen) != 30 {
		t.Errorf("got %d records, want 30", len(seen))
	}
}
