package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// File returns a reporter that writes the file of this path, in the format that its ending names: .jsonl, .json, .html
// (or .htm), .xml for JUnit, .md for Markdown. Directories that are missing are made; a file that exists is replaced.
// The file is a whole report of all cases that have finished at any moment, also when the run is killed. End closes it.
func File(path string) (*Writer, error) {
	w := &Writer{}
	d := &document{}
	jsonl := &jsonlFormat{}
	w.format = d
	switch ending := strings.ToLower(filepath.Ext(path)); ending {
	case ".jsonl":
		w.format = jsonl
	case ".json":
		d.layout = &jsonLayout{}
	case ".html", ".htm":
		d.layout = htmlLayout{}
	case ".xml":
		d.layout = junitLayout{}
	case ".md":
		d.layout = &markdownLayout{}
	default:
		return nil, fmt.Errorf("report file %q: got the ending %q, want .jsonl, .json, .html, .xml or .md", path, ending)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, fmt.Errorf("report file: %w", err)
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("report file: %w", err)
	}
	jsonl.w, d.w, w.close = f, f, f
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() { // /dev/stdout.html may be a pipe
		jsonl.file, d.file = f, f
	}
	return w, nil
}
