package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/report"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/internal/strict"
)

// main is the command without a subcommand: it plays cases, or lists them.
func (c *run) main(cmd *cobra.Command, args []string) error {
	var commands []string
	for _, sub := range cmd.Commands() {
		commands = append(commands, sub.Name())
	}
	if err := c.files(args, commands); err != nil {
		return err
	}
	c.flags.inputs = append(c.flags.inputs, args...)
	inputs := c.flags.inputs
	cfg, err := c.suite(inputs)
	if err != nil {
		return err
	}
	if c.flags.dryRun {
		return c.dryRun(cmd.Context(), inputs, cfg)
	}
	return c.play(cmd.Context(), inputs, cfg)
}

// suite returns the configuration that the flags make.
func (c *run) suite(inputs []string) (suite.Config, error) {
	f := &c.flags
	cfg := suite.Config{
		Scripts:         c.cfg.Scripts,
		Options:         c.cfg.Options,
		Root:            c.cfg.Root,
		Timeout:         time.Duration(f.timeout),
		Concurrency:     int(f.parallel),
		FailFast:        f.failFast,
		Shard:           f.shard,
		Timings:         f.timings,
		Interactive:     f.interactive,
		SkipInteractive: f.skipInteractive,
		OnMissingInput:  agenttest.MissingInput(f.onMissingInput),
		Input:           strings.Join(inputs, ", "),
	}
	if f.connector != "" {
		cfg.Options.Connector = f.connector
	}
	err := errors.Join(
		oneOf("--on-missing-input", f.onMissingInput, "", "skip", "fail", "end"),
		oneOf("--on-skip", f.onSkip, "show", "fail"),
		oneOf("--color", f.color, "auto", "always", "never"),
		c.agents(&cfg),
	)
	switch {
	case f.interactive && f.skipInteractive:
		err = errors.Join(err, usage("--skip-interactive cannot stand beside --interactive"))
	case len(inputs) == 0 && f.skipInteractive:
		err = errors.Join(err, usage("there is no input, so a person would talk with the agent, but --skip-interactive is set; want -i"))
	}
	return cfg, err
}

// agents collects the agents of the run and names those that the flags ask for.
func (c *run) agents(cfg *suite.Config) error {
	f := &c.flags
	r, err := newRegistry(c.cfg.Agents, f.agents, f.headers)
	if err != nil {
		return usageError{err}
	}
	cfg.Agents, cfg.Target, cfg.Simulator = r.agents, c.cfg.Target, c.cfg.Simulator
	var errs []error
	name := func(to *string, flag, text string, headers []header) {
		id, err := r.named(flag, text, headers)
		if err != nil {
			errs = append(errs, usageError{err})
		}
		*to = id
	}
	switch {
	case f.name != "" || len(r.headers[""]) > 0:
		name(&cfg.Target, "--name", f.name, r.headers[""])
	case cfg.Target == "" && len(c.cfg.Agents) != 1:
		errs = append(errs, usage("there is no agent to test, want --name: %s", r.names()))
	case cfg.Target == "":
		cfg.Target = sortedIDs(c.cfg.Agents)[0]
	}
	if f.report != "" {
		name(&f.report, "--report", f.report, nil)
	}
	if id, isScript := strings.CutPrefix(f.simulator, scriptsPrefix); isScript && c.cfg.Scripts.Simulators[id] != nil {
		cfg.Simulator = f.simulator
	} else if isScript {
		errs = append(errs, usage("--simulator: unknown script %q%s; want %s", id, strict.Hint(id, sortedIDs(c.cfg.Scripts.Simulators)),
			cmp.Or(strings.Join(sortedIDs(c.cfg.Scripts.Simulators), ", "), "an agent: "+r.names())))
	} else if f.simulator != "" {
		name(&cfg.Simulator, "--simulator", f.simulator, nil)
	}
	return errors.Join(errs...)
}

func oneOf(flag, got string, words ...string) error {
	for _, word := range words {
		if got == word {
			return nil
		}
	}
	want := strings.TrimPrefix(strings.Join(words, ", "), ", ")
	return usage("%s: got %q, want one of %s%s", flag, got, want, strict.Hint(got, words))
}

// play plays the cases and writes the reports.
func (c *run) play(ctx context.Context, inputs []string, cfg suite.Config) error {
	var cases []suite.Loaded
	var errs []error
	var ids []string
	for l, err := range c.cases(ctx, inputs, cfg) {
		if err != nil {
			errs = append(errs, err)
			continue
		}
		ids = append(ids, l.ID)
		if c.flags.pattern.matches(l.ID) {
			cases = append(cases, l)
		}
	}
	switch {
	case len(errs) > 0:
		return errors.Join(errs...)
	case len(cases) == 0:
		return c.noMatch(ids)
	}
	if _, err := suite.Shard(cases, cfg); err != nil { // before a report of an earlier run is replaced
		return err
	}
	if err := notAnInput(c.flags.outputs, cases); err != nil {
		return err
	}
	if talk(inputs) { // who says something wants to read the answer
		c.flags.verbose = true
	}
	reports, err := c.reports(cfg.Agents)
	if err != nil {
		return err
	}
	cfg.Reporters = append(cfg.Reporters, report.All(reports...))
	results, err := suite.Play(ctx, cases, cfg)
	count := map[chat.Status]int{}
	for _, res := range results {
		count[res.Status]++
	}
	return errors.Join(verdict(statusOf(count, c.flags.onSkip == "fail")), err)
}

// noMatch says that --run has left no case.
func (c *run) noMatch(ids []string) error {
	return usage("--run: %s matches no id of a case; there are %s", shellQuote(c.flags.pattern.String()), render.List(ids, 10))
}

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

// notAnInput returns an error when a report would take the place of the cases that it is of.
func notAnInput(outputs []string, cases []suite.Loaded) error {
	for _, path := range outputs {
		out, err := os.Stat(path)
		if err != nil {
			continue
		}
		last := ""
		for i := range cases {
			if file := cases[i].Source.File; file != last {
				last = file
				if in, err := os.Stat(file); err == nil && os.SameFile(in, out) {
					return usage("--output: %s holds the cases that are played, want another file", path)
				}
			}
		}
	}
	return nil
}
