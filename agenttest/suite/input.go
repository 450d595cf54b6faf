package suite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agenttest/go/internal/strict"
)

// endings are those of the names of case files.
var endings = []string{".jsonl", ".ndjson", ".json"}

// IsCaseFile reports whether a file with this name is read when an input is its directory: it ends in .jsonl, .ndjson or
// .json and does not begin with a dot.
func IsCaseFile(path string) bool {
	name := filepath.Base(path)
	return !strings.HasPrefix(name, ".") && slices.Contains(endings, strings.ToLower(filepath.Ext(name)))
}

// input reads the cases of an input. A prefix makes it a generator, whatever files there are.
func (l *loader) input(text string) {
	if prefix, _ := splitRef(text); prefix != "" {
		l.generate(text)
		return
	}
	paths, err := files(text)
	if err != nil {
		l.mistake(err)
		return
	}
	for _, path := range paths {
		if l.over {
			return
		}
		l.file(path)
	}
	if !l.found && !l.wrong {
		l.mistake(fmt.Errorf("there is no case in %s", listed(paths)))
	}
}

// files returns the files that an input stands for: itself, those of a directory, or those that match a pattern.
func files(input string) ([]string, error) {
	if info, err := os.Stat(input); err == nil {
		if info.IsDir() {
			return filesIn(input)
		}
		return []string{input}, nil
	}
	paths, err := filepath.Glob(input)
	if err != nil {
		return nil, fmt.Errorf("the pattern %q cannot be read: %w", input, err)
	}
	if len(paths) > 0 {
		return paths, nil
	}
	where := ""
	if wd, err := os.Getwd(); err == nil && !filepath.IsAbs(input) {
		where = ", looked for in " + wd
	}
	if prefix, id, ok := strings.Cut(input, ":"); ok && len(prefix) > 1 { // "C:" is a volume
		if meant := strict.DidYouMean(prefix+":", []string{agentsPrefix, scriptsPrefix}); meant != "" {
			where += fmt.Sprintf(" (did you mean %q?)", meant+id)
		}
	}
	return nil, fmt.Errorf("no file matches %q%s", input, where)
}

// filesIn returns the case files of a directory, without those of directories in it.
func filesIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, placed(dir, err)
	}
	var paths []string
	for _, entry := range entries {
		if !IsCaseFile(entry.Name()) {
			continue
		}
		path := filepath.Join(dir, entry.Name())
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			continue
		}
		paths = append(paths, path)
	}
	if len(paths) == 0 {
		return nil, &strict.Error{File: dir, Message: fmt.Sprintf("no case file in this directory; looked for %s, not in directories below it", oneOfEndings())}
	}
	return paths, nil
}

func oneOfEndings() string {
	list := make([]string, len(endings))
	for i, ending := range endings {
		list[i] = "*" + ending
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// file reads the cases of one file.
func (l *loader) file(path string) {
	f, err := os.Open(path)
	if err == nil {
		defer f.Close()
		var info os.FileInfo
		if info, err = f.Stat(); err == nil && info.IsDir() {
			err = fmt.Errorf("is a directory, want files, as in %q", filepath.Join(path, "*.jsonl"))
		}
	}
	if err != nil {
		l.mistake(placed(path, err))
		return
	}
	l.read(f, path)
}

// placed returns an error about a file as one that stands at the file, which it need not name itself.
func placed(path string, err error) error {
	message := err.Error()
	var of *os.PathError
	if errors.As(err, &of) {
		message = of.Err.Error()
	}
	return &strict.Error{File: path, Message: message, Err: err}
}
