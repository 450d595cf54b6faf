package suite

import (
	"cmp"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/internal/checks"
	"github.com/agenttest/go/internal/strict"
	"github.com/agenttest/go/simulator"
)

// Config says against what the cases of a suite are run. The zero value has no agents, which is an error.
type Config struct {
	// Agents are all agents that the cases may name: the one under test, simulators and judges.
	Agents Agents
	// Scripts are the Go functions that the cases may name.
	Scripts Scripts
	// Target is the id of the agent under test; it may be empty when there is only one agent.
	Target string
	// Simulator names who plays the user of a dynamic case that does not say: "ID" or "agents:ID" for an agent,
	// "scripts:ID" for a script. Empty means nobody: such a case is an error.
	Simulator string
	// Interactive lets a person at the terminal take part in every case: they may override each turn that is written, and
	// stand in for the simulator, so that a dynamic case needs none. Cases are played one at a time then.
	Interactive bool
	// SkipInteractive skips the cases that want a person, without a look at the terminal.
	SkipInteractive bool
	// OnMissingInput says what becomes of a case that does not say so itself, with "on_missing_input", when the agent
	// waits for input and there is none. Empty means what the package documentation says of that field.
	OnMissingInput agenttest.MissingInput
	// Options are passed to the agent under test in every turn, and to no other. The options of a case are put over them, those of a turn
	// over both: setting by setting, metadata key by key and deeply.
	Options agenttest.Options
	// Root is the directory that "file://" attachments are read from; nothing outside it can be reached. Empty means the
	// directory of the case file.
	Root string
	// Timeout bounds each case that sets no timeout of its own, and the call of a generator; 0 means 5 minutes.
	Timeout time.Duration
	// Check is called with the result of each case, in the case's subtest, whatever the outcome but skipped:
	// golden.Assert keeps the conversation as a golden file. Nil does nothing.
	Check func(testing.TB, *agenttest.Result)
	// Concurrency is how many cases are played at once; 0 means 16. An agent that keeps state between conversations (it
	// has a Reset method and is not wrapped in agenttest.EachRun) is played one case at a time all the same.
	// AGENTTEST_PARALLEL has the last word when Run plays.
	Concurrency int
	// FailFast begins no case after one has failed or errored. go test -failfast does this, too.
	FailFast bool
	// OnSkip says what a skipped case means for the test: SkipShown by default. AGENTTEST_ON_SKIP ("show" or "fail") has
	// the last word. [Play], which has no test, leaves it to its caller.
	OnSkip SkipPolicy
	// Live says that the agents are real: every run of go test plays the cases, where it otherwise takes a run that passed
	// from its cache as long as no file and no environment variable that was read has changed.
	Live bool
	// Shard is the part of the suite that is played: "2/8" is the second of eight, and "auto" asks the environment of the
	// usual CI systems. Empty means the whole: a suite is never divided unasked. A case's id decides on its shard.
	// AGENTTEST_SHARD has the last word when Run plays.
	Shard string
	// Timings is the JSONL report of an earlier run, the same for all shards, by which the cases are divided so that all
	// shards take about as long. AGENTTEST_TIMINGS has the last word when Run plays.
	Timings string
	// Observers are told of every event of every case, from several goroutines at once. When they begin and end is their
	// owner's business, so they may be told of several suites.
	Observers []agenttest.Observer
	// Input says in reports where the cases are from; empty means the input that Run was given.
	Input string
	// Reporters are begun before the first case and ended after the last one: each of them reports one suite.
	Reporters []Reporter
}

// Agents are agents by the ids that case files use.
type Agents map[string]agenttest.Agent

// Scripts are Go functions by kind and by the ids that case files use, without the prefix "scripts:".
type Scripts struct {
	// Assertions are called for {"type": "script", "use": "scripts:ID"}.
	Assertions map[string]assert.ScriptFunc
	// Simulators play the user where a case says "simulator": {"use": "scripts:ID"}: simulator.Script("…", "…"), any
	// other simulator, or a [SimulatorFunc], which alone is told what the case says of its user.
	Simulators map[string]simulator.Simulator
	// Generators make cases where an input is "scripts:ID".
	Generators map[string]GeneratorFunc
}

// SimulatorFunc is a simulator for [Scripts] that is told what the case says of its user: the metadata of the case's
// simulator, with persona and goal as "persona" and "goal". The function may be called for several conversations at
// once and should return when ctx is done. The metadata is a copy.
type SimulatorFunc func(ctx context.Context, s *simulator.State, metadata map[string]any) (simulator.Move, error)

// Next calls f without metadata.
func (f SimulatorFunc) Next(ctx context.Context, s *simulator.State) (simulator.Move, error) {
	return f(ctx, s, nil)
}

// check notes what is wrong with the configuration itself.
func (c *Config) check(errs *strict.Errors) {
	report := func(format string, args ...any) {
		*errs = append(*errs, &strict.Error{Message: "suite.Config." + fmt.Sprintf(format, args...)})
	}
	for _, id := range sortedIDs(c.Agents) {
		a := c.Agents[id]
		checkEntry("Agents", id, checks.IsNil(a), report)
		if checks.IsNil(a) {
			continue
		}
		if v, ok := chat.As[chat.Validator](a); ok {
			if err := v.Validate(); err != nil {
				report("Agents[%q]: %s", id, oneLine(err))
			}
		}
	}
	for _, id := range sortedIDs(c.Scripts.Assertions) {
		checkEntry("Scripts.Assertions", id, c.Scripts.Assertions[id] == nil, report)
	}
	for _, id := range sortedIDs(c.Scripts.Simulators) {
		s := c.Scripts.Simulators[id]
		checkEntry("Scripts.Simulators", id, checks.IsNil(s), report)
		if v, ok := s.(chat.Validator); ok && !checks.IsNil(s) {
			if err := v.Validate(); err != nil {
				report("Scripts.Simulators[%q]: %s", id, oneLine(err))
			}
		}
	}
	for _, id := range sortedIDs(c.Scripts.Generators) {
		checkEntry("Scripts.Generators", id, c.Scripts.Generators[id] == nil, report)
	}
	if _, problem := c.target(); problem != "" {
		report("%s", problem)
	}
	if c.Simulator != "" {
		if _, problem := c.find(aUser, c.Simulator); problem != "" {
			report("Simulator: %s", problem)
		}
	}
	if c.Interactive && c.SkipInteractive {
		report("Interactive and SkipInteractive exclude each other, want one of them")
	}
	switch c.OnMissingInput {
	case "", agenttest.MissingSkip, agenttest.MissingFail, agenttest.MissingEnd:
	default:
		report("OnMissingInput: got %q, want %q, %q or %q", c.OnMissingInput, agenttest.MissingSkip, agenttest.MissingFail, agenttest.MissingEnd)
	}
	if c.Concurrency < 0 {
		report("Concurrency: got %d, want how many cases are played at once, or 0 for %d", c.Concurrency, DefaultConcurrency)
	}
	if problem := c.OnSkip.problem(); problem != "" {
		report("OnSkip: %s", problem)
	}
	for i, o := range c.Observers {
		if checks.IsNil(o) {
			report("Observers[%d] is nil", i)
		}
	}
	for i, r := range c.Reporters {
		if checks.IsNil(r) {
			report("Reporters[%d] is nil", i)
		}
	}
	if c.Timeout < 0 {
		report("Timeout: got %s, want a duration above 0, or 0 for 5m", c.Timeout)
	}
}

// checkEntry notes an entry that no file could name, or that names nothing.
func checkEntry(field, id string, missing bool, report func(string, ...any)) {
	prefix, rest := splitRef(id)
	switch {
	case id == "":
		report("%s: an id is empty", field)
	case prefix != "":
		report("%s[%q]: register it without the prefix, as %q", field, id, rest)
	case missing:
		report("%s[%q] is nil", field, id)
	}
}

// target returns the agent under test, or what is wrong.
func (c *Config) target() (agenttest.Agent, string) {
	if len(c.Agents) == 0 {
		return nil, `Agents: there are none; register the agent under test, as in suite.Agents{"assistants.expense": expense.New()}`
	}
	if c.Target == "" {
		if len(c.Agents) > 1 {
			return nil, fmt.Sprintf("Target: want the id of the agent under test, one of %s", listed(sortedIDs(c.Agents)))
		}
		for _, agent := range c.Agents {
			return agent, ""
		}
	}
	found, problem := c.find(anAgent, c.Target)
	if problem != "" {
		return nil, "Target: " + problem
	}
	return c.Agents[found.id], ""
}

// targetID returns the id of the agent under test.
func (c *Config) targetID() string {
	if c.Target == "" {
		for id := range c.Agents {
			return id
		}
	}
	_, id := splitRef(c.Target)
	return id
}

// timeout returns the limit of a case.
func (c *Config) timeout(own time.Duration) time.Duration { return cmp.Or(own, c.Timeout) }
