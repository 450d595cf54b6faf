package assert

import (
	"context"
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
)

// Agent asserts what another agent, the judge, says of the reply: that it meets the criteria. Of a whole conversation the
// judge is asked about the conversation.
//
// The judge is asked once, by one message that explains the task, so that a bare model works as well as an agent of its
// own making, and by metadata that holds the same: test_mode "validator", test_id, session_id, criteria, input, output,
// conversation, tool_calls, and data where there is some. It answers with
//
//	{"passed": true, "score": 0.9, "reason": "…", "suggestions": ["…"]}
//
// in its structured data or anywhere in its text, but not in its <think> tags; the last such object counts. Only "passed"
// is required, and it must be true or false. Everything else, and an error, a panic, no response at all, is errored with
// the judge to blame: it is neither a pass nor the agent's failure, and [Not] does not turn it around.
//
// What the agent said reaches the judge as encoded data that it is told not to obey. A judge may be asked several
// questions at once and must be safe for that. A nil judge is a usage error; so are empty criteria, unless the metadata
// has them under "criteria".
//
//	{"type": "agent", "use": "agents:workers.test.validator", "min_score": 0.8, "samples": 3,
//	 "options": {"metadata": {"criteria": "explains the process", "tone": "friendly"}}}
func Agent(judge chat.Agent, criteria string) AgentAssertion {
	a := AgentAssertion{judge: judge, criteria: criteria, samples: 1}
	if checks.IsNil(judge) {
		a.notef("Agent(nil, %q): a judge is wanted, an agent that answers whether the criteria are met", criteria)
	}
	return a
}

// AgentAssertion is what [Agent] returns. It is an immutable value: its methods return changed copies.
type AgentAssertion struct {
	mistake
	judge    chat.Agent
	id       string
	criteria string
	options  chat.Options
	min      float64
	scored   bool
	samples  int
}

// maxSamples bounds what one assertion may cost.
const maxSamples = 100

// Metadata returns a copy that hands these to the judge beside its own metadata, and to a bare model as part of the
// criteria. They are merged key by key and deeply; what the test itself hands to the judge cannot be replaced.
func (a AgentAssertion) Metadata(m map[string]any) AgentAssertion {
	a.options.Metadata = maps.Clone(chat.MergeMetadata(a.options.Metadata, m))
	return a
}

// Options returns a copy that asks the judge with these options: connector, mode, search, skip and metadata, which merge
// with those it has. History is always skipped.
func (a AgentAssertion) Options(o chat.Options) AgentAssertion {
	metadata := a.options.Metadata
	a.options = a.options.Merge(o)
	a.options.Metadata = maps.Clone(chat.MergeMetadata(metadata, o.Metadata))
	return a
}

// MinScore returns a copy that also wants a score of at least x, which is between 0 and 1: a judge that says "passed"
// with a lower score fails the agent, and one that gives no score, or one outside of 0 to 1, is errored.
func (a AgentAssertion) MinScore(x float64) AgentAssertion {
	if !(x >= 0 && x <= 1) {
		a.notef("%s.MinScore(%s): want a score from 0 to 1", a.head(), number(x))
	}
	a.min, a.scored = x, true
	return a
}

// Samples returns a copy that asks the judge n times, all at once, and follows the majority; a tie fails. Samples that
// are errored count for neither side: as long as they could turn the majority, the verdict is errored.
func (a AgentAssertion) Samples(n int) AgentAssertion {
	if n < 1 || n > maxSamples {
		a.notef("%s.Samples(%d): want 1 to %d", a.head(), n, maxSamples)
	}
	a.samples = n
	return a
}

// Named returns a copy that is written with this name of the judge, as it is registered for case files.
func (a AgentAssertion) Named(id string) AgentAssertion {
	a.id = id
	return a
}

// Validate returns the mistake in how the assertion or its judge was built, nil when there is none.
func (a AgentAssertion) Validate() error {
	if a.err == nil && strings.TrimSpace(a.wanted()) == "" {
		return fmt.Errorf("%s: the criteria are empty; say what the judge is to look for", a.head())
	}
	if a.err != nil {
		return a.err
	}
	if v, ok := chat.As[chat.Validator](a.judge); ok {
		if err := v.Validate(); err != nil {
			return fmt.Errorf("%s: the judge: %w", a.head(), err)
		}
	}
	return nil
}

// wanted returns the criteria.
func (a *AgentAssertion) wanted() string {
	if a.criteria != "" {
		return a.criteria
	}
	criteria, _ := a.options.Metadata["criteria"].(string)
	return criteria
}

func (a AgentAssertion) head() string {
	judge := "judge"
	if a.id != "" {
		judge = strconv.Quote(a.id)
	}
	return call("Agent", judge, strconv.Quote(a.wanted()))
}

// String returns the assertion as it is written: Agent(judge, "explains the process").MinScore(0.8).
func (a AgentAssertion) String() string {
	s := a.head()
	if a.scored {
		s += call(".MinScore", number(a.min))
	}
	if a.samples != 1 {
		s += call(".Samples", strconv.Itoa(a.samples))
	}
	return s
}

// MarshalJSON writes {"type": "agent", "use": "agents:ID", "options": {"metadata": {"criteria": …}}}.
func (a AgentAssertion) MarshalJSON() ([]byte, error) {
	options := a.options
	options.Metadata = maps.Clone(options.Metadata)
	if options.Metadata == nil {
		options.Metadata = map[string]any{}
	}
	options.Metadata["criteria"] = a.wanted()
	return spell("agent").addIf(a.id != "", "use", "agents:"+a.id).
		add("options", options).
		addIf(a.scored, "min_score", a.min).
		addIf(a.samples != 1, "samples", a.samples).json()
}

// CallsModel reports true.
func (a AgentAssertion) CallsModel() bool { return true }

// Check asks the judge.
func (a AgentAssertion) Check(ctx context.Context, v chat.View) chat.Verdict {
	if err := a.Validate(); err != nil {
		return unusable(err)
	}
	req, err := a.request(v)
	if err != nil {
		return chat.Fault(chat.BlameCase, "the question for the judge cannot be written: %v", err)
	}
	return a.decide(a.ask(ctx, req))
}

func number(f float64) string {
	if math.IsNaN(f) {
		return "NaN"
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}
