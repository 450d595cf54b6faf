package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/agenttest/go/agenttest/report"
	"github.com/agenttest/go/agenttest/suite"
)

// reports returns the reports that the flags ask for of a run that reads these files. Those in files come first, so that
// what is on the screen is in them, too.
func (c *run) reports(ctx context.Context, cfg suite.Config, read []string, person bool) ([]report.Reporter, error) {
	f := &c.flags
	if timings := cmp.Or(cfg.Timings, os.Getenv("AGENTTEST_TIMINGS")); timings != "" {
		read = append(read, timings)
	}
	if err := report.CheckOutputs(f.outputs, read); err != nil {
		return nil, usage("--output: %w", err)
	}
	if err := amongCases(f.outputs, f.inputs); err != nil {
		return nil, err
	}
	files, err := outputs(f.outputs)
	if err != nil {
		return nil, err
	}
	var list []report.Reporter
	for _, w := range files {
		list = append(list, w)
	}
	list = append(list, report.Console(c.to.Out, report.ConsoleOptions{
		Verbose: f.verbose, Color: colors[f.color],
		NoProgress: person, // whose line would be written over
	}))
	if f.report != "" {
		list = append(list, report.Agent(ctx, cfg.Agents[f.report], c.to.Out))
	}
	return list, nil
}

// amongCases returns an error when a report would be read as a file of cases in the next run.
func amongCases(outputs, inputs []string) error {
	for _, input := range inputs {
		dir, err := os.Stat(input)
		if err != nil || !dir.IsDir() {
			continue
		}
		for _, output := range outputs {
			if in, err := os.Stat(filepath.Dir(output)); err == nil && os.SameFile(in, dir) && suite.IsCaseFile(output) {
				return usage("--output: %s would be read as cases the next time, since %s is an input; want another directory", output, input)
			}
		}
	}
	return nil
}

// colors are the words of --color.
var colors = map[string]report.Color{"auto": report.ColorAuto, "always": report.ColorAlways, "never": report.ColorNever}

// outputs returns the reports of files. When one of them cannot be made those before it are ended.
func outputs(paths []string) ([]*report.Writer, error) {
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
