package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// usageError is a mistake in the command line, for which help may help.
type usageError struct{ err error }

func (u usageError) Error() string { return u.err.Error() }
func (u usageError) Unwrap() error { return u.err }

// usage returns a [usageError].
func usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// verdict is how a run ended that was played: the exit status that its cases make.
type verdict int

func (v verdict) Error() string { return fmt.Sprintf("exit status %d", int(v)) }

// status prints an error and returns the exit status that it makes.
func (c *run) status(ctx context.Context, err error) int {
	status := ExitPassed
	for _, one := range list(err) {
		if v, ok := one.(verdict); ok {
			status = int(v)
			continue
		}
		status = ExitUsage
		c.complain(one)
	}
	if ctx.Err() != nil {
		return interruptStatus(ctx)
	}
	return status
}

// complain prints an error, which may have several lines.
func (c *run) complain(err error) {
	lines := strings.Split(settings.Replace(err.Error()), "\n")
	for i, line := range lines {
		lines[i] = render.Escape(line)
	}
	fmt.Fprintf(c.to.Err, "%s: %s\n", c.name(), strings.Join(lines, "\n"))
	if errors.As(err, new(usageError)) {
		fmt.Fprintf(c.to.Err, "Run '%s --help' for how to use it.\n", c.name())
	}
}

// settings puts flags in place of the fields of package suite that they set, which its errors name.
var settings = strings.NewReplacer(
	"suite.Config.Shard", "--shard", "suite.Config.Timings", "--timings", "suite.Config.Target", "--name",
	"suite.Config.Simulator", "--simulator", "suite.Config.Timeout", "--timeout", "suite.Config.Concurrency", "--parallel",
)

// interruptStatus returns the exit status of a run that its context has ended.
func interruptStatus(ctx context.Context) int {
	var cause interface{ ExitCode() int }
	if errors.As(context.Cause(ctx), &cause) {
		return cause.ExitCode()
	}
	return ExitInterrupted
}

// list returns the errors that were joined into one. An error that wraps several in a sentence of its own stays whole.
func list(err error) []error {
	if err == nil {
		return nil
	}
	all, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var out []error
	var texts []string
	for _, one := range all.Unwrap() {
		out = append(out, list(one)...)
		texts = append(texts, one.Error())
	}
	if strings.Join(texts, "\n") != err.Error() {
		return []error{err}
	}
	return out
}

// verdict returns the exit status that the cases make, by how many came out how, and says so where it is not seen in
// them.
func (c *run) verdict(n map[chat.Status]int, skipsFail bool) verdict {
	skipped := n[chat.Skipped]
	switch {
	case skipped > 0 && skipsFail:
		fmt.Fprintf(c.to.Err, "%s: %s skipped, which fails the run (--on-skip=fail)\n", c.name(), render.Count(skipped, "case"))
		return ExitFailed
	case n[chat.Failed] > 0:
		return ExitFailed
	case n[chat.Errored] > 0:
		return ExitErrored
	case skipped > 0 && n[chat.Passed] == 0:
		fmt.Fprintf(c.to.Err, "%s: nothing was tested, every case was skipped; --on-skip=fail makes this a failure\n", c.name())
	}
	return ExitPassed
}
