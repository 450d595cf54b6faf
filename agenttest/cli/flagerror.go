package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/agenttest/go/internal/strict"
)

// flagError turns an error of the flags' parser into one with advice.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &missing):
		flag := missing.GetFlag()
		value, _ := pflag.UnquoteUsage(flag)
		return usage("--%s: want a value after it: %s", flag.Name, value)
	case errors.As(err, &invalid) && invalid.GetFlag().Value.Type() == "bool":
		return usage("--%s: got %q, want nothing, true or false", invalid.GetFlag().Name, invalid.GetValue())
	case errors.As(err, &invalid):
		return usage("--%s: got %q, %w", invalid.GetFlag().Name, invalid.GetValue(), errors.Unwrap(invalid))
	case !errors.As(err, &unknown):
		return usageError{err}
	}
	name, together := unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames()
	switch {
	case together == "":
		return usage("unknown flag --%s%s", name, didYouMean(name, cmd))
	case together == name:
		return usage("unknown flag -%s", name)
	default:
		return usage("unknown flag -%s in -%s%s", name, together, didYouMean(together, cmd))
	}
}

// oneDash returns an error when the name of a long flag has a single dash: it would be read as a short flag with the
// rest of the name for its value, so that -input makes "nput" the input.
func oneDash(cmd *cobra.Command, args []string) error {
	known := map[string]bool{}
	for _, name := range flagNames(cmd) {
		known[name] = true
	}
	for _, arg := range args {
		name, ok := strings.CutPrefix(arg, "-")
		if !ok || strings.HasPrefix(name, "-") {
			if arg == "--" {
				return nil
			}
			continue
		}
		if name, _, _ = strings.Cut(name, "="); len(name) > 1 && known[name] {
			return usage("got -%s, want --%s with two dashes", name, name)
		}
	}
	return nil
}

// didYouMean returns advice on the name of a flag; "" when there is none.
func didYouMean(name string, cmd *cobra.Command) string {
	word := strict.DidYouMean(name, flagNames(cmd))
	if word == "" {
		return ""
	}
	return " (did you mean --" + word + "?)"
}

func flagNames(cmd *cobra.Command) []string {
	names := []string{"help", "version"}
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// didYouMeanCommand returns advice on the name of a command; "" when there is none.
func didYouMeanCommand(name string, known []string) string {
	word := strict.DidYouMean(name, known)
	if word == "" {
		return ""
	}
	return " (did you mean the command " + word + "?)"
}
