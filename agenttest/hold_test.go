package agenttest_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

// seated returns an agent that plays one conversation at a time, each turn of which takes a second.
func seated() *resettable {
	slow := replying(func(*agenttest.Request) *agenttest.Response {
		time.Sleep(time.Second)
		return agenttest.Reply("ok")
	})
	return &resettable{slow, func(context.Context) error { return nil }}
}

// A test that leads a conversation by hand may play a case with a person, while another one with a person waits for the
// agent: who waits for the agent must not have the terminal. In a bubble a deadlock ends the test.
func TestTheAgentComesBeforeTheTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		agent := seated()
		human, _ := typing("")
		c := agenttest.Start(t, agent)
		c.Say("hello")
		others := make(chan *agenttest.Result, 2)
		go func() { others <- agenttest.Play(t.Context(), agent, hello.Interactive(human)) }()
		go func() {
			ctx, release, err := agenttest.Hold(t.Context(), agent, hello.Interactive(human))
			defer release()
			if err != nil {
				t.Error(err)
			}
			others <- agenttest.Play(ctx, agent, hello.Interactive(human))
		}()
		synctest.Wait() // both of them wait
		wantOutcome(t, agenttest.Play(t.Context(), ok, hello.Interactive(human)), "passed")
		c.End()
		for range 2 {
			wantOutcome(t, <-others, "passed")
		}
	})
}

// What is held is there for the case, which says how long it waited, and for nobody else meanwhile.
func TestHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		agent := seated()
		human, _ := typing("")
		c := hello.Interactive(human)
		first, release, err := agenttest.Hold(t.Context(), agent, c)
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Minute, release)
		for reason, one := range map[string]struct {
			agent agenttest.Agent
			want  string
		}{
			"the agent":    {agent, "interrupted while waiting for the agent, which has a Reset method and plays one conversation at a time: not now"},
			"the terminal": {ok, "interrupted while waiting for the terminal, at which one conversation is played at a time: not now"},
		} {
			ctx, cancel := context.WithCancelCause(t.Context())
			time.AfterFunc(time.Second, func() { cancel(errors.New("not now")) })
			_, none, err := agenttest.Hold(ctx, one.agent, c)
			if none(); err == nil || err.Error() != one.want {
				t.Errorf("%s: got %v, want %s", reason, err, one.want)
			}
		}
		wantOutcome(t, agenttest.Play(first, agent, c), "passed")
		wantOutcome(t, agenttest.Play(first, agent, c), "passed") // a second one after it

		began := time.Now()
		second, releaseSecond, err := agenttest.Hold(t.Context(), agent, c)
		if err != nil || time.Since(began) < 50*time.Second {
			t.Errorf("got the error %v after %s, want the wait for the first one", err, time.Since(began))
		}
		defer releaseSecond()
		res := agenttest.Play(second, agent, c)
		wantOutcome(t, res, "passed")
		equal(t, "its own time", res.Duration, time.Second)
		if len(res.Notes) != 1 || !strings.HasPrefix(res.Notes[0], "it waited 56s for another case: the agent has a Reset method") {
			t.Errorf("got the notes %q", res.Notes)
		}
	})
}

// A case that is played within another one with the same agent waits like any other, until its time is over.
func TestHoldIsForOneCaseAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		agent := seated()
		inner := agenttest.Static(agenttest.User("hi").Expect(passes("inner")))
		outer := agenttest.Static(agenttest.User("hi").Expect(assert.Func("plays another", func(ctx context.Context, _ chat.View) chat.Verdict {
			ctx, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			if got := outcome(agenttest.Play(ctx, agent, inner)); !strings.HasPrefix(got, "errored (harness): interrupted while waiting for the agent") {
				t.Errorf("got %s", got)
			}
			return chat.Pass()
		})))
		ctx, release, err := agenttest.Hold(t.Context(), agent, outer)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		wantOutcome(t, agenttest.Play(ctx, agent, outer), "passed")
	})
}

// Where nobody has to be waited for, nobody is; what is wrong with the agent is for Play to say.
func TestHoldOfNothing(t *testing.T) {
	for _, agent := range []agenttest.Agent{ok, nil, (*resettable)(nil)} {
		ctx, release, err := agenttest.Hold(t.Context(), agent, hello)
		if release(); err != nil || ctx != t.Context() {
			t.Errorf("%v: got the error %v, want nothing to wait for", agent, err)
		}
	}
}
