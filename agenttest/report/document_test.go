package report

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
)

// TestDocumentIsWholeAfterAWriteThatDidNotFit leaves half of a case behind, as a full disk does.
func TestDocumentIsWholeAfterAWriteThatDidNotFit(t *testing.T) {
	for _, ending := range []string{"json", "html", "xml", "md"} {
		path := filepath.Join(t.TempDir(), "r."+ending)
		w, err := File(path)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			w.Observe(agenttest.Event{Kind: agenttest.CaseFinished, Result: result("A", chat.Failed, "x")})
		}
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		d := w.format.(*document)
		if _, err := d.file.WriteAt(bytes.Repeat([]byte("half a case"), 500), d.at); err != nil {
			t.Fatal(err)
		}
		w.keep(os.ErrInvalid)
		if got, _ := os.ReadFile(path); !bytes.Equal(got, whole) {
			t.Errorf("%s: the file is not what it was before the case that did not fit:\n%s", ending, got)
		}
		if err := w.End(); err != os.ErrInvalid {
			t.Errorf("%s: got the error %v", ending, err)
		}
	}
}
