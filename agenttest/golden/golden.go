package golden

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/internal/render"
)

// Assert fails t when the transcript of the result differs from its golden file, with a line diff, or when there is no
// such file. With go test -update it writes the file instead. A result that did not pass is neither compared nor
// written, and fails t.
func Assert(t testing.TB, res *agenttest.Result) {
	t.Helper()
	New().Assert(t, res)
}

// Golden compares transcripts with golden files in a way that options have set. The zero value is what [New] returns
// without options. It may be used from several goroutines.
type Golden struct {
	dir      string
	scrubs   []scrub
	problems []error
}

// Option changes how [New] compares.
type Option func(*Golden)

// New returns a [Golden] with these options.
func New(opts ...Option) *Golden {
	g := &Golden{}
	for _, o := range opts {
		o(g)
	}
	return g
}

// Dir sets the folder in which each test has its own; "testdata/golden" when it is not set.
func Dir(path string) Option { return func(g *Golden) { g.dir = path } }

// Scrub replaces what the regular expression matches by <name-1>, <name-2> and so on, the same text by the same name.
// If the expression has a group, only what the first group matches is replaced. A pattern that does not compile fails
// the test at Assert.
func Scrub(pattern, name string) Option {
	return func(g *Golden) {
		re, err := regexp.Compile(pattern)
		switch {
		case err != nil:
			g.problems = append(g.problems, fmt.Errorf("golden.Scrub(%q): %w", pattern, err))
		case re.MatchString(""):
			g.problems = append(g.problems, fmt.Errorf("golden.Scrub(%q): the pattern matches the empty text; want one that needs at least a character", pattern))
		default:
			g.scrubs = append(g.scrubs, scrub{pattern: re, name: name})
		}
	}
}

// Assert is [Assert] with the options of g.
func (g *Golden) Assert(t testing.TB, res *agenttest.Result) {
	t.Helper()
	if res == nil {
		t.Fatal("golden: the result is nil; pass what agenttest.Run returned")
	}
	if err := errors.Join(g.problems...); err != nil {
		t.Fatal(err)
	}
	tester := goldie.New(t, goldie.WithFixtureDir(filepath.Join(g.folder(), folderName(t.Name()))))
	name := fileName(t, res)
	path := tester.GoldenFileName(t, name)
	g.keep(t, path)
	if !res.Passed() {
		message := fmt.Sprintf("golden: the case %s, so its transcript is neither compared with %s nor written", res.Status, path)
		if t.Failed() || res.Status == agenttest.Skipped {
			t.Log(message)
		} else {
			t.Error(message)
		}
		return
	}
	got := g.Text(res)
	if updating() {
		defer lockFolder(filepath.Dir(path))()
		if err := tester.Update(t, name, got); err != nil {
			t.Errorf("golden: write %s: %v", path, err)
		}
		return
	}
	want, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.Errorf("golden: there is no file %s\ncreate it with: go test -run %s -update\nit would hold:\n%s", path, render.RunPattern(t.Name()), indented(string(got)))
		return
	case err != nil:
		t.Errorf("golden: read %s: %v", path, err)
		return
	}
	want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n")) // a checkout may have changed the line ends
	if !bytes.Equal(got, want) {
		t.Errorf("golden: the transcript differs from %s (- golden, + this run):\n%s\nif the new one is right: go test -run %s -update",
			path, indented(diff(string(got), string(want))), render.RunPattern(t.Name()))
	}
}

// Text returns the transcript of the result as the golden file holds it, for users of other snapshot libraries.
func Text(res *agenttest.Result) []byte { return New().Text(res) }

// Text is [Text] with the options of g.
func (g *Golden) Text(res *agenttest.Result) []byte {
	return []byte(normalise(text(res), res, g.scrubs))
}

func (g *Golden) folder() string {
	if g.dir == "" {
		return filepath.Join("testdata", "golden")
	}
	return g.dir
}

// updating reports whether go test was given -update, or GOLDIE_UPDATE is set.
func updating() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

// folders holds a lock for each folder that is being written: goldie looks at a folder's age to decide whether -clean
// has emptied it in this run, which two tests at once would see wrongly.
var folders sync.Map

func lockFolder(dir string) (unlock func()) {
	mu, _ := folders.LoadOrStore(dir, &sync.Mutex{})
	mu.(*sync.Mutex).Lock()
	return mu.(*sync.Mutex).Unlock
}

// diff returns a unified line diff from the golden text to the new one, without its two header lines.
func diff(got, want string) string {
	lines := strings.Split(goldie.Diff(goldie.ClassicDiff, got, want), "\n")
	for len(lines) > 0 && (strings.HasPrefix(lines[0], "---") || strings.HasPrefix(lines[0], "+++")) {
		lines = lines[1:]
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func indented(s string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n    ")
}
