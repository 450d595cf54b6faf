package cli

import (
	"context"
	"errors"
	"iter"
	"slices"

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
	for l, err := range c.matching(ctx, inputs, cfg) {
		if err != nil {
			errs = append(errs, err)
			continue
		}
		cases = append(cases, l)
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	mine, err := suite.Shard(cases, cfg)
	if err != nil { // before a report of an earlier run is replaced
		return err
	}
	person := slices.ContainsFunc(mine, suite.Loaded.Interactive)
	if person && cfg.Concurrency == 0 { // what others report would stand between their words
		cfg.Concurrency = 1
	}
	if talk(inputs) { // who says something wants to read the answer
		c.flags.verbose = true
	}
	reports, err := c.reports(ctx, cfg, files(cases), person)
	if err != nil {
		return err
	}
	cfg.Reporters = append(cfg.Reporters, report.All(reports...))
	results, err := suite.Play(ctx, mine, cfg)
	count := map[chat.Status]int{}
	for _, res := range results {
		count[res.Status]++
	}
	return errors.Join(c.verdict(count, c.skipsFail), err)
}

// matching returns the cases of the inputs whose ids --run matches. That there is none is an error.
func (c *run) matching(ctx context.Context, inputs []string, cfg suite.Config) iter.Seq2[suite.Loaded, error] {
	return func(yield func(suite.Loaded, error) bool) {
		var others []string
		none := true
		for l, err := range untilDone(ctx, c.cases(ctx, inputs, cfg)) {
			if err == nil && !c.flags.pattern.matches(l.ID) {
				others = append(others, l.ID)
				continue
			}
			none = false
			if !yield(l, err) {
				return
			}
		}
		if none && len(others) > 0 {
			yield(suite.Loaded{}, usage("--run: %s matches no id of a case; there are %s", shellQuote(c.flags.pattern.String()), render.List(others, 10)))
		}
	}
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
