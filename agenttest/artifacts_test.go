package agenttest_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestFailuresAreMarked runs a failing test as CI systems do and reads what they read.
func TestFailuresAreMarked(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a test binary")
	}
	dir := t.TempDir()
	out := goTool(t, "test", "-json", "-run", "^TestRefund$", "-artifacts", "-outputdir", dir, failing)
	attrs := map[string]string{}
	for line := range bytes.Lines([]byte(out)) {
		var event struct{ Action, Key, Value string }
		if err := json.Unmarshal(line, &event); err != nil {
			t.Fatalf("not a test event: %s", line)
		}
		if event.Action == "attr" {
			attrs[event.Key] = event.Value
		}
	}
	if attrs["agenttest.status"] != "failed" || attrs["agenttest.blame"] != "agent" {
		t.Errorf("got the attributes %v", attrs)
	}
	found := ""
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "result.json" {
			found = path
		}
		return err
	})
	if err != nil || found == "" {
		t.Fatalf("no result.json among the artifacts: %v", err)
	}
	raw, err := os.ReadFile(found)
	if err != nil {
		t.Fatal(err)
	}
	var result struct {
		Status string
		Turns  []struct{ Output string }
	}
	if err := json.Unmarshal(raw, &result); err != nil || result.Status != "failed" || len(result.Turns) != 2 {
		t.Errorf("got %s, %v", raw, err)
	}
}
