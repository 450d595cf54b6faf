package agenttest

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/simulator"
)

// Defaults of a [Case].
const (
	DefaultMaxTurns = 20
	DefaultTimeout  = 5 * time.Minute
)

// Case is a test of one conversation: who plays the user, what is expected of the agent, and the limits. It is made by
// [Static], [Dynamic] or [Single] and is an immutable value: each method returns a changed copy, so a base case can be
// shared, also between parallel tests. The zero value is a case without input, which fails.
type Case struct {
	id, name    string
	turns       []UserTurn
	dynamic     bool
	simulator   simulator.Simulator
	human       simulator.Simulator
	checkpoints []checkpoint.Checkpoint

	maxTurns    int
	timeout     time.Duration
	turnTimeout time.Duration
	options     chat.Options
	tools       []chat.Environment
	variables   map[string]any
	files       string

	rules     []expectation
	final     []expectation
	keepGoing bool
	untilGoal bool
	onMissing MissingInput
	onSimFail SimulatorFailure
	detector  chat.Detector

	before    []func(context.Context, *Session) error
	after     []func(context.Context, *Session, *Result) error
	observers []Observer
	source    chat.Source
}

// MissingInput says what becomes of a case whose agent declares that it waits for input when there is none left.
type MissingInput string

// The policies for missing input.
const (
	MissingEnd  MissingInput = "end"  // the conversation ends normally; the default
	MissingSkip MissingInput = "skip" // the case is skipped, with the reason
	MissingFail MissingInput = "fail" // the case fails
)

// SimulatorFailure says what becomes of a case whose simulator fails.
type SimulatorFailure string

// The policies for a failing simulator.
const (
	SimulatorErrored SimulatorFailure = "error" // the case is errored; the default
	SimulatorSkipped SimulatorFailure = "skip"  // the case is skipped, with the reason
	SimulatorFailed  SimulatorFailure = "fail"  // the case fails, with the simulator to blame
)

// Static returns a case that plays these turns in order. The script is the authority: every turn is sent, whatever
// state the agent seems to be in.
func Static(turns ...UserTurn) Case { return Case{turns: slices.Clone(turns), source: chat.Caller(0)} }

// Single returns a case of one turn: the user says text, and the answer is judged.
func Single(text string, assertions ...Assertion) Case {
	caller := chat.Caller(0)
	turn := UserTurn{input: chat.UserMessage(text), source: caller}
	return Case{turns: []UserTurn{turn.expect(chat.KindExpect, caller, assertions)}, source: caller}
}

// Dynamic returns a case in which a simulator plays the user until all required checkpoints are reached, or, where
// there are none, until it says that its goal is achieved.
func Dynamic(user simulator.Simulator, checkpoints ...checkpoint.Checkpoint) Case {
	return Case{dynamic: true, simulator: user, checkpoints: slices.Clone(checkpoints), source: chat.Caller(0)}
}

// Opening sets turns that are sent before the simulator takes over. One turn is the conversation's initial input;
// several are a script of their own.
func (c Case) Opening(turns ...UserTurn) Case {
	c.turns = slices.Concat(c.turns, turns)
	return c
}

// Named sets the name under which the case is reported.
func (c Case) Named(name string) Case {
	c.name = name
	return c
}

// WithID sets the id that helpers get as test_id and reports show; the name stands in where there is none.
func (c Case) WithID(id string) Case {
	c.id = id
	return c
}

// ID returns the id of the case, or its name where it has none.
func (c Case) ID() string {
	if c.id == "" {
		return c.name
	}
	return c.id
}

// Name returns the name of the case.
func (c Case) Name() string { return c.name }

// MaxTurns bounds a conversation that has a simulator or a human, all turns counted; 0 means 20. A case that only has
// a script is never cut; nor is, as long as it is 0, one without checkpoints that a human leads.
func (c Case) MaxTurns(n int) Case {
	c.maxTurns = n
	return c
}

// Timeout bounds the whole case: agent, tools, simulator, judges and hooks; 0 means 5 minutes. Waiting for a human does
// not count, nor does waiting for a limit (package limit).
func (c Case) Timeout(d time.Duration) Case {
	c.timeout = d
	return c
}

// TurnTimeout bounds the agent's time in each turn; 0 leaves it what is left of the case's. Waiting for a limit (package
// limit) does not count.
func (c Case) TurnTimeout(d time.Duration) Case {
	c.turnTimeout = d
	return c
}

// Options sets options that are passed to the agent in every turn, over those set before.
func (c Case) Options(o Options) Case {
	c.options = c.options.Merge(ownOptions(o))
	return c
}

// Tools adds tool environments, such as stubs ([Stub]). Calls that the agent leaves without a result are executed by
// the first that takes them, and the results are handed back to the agent within the same turn.
func (c Case) Tools(environments ...Environment) Case {
	c.tools = slices.Concat(c.tools, environments)
	return c
}

// Variables sets variables, over those set before. They are read as $.variables.NAME by assertions in [Case.Finally],
// in place of {{NAME}} in the user's turns, and by scripts and simulators.
func (c Case) Variables(values map[string]any) Case {
	merged := maps.Clone(c.variables)
	if merged == nil {
		merged = make(map[string]any, len(values))
	}
	maps.Copy(merged, values)
	c.variables = merged
	return c
}

// FilesFrom sets the directory that "file://" attachments are read from; nothing outside it can be reached. The
// default is the working directory, which is the package's directory under go test.
func (c Case) FilesFrom(dir string) Case {
	c.files = dir
	return c
}

// Always adds assertions that have to pass in every turn.
func (c Case) Always(assertions ...Assertion) Case {
	c.rules = addExpectations(c.rules, chat.KindAlways, declaredAt(c.source), assertions)
	return c
}

// Never adds assertions that must not pass in any turn: Never(assert.ToolCalled("delete")). One that errors is errored.
func (c Case) Never(assertions ...Assertion) Case {
	c.rules = addExpectations(c.rules, chat.KindNever, declaredAt(c.source), assertions)
	return c
}

// Finally adds assertions on the whole conversation, run when it has ended without a failure.
func (c Case) Finally(assertions ...Assertion) Case {
	c.final = addExpectations(c.final, chat.KindFinally, declaredAt(c.source), assertions)
	return c
}

// KeepGoing plays on after a turn whose assertions did not all pass; the case still fails. Errors and timeouts of the
// agent always end the conversation.
func (c Case) KeepGoing() Case {
	c.keepGoing = true
	return c
}

// UntilGoal plays on after all checkpoints are reached, until the simulator says that its goal is achieved.
func (c Case) UntilGoal() Case {
	c.untilGoal = true
	return c
}

// OnMissingInput sets what happens when the agent declares that it waits for input and there is none left. When a person
// who was to begin says nothing, MissingFail fails the case and all others skip it: nothing was tested.
func (c Case) OnMissingInput(policy MissingInput) Case {
	c.onMissing = policy
	return c
}

// OnSimulatorError sets what happens when the simulator fails.
func (c Case) OnSimulatorError(policy SimulatorFailure) Case {
	c.onSimFail = policy
	return c
}

// Detect lets d decide whether the agent waits for input or is done: a question found in the text then counts as much
// as a declaration. Without it only a declaration decides, and what detect.Hybrid finds is shown in reports.
func (c Case) Detect(d chat.Detector) Case {
	c.detector = d
	return c
}

// Interactive lets a person take part: they may override any turn of the script, stand in for the simulator, or, where
// there is neither, are asked when the agent waits. Use simulator.Human(). Without a terminal the case is skipped.
func (c Case) Interactive(human simulator.Simulator) Case {
	c.human = human
	return c
}

// Before adds a hook that runs before the first turn. Its error makes the case errored.
func (c Case) Before(hook func(context.Context, *Session) error) Case {
	c.before = append(slices.Clip(c.before), hook)
	return c
}

// After adds a hook that runs after the last turn, whatever became of it. Its error makes a case that passed errored.
func (c Case) After(hook func(context.Context, *Session, *Result) error) Case {
	c.after = append(slices.Clip(c.after), hook)
	return c
}

// Observe adds an observer of the events of the run.
func (c Case) Observe(o Observer) Case {
	c.observers = append(slices.Clip(c.observers), o)
	return c
}

// At says where the case was written, for cases that come from files.
func (c Case) At(s chat.Source) Case {
	c.source = s
	return c
}

// Session is what a hook knows of the run.
type Session struct {
	ID        string
	TestID    string
	Variables *chat.Variables
}

// bounded reports whether MaxTurns applies. A person who leads a conversation that has to come to nothing ends it when
// they like.
func (c *Case) bounded() bool {
	if c.maxTurns == 0 && c.dynamic && len(c.checkpoints) == 0 && (c.simulator == nil || simulator.IsHuman(c.simulator)) {
		return false
	}
	return c.simulator != nil || c.human != nil
}

func (c *Case) turnLimit() int {
	if c.maxTurns == 0 {
		return DefaultMaxTurns
	}
	return c.maxTurns
}

func (c *Case) timeLimit() time.Duration {
	if c.timeout == 0 {
		return DefaultTimeout
	}
	return c.timeout
}
