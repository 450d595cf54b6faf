package assert_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

func using(input, output int64, usd *float64) *chat.Response {
	r := chat.Reply("x")
	r.Usage = &chat.Usage{InputTokens: input, OutputTokens: output, CostUSD: usd}
	return r
}

func usd(f float64) *float64 { return &f }

func TestLimits(t *testing.T) {
	const unknown = "is not known: the agent reports none in every turn; set Response.Usage, or leave the limit out"
	for _, r := range []row{
		{"in time", assert.MaxDuration(time.Second), reply("x"), ""},
		{"too slow", assert.MaxDuration(500 * time.Millisecond), reply("x"), `MaxDuration(500ms): the agent's time: got 1s, want at most 500ms`},
		{"of a whole conversation, the sum", assert.MaxDuration(time.Second), play(chat.Reply("x"), chat.Reply("y")), `MaxDuration(1s): the agent's time: got 2s, want at most 1s`},
		{"a response by itself has no duration, which is not zero", assert.MaxDuration(time.Second), chat.Reply("x"),
			`MaxDuration(1s): errored (case): the duration is not known: the turn was not played here`},
		{"nor has a transcript recorded elsewhere", assert.MaxDuration(time.Second), chat.NewTranscript(chat.UserMessage("a"), chat.AssistantMessage("b")),
			`MaxDuration(1s): errored (case): the duration is not known: the turn was not played here`},
		{"negation does not make it known", assert.Not(assert.MaxDuration(time.Second)), chat.Reply("x"),
			`Not(MaxDuration(1s)): errored (case): the duration is not known: the turn was not played here`},
		{"negated", assert.Not(assert.MaxDuration(time.Minute)), reply("x"), `Not(MaxDuration(1m)): the agent's time: got 1s, want more than 1m`},

		{"few tokens", assert.MaxTokens(30), using(10, 20, nil), ""},
		{"too many tokens", assert.MaxTokens(29), using(10, 20, nil), `MaxTokens(29): tokens: got 30, want at most 29`},
		{"of a whole conversation, the sum", assert.MaxTokens(59), play(using(10, 20, nil), using(10, 20, nil)), `MaxTokens(59): tokens: got 60, want at most 59`},
		{"unknown usage is not zero", assert.MaxTokens(30), reply("x"), `MaxTokens(30): errored (case): the token usage ` + unknown},
		{"of one turn too", assert.MaxTokens(30), play(using(1, 1, nil), chat.Reply("x")), `MaxTokens(30): errored (case): the token usage ` + unknown},
		{"nor does negation make a pass of it", assert.Not(assert.MaxTokens(30)), reply("x"), `Not(MaxTokens(30)): errored (case): the token usage ` + unknown},
		{"nonsense is not small", assert.MaxTokens(30), using(-10, 20, nil), `MaxTokens(30): errored (case): the agent reports a negative usage: -10 input and 20 output tokens`},

		{"cheap", assert.MaxCost(0.05), using(1, 1, usd(0.05)), ""},
		{"too dear", assert.MaxCost(0.05), using(1, 1, usd(0.06)), `MaxCost(0.05): cost in US dollars: got 0.06, want at most 0.05`},
		{"nothing is a price", assert.MaxCost(0.05), using(1, 1, usd(0)), ""},
		{"an unknown price is not nothing", assert.MaxCost(0.05), using(1, 1, nil), `MaxCost(0.05): errored (case): the cost ` + unknown},
		{"nonsense is not cheap", assert.MaxCost(0.05), using(1, 1, usd(math.NaN())), `MaxCost(0.05): errored (case): the agent reports a cost of NaN dollars`},
	} {
		r.check(t)
	}
}

func TestLimitsBuiltWrongly(t *testing.T) {
	for _, tt := range []struct {
		a    chat.Assertion
		part string
	}{
		{assert.MaxDuration(0), "want a positive duration"},
		{assert.MaxTokens(0), "want a positive number"},
		{assert.MaxCost(0), "want a positive number"},
		{assert.MaxCost(math.NaN()), "want a positive number"},
		{assert.MaxCost(math.Inf(1)), "want a positive number"},
	} {
		if got := mistakeOf(tt.a); !strings.Contains(got, tt.part) {
			t.Errorf("%s: Validate says %q, want %q in it", tt.a, got, tt.part)
		}
		if got := outcome(tt.a, reply("x")); !strings.Contains(got, "errored (case)") {
			t.Errorf("%s run all the same: got %q, want errored", tt.a, got)
		}
	}
}
