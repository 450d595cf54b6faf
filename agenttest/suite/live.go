package suite

import (
	"errors"
	"os"
	"path/filepath"
	"time"
)

// neverCached keeps go test from taking the run that is under way out of its cache another time. go test remembers the
// files of the module that a test has opened, and keeps no result of a test that opened one which is newer than two
// seconds. So a file is opened that is for ever newer: it lies in the directory for temporary files, dated fifty years
// ahead, and is called by a path that begins in the module, which is how go test decides whether it belongs to it.
func neverCached() error {
	wd, err := os.Getwd()
	if err != nil {
		return err
	}
	temp, err := filepath.EvalSymlinks(os.TempDir())
	if err != nil {
		return err
	}
	if temp, err = filepath.Abs(temp); err != nil {
		return err
	}
	path := filepath.Join(temp, "agenttest-live")
	if err := os.WriteFile(path, nil, 0o644); err != nil && !errors.Is(err, os.ErrPermission) { // another user may have made it
		return err
	}
	ahead := time.Now().AddDate(50, 0, 0)
	if err := os.Chtimes(path, ahead, ahead); err != nil && !errors.Is(err, os.ErrPermission) {
		return err
	}
	if wd, err = filepath.EvalSymlinks(wd); err != nil {
		return err
	}
	rel, err := filepath.Rel(wd, path)
	if err != nil { // on another volume
		return err
	}
	f, err := os.Open(wd + string(filepath.Separator) + rel)
	if err != nil {
		return err
	}
	return f.Close()
}
