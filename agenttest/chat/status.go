package chat

// Status is the outcome of an assertion, a turn or a case.
type Status string

// The outcomes. Errored is not failed: something other than the agent (a judge, a simulator, the case itself) kept the
// question from being answered.
const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Errored Status = "errored"
	Skipped Status = "skipped"
)

// Blame names the part that is responsible for an outcome that is not a pass.
type Blame string

// The parts that can be to blame.
const (
	BlameNone      Blame = ""
	BlameAgent     Blame = "agent"     // the agent under test
	BlameSimulator Blame = "simulator" // the simulated user
	BlameJudge     Blame = "judge"     // the model that judges
	BlameTool      Blame = "tool"      // the tool environment of the case
	BlameHarness   Blame = "harness"   // this library, the test run, or an interrupt
	BlameCase      Blame = "case"      // the test case itself: a bad pattern, an unknown id, a hook or script of its own
)
