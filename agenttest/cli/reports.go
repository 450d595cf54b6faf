package cli

import (
	"errors"
	"fmt"

	"github.com/agenttest/go/agenttest/report"
	"github.com/agenttest/go/agenttest/suite"
)

// reports returns the reports that the flags ask for.
func (c *run) reports(agents suite.Agents) ([]report.Reporter, error) {
	f := &c.flags
	list := []report.Reporter{c.console()}
	files, err := c.outputs(f.outputs)
	if err != nil {
		return nil, err
	}
	for _, w := range files {
		list = append(list, w)
	}
	if f.report != "" {
		list = append(list, report.Agent(agents[f.report], c.to.Out))
	}
	return list, nil
}

// colors are the words of --color.
var colors = map[string]report.Color{"auto": report.ColorAuto, "always": report.ColorAlways, "never": report.ColorNever}

// console returns the report that people read as it grows.
func (c *run) console() report.Reporter {
	person := c.flags.interactive || len(c.flags.inputs) == 0 // whose line is not written over
	return report.Console(c.to.Out, report.ConsoleOptions{Verbose: c.flags.verbose, Color: colors[c.flags.color], NoProgress: person})
}

// outputs returns the reports of files. When one of them cannot be made those before it are ended.
func (c *run) outputs(paths []string) ([]*report.Writer, error) {
	var list []*report.Writer
	for _, path := range paths {
		w, err := report.File(path)
		if err != nil {
			for _, w := range list {
				err = errors.Join(err, w.End())
			}
			return nil, fmt.Errorf("--output: %w", err)
		}
		list = append(list, w)
	}
	return list, nil
}
