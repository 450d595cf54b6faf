package report

import (
	"errors"
	"fmt"
	"os"
)

// CheckOutputs returns an error for each output whose ending names no format, and for each that is also one of the files
// that are read, by whatever name: reports that are merged, cases that are played. It is to be asked before any of the
// outputs is opened, since [File] empties what it opens.
func CheckOutputs(outputs, files []string) error {
	var errs []error
	for _, output := range outputs {
		if _, err := formatOf(output); err != nil {
			errs = append(errs, err)
			continue
		}
		there, err := os.Stat(output)
		if err != nil {
			continue // what is not there cannot be lost; File tells of everything else
		}
		for _, file := range files {
			if info, err := os.Stat(file); err == nil && os.SameFile(there, info) {
				errs = append(errs, fmt.Errorf("%s is to be written, but it is read, too (as %s); want another file", output, file))
				break
			}
		}
	}
	return errors.Join(errs...)
}
