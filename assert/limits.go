package assert

import (
	"context"
	"math"
	"strconv"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// MaxDuration asserts that the agent took at most this long, its tools included: in the turn, or in all turns of a whole
// conversation. A duration that was not measured, as of a response by itself or a recorded transcript, is errored. A
// limit that is not positive is a usage error.
//
//	{"type": "max_duration", "value": "30s"}
func MaxDuration(limit time.Duration) chat.Assertion {
	m := maxDuration{limit: limit}
	if limit <= 0 {
		m.notef("MaxDuration(%s): want a positive duration", limit)
	}
	return m
}

type maxDuration struct {
	mistake
	limit time.Duration
}

func (m maxDuration) String() string { return call("MaxDuration", render.Duration(m.limit)) }

// MarshalJSON writes {"type": "max_duration", "value": "30s"}.
func (m maxDuration) MarshalJSON() ([]byte, error) {
	return spell("max_duration").add("value", render.Duration(m.limit)).json()
}

func (m maxDuration) Check(_ context.Context, v chat.View) chat.Verdict {
	if m.err != nil {
		return m.verdict()
	}
	turns := v.Turns()
	if v.Turn != nil {
		turns = []*chat.Turn{v.Turn}
	}
	for _, t := range turns {
		if !measured(t) {
			return chat.Fault(chat.BlameCase, "the duration is not known: the turn was not played here")
		}
	}
	if got := v.Duration(); got > m.limit {
		return chat.Mismatch("the agent's time", render.Duration(got), "at most "+render.Duration(m.limit))
	}
	return chat.Pass()
}

// measured reports whether the turn's duration is known.
func measured(t *chat.Turn) bool { return !t.Start.IsZero() || t.Duration != 0 }

// Unwanted returns the failure of an agent that was to take longer.
func (m maxDuration) Unwanted(v chat.View) chat.Verdict {
	return chat.Mismatch("the agent's time", render.Duration(v.Duration()), "more than "+render.Duration(m.limit))
}

// MaxTokens asserts that the model calls took at most this many tokens, input and output together: in the turn, or in
// all turns of a whole conversation. Usage that the agent does not report is unknown, not zero, and errored. A limit that
// is not positive is a usage error.
//
//	{"type": "max_tokens", "value": 5000}
func MaxTokens(limit int64) chat.Assertion {
	m := maxTokens{limit: limit}
	if limit <= 0 {
		m.notef("MaxTokens(%d): want a positive number", limit)
	}
	return m
}

type maxTokens struct {
	mistake
	limit int64
}

func (m maxTokens) String() string { return call("MaxTokens", strconv.FormatInt(m.limit, 10)) }

// MarshalJSON writes {"type": "max_tokens", "value": 5000}.
func (m maxTokens) MarshalJSON() ([]byte, error) {
	return spell("max_tokens").add("value", m.limit).json()
}

func (m maxTokens) Check(_ context.Context, v chat.View) chat.Verdict {
	if m.err != nil {
		return m.verdict()
	}
	u := v.Usage()
	switch {
	case u == nil:
		return unknownUsage("token usage")
	case u.InputTokens < 0 || u.OutputTokens < 0:
		return chat.Fault(chat.BlameCase, "the agent reports a negative usage: %d input and %d output tokens", u.InputTokens, u.OutputTokens)
	case u.TotalTokens() > m.limit:
		return chat.Mismatch("tokens", strconv.FormatInt(u.TotalTokens(), 10), "at most "+strconv.FormatInt(m.limit, 10))
	}
	return chat.Pass()
}

// MaxCost asserts that the model calls cost at most this many US dollars: in the turn, or in all turns of a whole
// conversation. A cost that the agent does not report is unknown, not zero, and errored. A limit that is not positive is
// a usage error.
//
//	{"type": "max_cost", "value": 0.05}
func MaxCost(usd float64) chat.Assertion {
	m := maxCost{limit: usd}
	if !(usd > 0) || math.IsInf(usd, 1) {
		m.notef("MaxCost(%s): want a positive number of US dollars", dollars(usd))
	}
	return m
}

type maxCost struct {
	mistake
	limit float64
}

func (m maxCost) String() string { return call("MaxCost", dollars(m.limit)) }

// MarshalJSON writes {"type": "max_cost", "value": 0.05}.
func (m maxCost) MarshalJSON() ([]byte, error) {
	return spell("max_cost").add("value", m.limit).json()
}

func (m maxCost) Check(_ context.Context, v chat.View) chat.Verdict {
	if m.err != nil {
		return m.verdict()
	}
	u := v.Usage()
	switch {
	case u == nil || u.CostUSD == nil:
		return unknownUsage("cost")
	case !(*u.CostUSD >= 0):
		return chat.Fault(chat.BlameCase, "the agent reports a cost of %s dollars", dollars(*u.CostUSD))
	case *u.CostUSD > m.limit:
		return chat.Mismatch("cost in US dollars", dollars(*u.CostUSD), "at most "+dollars(m.limit))
	}
	return chat.Pass()
}

func unknownUsage(what string) chat.Verdict {
	return chat.Fault(chat.BlameCase, "the %s is not known: the agent reports none in every turn; set Response.Usage, or leave the limit out", what)
}

func dollars(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
