package limit_test

import (
	"context"
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/limit"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/simulator"
)

const s = time.Second

// conversation is a case of this many turns, each judged once, in each of which agent and judge have little time.
func conversation(turns int, judge agenttest.Agent) agenttest.Case {
	list := make([]agenttest.UserTurn, turns)
	for i := range list {
		list[i] = agenttest.User("hello").Expect(assert.MaxDuration(s), assert.Agent(judge, "polite"))
	}
	// 1 s of the agent and 1 s of the judge for each turn, and not a millisecond for waiting.
	return agenttest.Static(list...).TurnTimeout(s + time.Millisecond).Timeout(time.Duration(turns)*2*s + time.Millisecond)
}

// Agents and judges of all cases together keep within the limits, use them up, and wait in nobody's time.
func TestLimitsAreShared(t *testing.T) {
	for _, tt := range []struct {
		reason  string
		limits  []limit.Option
		length  time.Duration // of a stretch of time in which
		most    int           // so many calls may begin
		busiest int           // calls at once, with one that begins as another ends
		took    time.Duration // for 20 cases × 3 turns × 2 calls of 1 s = 120 calls
	}{
		{"calls at once", []limit.Option{limit.Concurrent(4)}, s, 4, 4, 30 * s},
		{"one at a time", []limit.Option{limit.Concurrent(1)}, s, 1, 1, 120 * s},
		{"a minute", []limit.Option{limit.PerMinute(60)}, s, 1, 2, 120 * s},
		{"a minute, fast", []limit.Option{limit.PerMinute(240)}, s, 4, 5, 119*s/4 + s},
		{"a minute, slow", []limit.Option{limit.PerMinute(6)}, 10 * s, 1, 1, 1190*s + s},
		{"every so often", []limit.Option{limit.Every(500 * time.Millisecond)}, s, 2, 3, 119*s/2 + s},
		{"a burst", []limit.Option{limit.PerMinute(60), limit.Burst(10)}, s, 11, 11, 111 * s},
		{"a burst, at most 3 at once", []limit.Option{limit.PerMinute(60), limit.Burst(10), limit.Concurrent(3)}, s, 3, 3, 111 * s},
		{"a burst, one at a time", []limit.Option{limit.PerMinute(600), limit.Burst(10), limit.Concurrent(1)}, s, 1, 1, 120 * s},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				lim, p := limit.New(tt.limits...), &provider{}
				start := time.Now()
				results := sideBySide(t.Context(), lim.Agent(p.model("ok")), times(20, conversation(3, lim.Agent(p.model(yes))))...)
				for i, res := range results {
					want(t, fmt.Sprint("case ", i), outcome(res), "passed")
					for _, turn := range res.Turns {
						want(t, "time of the agent", turn.Duration.String(), "1s")
					}
				}
				if len(p.begun) != 120 || p.busiest > tt.busiest {
					t.Errorf("got %d calls, %d at once, want 120, %d at once", len(p.begun), p.busiest, tt.busiest)
				}
				p.within(t, tt.length, tt.most)
				// A token may come a nanosecond late, for what floating point numbers cannot say.
				if took := time.Since(start); took < tt.took || took > tt.took+time.Microsecond {
					t.Errorf("it took %s, want %s", took, tt.took)
				}
			})
		})
	}
}

// A simulated user waits as the agent does, and so does every round of a turn in which tools are called.
func TestWaitsOfSimulatorsAndToolRounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lim := limit.New(limit.Every(time.Hour))
		p := &provider{}
		n := 0
		agent := agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
			resp, err := p.model("done").Respond(ctx, req)
			if n++; err == nil && n%3 != 0 {
				resp = &agenttest.Response{Messages: []agenttest.Message{{Role: "assistant", ToolCalls: []agenttest.ToolCall{{ID: fmt.Sprint(n), Name: "lookup"}}}}}
			}
			return resp, err
		})
		user := simulator.Agent(lim.Agent(p.model(`{"input": "hello", "goal_achieved": false}`)))
		c := agenttest.Dynamic(user).MaxTurns(2).Tools(agenttest.Stub("lookup")).
			Always(assert.MaxDuration(3 * s)).TurnTimeout(3*s + time.Millisecond).Timeout(20 * s)
		start := time.Now()
		res := agenttest.Play(t.Context(), lim.Agent(agent), c)
		want(t, "outcome", outcome(res), "failed (agent): max turns (2) exceeded: the simulator's goal is not achieved")
		for _, turn := range res.Turns {
			want(t, "time of the agent", turn.Duration.String(), "3s")
		}
		// Two turns of one question and three rounds, and the last question.
		if took := time.Since(start).Round(s); len(p.begun) != 9 || took != 8*time.Hour+s {
			t.Errorf("got %d calls in %s, want 9 in 8h0m1s", len(p.begun), took)
		}
		want(t, "notes", fmt.Sprint(res.Notes), "[its calls waited 7h59m52s for limits; that is in the duration of the case and in no timeout]")
	})
}

// The time that a call takes once it is admitted is the agent's, to the millisecond.
func TestTimesBeginWithTheAdmission(t *testing.T) {
	for _, tt := range []struct {
		reason string
		c      agenttest.Case
		want   string
	}{
		{"turn", agenttest.Single("hello").TurnTimeout(900 * time.Millisecond), "failed (agent): timeout after 900ms"},
		{"case", agenttest.Single("hello").Timeout(900 * time.Millisecond), "failed (agent): timeout after 900ms"},
		{"duration", agenttest.Single("hello", assert.MaxDuration(900*time.Millisecond)), "failed (agent)"},
	} {
		synctest.Test(t, func(t *testing.T) {
			lim, p := limit.New(limit.Concurrent(1)), &provider{}
			for _, res := range sideBySide(t.Context(), lim.Agent(p.model("ok")), times(5, tt.c)...) {
				want(t, tt.reason, outcome(res), tt.want)
			}
			if len(p.begun) != 5 {
				t.Errorf("%s: got %d calls, want 5", tt.reason, len(p.begun))
			}
		})
	}
}

// A deadline can be read from the context, as that of an agent without limits; it is that of the call.
func TestDeadlineOfACall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var left []time.Duration
		agent := agenttest.AgentFunc(func(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
			end, _ := ctx.Deadline()
			left = append(left, time.Until(end).Round(s))
			time.Sleep(s)
			return agenttest.Reply("ok"), nil
		})
		c := agenttest.Static(agenttest.User("one"), agenttest.User("two")).Timeout(30 * s)
		lim := limit.New(limit.Every(time.Hour))
		agenttest.Play(t.Context(), lim.Agent(agent), c)
		agenttest.Play(t.Context(), lim.Agent(agent), c.TurnTimeout(10*s))
		want(t, "time left", fmt.Sprint(left), "[30s 29s 10s 10s]")
	})
}

// Calls that are given up take nothing from those that are made.
func TestGivenUpCallsCostNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lim, p := limit.New(limit.PerMinute(1), limit.Concurrent(5)), &provider{}
		agent := lim.Agent(p.model("ok"))
		start := time.Now()
		call := func(ctx context.Context) {
			_, _ = agent.Respond(ctx, &agenttest.Request{})
		}
		call(t.Context())
		short, cancel := context.WithTimeout(t.Context(), 30*s)
		defer cancel()
		for range 20 {
			go call(short)
		}
		time.Sleep(40 * s)
		call(t.Context())
		call(t.Context())
		var begun []time.Duration
		for _, at := range p.begun {
			begun = append(begun, at.Sub(start).Round(time.Millisecond))
		}
		want(t, "calls", fmt.Sprint(begun), "[0s 1m0s 2m0s]")
	})
}

// Several limiters around one agent admit its calls together, in whatever order they were put around it.
func TestSeveralLimiters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, mine, p := limit.New(limit.PerMinute(60), limit.Concurrent(3)), limit.New(limit.Concurrent(2), limit.PerMinute(20)), &provider{}
		other := &provider{}
		agent := all.Agent(mine.Agent(all.Agent(p.model("ok"))))
		judge := mine.Agent(all.Agent(other.model(yes)))
		for i, res := range sideBySide(t.Context(), agent, times(20, conversation(3, judge))...) {
			want(t, fmt.Sprint("case ", i), outcome(res), "passed")
		}
		p.begun = append(p.begun, other.begun...)
		if len(p.begun) != 120 {
			t.Errorf("got %d calls, want 120", len(p.begun))
		}
		p.within(t, 3*s, 1)
	})
	synctest.Test(t, func(t *testing.T) { // tokens are not saved up while another limiter holds the call back
		fast, slow, p := limit.New(limit.PerMinute(60)), limit.New(limit.Every(time.Minute), limit.Burst(5)), &provider{}
		for range 5 {
			_, _ = slow.Agent((&provider{}).model("ok")).Respond(t.Context(), &agenttest.Request{})
		}
		for _, res := range sideBySide(t.Context(), slow.Agent(fast.Agent(p.model("ok"))), times(8, agenttest.Single("hello", assert.Contains("ok")))...) {
			want(t, "outcome", outcome(res), "passed")
		}
		p.within(t, s, 1)
		p.within(t, time.Minute-10*s, 2)
	})
}

func TestMistakes(t *testing.T) {
	const none = "limit.New: no limit is given; want limit.Concurrent, limit.PerMinute or limit.Every"
	for _, tt := range []struct {
		reason string
		lim    *limit.Limiter
		want   string
	}{
		{"nil", nil, "the limiter is nil; make one with limit.New"},
		{"zero", &limit.Limiter{}, none},
		{"nothing", limit.New(), none},
		{"nil option", limit.New(nil, limit.Concurrent(1)), "limit.New: an option is nil; leave it out"},
		{"no calls", limit.New(limit.Concurrent(0)), "limit.Concurrent: got 0, want how many calls may be under way at once, 1 or more"},
		{"negative calls", limit.New(limit.Concurrent(-1)), "limit.Concurrent: got -1, want how many calls may be under way at once, 1 or more"},
		{"no rate", limit.New(limit.PerMinute(0)), "limit.PerMinute: got 0, want how many calls may begin in a minute, a number above 0"},
		{"negative rate", limit.New(limit.PerMinute(-60)), "limit.PerMinute: got -60, want how many calls may begin in a minute, a number above 0"},
		{"NaN", limit.New(limit.PerMinute(math.NaN())), "limit.PerMinute: got NaN, want how many calls may begin in a minute, a number above 0"},
		{"infinite", limit.New(limit.PerMinute(math.Inf(1))), "limit.PerMinute: got +Inf, want how many calls may begin in a minute, a number above 0"},
		{"no time", limit.New(limit.Every(0)), "limit.Every: got 0s, want the time from the beginning of a call to that of the next, above 0"},
		{"negative time", limit.New(limit.Every(-s)), "limit.Every: got -1s, want the time from the beginning of a call to that of the next, above 0"},
		{"no burst", limit.New(limit.PerMinute(60), limit.Burst(0)), "limit.Burst: got 0, want how many calls may begin at once, 1 or more"},
		{"burst alone", limit.New(limit.Burst(5)), "limit.Burst: there is no rate; add limit.PerMinute or limit.Every"},
		{"burst without a rate", limit.New(limit.Burst(5), limit.Concurrent(1)), "limit.Burst: there is no rate; add limit.PerMinute or limit.Every"},
		{"two rates", limit.New(limit.PerMinute(60), limit.Every(2*s)), "limit.New: got two rates, the limit of 60 calls a minute and the limit of 1 call every 2s, want one"},
		{"twice", limit.New(limit.Concurrent(1), limit.Concurrent(2)), "limit.Concurrent: got it twice, 1 and 2, want it once"},
		{"burst twice", limit.New(limit.PerMinute(1), limit.Burst(1), limit.Burst(2)), "limit.Burst: got it twice, 1 and 2, want it once"},
		{"all at once", limit.New(limit.Concurrent(0), limit.Every(0)), "limit.Concurrent: got 0, want how many calls may be under way at once, 1 or more\nlimit.Every: got 0s, want the time from the beginning of a call to that of the next, above 0"},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			err := tt.lim.Validate()
			if err == nil {
				t.Fatal("got no error")
			}
			want(t, "Validate", err.Error(), tt.want)
			asked := false
			agent := tt.lim.Agent(agenttest.Text(func(context.Context, string, string) (string, error) {
				asked = true
				return yes, nil
			}))
			want(t, "agent", outcome(agenttest.Play(t.Context(), agent, agenttest.Single("hello"))), "errored (case): the agent: "+tt.want)
			if _, err := agent.Respond(t.Context(), &agenttest.Request{}); err == nil || err.Error() != tt.want {
				t.Errorf("Respond: got the error %v", err)
			}
			if asked {
				t.Error("the agent was asked without a limit")
			}
		})
	}
}

// A mistake is one of usage, wherever the limited agent stands.
func TestMistakesOfJudgesAndSimulators(t *testing.T) {
	const text = "limit.Concurrent: got 0, want how many calls may be under way at once, 1 or more"
	bad := limit.New(limit.Concurrent(0)).Agent((&provider{}).model(yes))
	ok := (&provider{}).model("ok")
	judged := outcome(agenttest.Play(t.Context(), ok, agenttest.Single("hello", assert.Not(assert.Agent(bad, "polite")))))
	want(t, "judge", judged, fmt.Sprintf("errored (case): limit_test.go:%d: turn 1: Not: Agent(judge, \"polite\"): the judge: %s", here()-1, text))
	simulated := outcome(agenttest.Play(t.Context(), ok, agenttest.Dynamic(simulator.Agent(bad))))
	want(t, "simulator", simulated, fmt.Sprintf("errored (case): limit_test.go:%d: simulator: simulator.Agent: the model: %s", here()-1, text))
	none := limit.New(limit.Concurrent(1)).Agent(nil)
	want(t, "nil agent", outcome(agenttest.Play(t.Context(), none, agenttest.Single("hello"))),
		"errored (case): the agent: Limiter.Agent: the agent is nil; pass the one whose calls are limited")
	const isNil = "Limiter.Agent: the agent is nil; pass the one whose calls are limited"
	for _, typed := range []agenttest.Agent{(*hanging)(nil), (*wrapping)(nil), agenttest.AgentFunc(nil)} {
		agent := limit.New(limit.Concurrent(1)).Agent(typed)
		want(t, "nil pointer", outcome(agenttest.Play(t.Context(), agent, agenttest.Single("hello"))), "errored (case): the agent: "+isNil)
		if _, err := agent.Respond(t.Context(), &agenttest.Request{}); err == nil || err.Error() != isNil {
			t.Errorf("got the error %v, want %s", err, isNil)
		}
		got := outcome(agenttest.Play(t.Context(), ok, agenttest.Single("hello", assert.Agent(agent, "polite"))))
		want(t, "nil judge", got, fmt.Sprintf("errored (case): limit_test.go:%d: turn 1: Agent(judge, \"polite\"): the judge: %s", here()-1, isNil))
	}
}
