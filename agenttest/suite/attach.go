package suite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// attachmentFiles tells whether the attachments of case files are there. The engine reads them, when a case is played.
type attachmentFiles struct {
	dir  string // of the file that is being read
	root *os.Root
	err  error // why there is no root
}

// in sets the directory that attachments are read from.
func (f *attachmentFiles) in(dir string) {
	if dir != f.dir {
		f.close()
	}
	f.dir = dir
}

func (f *attachmentFiles) close() {
	if f.root != nil {
		_ = f.root.Close() // nothing was written
	}
	f.root, f.err = nil, nil
}

// check returns what is wrong with the source of an attachment.
func (f *attachmentFiles) check(source string) error {
	name, ok := strings.CutPrefix(source, "file://")
	if !ok {
		if strings.Contains(source, "://") || strings.HasPrefix(source, "data:") {
			return nil // the agent's business
		}
		return fmt.Errorf(`got %q, want a URI such as "file://%s" or "https://…"`, source, source)
	}
	if f.root == nil && f.err == nil {
		f.root, f.err = os.OpenRoot(f.dir)
	}
	if f.err != nil {
		return fmt.Errorf("the directory that attachments are read from cannot be opened: %w", f.err)
	}
	clean := filepath.FromSlash(path.Clean(name))
	if !filepath.IsLocal(clean) {
		return fmt.Errorf("%q leads out of %s; attachments are read from there, or from suite.Config.Root", source, f.dir)
	}
	info, err := f.root.Stat(clean)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("no file %q in %s; attachments are read from there, or from suite.Config.Root", clean, f.dir)
	case err != nil:
		return fmt.Errorf("%q cannot be read: %w", source, err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%q is not a regular file", source)
	}
	return nil
}
