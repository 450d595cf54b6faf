package report

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

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

// TestFinishedFilesHaveNoRoomLeft: blanks are the room for totals that grow, and they are done growing.
func TestFinishedFilesHaveNoRoomLeft(t *testing.T) {
	for _, ending := range []string{"xml", "md"} {
		path := filepath.Join(t.TempDir(), "r."+ending)
		w, err := File(path)
		if err != nil {
			t.Fatal(err)
		}
		var pipe bytes.Buffer
		same := JUnit(&pipe)
		if ending == "md" {
			same = Markdown(&pipe)
		}
		both := All(w, same)
		run := Run{ID: "R", Agent: "target", Start: time.Unix(1, 0), Cases: 12}
		if err := both.Begin(run); err != nil {
			t.Fatal(err)
		}
		for i := range 12 {
			both.Observe(agenttest.Event{Kind: agenttest.CaseFinished, Result: result(fmt.Sprint("C", i), chat.Failed, "x")})
		}
		if err := both.End(); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		head, _, _ := bytes.Cut(got, []byte("C0"))
		if bytes.Contains(head, []byte("  ")) || bytes.Contains(head, []byte(" >")) || bytes.Contains(got, []byte("\n\n\n")) {
			t.Errorf("%s: there are blanks in the head of a finished file:\n%s", ending, head)
		}
		if !bytes.Equal(got, pipe.Bytes()) {
			t.Errorf("%s: the file is not what a pipe gets:\n%s", ending, got)
		}
	}
}

// small is a disk that takes only so many bytes of the write of a whole document.
type small struct {
	*os.File
	whole, room int
}

func (f *small) WriteAt(p []byte, at int64) (int, error) {
	if at > 0 || len(p) < f.whole {
		return f.File.WriteAt(p, at)
	}
	f.whole = 1 << 30 // what is taken back fits
	n, _ := f.File.WriteAt(p[:f.room], at)
	return n, os.ErrInvalid
}

// unreadable is a file that can only be written.
type unreadable struct{ *os.File }

func (unreadable) ReadAt([]byte, int64) (int, error) { return 0, os.ErrPermission }

// TestAnEndThatCannotBeTidy leaves a document that is whole all the same.
func TestAnEndThatCannotBeTidy(t *testing.T) {
	for _, ending := range []string{"xml", "md"} {
		observed := func() (*Writer, *document, string) {
			path := filepath.Join(t.TempDir(), "r."+ending)
			w, err := File(path)
			if err != nil {
				t.Fatal(err)
			}
			_ = w.Begin(Run{Cases: 3})
			for range 3 {
				w.Observe(agenttest.Event{Kind: agenttest.CaseFinished, Result: result("A", chat.Failed, "x")})
			}
			return w, w.format.(*document), path
		}

		w, d, path := observed()
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		d.file = &small{File: d.file.(*os.File), whole: int(d.at - 500), room: 700}
		if err := w.End(); err != os.ErrInvalid {
			t.Errorf("%s: got the error %v", ending, err)
		}
		if got, _ := os.ReadFile(path); !bytes.Equal(got, before) {
			t.Errorf("%s: the file is not what it was before the end that did not fit:\n%s", ending, got)
		}

		w, d, path = observed()
		d.file = unreadable{d.file.(*os.File)}
		if err := w.End(); err != nil {
			t.Errorf("%s: got the error %v of a file that cannot be read", ending, err)
		}
		if got, _ := os.ReadFile(path); bytes.Contains(got, []byte(notComplete)) || bytes.Count(got, []byte("Agent: &#34;x&#34;"))+bytes.Count(got, []byte(`Agent: "x"`)) != 3 {
			t.Errorf("%s: the file that cannot be read is not whole:\n%s", ending, got)
		}
	}
}
