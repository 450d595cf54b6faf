package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/report"
)

// merge is the command that joins the reports of shards.
func (c *run) merge() *cobra.Command {
	var paths []string
	onSkip, color := "", ""
	cmd := &cobra.Command{
		Use:   "merge [flags] FILE.jsonl...",
		Short: "Join the JSONL reports of shards into one report",
		Long: `Joins the JSONL reports of a run's shards, or of several runs, into one report, and checks that together they are
whole: that no shard and no case is missing or there twice. What is wrong is named in every report, which is written all
the same of what is there, and makes the exit status 2. Otherwise it is that of the cases.`,
		Example: fmt.Sprintf("  %s merge -o report.html -o junit.xml shards/*.jsonl", c.name()),
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := reportFiles(args)
			if err != nil {
				return err
			}
			skipsFail, err := skipsFail(onSkip)
			if err := errors.Join(err, oneOf("--color", color, "auto", "always", "never")); err != nil {
				return err
			}
			if err := report.CheckOutputs(paths, files); err != nil {
				return usage("--output: %w", err)
			}
			writers, err := outputs(paths)
			if err != nil {
				return err
			}
			console := report.Console(c.to.Out, report.ConsoleOptions{Verbose: c.flags.verbose, Color: colors[color]})
			sum, err := report.Merge(files, append([]*report.Writer{console}, writers...)...)
			return errors.Join(c.verdict(counts(sum), skipsFail), err)
		},
		DisableFlagsInUseLine: true,
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVarP(&paths, "output", "o", nil, outputUsage)
	f.BoolVarP(&c.flags.verbose, "verbose", "v", false, "show every turn whole")
	f.StringVar(&onSkip, "on-skip", "", onSkipUsage)
	f.StringVar(&color, "color", "auto", colorUsage)
	completeReports(cmd)
	cmd.ValidArgsFunction = filesOf("jsonl")
	return cmd
}

// reportFiles returns the files that the arguments of merge stand for: a shell that has none leaves a pattern as it is.
func reportFiles(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		matches, err := filepath.Glob(arg)
		if err != nil || len(matches) == 0 || exists(arg) {
			matches = []string{arg}
		}
		files = append(files, matches...)
	}
	if len(files) == 0 {
		return nil, usage("merge: want the JSONL reports to join, as in shards/*.jsonl")
	}
	for _, file := range files {
		if !exists(file) {
			return nil, usage("merge: there is no file %s", file)
		}
		if ending := filepath.Ext(file); !strings.EqualFold(ending, ".jsonl") {
			return nil, usage("merge: got %s, want JSONL reports, made with -o FILE.jsonl", file)
		}
	}
	return files, nil
}

// counts returns how many cases came out how.
func counts(s report.Summary) map[chat.Status]int {
	return map[chat.Status]int{chat.Passed: s.Passed, chat.Failed: s.Failed, chat.Errored: s.Errored, chat.Skipped: s.Skipped}
}
