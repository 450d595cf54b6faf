package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/agenttest/go/agenttest/suite"
)

// caseFile is the file that a dry run writes cases to. It takes its place when it is whole, so that a file that is there,
// which may be the one that is being read, is replaced by cases that are all good or not at all. Nil writes nothing.
type caseFile struct {
	path string
	temp *os.File
	out  *bufio.Writer
}

// newCaseFile returns the file that --output asks for.
func (c *run) newCaseFile() (*caseFile, error) {
	paths := c.flags.outputs
	switch {
	case len(paths) == 0:
		return nil, nil
	case len(paths) > 1:
		return nil, usage("--output: got %d files, want one: a dry run writes the cases to it", len(paths))
	case !strings.EqualFold(filepath.Ext(paths[0]), ".jsonl"):
		return nil, usage("--output: got %q, want the ending .jsonl: a dry run writes the cases, and no report", paths[0])
	}
	path := paths[0]
	if target, err := filepath.EvalSymlinks(path); err == nil { // the file is replaced, not the link to it
		path = target
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, fmt.Errorf("--output: %w", err)
	}
	mode := os.FileMode(0o666)
	if info, err := os.Stat(path); err == nil {
		if mode = info.Mode(); !mode.IsRegular() {
			return nil, usage("--output: %q is no regular file", paths[0])
		}
	}
	temp, err := os.OpenFile(fmt.Sprintf("%s.%d.tmp", path, os.Getpid()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode.Perm())
	if err != nil {
		return nil, fmt.Errorf("--output: %w", err)
	}
	return &caseFile{path: path, temp: temp, out: bufio.NewWriterSize(temp, 1<<16)}, nil
}

// add writes a case as a line.
func (f *caseFile) add(l suite.Loaded) error {
	if f == nil {
		return nil
	}
	line, err := l.MarshalJSON()
	if err != nil {
		return fmt.Errorf("the case %q cannot be written: %w", l.ID, err)
	}
	if _, err := f.out.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}

// close puts the file in its place if it is to be kept, and removes it otherwise.
func (f *caseFile) close(keep bool) error {
	if f == nil {
		return nil
	}
	if !keep {
		return errors.Join(f.temp.Close(), os.Remove(f.temp.Name()))
	}
	err := errors.Join(f.out.Flush(), f.temp.Close())
	if err == nil {
		err = os.Rename(f.temp.Name(), f.path)
	}
	if err != nil {
		return fmt.Errorf("--output: %w", errors.Join(err, os.Remove(f.temp.Name())))
	}
	return nil
}
