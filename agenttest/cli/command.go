package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// run is one run of the command line.
type run struct {
	cfg   Config
	to    Streams
	flags flags

	skipsFail bool
}

// flags are the flags of the main command.
type flags struct {
	inputs          []string
	name            string
	outputs         []string
	connector       string
	verbose         bool
	interactive     bool
	skipInteractive bool
	onMissingInput  string
	onSkip          string
	simulator       string
	timeout         duration
	parallel        count
	failFast        bool
	dryRun          bool
	pattern         pattern
	shard           string
	timings         string
	report          string
	agents          []string
	headers         []string
	color           string
}

const help = `Tests LLM agents: plays the conversations of case files, of a generator, or of a person at the terminal with an
agent, and reports how they went.

An agent is an id that this program knows%s, a program
("exec:python3 agent.py") or a service ("http://127.0.0.1:8080/chat") that speaks the protocol of docs/protocol.md.

The exit status is 0 when every case passed or was skipped, 1 when one failed, 2 when something was wrong with the command
line, a file or a report, 3 when a case errored and none failed, 130 and 143 when the run was interrupted.

AGENTTEST_PARALLEL, AGENTTEST_ON_SKIP, AGENTTEST_SHARD and AGENTTEST_TIMINGS say what their flags do not.`

const examples = `  # Play the cases of a file with an agent that is a program
  %[1]s -i cases.jsonl -n 'exec:python3 agent.py'

  # A directory of cases, judged by a service, as a page and for a CI system
  %[1]s -i cases/ -n exec:./agent --agent workers.test.judge=http://127.0.0.1:9000/judge -o report.html -o junit.xml

  # One message
  %[1]s -i "Hello, how are you?" -n http://127.0.0.1:8080/chat

  # Talk with it
  %[1]s -n exec:./agent

  # Let a model make up cases, look at them, keep them
  %[1]s -i "agents:workers.test.generator?count=20&focus=edge-cases" -n exec:./agent \
    --agent workers.test.generator=exec:./generator --dry-run -o generated.jsonl

  # In CI: the second of eight machines, and nobody at the terminal
  %[1]s -i cases/ -n exec:./agent --shard 2/8 --skip-interactive -o shard-2.jsonl
  %[1]s merge -o report.html shard-*.jsonl`

// name returns what the program is called.
func (c *run) name() string {
	return cmp.Or(c.cfg.Name, strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe"))
}

// execute runs the command line.
func (c *run) execute(ctx context.Context, args []string) error {
	root := c.root()
	if err := oneDash(root, args); err != nil {
		return err
	}
	root.SetArgs(args)
	root.SetContext(ctx)
	return root.Execute()
}

func (c *run) root() *cobra.Command {
	registered := ""
	if len(c.cfg.Agents) > 0 {
		registered = " (" + strings.Join(sortedIDs(c.cfg.Agents), ", ") + ")"
	}
	root := &cobra.Command{
		Use:                   c.name() + " [flags] [FILE]...",
		Short:                 "Tests LLM agents",
		Long:                  fmt.Sprintf(help, registered),
		Example:               fmt.Sprintf(examples, c.name()),
		Version:               c.version(),
		Args:                  cobra.ArbitraryArgs,
		RunE:                  func(cmd *cobra.Command, args []string) error { return c.main(cmd, args) },
		SilenceErrors:         true,
		SilenceUsage:          true,
		DisableFlagsInUseLine: true,
	}
	root.SetOut(c.to.Out)
	root.SetErr(c.to.Err)
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	c.define(root.Flags())
	c.complete(root)
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(c.merge(), c.completion())
	return root
}

func (c *run) define(f *pflag.FlagSet) {
	f.SortFlags = false
	v := &c.flags
	f.StringArrayVarP(&v.inputs, "input", "i", nil, "where the cases are from: a `file`, directory, pattern, message, agents:ID or scripts:ID; may be given again")
	f.StringVarP(&v.name, "name", "n", "", "the `agent` under test: an id, exec:PROGRAM or http://ADDRESS"+orDefault(c.cfg.Target))
	f.StringArrayVarP(&v.outputs, "output", "o", nil, outputUsage)
	f.StringVarP(&v.connector, "connector", "c", "", "the `connector` that the agent is told to use")
	f.BoolVarP(&v.verbose, "verbose", "v", false, "show every turn whole")
	f.BoolVar(&v.interactive, "interactive", false, "let a person at the terminal override turns, or stand in for the simulator")
	f.BoolVar(&v.skipInteractive, "skip-interactive", false, "skip the cases that a person takes part in")
	f.StringVar(&v.onMissingInput, "on-missing-input", "", "the `policy` when the agent waits and a case has no more input: skip, fail or end")
	f.StringVar(&v.onSkip, "on-skip", "", onSkipUsage)
	f.StringVar(&v.simulator, "simulator", "", "the `agent` that plays the user where a case does not say who does"+orDefault(c.cfg.Simulator))
	f.Var(&v.timeout, "timeout", "how long a case may take that does not say; 5m by default")
	f.Var(&v.parallel, "parallel", "how many cases are played at once; 16 by default")
	f.BoolVar(&v.failFast, "fail-fast", false, "begin no case after one has failed or errored")
	f.Var(&v.pattern, "run", "play only the cases whose id matches")
	f.StringVar(&v.shard, "shard", "", "play only this part of the cases, `i/n` as in 2/8, or auto to ask the CI system")
	f.StringVar(&v.timings, "timings", "", "the JSONL report `file` of an earlier run, to make shards that take equally long")
	f.BoolVar(&v.dryRun, "dry-run", false, "list the cases and check them without playing; -o FILE.jsonl writes them")
	f.StringVar(&v.report, "report", "", "let an `agent` write a report of the results")
	f.StringArrayVar(&v.agents, "agent", nil, "an agent that cases may name: `id=exec:PROGRAM` or id=http://ADDRESS; may be given again")
	f.StringArrayVar(&v.headers, "header", nil, "an HTTP `header` for the agent under test, \"Name: value\", or \"id=Name: value\" for an --agent; may be given again")
	f.StringVar(&v.color, "color", "auto", colorUsage)
}

// What flags do that several commands have.
const (
	outputUsage = "a report `file`, by its ending .jsonl, .json, .html, .xml (JUnit) or .md; may be given again"
	onSkipUsage = "the `policy` for skipped cases: show (the default) or fail"
	colorUsage  = "`when` there are colours: auto, always or never"
)

func orDefault(id string) string {
	if id == "" {
		return ""
	}
	return "; " + id + " by default"
}

// version returns what --version prints.
func (c *run) version() string {
	if c.cfg.Version != "" {
		return c.cfg.Version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown version)"
}
