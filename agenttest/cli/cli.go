package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/suite"
)

// Config is what a binary brings along. The zero value is the ready binary, which has no agents of its own.
type Config struct {
	// Agents are the agents that --name, --simulator and case files may name: those under test, simulators, judges,
	// generators and reporters. An --agent of the same id takes the place of one.
	Agents suite.Agents
	// Scripts are the Go functions that case files and --input may name.
	Scripts suite.Scripts
	// Target is the agent under test where --name does not say; it may be empty when there is only one.
	Target string
	// Simulator plays the user where neither a case nor --simulator says who does.
	Simulator string
	// Options are passed to the agent under test in every turn; --connector is put over them.
	Options agenttest.Options
	// Root is the directory that "file://" attachments are read from; empty means that of the case file.
	Root string
	// Name is what help calls the program; empty means the name it was started by.
	Name string
	// Version is what --version prints; empty means what the build knows.
	Version string
}

// Exit statuses of [Run].
const (
	ExitPassed      = 0   // every case passed, or was skipped where that is allowed
	ExitFailed      = 1   // a case failed
	ExitUsage       = 2   // the command line, the configuration or a case file is wrong, or a report was not written
	ExitErrored     = 3   // a case errored, and none failed
	ExitInterrupted = 130 // by SIGINT, as in a shell
	ExitTerminated  = 143 // by SIGTERM
)

// Main runs the command line that the program was started with, and exits. The first SIGINT or SIGTERM ends the run in
// good order: the cases under way are errored and the reports written. A second one ends the program at once.
func Main(cfg Config) {
	ctx, stop := interruptible()
	status := Run(ctx, os.Args[1:], Streams{Out: os.Stdout, Err: os.Stderr}, cfg)
	stop()
	os.Exit(status)
}

// Streams are where a command writes: reports and what was asked for to Out, errors to Err.
type Streams struct{ Out, Err io.Writer }

// Run runs a command line, which does not begin with the program's name, and returns the exit status. When ctx ends the
// run is ended in good order; a cause of ctx that has an ExitCode method decides on the exit status then, which is
// [ExitInterrupted] otherwise. It does not touch signals, flags or environment of the program.
func Run(ctx context.Context, args []string, to Streams, cfg Config) int {
	c := &run{cfg: cfg, to: to}
	return c.status(ctx, c.execute(ctx, args))
}

// interrupted is the cause of a context that a signal has ended.
type interrupted struct{ signal os.Signal }

func (i interrupted) Error() string {
	if i.signal == syscall.SIGTERM {
		return "SIGTERM"
	}
	return "SIGINT"
}

// ExitCode is 128 and the signal's number, as a shell has it.
func (i interrupted) ExitCode() int {
	if i.signal == syscall.SIGTERM {
		return ExitTerminated
	}
	return ExitInterrupted
}

// interruptible returns a context that the first signal ends; the second one finds the signal's default in place.
func interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			cancel(interrupted{s})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}
