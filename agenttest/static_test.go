package agenttest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

// The script is the authority: every turn is sent, in order, whatever the agent says of itself.
func TestStaticSendsEveryTurn(t *testing.T) {
	replies := map[string]*agenttest.Response{
		"says nothing of its state": agenttest.Reply("ok"),
		"declares that it is done":  agenttest.Reply("ok").Completed(),
		"declares that it waits":    agenttest.Reply("which?").Asking("a name"),
		"asks a question":           agenttest.Reply("Which one would you like?"),
	}
	for reason, reply := range replies {
		t.Run(reason, func(t *testing.T) {
			var got []string
			agent := replying(func(req *agenttest.Request) *agenttest.Response {
				got = append(got, req.Text())
				return reply
			})
			res := play(t, agent, agenttest.Static(
				agenttest.User("one"), agenttest.User("two"), agenttest.User("three"),
			).Finally(passes("anything")))
			wantOutcome(t, res, "passed")
			equal(t, "inputs", got, []string{"one", "two", "three"})
			for i, turn := range res.Turns {
				if turn.Number != i+1 || turn.InputSource != chat.InputStatic || turn.Status != agenttest.Passed {
					t.Errorf("turn %d: got number %d, source %s, status %s", i+1, turn.Number, turn.InputSource, turn.Status)
				}
			}
		})
	}
}

// Each run has a session of its own, which is the same in all its turns; each turn is given everything said before it.
func TestStaticSessionAndHistory(t *testing.T) {
	agent := &recorder{}
	c := agenttest.Static(agenttest.User("one"), agenttest.User("two"), agenttest.User("three")).Finally(passes("x"))
	first, second := play(t, agent, c), play(t, agent, c)
	if first.SessionID == "" || first.SessionID == second.SessionID {
		t.Errorf("got the sessions %q and %q, want two", first.SessionID, second.SessionID)
	}
	for i, req := range agent.requests {
		want := first.SessionID
		if i >= 3 {
			want = second.SessionID
		}
		if req.SessionID != want || req.Turn != i%3+1 {
			t.Errorf("request %d: got turn %d of session %q, want turn %d of %q", i, req.Turn, req.SessionID, i%3+1, want)
		}
	}
	var said []string
	for _, m := range agent.requests[2].Messages() {
		said = append(said, fmt.Sprintf("%s: %s", m.Role, m.Text))
	}
	equal(t, "the third turn sees", strings.Join(said, "\n"),
		"user: one\nassistant: turn 1\nuser: two\nassistant: turn 2\nuser: three")
}

// Expect is soft: all assertions of the turn run, then the conversation stops.
func TestExpectRunsAllThenStops(t *testing.T) {
	agent := &recorder{}
	var log []string
	res := play(t, agent, agenttest.Static(
		agenttest.User("one").Expect(verdict(&log, "a", chat.Pass())),
		agenttest.User("two").Expect(
			verdict(&log, "b", chat.Fail("no")),
			verdict(&log, "c", chat.Pass()),
			verdict(&log, "d", chat.Fail("no")),
		),
		agenttest.User("never sent").Expect(verdict(&log, "e", chat.Pass())),
	).Finally(verdict(&log, "final", chat.Pass())))

	wantOutcome(t, res, "failed (agent)")
	equal(t, "run", log, "[a b c d]")
	equal(t, "inputs", agent.inputs(), "[one two]")
	equal(t, "turn 2", checksOf(res.Turns[1].Checks), "b failed, c passed, d failed")
	equal(t, "statuses", []any{res.Turns[0].Status, res.Turns[1].Status, res.Turns[1].Blame}, "[passed failed agent]")
	if len(res.Final) != 0 {
		t.Errorf("got the final assertions %v, want none of a conversation that stopped", res.Final)
	}
}

// Require is hard: what follows in its turn is not run and says so. What was declared before it, and the rules of the
// case, are.
func TestRequireEndsItsTurn(t *testing.T) {
	var log []string
	judge, asked := judging(yes)
	res := play(t, saying("ok"), agenttest.Static(
		agenttest.User("one").
			Expect(verdict(&log, "before", chat.Fail("no"))).
			Require(verdict(&log, "required", chat.Fail("no"))).
			Expect(verdict(&log, "after", chat.Pass()), assert.Agent(judge, "polite")),
		agenttest.User("never sent"),
	).Always(verdict(&log, "rule", chat.Pass())))

	wantOutcome(t, res, "failed (agent)")
	equal(t, "run", log, "[before required rule]")
	equal(t, "judge asked", asked(), 0)
	equal(t, "checks", checksOf(res.Turns[0].Checks),
		`before failed, required failed, after not run, Agent(judge, "polite") not run, rule passed`)
	if got := res.Turns[0].Checks[2].NotRun; !strings.Contains(got, "required") {
		t.Errorf("the assertion that was not run says %q, want the reason", got)
	}
}

func TestRequireThatPassesGoesOn(t *testing.T) {
	res := play(t, saying("ok"), agenttest.Static(
		agenttest.User("one").Require(passes("a")).Expect(passes("b")),
		agenttest.User("two").Expect(passes("c")),
	))
	wantOutcome(t, res, "passed")
	equal(t, "turn 1", checksOf(res.Turns[0].Checks), "a passed, b passed")
}

// KeepGoing plays on after failed and errored assertions; the worst of them stands at the end.
func TestKeepGoing(t *testing.T) {
	tests := []struct {
		reason string
		second agenttest.Assertion
		final  agenttest.Assertion
		want   string
	}{
		{"a later pass does not mend it", passes("b"), passes("f"), "failed (agent)"},
		{"the final assertions are run", passes("b"), fails("f"), "failed (agent)"},
		{"an error beside a failure leaves it a failure", errs("b"), errs("f"), "failed (agent)"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			agent := &recorder{}
			res := play(t, agent, agenttest.Static(
				agenttest.User("one").Expect(fails("a")),
				agenttest.User("two").Expect(tt.second),
				agenttest.User("three").Require(fails("c"), passes("d")),
				agenttest.User("four"),
			).KeepGoing().Finally(tt.final))
			wantOutcome(t, res, tt.want)
			equal(t, "turns sent", len(agent.inputs()), 4)
			equal(t, "final assertions run", len(res.Final), 1)
			equal(t, "turn 3", checksOf(res.Turns[2].Checks), "c failed, d not run")
		})
	}
}

func TestKeepGoingTurnsAnErrorIntoErrored(t *testing.T) {
	res := play(t, saying("ok"), agenttest.Static(
		agenttest.User("one").Expect(errs("a")),
		agenttest.User("two").Expect(passes("b")),
	).KeepGoing())
	wantOutcome(t, res, "errored (case)")
}

// An agent that cannot answer always ends the conversation.
func TestKeepGoingStopsAtAgentErrors(t *testing.T) {
	n := 0
	agent := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		if n++; n == 2 {
			return nil, errors.New("429 Too Many Requests")
		}
		return agenttest.Reply("ok"), nil
	})
	res := play(t, agent, agenttest.Static(
		agenttest.User("one"), agenttest.User("two"), agenttest.User("three"),
	).KeepGoing().Finally(passes("never run")))
	wantOutcome(t, res, "failed (agent): agent error: 429 Too Many Requests")
	equal(t, "turns", len(res.Turns), 2)
	equal(t, "turn 2", []any{res.Turns[1].Status, res.Turns[1].Blame, res.Turns[1].Error}, "[failed agent agent error: 429 Too Many Requests]")
	equal(t, "final assertions run", len(res.Final), 0)
}

// The status, the blame and the error of each way in which one turn can end.
func TestTurnOutcomes(t *testing.T) {
	judge := func(reply string) agenttest.Assertion {
		j, _ := judging(reply)
		return assert.Agent(j, "polite")
	}
	broken := assert.Agent(erring(errors.New("503")), "polite")
	tests := []struct {
		reason string
		agent  agenttest.Agent
		expect []agenttest.Assertion
		want   string
	}{
		{"all assertions passed", saying("ok"), []agenttest.Assertion{passes("a")}, "passed"},
		{"an assertion failed", saying("ok"), []agenttest.Assertion{fails("a")}, "failed (agent)"},
		{"an assertion could not tell", saying("ok"), []agenttest.Assertion{errs("a")}, "errored (case)"},
		{"a failure beside an error is a failure", saying("ok"), []agenttest.Assertion{errs("a"), fails("b")}, "failed (agent)"},
		{"in whatever order", saying("ok"), []agenttest.Assertion{fails("a"), errs("b")}, "failed (agent)"},
		{"the judge says no", saying("ok"), []agenttest.Assertion{judge(no)}, "failed (agent)"},
		{"the judge's reply has no verdict", saying("ok"), []agenttest.Assertion{judge(garbled)}, "errored (judge)"},
		{"the judge's verdict is no boolean", saying("ok"), []agenttest.Assertion{judge(`{"passed": "yes"}`)}, "errored (judge)"},
		{"the judge is dead", saying("ok"), []agenttest.Assertion{broken}, "errored (judge)"},
		{"Not does not turn a dead judge into a pass", saying("ok"), []agenttest.Assertion{assert.Not(broken)}, "errored (judge)"},
		{"an assertion that forgot its verdict", saying("ok"), []agenttest.Assertion{verdict(nil, "a", chat.Verdict{})}, "errored (case)"},
		{"the agent returned an error", erring(errors.New("boom")), []agenttest.Assertion{passes("a")}, "failed (agent): agent error: boom"},
		{"the agent returned nothing", erring(nil), []agenttest.Assertion{passes("a")}, "failed (agent): agent error: the agent returned no response and no error"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			res := play(t, tt.agent, agenttest.Static(agenttest.User("hello").Expect(tt.expect...), agenttest.User("again")))
			wantOutcome(t, res, tt.want)
			turn := res.Turns[0]
			if turn.Status != res.Status || turn.Blame != res.Blame || turn.Error != res.Error {
				t.Errorf("the turn says %s (%s): %q, other than the case", turn.Status, turn.Blame, turn.Error)
			}
		})
	}
}

// Judges run after the cheap assertions, side by side, and are reported where they were declared.
func TestJudgesRunLastAndTogether(t *testing.T) {
	var log []string
	met := make(chan struct{})
	waiting := make(chan struct{}, 1)
	// Each of the two judges answers only once the other has been asked.
	judge := agenttest.AgentFunc(func(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
		select {
		case waiting <- struct{}{}:
			select {
			case <-met:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		default:
			if len(log) != 2 {
				t.Errorf("the cheap assertions run so far are %v, want both", log)
			}
			close(met)
		}
		return agenttest.Reply(yes), nil
	})
	res := play(t, saying("ok"), agenttest.Static(agenttest.User("hello").Expect(
		assert.Agent(judge, "first"),
		verdict(&log, "a", chat.Pass()),
		assert.Agent(judge, "second"),
		verdict(&log, "b", chat.Pass()),
	)))
	wantOutcome(t, res, "passed")
	equal(t, "checks", checksOf(res.Turns[0].Checks),
		`Agent(judge, "first") passed, a passed, Agent(judge, "second") passed, b passed`)
}

// A judge costs money: it is not asked when the turn has failed without it.
func TestJudgesAreNotAskedInVain(t *testing.T) {
	tests := []struct {
		reason string
		turn   func(agenttest.UserTurn) agenttest.UserTurn
		rules  func(agenttest.Case) agenttest.Case
	}{
		{"an assertion after it failed", func(u agenttest.UserTurn) agenttest.UserTurn { return u.Expect(fails("a")) }, nil},
		{"an assertion after it errored", func(u agenttest.UserTurn) agenttest.UserTurn { return u.Expect(errs("a")) }, nil},
		{"a rule of the case failed", nil, func(c agenttest.Case) agenttest.Case { return c.Never(passes("a")) }},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			judge, asked := judging(yes)
			turn := agenttest.User("hello").Expect(assert.Agent(judge, "polite"))
			if tt.turn != nil {
				turn = tt.turn(turn)
			}
			c := agenttest.Static(turn)
			if tt.rules != nil {
				c = tt.rules(c)
			}
			res := play(t, saying("ok"), c)
			equal(t, "judge asked", asked(), 0)
			if got := res.Turns[0].Checks[0].NotRun; !strings.Contains(got, "no model was asked") {
				t.Errorf("the judge's check says %q, want why it was not run", got)
			}
			if res.Status == agenttest.Passed {
				t.Error("the case passed")
			}
		})
	}
}

// Always and Never hold in every turn, those of a simulator included; an error in them is neither broken nor kept.
func TestRules(t *testing.T) {
	deletes := replying(func(req *agenttest.Request) *agenttest.Response {
		r := agenttest.Reply("ok")
		if req.Turn == 2 {
			r.WithCalls(agenttest.Call("expenses__delete", nil)) // made, but without a result
		}
		return r
	})
	two := agenttest.Static(agenttest.User("one"), agenttest.User("two"), agenttest.User("three"))
	tests := []struct {
		reason string
		c      agenttest.Case
		want   string
		turns  int
	}{
		{"Never ends the conversation in the turn that breaks it", two.Never(assert.ToolCalled("delete")), "failed (agent)", 2},
		{"Never holds when nothing of the kind happens", two.Never(assert.ToolCalled("refund")), "passed", 3},
		{"Always ends it too", two.Always(assert.Not(assert.ToolCalled("delete"))), "failed (agent)", 2},
		{"Always holds", two.Always(assert.Contains("ok")), "passed", 3},
		{"Never does not turn an error into a pass", two.Never(errs("a")), "errored (case)", 1},
		{"Always keeps an error", two.Always(errs("a")), "errored (case)", 1},
		{"a broken rule beside an error is a failure", two.Never(errs("a"), passes("b")), "failed (agent)", 1},
		{"KeepGoing plays on", two.Never(assert.ToolCalled("delete")).KeepGoing(), "failed (agent)", 3},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			res := play(t, deletes, tt.c)
			wantOutcome(t, res, tt.want)
			equal(t, "turns", len(res.Turns), tt.turns)
		})
	}
}

// A broken Never says what it found.
func TestNeverSaysWhatItFound(t *testing.T) {
	agent := replying(func(*agenttest.Request) *agenttest.Response {
		return agenttest.Reply("Refunded.").WithCalls(agenttest.Call("refund", map[string]any{"id": "A-1"}))
	})
	res := play(t, agent, agenttest.Single("hello").Never(assert.ToolCalled("refund"), assert.Contains("Refunded")))
	for i, want := range []string{"A-1", "Refunded."} {
		v := res.Turns[0].Checks[i].Verdict
		if all := v.Reason + v.Got; !strings.Contains(all, want) {
			t.Errorf("got %q, want %q in it", all, want)
		}
	}
}

// Finally looks at the whole conversation once it has ended without a failure.
func TestFinally(t *testing.T) {
	agent := replying(func(req *agenttest.Request) *agenttest.Response {
		r := agenttest.Reply("reply " + req.Text()).WithCalls(agenttest.Call("step", map[string]any{"n": req.Turn}).Returning(req.Turn))
		if req.Turn == 1 {
			r.WithData(map[string]any{"order": map[string]any{"status": "open"}})
		}
		return r
	})
	c := agenttest.Static(agenttest.User("one"), agenttest.User("two")).Variables(map[string]any{"who": "Ann"})
	judge, asked := judging(no)
	tests := []struct {
		reason string
		a      agenttest.Assertion
		want   string
	}{
		{"the calls of all turns", assert.ToolCalled("step").Times(2), "passed"},
		{"the last reply is the text", assert.Equals("reply two"), "passed"},
		{"an earlier reply is not", assert.Contains("reply one"), "failed (agent)"},
		{"everything said", assert.InTranscript(assert.Contains("reply one")), "passed"},
		{"the last state there was", assert.JSONPath("$.order.status", "open"), "passed"},
		{"the last result of a tool", assert.JSONPath("$.tool_results.step", 2), "passed"},
		{"variables", assert.JSONPath("$.variables.who", "Ann"), "passed"},
		{"a judge that says no", assert.Agent(judge, "done"), "failed (agent)"},
		{"an error", errs("a"), "errored (case)"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			res := play(t, agent, c.Finally(tt.a))
			wantOutcome(t, res, tt.want)
			equal(t, "final assertions", len(res.Final), 1)
			equal(t, "turn status", res.Turns[1].Status, "passed")
		})
	}
	equal(t, "judge asked", asked(), 1)
}

// MaxTurns bounds simulators and people, not scripts.
func TestScriptsAreNeverCut(t *testing.T) {
	turns := make([]agenttest.UserTurn, 25)
	for i := range turns {
		turns[i] = agenttest.User(fmt.Sprint(i))
	}
	c := agenttest.Static(turns...).Finally(passes("x"))
	for _, c := range []agenttest.Case{c, c.MaxTurns(3)} {
		res := play(t, saying("ok"), c)
		wantOutcome(t, res, "passed")
		equal(t, "turns", len(res.Turns), 25)
	}
}

func TestCaseWithoutInput(t *testing.T) {
	for reason, c := range map[string]agenttest.Case{
		"zero":             {},
		"no turns":         agenttest.Static(),
		"only a rule":      agenttest.Static().Never(passes("a")),
		"only at the end":  agenttest.Static().Finally(passes("a")),
		"nothing to await": agenttest.Static().OnMissingInput(agenttest.MissingSkip),
	} {
		t.Run(reason, func(t *testing.T) {
			wantOutcome(t, play(t, saying("ok"), c), "failed (case): no initial input")
		})
	}
}

func TestSingle(t *testing.T) {
	res := play(t, saying("hello Ann"), agenttest.Single("I am Ann", assert.Contains("Ann")))
	wantOutcome(t, res, "passed")
	equal(t, "turns", len(res.Turns), 1)
	wantOutcome(t, play(t, saying("hello"), agenttest.Single("I am Ann", assert.Contains("Ann"))), "failed (agent)")
}

// A case in which a do-nothing agent cannot fail is flagged.
func TestCasesThatCheckNothingAreFlagged(t *testing.T) {
	const flag = "checks nothing"
	bare := agenttest.Static(agenttest.User("one"))
	wantNote(t, play(t, saying(""), bare), flag)
	wantNote(t, play(t, saying(""), bare.KeepGoing().Tools(agenttest.Stub("x"))), flag)
	for reason, c := range map[string]agenttest.Case{
		"Expect":  agenttest.Static(agenttest.User("one").Expect(passes("a"))),
		"Always":  bare.Always(passes("a")),
		"Never":   bare.Never(fails("a")),
		"Finally": bare.Finally(passes("a")),
	} {
		if res := play(t, saying(""), c); len(res.Notes) > 0 {
			t.Errorf("%s: got the notes %q, want none", reason, res.Notes)
		}
	}
}
