package cli

import (
	"cmp"
	"errors"
	"os"
	"strings"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/internal/strict"
	"github.com/agenttest/go/simulator"
)

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
	if len(inputs) == 0 {
		cfg.Input = "a person at the terminal"
	}
	if f.pattern.String() != "" { // shards of other cases are no parts of one run
		cfg.Input += " (--run " + shellQuote(f.pattern.String()) + ")"
	}
	if f.connector != "" {
		cfg.Options.Connector = f.connector
	}
	var policy error
	c.skipsFail, policy = skipsFail(f.onSkip)
	err := errors.Join(
		oneOf("--on-missing-input", f.onMissingInput, "", "skip", "fail", "end"),
		policy,
		oneOf("--color", f.color, "auto", "always", "never"),
		c.agents(&cfg),
	)
	switch {
	case f.interactive && f.skipInteractive:
		err = errors.Join(err, usage("--skip-interactive cannot stand beside --interactive"))
	case len(inputs) == 0 && f.skipInteractive:
		err = errors.Join(err, usage("there is no input, so a person would talk with the agent, but --skip-interactive is set; want -i"))
	case len(inputs) == 0 || f.interactive:
		missing := simulator.CheckTerminal()
		switch {
		case missing == nil || f.dryRun:
		case f.interactive:
			err = errors.Join(err, usage("--interactive wants a person at a terminal: %w", missing))
		default:
			err = errors.Join(err, usage("there is no input, so a person would talk with the agent: %w; want -i", missing))
		}
	}
	if f.timings != "" && f.shard == "" && os.Getenv("AGENTTEST_SHARD") == "" {
		err = errors.Join(err, usage("--timings divides the cases into shards, want --shard, too"))
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

// skipsFail reports whether a skipped case fails the run, by the flag or else the environment.
func skipsFail(flag string) (bool, error) {
	from, word := "--on-skip", flag
	if word == "" {
		from, word = "AGENTTEST_ON_SKIP", os.Getenv("AGENTTEST_ON_SKIP")
	}
	return word == "fail", oneOf(from, word, "", "show", "fail")
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
