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
// While a run is under way, and in files of JUnit above 64 MiB for good, blanks are the room for totals that grow.
func File(path string) (*Writer, error) {
	format, err := formatOf(path)
	if err != nil {
		return nil, err
	}
	w := &Writer{format: format}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, fmt.Errorf("report file: %w", err)
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("report file: %w", err)
	}
	w.close = f
	info, err := f.Stat()
	regular := err == nil && info.Mode().IsRegular() // /dev/stdout.html may be a pipe
	switch format := format.(type) {
	case *jsonlFormat:
		format.w = f
		if regular {
			format.file = f
		}
	case *document:
		format.w = f
		if regular {
			format.file = f
		}
	}
	return w, nil
}

// formatOf returns the format that the ending of a path names.
func formatOf(path string) (format, error) {
	switch ending := strings.ToLower(filepath.Ext(path)); ending {
	case ".jsonl":
		return &jsonlFormat{}, nil
	case ".json":
		return &document{layout: &jsonLayout{}}, nil
	case ".html", ".htm":
		return &document{layout: htmlLayout{}}, nil
	case ".xml":
		return &document{layout: &junitLayout{}}, nil
	case ".md":
		return &document{layout: &markdownLayout{}}, nil
	default:
		return nil, fmt.Errorf("report file %q: got the ending %q, want .jsonl, .json, .html, .xml or .md", path, ending)
	}
}
