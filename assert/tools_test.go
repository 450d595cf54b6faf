package assert_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

func TestToolCalled(t *testing.T) {
	lookup := chat.Call("lookup", obj{"id": "A-1"}).Returning(obj{"found": true})
	refund := chat.Call("refund", obj{"amount": 3500, "id": "A-1"})
	type payment struct {
		Amount int `json:"amount"`
	}
	large := assert.Args(func(p payment) bool { return p.Amount > 1000 })
	for _, r := range []row{
		{"a call", assert.ToolCalled("lookup"), called(lookup), ""},
		{"a call counts from the moment it is made, result or not", assert.ToolCalled("refund"), called(refund), ""},
		{"the failure names the tools that were called", assert.ToolCalled("refund"), called(lookup),
			`ToolCalled("refund"): tools called: got ["lookup"], want "refund" among them`},
		{"or none", assert.ToolCalled("refund"), reply("It shipped."),
			`ToolCalled("refund"): tools called: got none, want "refund" among them`},
		{"never by a part of the name", assert.ToolCalled("set"), called(chat.Call("reset_all", nil)),
			`ToolCalled("set"): tools called: got ["reset_all"], want "set" among them`},
		{"under a namespace", assert.ToolCalled("refund"), called(chat.Call("mcp__pay__refund", nil)), ""},
		{"by a pattern on request", assert.ToolMatching("^re(fund|set)"), called(refund), ""},
		{"by a pattern that no name matches", assert.ToolMatching("^x"), called(refund),
			`ToolMatching("^x"): tools called: got ["refund"], want a tool that matches "^x" among them`},
		{"with some of the arguments", assert.ToolCalled("refund").With(obj{"amount": 3500}), called(lookup, refund), ""},
		{"as a struct", assert.ToolCalled("refund").With(payment{3500}), called(refund), ""},
		{"with other arguments", assert.ToolCalled("refund").With(obj{"amount": 35}), called(refund),
			`ToolCalled("refund").With({"amount":35}): args.amount: got 3500, want 35`},
		{"an empty object of arguments matches no expectation that has some", assert.ToolCalled("refund").With(obj{"a": 1, "b": 2}), called(chat.Call("refund", obj{})),
			"ToolCalled(\"refund\").With({\"a\":1,\"b\":2}): args.a: got nothing (it is missing), want 1; args.b: got nothing (it is missing), want 2\n" +
				"    diff (-want +got):\n        {\n      -   \"a\": 1\n      -   \"b\": 2\n        }"},
		{"a call without arguments has an empty object of them", assert.ToolCalled("refund").WithExactly(obj{}), called(chat.Call("refund", nil)), ""},
		{"null differs from missing", assert.ToolCalled("refund").With(obj{"id": nil}), called(chat.Call("refund", obj{})),
			`ToolCalled("refund").With({"id":null}): args.id: got nothing (it is missing), want null`},
		{"matchers stand in arguments", assert.ToolCalled("refund").With(obj{"id": assert.Matching("^A-"), "note": assert.Absent()}), called(refund), ""},
		{"exactly the arguments", assert.ToolCalled("refund").WithExactly(obj{"amount": 3500}), called(refund),
			`ToolCalled("refund").WithExactly({"amount":3500}): args.id: got "A-1", want no such key`},
		{"64-bit ids keep their digits", assert.ToolCalled("x").With(obj{"id": int64(9007199254740993)}), called(chat.ToolCall{Name: "x", Args: json.RawMessage(`{"id":9007199254740992}`)}),
			`ToolCalled("x").With({"id":9007199254740993}): args.id: got 9007199254740992, want 9007199254740993`},
		{"arguments that are no JSON are told", assert.ToolCalled("x").With(obj{"id": 1}), called(chat.ToolCall{Name: "x", Args: json.RawMessage(`{"id":1`)}),
			"ToolCalled(\"x\").With({\"id\":1}): args: not valid JSON (unexpected EOF): `{\"id\":1`"},
		{"but do not matter where nobody asks for them", assert.ToolCalled("x"), called(chat.ToolCall{Name: "x", Args: json.RawMessage(`{"id":1`)}), ""},
		{"a predicate", assert.ToolCalled("refund").Where(large), called(refund), ""},
		{"a predicate that says no", assert.ToolCalled("lookup").Where(large), called(lookup),
			`ToolCalled("lookup").Where(func): args: got {"id":"A-1"}, want what the Where function accepts`},
		{"several calls, none of which fits", assert.ToolCalled("refund").With(obj{"amount": 1}), called(refund, lookup, chat.Call("refund", obj{"amount": 2})),
			"ToolCalled(\"refund\").With({\"amount\":1}): calls of \"refund\": got 2, none of which fits, want one that fits\n" +
				"    call 1: refund({\"amount\":3500,\"id\":\"A-1\"}): args.amount: got 3500, want 1\n" +
				"    call 3: refund({\"amount\":2}): args.amount: got 2, want 1"},
		{"so often", assert.ToolCalled("lookup").Times(2), called(lookup, refund, lookup), ""},
		{"too often", assert.ToolCalled("lookup").Times(1), called(lookup, refund, lookup),
			"ToolCalled(\"lookup\").Times(1): calls of \"lookup\": got 2, want 1\n    call 1: lookup({\"id\":\"A-1\"})\n    call 3: lookup({\"id\":\"A-1\"})"},
		{"too rarely", assert.ToolCalled("pay").Times(1), called(lookup),
			`ToolCalled("pay").Times(1): calls of "pay": got 0 among ["lookup"], want 1`},
		{"so often with these arguments", assert.ToolCalled("refund").With(obj{"amount": 1}).Times(1), called(refund),
			"ToolCalled(\"refund\").With({\"amount\":1}).Times(1): calls of \"refund\": got 1, none of which fits, want 1 that fit\n" +
				"    call 1: refund({\"amount\":3500,\"id\":\"A-1\"}): args.amount: got 3500, want 1"},
		{"not at all", assert.ToolCalled("pay").Times(0), called(lookup), ""},
		{"not at all, and yet", assert.ToolCalled("refund").Times(0), called(refund),
			"ToolCalled(\"refund\").Times(0): calls of \"refund\": got 1, want 0\n    call 1: refund({\"amount\":3500,\"id\":\"A-1\"})"},
		{"never called, though it was, without a result", assert.Not(assert.ToolCalled("refund")), called(refund),
			"Not(ToolCalled(\"refund\")): calls of \"refund\": got 1, want none\n    call 1: refund({\"amount\":3500,\"id\":\"A-1\"})"},
		{"never called like this", assert.Not(assert.ToolCalled("refund").With(obj{"amount": 3500})), called(refund),
			"Not(ToolCalled(\"refund\").With({\"amount\":3500})): calls of \"refund\": got 1, want none like this\n    call 1: refund({\"amount\":3500,\"id\":\"A-1\"})"},
		{"of a whole conversation, the calls of all turns", assert.ToolCalled("lookup").Times(2), play(chat.Reply("").WithCalls(lookup), chat.Reply("x"), chat.Reply("").WithCalls(lookup)), ""},
	} {
		r.check(t)
	}
}

func TestTenThousandToolCallsAreListedBriefly(t *testing.T) {
	calls := make([]chat.ToolCall, 10_000)
	for i := range calls {
		calls[i] = chat.Call("lookup", obj{"i": i})
	}
	for _, a := range []chat.Assertion{
		assert.ToolCalled("refund"), assert.ToolCalled("lookup").With(obj{"i": -1}), assert.ToolCalled("lookup").Times(3),
		assert.Not(assert.ToolCalled("lookup")), assert.Trajectory(assert.Strict, "refund"), assert.Trajectory(assert.Unordered, "lookup", "refund"),
		assert.ToolResult("lookup", 1),
	} {
		if got := outcome(a, called(calls...)); got == "" || len(got) > 8000 || !strings.Contains(got, "more") {
			t.Errorf("%s: got %d bytes: %.500s", a, len(got), got)
		}
	}
}

func TestToolResult(t *testing.T) {
	found := chat.Call("lookup", obj{"id": "A-1"}).Returning(obj{"found": true, "n": 1})
	for _, r := range []row{
		{"a result that includes it", assert.ToolResult("lookup", obj{"found": true}), called(found), ""},
		{"any result", assert.ToolResult("lookup", assert.Exists()), called(found), ""},
		{"exactly", assert.ToolResult("lookup", assert.Exactly(obj{"found": true})), called(found),
			`ToolResult("lookup", Exactly({"found":true})): result: got {"found":true,"n":1}, want exactly {"found":true}`},
		{"another result", assert.ToolResult("lookup", obj{"found": false}), called(found),
			`ToolResult("lookup", {"found":false}): result.found: got true, want false`},
		{"a text", assert.ToolResult("lookup", "yes"), called(chat.Call("lookup", nil).Returning("yes")), ""},
		{"a text that holds the JSON", assert.ToolResult("lookup", obj{"found": true}), called(chat.Call("lookup", nil).Returning(`{"found":true}`)), ""},
		{"a text in which JSON merely stands is text", assert.ToolResult("lookup", obj{"found": true}), called(chat.Call("lookup", nil).Returning(`so: {"found":true}`)),
			"ToolResult(\"lookup\", {\"found\":true}): result: got \"so: {\\\"found\\\":true}\", want {\"found\":true}"},
		{"no call", assert.ToolResult("pay", 1), called(found), `ToolResult("pay", 1): tools called: got ["lookup"], want "pay" among them`},
		{"no result yet", assert.ToolResult("lookup", assert.Exists()), called(chat.Call("lookup", nil)),
			`ToolResult("lookup", Exists()): result: the call has no result yet`},
		{"a tool that failed has no such result", assert.ToolResult("pay", assert.Exists()), called(chat.Call("pay", nil).Failing("declined")),
			`ToolResult("pay", Exists()): result: got the tool's error "declined", want Exists()`},
		{"the failure of a tool", assert.ToolResult("pay", assert.Matching("decl")).IsError(), called(chat.Call("pay", nil).Failing("declined")), ""},
		{"a tool that did not fail", assert.ToolResult("lookup", assert.Exists()).IsError(), called(found),
			`ToolResult("lookup", Exists()).IsError(): result: got {"found":true,"n":1}, which is no error, want an error of the tool`},
		{"one of several calls is enough", assert.ToolResult("lookup", 2), called(chat.Call("lookup", nil).Returning(1), chat.Call("lookup", nil).Returning(2)), ""},
		{"none of several", assert.ToolResult("lookup", 3), called(chat.Call("lookup", nil).Returning(1), chat.Call("lookup", nil)),
			"ToolResult(\"lookup\", 3): results of \"lookup\": got 2, none of which fits, want 3\n    call 1: lookup(): result: got 1, want 3\n    call 2: lookup(): result: the call has no result yet"},
		{"a result that is no JSON is a text", assert.ToolResult("lookup", assert.Matching("plain")), called(chat.ToolCall{Name: "lookup", Result: &chat.ToolResult{Content: json.RawMessage("plain text")}}), ""},
		{"an empty result is null", assert.ToolResult("lookup", nil), called(chat.ToolCall{Name: "lookup", Result: &chat.ToolResult{}}), ""},
		{"negated", assert.Not(assert.ToolResult("lookup", obj{"found": true})), called(found),
			`Not(ToolResult("lookup", {"found":true})): results of "lookup": got lookup({"id":"A-1"}) → {"found":true,"n":1}, want none like this`},
		{"a result that comes in a message of its own", assert.ToolResult("lookup", 1), &chat.Response{Messages: []chat.Message{
			{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{{ID: "c1", Name: "lookup"}}},
			{Role: chat.RoleTool, ToolResults: []chat.ToolResult{{CallID: "c1", Content: json.RawMessage(`1`)}}}}}, ""},
	} {
		r.check(t)
	}
}

func TestToolAssertionsBuiltWrongly(t *testing.T) {
	for _, tt := range []struct {
		a    chat.Assertion
		part string
	}{
		{assert.ToolCalled(""), `ToolCalled(""): a tool's name is wanted; without one every tool would do`},
		{assert.ToolMatching(""), "an empty one matches every tool"},
		{assert.ToolMatching("("), "missing closing )"},
		{assert.ToolCalled("x").With("y"), "want an object of arguments"},
		{assert.ToolCalled("x").With(nil), "want an object of arguments"},
		{assert.ToolCalled("x").With(obj{"a": assert.OneOf()}), "has no values"},
		{assert.ToolCalled("x").With(obj{}).WithExactly(obj{}), "the arguments are given twice"},
		{assert.ToolCalled("x").Where(nil), "a function is wanted"},
		{assert.ToolCalled("x").Where(validArgs).Where(validArgs), "Where is given twice"},
		{assert.ToolCalled("x").Times(-1), "want 0 or more"},
		{assert.ToolCalled("").Times(-1), "a tool's name is wanted"},
		{assert.ToolResult("", 1), "a tool's name is wanted"},
		{assert.ToolResult("x", func() {}), "cannot be written as JSON"},
		{assert.Trajectory(0, "x"), "unknown mode 0; want Strict, InOrder"},
		{assert.Trajectory(assert.InOrder), "expects no calls, which is always true"},
		{assert.Trajectory(assert.Superset), "expects no calls, which is always true"},
		{assert.Trajectory(assert.Strict, 7), "call 1 is a int; want a tool's name or ToolCalled(…)"},
		{assert.Trajectory(assert.Strict, "x", ""), "call 2: ToolCalled(\"\"): a tool's name is wanted"},
		{assert.Trajectory(assert.Strict, assert.ToolCalled("x").Times(0)), "leave a call that is not expected out"},
	} {
		if got := mistakeOf(tt.a); !strings.Contains(got, tt.part) {
			t.Errorf("%s: Validate says %q, want %q in it", tt.a, got, tt.part)
		}
		if got := outcome(assert.Not(tt.a), reply("x")); !strings.Contains(got, "errored (case)") {
			t.Errorf("Not(%s): got %q, want errored", tt.a, got)
		}
	}
}

func TestToolAssertionsAreImmutable(t *testing.T) {
	base := assert.ToolCalled("refund")
	args := obj{"amount": 1}
	with := base.With(args)
	args["amount"] = 2
	if base.String() != `ToolCalled("refund")` || with.String() != `ToolCalled("refund").With({"amount":1})` {
		t.Errorf("got %s and %s", base, with)
	}
}

func validArgs(args json.RawMessage) bool { return json.Valid(args) }
