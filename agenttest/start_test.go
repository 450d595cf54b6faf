package agenttest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/simulator"
)

// byHand runs a test function with a fake that can do all that a test can, and its cleanups after it. It returns what
// was reported as failed.
func byHand(t *testing.T, f func(t *richT)) *richT {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	rich := &richT{ctx: ctx}
	rich.testing(func() { f(rich) })
	cancel() // as testing does before the cleanups
	for i := len(rich.cleanup) - 1; i >= 0; i-- {
		rich.testing(rich.cleanup[i])
	}
	return rich
}

// failures returns all that was reported, from both ways of reporting.
func (t *richT) failures() string { return t.out.String() + strings.Join(t.errors, "\n") }

// A test may lead the conversation itself: one session, one history, one record.
func TestStart(t *testing.T) {
	agent := &recorder{}
	var res *agenttest.Result
	rich := byHand(t, func(t *richT) {
		c := agenttest.Start(t, agent)
		turn := c.Say("hello")
		assert.That(t, turn, assert.Contains("turn 1"))
		if !c.Expect(assert.Equals("turn 1")) || len(c.View().Turns()) != 1 {
			t.Errorf("Expect reports false, or there are %d turns", len(c.View().Turns()))
		}
		c.Say("again")
		assert.That(t, c, assert.InTranscript(assert.Contains("turn 1")))
		assert.That(t, c.Transcript(), assert.Contains("turn 2"))
		res = c.End()
	})
	if rich.failures() != "" {
		t.Errorf("it failed: %s", rich.failures())
	}
	equal(t, "inputs", inputs(res), "static: hello, static: again")
	first, second := agent.requests[0], agent.requests[1]
	if first.SessionID == "" || first.SessionID != second.SessionID || len(second.History) != 2 || second.Turn != 2 {
		t.Errorf("got the session %q and then %q with a history of %d in turn %d", first.SessionID, second.SessionID, len(second.History), second.Turn)
	}
	equal(t, "notes", len(res.Notes), 0)
}

// Expect is soft; what it found is reported where it is called, with the transcript at the end.
func TestStartExpect(t *testing.T) {
	reached := false
	rich := byHand(t, func(t *richT) {
		c := agenttest.Start(t, saying("Which one?"))
		c.Say("hello")
		if c.Expect(assert.Contains("a"), assert.Contains("Which"), assert.Contains("b")) {
			t.Errorf("Expect reports true")
		}
		reached = true
	})
	got := rich.failures()
	for _, want := range []string{`start_test.go:`, `turn 1: Contains("a"): `, `turn 1: Contains("b"): `} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
	if logs := strings.Join(rich.logs, ""); !reached || !strings.Contains(logs, "Which one?") {
		t.Errorf("the test went on: %v; the log is %q", reached, logs)
	}
}

// A test that asserts before anything was said, or goes on after the end, is used wrongly.
func TestStartUsage(t *testing.T) {
	tests := map[string]struct {
		f    func(t *richT)
		want string
	}{
		"Expect before Say": {func(t *richT) { agenttest.Start(t, ok).Expect(passes("a")) }, "call Say first"},
		"Say after End": {func(t *richT) {
			c := agenttest.Start(t, ok)
			c.End()
			c.Say("hello")
		}, "the conversation has ended"},
		"an assertion built wrongly": {func(t *richT) {
			c := agenttest.Start(t, ok)
			c.Say("hello")
			c.Expect(assert.Contains(""))
		}, "Contains"},
		"a turn built wrongly":     {func(t *richT) { agenttest.Start(t, ok).Send(agenttest.User("x").Expect(nil)) }, "an assertion is nil"},
		"a setting built wrongly":  {func(t *richT) { agenttest.Start(t, ok, agenttest.Case{}.Timeout(-1)) }, "Timeout: got -1ns"},
		"no agent":                 {func(t *richT) { agenttest.Start(t, nil) }, "the agent is nil"},
		"a file that is not there": {func(t *richT) { agenttest.Start(t, ok).Send(agenttest.User("x").Attach("file://nothing")) }, "no such file"},
	}
	for reason, tt := range tests {
		t.Run(reason, func(t *testing.T) {
			if got := byHand(t, tt.f).failures(); !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q in it", got, tt.want)
			}
		})
	}
}

// An agent that gives no answer ends the test, says why once, and what is asserted at the end is not run.
func TestStartBreaksOff(t *testing.T) {
	panics, _ := places[0].of(func(context.Context) error { panic("boom") })
	for reason, agent := range map[string]agenttest.Agent{"an error": erring(errors.New("boom")), "a panic": panics} {
		t.Run(reason, func(t *testing.T) {
			var log []string
			var c *agenttest.Conversation
			setting := agenttest.Case{}.Finally(verdict(&log, "finally", chat.Fail("no"))).
				After(func(_ context.Context, _ *agenttest.Session, res *agenttest.Result) error {
					log = append(log, "after: "+outcome(res))
					return nil
				})
			rich := byHand(t, func(t *richT) {
				c = agenttest.Start(t, agent, setting)
				c.Say("hello")
				log = append(log, "the test went on")
			})
			if got := rich.failures(); !rich.ended || strings.Count(got, "boom") != 1 || !strings.Contains(got, "turn 1: agent error: ") {
				t.Errorf("ended: %v, reported %q", rich.ended, got)
			}
			if len(log) != 1 || !strings.HasPrefix(log[0], "after: failed (agent): agent error: ") {
				t.Errorf("got %q, want the hook alone", log)
			}
			if res := c.End(); !strings.Contains(res.Error, "boom") {
				t.Errorf("the result says %s", outcome(res))
			}
		})
	}
}

// A case may be the setting: its rules, options, tools, hooks and final assertions hold; its turns are not sent.
func TestStartWithSetting(t *testing.T) {
	var log []string
	var options agenttest.Options
	model := replying(func(req *agenttest.Request) *agenttest.Response {
		options = req.Options
		if req.Input.Role == chat.RoleTool {
			return agenttest.Reply("It is " + string(req.Input.ToolResults[0].Content))
		}
		return agenttest.Reply("").WithCalls(agenttest.Call("price", nil))
	})
	setting := agenttest.Dynamic(simulator.Script("never sent"), at("never looked at")).Opening(agenttest.User("nor this")).
		Options(agenttest.Options{Mode: "chat"}).Tools(agenttest.Stub("price").Return(35)).Variables(map[string]any{"sku": 7}).
		Before(func(context.Context, *agenttest.Session) error { log = append(log, "before"); return nil }).
		After(func(context.Context, *agenttest.Session, *agenttest.Result) error {
			log = append(log, "after")
			return nil
		}).
		Never(assert.Contains("36")).Always(verdict(&log, "rule", chat.Pass())).Finally(verdict(&log, "finally", chat.Pass()))
	var c *agenttest.Conversation
	rich := byHand(t, func(t *richT) {
		c = agenttest.Start(t, model, setting)
		turn := c.Send(agenttest.User("How much is {{sku}}?").Expect(assert.Contains("35")))
		equal(t, "said", turn.Input.Text, "How much is 7?")
	})
	if got := rich.failures(); got != "" {
		t.Errorf("it failed: %s", got)
	}
	equal(t, "log", log, "[before rule finally after]")
	equal(t, "mode", options.Mode, "chat")
	equal(t, "turns", len(c.Transcript().Turns), 1)

	rich = byHand(t, func(t *richT) {
		c := agenttest.Start(t, model, setting.Never(assert.Contains("35")).Finally(fails("f")))
		c.Say("How much?")
	})
	if got := rich.failures(); !strings.Contains(got, `Never(Contains("35"))`) || !strings.Contains(got, `finally: Func("f")`) {
		t.Errorf("got %q, want the rule and the final assertion", got)
	}
}

// Final assertions may ask a judge, although the test's own context is over by then.
func TestStartFinalJudge(t *testing.T) {
	judge := agenttest.AgentFunc(func(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return agenttest.Reply(yes), nil
	})
	rich := byHand(t, func(t *richT) {
		agenttest.Start(t, ok, agenttest.Case{}.Finally(assert.Agent(judge, "polite"))).Say("hello")
	})
	if got := rich.failures(); got != "" {
		t.Errorf("it failed: %s", got)
	}
}

// An answer, attachments and options travel with a turn.
func TestStartSend(t *testing.T) {
	model := replying(func(req *agenttest.Request) *agenttest.Response {
		if req.Turn == 1 {
			return agenttest.Reply("").WithCalls(call("1", "approve", nil))
		}
		return agenttest.Reply(fmt.Sprintf("%s %s %d", told(req.Input.ToolResults), req.Options.Mode, len(req.Input.Attachments)))
	})
	var replies []string
	rich := byHand(t, func(t *richT) {
		c := agenttest.Start(t, model)
		c.Say("hello")
		replies = append(replies, c.Send(agenttest.Answer("approve", true)).Text())
		replies = append(replies, c.Send(agenttest.User("see").Attach("file://start_test.go").Options(agenttest.Options{Mode: "x"})).Text())
	})
	equal(t, "replies", fmt.Sprintf("%q", replies), `["approve=true  0" " x 1"]`)
	if got := rich.failures(); got != "" {
		t.Errorf("it failed: %s", got)
	}
}

// Each step has the setting's time.
func TestStartTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
			select {
			case <-time.After(20 * time.Second * time.Duration(req.Turn)):
				return agenttest.Reply("ok"), nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		})
		rich := byHand(t, func(t *richT) {
			c := agenttest.Start(t, slow, agenttest.Case{}.Timeout(30*time.Second))
			c.Say("20s")
			c.Say("40s")
		})
		if got := rich.failures(); !strings.Contains(got, "turn 2: timeout after 30s") || !rich.ended {
			t.Errorf("got %q", got)
		}
	})
}

// An agent that plays one conversation at a time is free when the conversation has ended, and a test that would wait for
// itself is told so.
func TestStartTakesTheAgent(t *testing.T) {
	agent := &resettable{ok, func(context.Context) error { return nil }}
	rich := byHand(t, func(t *richT) {
		c := agenttest.Start(t, agent)
		c.Say("hello")
		c.End()
		agenttest.Run(t, agent, hello)
		agenttest.Start(t, agent).Say("hello")
		agenttest.Run(t, agent, hello)
	})
	if got := rich.failures(); !strings.Contains(got, "this test has not ended the last one") {
		t.Errorf("got %q, want it said that the test waits for itself", got)
	}
	wantOutcome(t, play(t, agent, hello), "passed")
}

// An agent that is made for each run serves the whole conversation and is closed after it.
func TestStartEachRun(t *testing.T) {
	var log []string
	agent := agenttest.EachRun(func(context.Context) (agenttest.Agent, error) {
		log = append(log, "made")
		return closable{&recorder{}, func() error { log = append(log, "closed"); return nil }}, nil
	})
	byHand(t, func(t *richT) {
		c := agenttest.Start(t, agent)
		log = append(log, c.Say("one").Text(), c.Say("two").Text())
	})
	equal(t, "log", log, "[made turn 1 turn 2 closed]")
}

// A before hook that fails ends the test at once.
func TestStartBeforeHookFails(t *testing.T) {
	reached := false
	rich := byHand(t, func(t *richT) {
		agenttest.Start(t, ok, agenttest.Case{}.Before(func(context.Context, *agenttest.Session) error { return errors.New("no database") }))
		reached = true
	})
	if got := rich.failures(); reached || strings.Count(got, "no database") != 1 {
		t.Errorf("the test went on: %v, reported %q", reached, got)
	}
}
