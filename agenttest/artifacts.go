package agenttest

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

// mark tells tools that read go test -json what became of a case that did not pass: as attributes of the test, which
// gotestsum turns into JUnit properties, and with go test -artifacts as result.json among the test's artifacts.
func mark(t TB, res *Result) {
	t.Helper()
	if a, ok := t.(interface{ Attr(key, value string) }); ok {
		a.Attr("agenttest.status", string(res.Status))
		a.Attr("agenttest.blame", string(res.Blame))
	}
	dir, ok := t.(interface{ ArtifactDir() string })
	if !ok || !keepsArtifacts() {
		return // without the flag the directory would be a temporary one that nobody sees
	}
	raw, err := json.MarshalIndent(res, "", "  ")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir.ArtifactDir(), "result.json"), raw, 0o644)
	}
	if err != nil {
		t.Logf("the result could not be kept as an artifact: %v", err)
	}
}

// keepsArtifacts reports whether go test was given -artifacts.
func keepsArtifacts() bool {
	if !testing.Testing() {
		return false
	}
	f := flag.Lookup("test.artifacts")
	return f != nil && f.Value.String() == "true"
}
