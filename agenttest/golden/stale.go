package golden

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// used are the golden files that were asked for in this process.
var used sync.Map // of path to true

// fullRunner is the test of a case in a suite: it has f called when the whole suite was run and is green.
type fullRunner interface {
	OnFullRun(key any, f func(test string, cases []string) []string)
}

// keep notes that a golden file is still asked for, and has a suite name those that are not.
func (g *Golden) keep(t testing.TB, path string) {
	used.Store(path, true)
	if s, ok := t.(fullRunner); ok {
		folder := g.folder()
		s.OnFullRun("golden "+folder, func(test string, cases []string) []string { return stale(folder, test, cases) })
	}
}

// stale returns a line for each golden of a suite that belongs to none of its cases any more. Nothing is deleted: a case
// may have been taken out for a day.
func stale(folder, test string, cases []string) (lines []string) {
	prefix := strings.ReplaceAll(safeKeeping(test, '/'), "/", "~") + "~"
	if len(prefix) >= maxName-17 {
		return nil // the names of its subtests are shortened, so it cannot be told whose a folder is
	}
	living := map[string]bool{}
	for _, name := range cases {
		living[folderName(name)] = true
	}
	folders, err := os.ReadDir(folder)
	if err != nil {
		return nil // there are none
	}
	for _, entry := range folders {
		rest, ok := strings.CutPrefix(entry.Name(), prefix)
		if !ok || !entry.IsDir() || strings.Contains(rest, "~") {
			continue
		}
		dir := filepath.Join(folder, entry.Name())
		files, _ := filepath.Glob(filepath.Join(globbed(dir), "*.golden"))
		var unused []string
		for _, file := range files {
			if _, ok := used.Load(file); !ok {
				unused = append(unused, file)
			}
		}
		switch {
		case len(unused) == 0:
		case len(unused) < len(files): // the case has another name now
			lines = append(lines, "no case asks for the golden file "+strings.Join(unused, ", ")+" any more; delete it if that is right")
		case !living[entry.Name()]: // a case that is there may have been skipped
			lines = append(lines, "no case belongs to the golden files in "+dir+" any more; delete them if that is right")
		}
	}
	return lines
}

// globbed quotes what filepath.Glob would take for a pattern.
func globbed(path string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}
