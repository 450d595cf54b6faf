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
)

// Hooks run around the conversation in the order they were added, and know the run.
func TestHooks(t *testing.T) {
	var log []string
	before := func(name string) func(context.Context, *agenttest.Session) error {
		return func(_ context.Context, s *agenttest.Session) error {
			log = append(log, name+" "+s.TestID)
			s.Variables.Set("name", name)
			return nil
		}
	}
	after := func(name string) func(context.Context, *agenttest.Session, *agenttest.Result) error {
		return func(_ context.Context, s *agenttest.Session, res *agenttest.Result) error {
			value, _ := s.Variables.Get("name")
			log = append(log, fmt.Sprintf("%s %s %v, %d turns, %v", name, res.Status, value, len(res.Turns), s.ID == res.SessionID))
			return nil
		}
	}
	agent := replying(func(req *agenttest.Request) *agenttest.Response {
		log = append(log, "agent "+req.Text())
		return agenttest.Reply("ok")
	})
	c := agenttest.Static(agenttest.User("{{name}}").Expect(verdict(&log, "assertion", chat.Pass()))).
		Before(before("b1")).Before(before("b2")).After(after("a1")).After(after("a2")).
		Finally(verdict(&log, "finally", chat.Pass())).WithID("T1")
	wantOutcome(t, play(t, agent, c), "passed")
	equal(t, "order", strings.Join(log, "\n"), `b1 T1
b2 T1
agent b2
assertion
finally
a1 passed b2, 1 turns, true
a2 passed b2, 1 turns, true`)
}

// A before hook that fails ends the case before the agent is asked. After hooks run whatever happened.
func TestBeforeHookFails(t *testing.T) {
	agent := &recorder{}
	var seen []string
	res := play(t, agent, hello.
		Before(func(context.Context, *agenttest.Session) error { return errors.New("no database") }).
		Before(func(context.Context, *agenttest.Session) error { seen = append(seen, "never"); return nil }).
		After(func(_ context.Context, _ *agenttest.Session, res *agenttest.Result) error {
			seen = append(seen, outcome(res))
			return nil
		}).Finally(passes("f")))
	wantOutcome(t, res, "errored (case): before hook: no database")
	equal(t, "seen", seen, "[errored (case): before hook: no database]")
	equal(t, "asked", len(agent.requests), 0)
	equal(t, "final assertions", len(res.Final), 0)
}

// An after hook that fails makes a case that passed errored, and takes nothing from one that failed.
func TestAfterHookFails(t *testing.T) {
	broken := func(context.Context, *agenttest.Session, *agenttest.Result) error {
		return errors.New("cannot clean up")
	}
	tests := []struct {
		reason string
		agent  agenttest.Agent
		c      agenttest.Case
		want   string
	}{
		{"passed", ok, hello, "errored (case): after hook: cannot clean up"},
		{"failed by an assertion", ok, agenttest.Single("hello", fails("a")), "failed (agent): after hook: cannot clean up"},
		{"failed by the agent", erring(errors.New("boom")), hello, "failed (agent): agent error: boom"},
		{"skipped", replying(func(*agenttest.Request) *agenttest.Response { return agenttest.Reply("?").Asking("") }),
			hello.OnMissingInput(agenttest.MissingSkip), "errored (case): after hook: cannot clean up"},
	}
	for _, tt := range tests {
		ran := false
		res := play(t, tt.agent, tt.c.After(broken).After(func(context.Context, *agenttest.Session, *agenttest.Result) error {
			ran = true
			return nil
		}))
		if got := outcome(res); !strings.HasPrefix(got, tt.want) || !ran {
			t.Errorf("%s: got %q, want %q; the hook after it ran: %v", tt.reason, got, tt.want, ran)
		}
		if all := outcome(res) + strings.Join(res.Notes, " "); !strings.Contains(all, "cannot clean up") {
			t.Errorf("%s: the hook's error is lost: %s", tt.reason, all)
		}
	}
}

// After hooks and Close have time of their own when the case's is over, but not for ever.
func TestAfterHooksAfterTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log []string
		agent := agenttest.EachRun(func(context.Context) (agenttest.Agent, error) {
			inner, _ := places[0].of(heeding)
			return closable{inner, func() error { log = append(log, "closed"); return nil }}, nil
		})
		c := hello.Timeout(30 * time.Second).
			After(func(ctx context.Context, _ *agenttest.Session, _ *agenttest.Result) error {
				log = append(log, fmt.Sprintf("hook, its context: %v", ctx.Err()))
				return nil
			}).
			After(func(ctx context.Context, _ *agenttest.Session, _ *agenttest.Result) error {
				<-ctx.Done()
				return ctx.Err()
			}).
			After(func(ctx context.Context, _ *agenttest.Session, _ *agenttest.Result) error {
				log = append(log, "the next hook")
				return nil
			})
		start := time.Now()
		res := play(t, agent, c)
		equal(t, "outcome", outcome(res), "failed (agent): timeout after 30s")
		equal(t, "log", log, "[hook, its context: <nil> the next hook closed]")
		if took := time.Since(start); took > time.Minute {
			t.Errorf("it took %s", took)
		}
	})
}

// The after hooks of an interrupted run still clean up.
func TestAfterHooksAfterInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	cleaned := false
	res := agenttest.Play(ctx, ok, hello.After(func(ctx context.Context, _ *agenttest.Session, _ *agenttest.Result) error {
		cleaned = true
		return ctx.Err()
	}))
	wantOutcome(t, res, "errored (harness): interrupted: context canceled")
	equal(t, "cleaned up", cleaned, true)
}

// A case that is refused before it began has nothing to clean up.
func TestHooksOfARefusedCase(t *testing.T) {
	called := false
	res := play(t, ok, agenttest.Single("hello", assert.Contains("")).
		Before(func(context.Context, *agenttest.Session) error { called = true; return nil }).
		After(func(context.Context, *agenttest.Session, *agenttest.Result) error { called = true; return nil }))
	equal(t, "status", res.Status, "errored")
	equal(t, "called", called, false)
}
