package assert_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

// verdict is an assertion with a verdict of its own.
func verdict(name string, v chat.Verdict) chat.Assertion {
	return assert.Func(name, func(context.Context, chat.View) chat.Verdict { return v })
}

var (
	yes    = verdict("yes", chat.Pass())
	no     = verdict("no", chat.Fail("no"))
	broken = verdict("broken", chat.Fault(chat.BlameTool, "broken"))
)

func TestNotTurnsPassedAndFailedAroundAndNothingElse(t *testing.T) {
	for _, r := range []row{
		{"failed becomes a pass", assert.Not(no), reply("x"), ""},
		{"a pass becomes failed", assert.Not(yes), reply("x"), `Not(Func("yes")): it holds, but must not`},
		{"errored stays errored, with its blame", assert.Not(broken), reply("x"), `Not(Func("broken")): errored (tool): broken`},
		{"a forgotten verdict is errored", assert.Not(verdict("zero", chat.Verdict{})), reply("x"),
			`Not(Func("zero")): errored (case): the assertion returned the status ""; want chat.Pass(), chat.Fail(…) or chat.Fault(…)`},
		{"twice is once", assert.Not(assert.Not(yes)), reply("x"), ""},
		{"twice, and failed", assert.Not(assert.Not(no)), reply("x"), `Not(Not(Func("no"))): Func("no") does not hold, but must`},
		{"a verdict of the user's own tells why", assert.Not(verdict("v", chat.Verdict{Status: chat.Passed, Reason: "found", Got: "7"})), reply("x"),
			`Not(Func("v")): it holds, but must not: found: got 7`},
	} {
		r.check(t)
	}
}

func TestAllAndAny(t *testing.T) {
	for _, r := range []row{
		{"all hold", assert.All(yes, assert.Contains("x")), reply("x"), ""},
		{"one fails", assert.All(yes, assert.Contains("y"), no), reply("x"),
			"All(Func(\"yes\"), Contains(\"y\"), Func(\"no\")): 2 of 3 failed\n    - Contains(\"y\"): reply: got \"x\", want \"y\" in it\n    - Func(\"no\"): no"},
		{"one is errored", assert.All(yes, broken), reply("x"), "All(Func(\"yes\"), Func(\"broken\")): errored (tool): 0 of 2 failed, 1 errored\n    - Func(\"broken\"): errored (tool): broken"},
		{"one failure decides, whatever is errored", assert.All(broken, no), reply("x"),
			"All(Func(\"broken\"), Func(\"no\")): 1 of 2 failed, 1 errored\n    - Func(\"broken\"): errored (tool): broken\n    - Func(\"no\"): no"},
		{"any holds", assert.Any(no, yes), reply("x"), ""},
		{"one pass decides, whatever is errored", assert.Any(broken, yes), reply("x"), ""},
		{"none holds", assert.Any(no, assert.Contains("y")), reply("x"),
			"Any(Func(\"no\"), Contains(\"y\")): none of 2 passed\n    - Func(\"no\"): no\n    - Contains(\"y\"): reply: got \"x\", want \"y\" in it"},
		{"none holds and one is errored", assert.Any(no, broken), reply("x"),
			"Any(Func(\"no\"), Func(\"broken\")): errored (tool): none of 2 passed, 1 errored\n    - Func(\"no\"): no\n    - Func(\"broken\"): errored (tool): broken"},
		{"errored stays errored under Not", assert.Not(assert.Any(no, broken)), reply("x"),
			"Not(Any(Func(\"no\"), Func(\"broken\"))): errored (tool): none of 2 passed, 1 errored\n    - Func(\"no\"): no\n    - Func(\"broken\"): errored (tool): broken"},
		{"a panic is one errored part", assert.Any(yes, assert.Func("boom", func(context.Context, chat.View) chat.Verdict { panic("boom") })), reply("x"), ""},
		{"all of them negated", assert.Not(assert.All(yes, yes)), reply("x"), `Not(All(Func("yes"), Func("yes"))): all of them hold, but must not`},
		{"any of them negated", assert.Not(assert.Any(yes, no)), reply("x"), `Not(Any(Func("yes"), Func("no"))): one of them holds, but none must`},
		{"nested", assert.All(assert.Any(no)), reply("x"),
			"All(Any(Func(\"no\"))): 1 of 1 failed\n    - Any(Func(\"no\")): none of 1 passed\n          - Func(\"no\"): no"},
		{"without case, all of them", assert.IgnoreCase(assert.All(assert.Contains("X"), assert.Not(assert.Contains("Y")))), reply("x"), ""},
	} {
		r.check(t)
	}
}

func TestModelsAreAskedLastAndOnlyWhenItMatters(t *testing.T) {
	asked := 0
	judge := judging(func(*chat.Request) string { asked++; return `{"passed":true}` })
	model := assert.Agent(judge, "is polite")
	for _, tt := range []struct {
		reason string
		a      chat.Assertion
		asked  int
		want   string
	}{
		{"All: a failure has decided", assert.All(model, no), 0, "not run: a cheaper assertion has decided, so no model was asked"},
		{"All: so has one that is errored", assert.All(model, broken), 0, "not run"},
		{"All: nothing else has failed", assert.All(model, yes), 1, ""},
		{"Any: a pass has decided", assert.Any(model, yes), 0, ""},
		{"Any: nothing has passed yet", assert.Any(model, no, broken), 1, ""},
		{"deep inside", assert.All(assert.Not(assert.InTranscript(assert.Message("m", assert.Not(model)))), no), 0, "not run"},
	} {
		asked = 0
		got := outcome(tt.a, reply("x"))
		if asked != tt.asked || (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: asked %d times, got %q", tt.reason, asked, got)
		}
		if !chat.CallsModel(tt.a) {
			t.Errorf("%s: CallsModel is false", tt.reason)
		}
	}
	if chat.CallsModel(assert.All(yes, assert.Not(no))) {
		t.Error("without a judge, CallsModel is true")
	}
}

func TestMessageHidesNothing(t *testing.T) {
	for _, r := range []row{
		{"the words come before the details", assert.Message("it must name the amount", assert.Contains("$35")), reply("Done."),
			`Contains("$35"): it must name the amount: reply: got "Done.", want "$35" in it`},
		{"also of an errored verdict", assert.Message("words", broken), reply("x"), `Func("broken"): errored (tool): words: broken`},
		{"a pass has no words", assert.Message("words", yes), reply("x"), ""},
		{"negated", assert.Not(assert.Message("words", assert.Contains("x"))), reply("x"), `Not(Contains("x")): words: reply: got "x", want no "x" in it`},
		{"around a negation", assert.Message("words", assert.Not(assert.Contains("x"))), reply("x"), `Not(Contains("x")): words: reply: got "x", want no "x" in it`},
		{"without case", assert.IgnoreCase(assert.Message("words", assert.Contains("X"))), reply("x"), ""},
	} {
		r.check(t)
	}
}

func TestInTranscriptLooksAtEverythingTheAgentDid(t *testing.T) {
	tr := play(
		chat.Reply("Your reference is EXP-1.").WithCalls(chat.ToolCall{ID: "c1", Name: "ask"}).WithData(obj{"n": 1}),
		chat.Reply("Bye.").WithCalls(chat.Call("lookup", nil)),
	)
	tr.Turns[1].Input = chat.Message{Role: chat.RoleUser, Text: "password", ToolResults: []chat.ToolResult{{CallID: "c1", Content: []byte(`"yes"`)}}}
	for _, r := range []row{
		{"what it said before", assert.InTranscript(assert.Contains("EXP-1")), tr, ""},
		{"seen from its last turn", assert.InTranscript(assert.Contains("EXP-1")), tr.Turns[1], ""},
		{"not what it says later", assert.InTranscript(assert.Contains("Bye")), tr.Turns[0],
			`InTranscript(Contains("Bye")): all replies: got "Your reference is EXP-1.", want "Bye" in it`},
		{"not what the user said", assert.InTranscript(assert.Contains("password")), tr,
			`InTranscript(Contains("password")): all replies: got "Your reference is EXP-1.\nBye.", want "password" in it`},
		{"the calls of all turns", assert.InTranscript(assert.Trajectory(assert.Strict, "ask", "lookup")), tr.Turns[1], ""},
		{"with results that came in later turns", assert.InTranscript(assert.ToolResult("ask", "yes")), tr.Turns[1], ""},
		{"the last data", assert.InTranscript(assert.JSONPath("$.n", 1)), tr.Turns[1], ""},
		{"the time of all turns", assert.InTranscript(assert.MaxDuration(2 * time.Second)), tr.Turns[1], ""},
		{"and not only of one", assert.InTranscript(assert.MaxDuration(time.Second)), tr.Turns[1],
			`InTranscript(MaxDuration(1s)): the agent's time: got 2s, want at most 1s`},
		{"negated from outside", assert.Not(assert.InTranscript(assert.Contains("EXP-1"))), tr,
			`Not(InTranscript(Contains("EXP-1"))): all replies: got "Your reference is EXP-1.\nBye.", want no "EXP-1" in it`},
		{"negated from inside", assert.InTranscript(assert.Not(assert.Contains("EXP-1"))), tr,
			`InTranscript(Not(Contains("EXP-1"))): all replies: got "Your reference is EXP-1.\nBye.", want no "EXP-1" in it`},
		{"without case", assert.IgnoreCase(assert.InTranscript(assert.Contains("exp-1"))), tr, ""},
	} {
		r.check(t)
	}
	if tr.Turns[0].Number != 1 || tr.Turns[0].View().Transcript != tr {
		t.Error("looking changed the transcript")
	}
}

func TestScript(t *testing.T) {
	limits := obj{"min": 100}
	amount := assert.Script("tests.amount", func(_ context.Context, v chat.View, metadata map[string]any) chat.Verdict {
		metadata["min"] = 200 // a script that scribbles in its parameters changes its own copy
		return chat.Mismatch("amount", v.Text(), "at least 200")
	}, limits)
	limits["min"] = 300
	for range 2 {
		row{"what the function says", amount, reply("35"), `Script("tests.amount"): amount: got 35, want at least 200`}.check(t)
	}
	if raw, _ := amount.(interface{ MarshalJSON() ([]byte, error) }).MarshalJSON(); string(raw) != `{"type":"script","use":"scripts:tests.amount","options":{"metadata":{"min":100}}}` {
		t.Errorf("got %s", raw)
	}
}

func TestCompositesBuiltWrongly(t *testing.T) {
	for _, tt := range []struct {
		a    chat.Assertion
		part string
	}{
		{assert.Not(nil), "Not: the assertion is nil"},
		{assert.Not(assert.Contains("")), "true of every reply"},
		{assert.All(), "All() checks nothing"},
		{assert.Any(), "Any() checks nothing"},
		{assert.All(yes, nil), "All: assertion 2: the assertion is nil"},
		{assert.Any(assert.Regex("(")), "missing closing )"},
		{assert.Message("", yes), "the words are empty"},
		{assert.Message("words", nil), "the assertion is nil"},
		{assert.InTranscript(assert.ToolCalled("")), "a tool's name is wanted"},
		{assert.Func("", nil), "a name is wanted"},
		{assert.Func("x", nil), "the function is nil"},
		{assert.Script("x", nil, nil), "the function is nil"},
	} {
		if got := mistakeOf(tt.a); !strings.Contains(got, tt.part) {
			t.Errorf("%s: Validate says %q, want %q in it", tt.a, got, tt.part)
		}
		if got := outcome(tt.a, reply("x")); !strings.Contains(got, "errored (case)") {
			t.Errorf("%s run all the same: got %q, want errored", tt.a, got)
		}
	}
}
