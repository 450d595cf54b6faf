package suite_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGoldensOfCasesThatAreGone runs a suite with goldens in a process of its own, whole and in part.
func TestGoldensOfCasesThatAreGone(t *testing.T) {
	binary := build(t)
	dir := t.TempDir()
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), binary, append([]string{"-test.run", "^TestGoldens$"}, args...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	cases := func(lines ...string) { write(t, dir, "testdata/goldens.jsonl", strings.Join(lines, "\n")) }
	const (
		one   = `{"id": "T1", "input": "hi"}`
		two   = `{"id": "T2", "input": "hi"}`
		named = `{"id": "T1", "name": "Greeting", "input": "hi"}`
	)
	goldens := filepath.Join("testdata", "golden")
	cases(one, two)
	run("-update")
	if out := run(); out != "PASS\n" {
		t.Errorf("got %s, want every golden to have its case", out)
	}

	cases(one)
	want := "TestGoldens: no case belongs to the golden files in " + filepath.Join(goldens, "TestGoldens~T2") + " any more; delete them if that is right\nPASS\n"
	if out := run(); out != want {
		t.Errorf("got %swant %s", out, want)
	}
	for reason, args := range map[string][]string{
		"a filter": {"-test.run", "^TestGoldens$/T1"},
		"a skip":   {"-test.skip", "T7"},
	} {
		if out := run(args...); out != "PASS\n" {
			t.Errorf("%s: got %s, want nothing to be said of what was not played", reason, out)
		}
	}

	cases(named, two)
	run("-update")
	want = "TestGoldens: no case asks for the golden file " + filepath.Join(goldens, "TestGoldens~T1", "T1.golden") + " any more; delete it if that is right\nPASS\n"
	if out := run(); out != want {
		t.Errorf("got %swant %s", out, want)
	}
}
