package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// complete tells shells what may stand after each flag of the main command, and where files may.
func (c *run) complete(cmd *cobra.Command) {
	agents := cobra.FixedCompletions(append(sortedIDs(c.cfg.Agents), execPrefix, httpPrefix), cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace)
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault
	}
	completeReports(cmd)
	register(cmd, map[string]cobra.CompletionFunc{
		"name":             agents,
		"simulator":        agents,
		"report":           agents,
		"timings":          filesOf("jsonl"),
		"on-missing-input": cobra.FixedCompletions([]string{"skip", "fail", "end"}, cobra.ShellCompDirectiveNoFileComp),
		"shard":            cobra.FixedCompletions([]string{"auto"}, cobra.ShellCompDirectiveNoFileComp),
		"input":            c.completeInput,
	})
}

// completeReports does it for the flags of all commands that report.
func completeReports(cmd *cobra.Command) {
	register(cmd, map[string]cobra.CompletionFunc{
		"output":  filesOf("jsonl", "json", "html", "xml", "md"),
		"on-skip": cobra.FixedCompletions([]string{"show", "fail"}, cobra.ShellCompDirectiveNoFileComp),
		"color":   cobra.FixedCompletions([]string{"auto", "always", "never"}, cobra.ShellCompDirectiveNoFileComp),
	})
}

func register(cmd *cobra.Command, flags map[string]cobra.CompletionFunc) {
	for flag, f := range flags {
		if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
			panic(err) // the flag is not defined: a mistake of ours
		}
	}
}

// filesOf completes files with one of these endings.
func filesOf(endings ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return endings, cobra.ShellCompDirectiveFilterFileExt
	}
}

// completeInput offers generators where one is being written, and otherwise leaves it to the shell, which knows files.
func (c *run) completeInput(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
	var words []string
	for _, id := range sortedIDs(c.cfg.Scripts.Generators) {
		words = append(words, scriptsPrefix+id)
	}
	for _, id := range sortedIDs(c.cfg.Agents) {
		words = append(words, agentsPrefix+id)
	}
	var fit []string
	for _, word := range words {
		if begun != "" && strings.HasPrefix(word, begun) {
			fit = append(fit, word)
		}
	}
	return fit, cobra.ShellCompDirectiveDefault
}

// completion is the command that writes a shell's script. Cobra's own one takes an unknown shell for a call for help.
func (c *run) completion() *cobra.Command {
	shells := map[string]func(*cobra.Command) error{
		"bash":       func(root *cobra.Command) error { return root.GenBashCompletionV2(c.to.Out, true) },
		"zsh":        func(root *cobra.Command) error { return root.GenZshCompletion(c.to.Out) },
		"fish":       func(root *cobra.Command) error { return root.GenFishCompletion(c.to.Out, true) },
		"powershell": func(root *cobra.Command) error { return root.GenPowerShellCompletionWithDesc(c.to.Out) },
	}
	names := sortedIDs(shells)
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Write the completion script of a shell: " + strings.Join(names, ", "),
		Long:  "Writes a script that completes the command line in bash, fish, powershell or zsh.",
		Example: fmt.Sprintf(`  # bash, for this session
  source <(%[1]s completion bash)

  # fish, for good
  %[1]s completion fish > ~/.config/fish/completions/%[1]s.fish`, c.name()),
		ValidArgs:             names,
		DisableFlagsInUseLine: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || shells[args[0]] == nil {
				return usage("completion: got %q, want one of %s", strings.Join(args, " "), strings.Join(names, ", "))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return shells[args[0]](cmd.Root()) },
	}
}
