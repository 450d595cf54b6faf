package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/report"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/internal/render"
)

// main is the command without a subcommand: it plays cases, or lists them.
func (c *run) main(cmd *cobra.Command, args []string) error {
	var commands []string
	for _, sub := range cmd.Commands() {
		commands = append(commands, sub.Name())
	}
	if err := c.arguments(args, commands); err != nil {
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
	if err := report.CheckOutputs(c.flags.outputs, files(cases)); err != nil {
		return usage("--output: %w", err)
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

// files returns the files that cases were read from.
func files(cases []suite.Loaded) []string {
	var list []string
	for i := range cases {
		if file := cases[i].Source.File; len(list) == 0 || list[len(list)-1] != file {
			list = append(list, file)
		}
	}
	return list
}
