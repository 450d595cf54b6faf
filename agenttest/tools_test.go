package agenttest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/detect"
	"github.com/agenttest/go/simulator"
)

// calling returns a model: it makes these calls when the user speaks, and says what the tools answered.
func calling(calls ...agenttest.ToolCall) agenttest.Agent {
	return replying(func(req *agenttest.Request) *agenttest.Response {
		if len(req.Input.ToolResults) == 0 {
			return agenttest.Reply("").WithCalls(calls...)
		}
		return agenttest.Reply(told(req.Input.ToolResults))
	})
}

// told tells results: "lookup=7, delete=error \"no\"".
func told(results []agenttest.ToolResult) string {
	var all []string
	for _, r := range results {
		s := r.Name + "="
		if r.IsError {
			s += "error "
		}
		all = append(all, s+string(r.Content))
	}
	return strings.Join(all, ", ")
}

func call(id, name string, args any) agenttest.ToolCall {
	c := agenttest.Call(name, args)
	c.ID = id
	return c
}

// Stubs take calls by name and arguments; the first that fits answers.
func TestStubs(t *testing.T) {
	type args = map[string]any
	tests := []struct {
		reason string
		call   agenttest.ToolCall
		stubs  []agenttest.Environment
		want   string // what the model says of the results; empty when the call stays pending
	}{
		{"by name", agenttest.Call("lookup", nil), []agenttest.Environment{agenttest.Stub("lookup").Return(7)}, "lookup=7"},
		{"behind a namespace", agenttest.Call("mcp__crm__lookup", nil), []agenttest.Environment{agenttest.Stub("lookup").Return(7)}, "mcp__crm__lookup=7"},
		{"not by a part of the name", agenttest.Call("relookup", nil), []agenttest.Environment{agenttest.Stub("lookup").Return(7)}, ""},
		{"not by a beginning", agenttest.Call("lookup_all", nil), []agenttest.Environment{agenttest.Stub("lookup").Return(7)}, ""},
		{"by arguments", agenttest.Call("lookup", args{"id": 1, "deep": true}), []agenttest.Environment{agenttest.Stub("lookup").With(args{"id": 1.0}).Return(7)}, "lookup=7"},
		{"not by others", agenttest.Call("lookup", args{"id": 2}), []agenttest.Environment{agenttest.Stub("lookup").With(args{"id": 1}).Return(7)}, ""},
		{"null is not missing", agenttest.Call("lookup", args{}), []agenttest.Environment{agenttest.Stub("lookup").With(args{"id": nil}).Return(7)}, ""},
		{"arguments that are no JSON fit none", agenttest.ToolCall{Name: "lookup", Args: json.RawMessage(`{"id":`)}, []agenttest.Environment{agenttest.Stub("lookup").With(args{"id": 1}).Return(7)}, ""},
		{"the first that fits", agenttest.Call("lookup", args{"id": 2}), []agenttest.Environment{
			agenttest.Stub("lookup").With(args{"id": 1}).Return("one"), agenttest.Stub("lookup").With(args{"id": 2}).Return("two"), agenttest.Stub("lookup").Return("any"),
		}, `lookup="two"`},
		{"null until told otherwise", agenttest.Call("lookup", nil), []agenttest.Environment{agenttest.Stub("lookup")}, "lookup=null"},
		{"a failing tool is the agent's to see", agenttest.Call("lookup", nil), []agenttest.Environment{agenttest.Stub("lookup").Fail("no such order")}, `lookup=error "no such order"`},
		{"a function", agenttest.Call("lookup", args{"id": 3}), []agenttest.Environment{agenttest.Stub("lookup").Do(func(_ context.Context, raw json.RawMessage) (any, error) {
			return json.RawMessage(raw), nil
		})}, `lookup={"id":3}`},
		{"a function that fails", agenttest.Call("lookup", nil), []agenttest.Environment{agenttest.Stub("lookup").Do(func(context.Context, json.RawMessage) (any, error) {
			return nil, errors.New("down")
		})}, `lookup=error "down"`},
		{"no tools at all", agenttest.Call("lookup", nil), nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			res := play(t, calling(tt.call), agenttest.Single("hello", passes("a")).Tools(tt.stubs...))
			wantOutcome(t, res, "passed")
			equal(t, "turns", len(res.Turns), 1)
			equal(t, "reply", res.Turns[0].Text(), tt.want)
			calls := res.Turns[0].ToolCalls()
			if len(calls) != 1 || calls[0].Pending() != (tt.want == "") {
				t.Errorf("got the calls %v, want one, pending: %v", calls, tt.want == "")
			}
		})
	}
}

// The turn holds all that happened in it, in order: several model calls, with what the tools answered between them.
func TestToolLoop(t *testing.T) {
	usage := &chat.Usage{InputTokens: 10, OutputTokens: 1} // the same for every call of the model
	model := replying(func(req *agenttest.Request) *agenttest.Response {
		switch rounds := len(req.History); rounds {
		case 0:
			return &agenttest.Response{Usage: usage, Data: chat.JSON("early"), Messages: []agenttest.Message{
				{Role: chat.RoleAssistant, Text: "Let me look.", ToolCalls: []agenttest.ToolCall{call("1", "lookup", nil), call("2", "price", nil)}},
			}}
		case 2:
			equal(t, "the model sees", told(req.Input.ToolResults), "lookup=7, price=35")
			return (&agenttest.Response{Usage: usage, Messages: []agenttest.Message{
				{Role: chat.RoleAssistant, ToolCalls: []agenttest.ToolCall{call("3", "lookup", nil)}},
			}})
		default:
			r := agenttest.Reply("It is 35.").WithData(nil).Completed()
			r.Usage = usage
			return r
		}
	})
	res := play(t, model, agenttest.Single("How much?",
		assert.Equals("Let me look.\nIt is 35."),
		assert.ToolCalled("lookup").Times(2),
		assert.ToolResult("price", 35),
	).Tools(agenttest.Stub("lookup").Return(7), agenttest.Stub("price").Return(35)))
	wantOutcome(t, res, "passed")
	var roles []string
	for _, m := range res.Turns[0].Messages() {
		roles = append(roles, string(m.Role))
	}
	equal(t, "messages", roles, "[user assistant tool assistant tool assistant]")
	equal(t, "data", string(res.Turns[0].Data()), `"early"`)
	equal(t, "declared", res.Turns[0].State().Declared, true)
	equal(t, "tokens", res.Usage().TotalTokens(), 33)
}

// Usage that one call of the model leaves out is unknown, not small.
func TestUsageOfToolLoop(t *testing.T) {
	for reason, unknown := range map[string]int{"the first": 1, "the last": 2} {
		n := 0
		model := replying(func(req *agenttest.Request) *agenttest.Response {
			n++
			r := agenttest.Reply("ok")
			if n == 1 {
				r = agenttest.Reply("").WithCalls(agenttest.Call("lookup", nil))
			}
			if n != unknown {
				r.Usage = &chat.Usage{InputTokens: 10}
			}
			return r
		})
		if u := play(t, model, hello.Tools(agenttest.Stub("lookup"))).Usage(); u != nil {
			t.Errorf("%s is unknown: got %v, want nil", reason, u)
		}
	}
}

// An agent that never stops calling tools is stopped.
func TestToolLoopIsBounded(t *testing.T) {
	n := 0
	forever := replying(func(*agenttest.Request) *agenttest.Response {
		n++
		return agenttest.Reply("").WithCalls(agenttest.Call("lookup", nil))
	})
	res := play(t, forever, hello.Tools(agenttest.Stub("lookup")))
	if got := outcome(res); !strings.HasPrefix(got, "failed (agent): agent error: it called tools in ") || n > 1000 {
		t.Errorf("after %d calls: got %q", n, got)
	}
	equal(t, "calls kept", len(res.Turns[0].ToolCalls()), n)
}

// Some calls of a response may be the user's to answer: the others are executed, and the agent goes on when it has all.
func TestPendingCalls(t *testing.T) {
	var seen []string
	model := replying(func(req *agenttest.Request) *agenttest.Response {
		seen = append(seen, fmt.Sprintf("%s %q %s", req.Input.Role, req.Input.Text, told(req.Input.ToolResults)))
		if req.Turn == 1 {
			r := agenttest.Reply("").WithCalls(call("1", "lookup", nil), call("2", "ask_user", map[string]any{"question": "Which one?"}))
			r.InputHint, r.FinishReason = "a colour", chat.FinishToolCalls
			return r
		}
		return agenttest.Reply("Thanks.")
	})
	res := play(t, model, agenttest.Static(
		agenttest.User("hello").Expect(assert.ToolCalled("ask_user")),
		agenttest.User("the blue one").Expect(assert.Contains("Thanks")),
	).Tools(agenttest.Stub("lookup").Return(7), agenttest.Stub("ask_user").Return("never used")))
	wantOutcome(t, res, "passed")
	equal(t, "the model saw", strings.Join(seen, "\n"), `user "hello" `+"\n"+`user "the blue one" ask_user="the blue one"`)
	equal(t, "history", len(res.Turns[0].Messages()), 3)

	first := res.Turns[0]
	equal(t, "lookup is answered, ask_user pending", []bool{first.ToolCalls()[0].Pending(), first.ToolCalls()[1].Pending()}, "[false true]")
	if s := first.State(); !s.Awaiting || !s.Declared || s.Hint != "a colour" || first.Response.FinishReason != chat.FinishToolCalls {
		t.Errorf("what the agent said of its state is lost: %+v, finish reason %q", s, first.Response.FinishReason)
	}
	equal(t, "in the end both are answered", res.View().ToolCalls()[1].Result != nil, true)
}

// What the agent declares beside a call that nobody takes is kept when other calls of its are executed.
func TestDeclarationBesidePendingCalls(t *testing.T) {
	model := replying(func(*agenttest.Request) *agenttest.Response {
		return agenttest.Reply("").WithCalls(agenttest.Call("lookup", nil), agenttest.Call("approve", nil)).Asking("yes or no")
	})
	res := play(t, model, agenttest.Single("hello").Tools(agenttest.Stub("lookup")).OnMissingInput(agenttest.MissingSkip))
	wantOutcome(t, res, skipped)
	equal(t, "hint", res.Turns[0].State().Hint, "yes or no")
}

// The user's next words answer a pending call when exactly one waits for them; otherwise they are words.
func TestWordsAnswerOneCall(t *testing.T) {
	ask := func(id string) agenttest.ToolCall { return call(id, "ask_user", nil) }
	tests := []struct {
		reason string
		calls  []agenttest.ToolCall
		tools  []agenttest.Environment
		detect chat.Detector
		want   string
	}{
		{"one call that asks the user", []agenttest.ToolCall{ask("1")}, nil, nil, `ask_user="blue"`},
		{"two of them", []agenttest.ToolCall{ask("1"), ask("2")}, nil, nil, ""},
		{"one without an id", []agenttest.ToolCall{ask("")}, nil, nil, `ask_user="blue"`},
		{"one that has its result already", []agenttest.ToolCall{ask("1").Returning("red")}, nil, nil, ""},
		{"a call that an agent merely reports", []agenttest.ToolCall{call("1", "search", nil)}, nil, nil, ""},
		{"a call that no stub takes", []agenttest.ToolCall{call("1", "approve", nil)}, []agenttest.Environment{agenttest.Stub("x")}, nil, `approve="blue"`},
		{"beside one that a stub takes", []agenttest.ToolCall{call("1", "x", nil), call("2", "approve", nil)}, []agenttest.Environment{agenttest.Stub("x")}, nil, `approve="blue"`},
		{"a tool of one's own that asks", []agenttest.ToolCall{call("1", "pick_colour", nil)}, nil, detect.Hybrid().WithTools("pick_colour"), `pick_colour="blue"`},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			var got string
			model := replying(func(req *agenttest.Request) *agenttest.Response {
				if req.Turn == 1 {
					return agenttest.Reply("").WithCalls(tt.calls...)
				}
				got = told(req.Input.ToolResults)
				equal(t, "words", req.Text(), "blue")
				return agenttest.Reply("ok")
			})
			c := agenttest.Static(agenttest.User("hello"), agenttest.User("blue").Expect(passes("a"))).Tools(tt.tools...)
			if tt.detect != nil {
				c = c.Detect(tt.detect)
			}
			wantOutcome(t, play(t, model, c), "passed")
			equal(t, "answered", got, tt.want)
		})
	}
}

// A turn may answer a pending call by its id or its name instead of speaking.
func TestAnswer(t *testing.T) {
	calls := []agenttest.ToolCall{call("c1", "approve", nil), call("c2", "hr__confirm", nil)}
	tests := []struct {
		reason string
		answer agenttest.UserTurn
		want   string
	}{
		{"by name", agenttest.Answer("approve", true), "passed: approve=true"},
		{"by a name behind a namespace", agenttest.Answer("confirm", map[string]any{"ok": true}), `passed: hr__confirm={"ok":true}`},
		{"by id", agenttest.Answer("c2", "yes"), `passed: hr__confirm="yes"`},
		{"another name", agenttest.Answer("reject", true), `failed (agent): no pending tool call "reject" to answer: pending are "approve", "hr__confirm": `},
		{"a part of a name", agenttest.Answer("prove", true), `failed (agent): no pending tool call "prove" to answer: pending are "approve", "hr__confirm": `},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			var got string
			model := replying(func(req *agenttest.Request) *agenttest.Response {
				if req.Turn == 1 {
					return agenttest.Reply("").WithCalls(calls...)
				}
				got = told(req.Input.ToolResults)
				if len(req.Input.ToolResults) == 1 && req.Input.ToolResults[0].CallID == "" {
					t.Error("the answer does not say which call it answers")
				}
				return agenttest.Reply("ok")
			})
			res := play(t, model, agenttest.Static(agenttest.User("hello"), tt.answer.Expect(passes("a"))))
			equal(t, "outcome", outcome(res)+": "+got, tt.want)
			equal(t, "turns", len(res.Turns), 2)
		})
	}
}

// An answer to nothing fails clearly, with the turn in the record.
func TestAnswerWithoutPendingCalls(t *testing.T) {
	for reason, c := range map[string]agenttest.Case{
		"as the first turn":       agenttest.Static(agenttest.Answer("approve", true)),
		"after a plain reply":     agenttest.Static(agenttest.User("hello"), agenttest.Answer("approve", true)),
		"to a call with a result": agenttest.Static(agenttest.User("done"), agenttest.Answer("approve", true)),
	} {
		agent := replying(func(req *agenttest.Request) *agenttest.Response {
			if req.Text() == "done" {
				return agenttest.Reply("ok").WithCalls(call("1", "approve", nil).Returning(true))
			}
			return agenttest.Reply("ok")
		})
		res := play(t, agent, c.Finally(passes("f")))
		if got, want := outcome(res), `failed (agent): no pending tool call "approve" to answer: no call is pending`; got != want {
			t.Errorf("%s: got %q, want %q", reason, got, want)
		}
		last := res.Turns[len(res.Turns)-1]
		equal(t, "the turn", []string{string(last.Status), told(last.Input.ToolResults)}, "[failed approve=true]")
	}
}

// A simulator may answer a call too.
func TestSimulatorAnswers(t *testing.T) {
	model := replying(func(req *agenttest.Request) *agenttest.Response {
		if req.Turn == 1 {
			return agenttest.Reply("").WithCalls(call("c1", "approve", nil))
		}
		return agenttest.Reply(told(req.Input.ToolResults))
	})
	res := play(t, model, agenttest.Dynamic(
		user(t, says("hello"), simulator.Move{Answer: &chat.ToolResult{Name: "approve", Content: chat.JSON(true)}}),
		at("approve=true"),
	))
	wantOutcome(t, res, "passed")
}

// An environment that cannot do its work is to blame, not the agent.
func TestEnvironmentErrors(t *testing.T) {
	down := environment(func(context.Context, agenttest.ToolCall) (*agenttest.ToolResult, error) {
		return nil, errors.New("down")
	})
	res := play(t, calling(agenttest.Call("lookup", nil)), hello.Tools(agenttest.Stub("other"), down))
	wantOutcome(t, res, "errored (tool): tool error: lookup: down")
	equal(t, "the turn", []any{res.Turns[0].Status, res.Turns[0].Blame, len(res.Turns[0].ToolCalls())}, "[errored tool 1]")

	odd := agenttest.Stub("lookup").Do(func(context.Context, json.RawMessage) (any, error) { return func() {}, nil })
	res = play(t, calling(agenttest.Call("lookup", nil)), hello.Tools(odd))
	if got := outcome(res); !strings.HasPrefix(got, "errored (tool): tool error: lookup: the stub's answer, a func(), cannot be written as JSON") {
		t.Errorf("got %q", got)
	}
}

func TestToolUsage(t *testing.T) {
	for want, env := range map[string]agenttest.Environment{
		"a stub has no tool name":   agenttest.Stub(" "),
		"an environment is nil":     environment(nil),
		`stub of "lookup": With: `:  agenttest.Stub("lookup").With(func() {}),
		"Tools: a stub has no tool": agenttest.ToolStub{},
	} {
		if res := play(t, ok, hello.Tools(env)); res.Blame != chat.BlameCase || !strings.Contains(res.Error, want) {
			t.Errorf("got %s, want %q in it", outcome(res), want)
		}
	}
}
