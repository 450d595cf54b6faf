package agenttest_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/detect"
	"github.com/agenttest/go/simulator"
)

// fingerprint tells all that a case does when it is played: what the agent is given, what runs, and what comes out.
func fingerprint(c agenttest.Case) string {
	var log []string
	agent := agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
		log = append(log, fmt.Sprintf("asked %q %v %v", req.Text(), req.Options, req.Input.Attachments))
		return agenttest.Reply("ok").WithCalls(agenttest.Call("t1", nil), agenttest.Call("t2", nil)).Asking(""), nil
	})
	res := agenttest.Play(context.Background(), agent, c.Before(func(_ context.Context, s *agenttest.Session) error {
		log = append(log, fmt.Sprint("variables ", s.Variables.All(), " hooks ", s.TestID))
		return nil
	}))
	for _, t := range res.Turns {
		log = append(log, string(t.InputSource), checksOf(t.Checks), string(chat.JSON(t.ToolCalls())))
	}
	for _, cp := range res.Checkpoints {
		log = append(log, cp.ID, cp.Reason)
	}
	return fmt.Sprintln(outcome(res), checksOf(res.Final), c.ID(), c.Name(), log)
}

// steps are all the methods that build a case, each with an argument of its own making.
var steps = map[string]func(c agenttest.Case, n int) agenttest.Case{
	"Opening": func(c agenttest.Case, n int) agenttest.Case {
		return c.Opening(agenttest.User(fmt.Sprint("opening ", n)))
	},
	"Named":       func(c agenttest.Case, n int) agenttest.Case { return c.Named(fmt.Sprint("name ", n)) },
	"WithID":      func(c agenttest.Case, n int) agenttest.Case { return c.WithID(fmt.Sprint("id ", n)) },
	"MaxTurns":    func(c agenttest.Case, n int) agenttest.Case { return c.MaxTurns(n%3 + 1) },
	"Timeout":     func(c agenttest.Case, n int) agenttest.Case { return c.Timeout(time.Duration(n+1) * time.Hour) },
	"TurnTimeout": func(c agenttest.Case, n int) agenttest.Case { return c.TurnTimeout(time.Duration(n+1) * time.Hour) },
	"Options": func(c agenttest.Case, n int) agenttest.Case {
		return c.Options(agenttest.Options{Metadata: map[string]any{"deep": map[string]any{fmt.Sprint(n): n}}, Skip: map[string]bool{fmt.Sprint(n): true}})
	},
	"Tools": func(c agenttest.Case, n int) agenttest.Case {
		return c.Tools(agenttest.Stub(fmt.Sprint("t", n%2+1)).Return(n))
	},
	"Variables": func(c agenttest.Case, n int) agenttest.Case { return c.Variables(map[string]any{fmt.Sprint(n): n}) },
	"Always":    func(c agenttest.Case, n int) agenttest.Case { return c.Always(passes(fmt.Sprint("always ", n))) },
	"Never":     func(c agenttest.Case, n int) agenttest.Case { return c.Never(fails(fmt.Sprint("never ", n))) },
	"Finally":   func(c agenttest.Case, n int) agenttest.Case { return c.Finally(passes(fmt.Sprint("finally ", n))) },
	"KeepGoing": func(c agenttest.Case, _ int) agenttest.Case { return c.KeepGoing() },
	"UntilGoal": func(c agenttest.Case, _ int) agenttest.Case { return c.UntilGoal() },
	"OnMissingInput": func(c agenttest.Case, n int) agenttest.Case {
		return c.OnMissingInput([]agenttest.MissingInput{agenttest.MissingEnd, agenttest.MissingSkip, agenttest.MissingFail}[n%3])
	},
	"OnSimulatorError": func(c agenttest.Case, _ int) agenttest.Case { return c.OnSimulatorError(agenttest.SimulatorFailed) },
	"Detect":           func(c agenttest.Case, _ int) agenttest.Case { return c.Detect(detect.Hybrid()) },
	"Before": func(c agenttest.Case, n int) agenttest.Case {
		return c.Before(func(_ context.Context, s *agenttest.Session) error {
			s.Variables.Set(fmt.Sprint("before ", n), n)
			return nil
		})
	},
	"After": func(c agenttest.Case, n int) agenttest.Case {
		return c.After(func(_ context.Context, _ *agenttest.Session, res *agenttest.Result) error {
			res.Name += fmt.Sprint(" after ", n)
			return nil
		})
	},
	"Observe": func(c agenttest.Case, n int) agenttest.Case {
		return c.Observe(agenttest.ObserverFunc(func(e agenttest.Event) {
			if e.Kind == agenttest.CaseFinished {
				e.Result.Name += fmt.Sprint(" observed ", n)
			}
		}))
	},
	"FilesFrom": func(c agenttest.Case, n int) agenttest.Case { return c.FilesFrom(fmt.Sprint("dir ", n)) },
	"At": func(c agenttest.Case, n int) agenttest.Case {
		return c.At(chat.Source{File: fmt.Sprint(n, ".jsonl"), Line: n})
	},
}

// turnSteps are the methods that build a turn.
var turnSteps = map[string]func(u agenttest.UserTurn, n int) agenttest.UserTurn{
	"Attach": func(u agenttest.UserTurn, n int) agenttest.UserTurn { return u.Attach(fmt.Sprint("https://x/", n)) },
	"Options": func(u agenttest.UserTurn, n int) agenttest.UserTurn {
		return u.Options(agenttest.Options{Metadata: map[string]any{"deep": map[string]any{fmt.Sprint("turn ", n): n}}})
	},
	"Expect": func(u agenttest.UserTurn, n int) agenttest.UserTurn {
		return u.Expect(passes(fmt.Sprint("expect ", n)))
	},
	"Require": func(u agenttest.UserTurn, n int) agenttest.UserTurn {
		return u.Require(passes(fmt.Sprint("require ", n)))
	},
}

// Builders are immutable: whatever is derived from a case, and in whatever order, no value that was built before changes.
func TestBuildersAreImmutable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type built struct {
			c    agenttest.Case
			want string
		}
		start := agenttest.Static(agenttest.User("hello"))
		if rapid.Bool().Draw(t, "dynamic") {
			start = agenttest.Dynamic(simulator.Script("a", "b"), checkpoint.New("c", fails("never")))
		}
		all := []built{{start, fingerprint(start)}}
		names := rapid.SampledFrom(few(t, sortedKeys(steps)))
		for n := range rapid.IntRange(1, 16).Draw(t, "steps") {
			from := all[rapid.IntRange(0, len(all)-1).Draw(t, "from")].c
			c := steps[names.Draw(t, "method")](from, n)
			all = append(all, built{c, fingerprint(c)})
		}
		for i, b := range all {
			if got := fingerprint(b.c); got != b.want {
				t.Fatalf("value %d changed\nfrom %s\nto   %s", i, b.want, got)
			}
		}
	})
}

// few draws one or two methods: a list that is shared shows only when one method is called again and again.
func few(t *rapid.T, names []string) []string {
	return rapid.SliceOfN(rapid.SampledFrom(names), 1, 2).Draw(t, "methods")
}

func TestTurnsAreImmutable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type built struct {
			u    agenttest.UserTurn
			want string
		}
		of := func(u agenttest.UserTurn) string { return fingerprint(agenttest.Static(u)) }
		all := []built{{agenttest.User("hello"), of(agenttest.User("hello"))}}
		names := rapid.SampledFrom(few(t, sortedKeys(turnSteps)))
		for n := range rapid.IntRange(1, 16).Draw(t, "steps") {
			from := all[rapid.IntRange(0, len(all)-1).Draw(t, "from")].u
			u := turnSteps[names.Draw(t, "method")](from, n)
			all = append(all, built{u, of(u)})
		}
		for i, b := range all {
			if got := of(b.u); got != b.want {
				t.Fatalf("value %d changed\nfrom %s\nto   %s", i, b.want, got)
			}
		}
	})
}

// What a caller does with the slices and maps he gave to a builder changes nothing that was built.
func TestBuildersKeepNoSliceOfTheCaller(t *testing.T) {
	turns := []agenttest.UserTurn{agenttest.User("one"), agenttest.User("two")}
	points := []checkpoint.Checkpoint{at("a"), at("b")}
	expects := []agenttest.Assertion{passes("a"), passes("b")}
	tools := []agenttest.Environment{agenttest.Stub("t1").Return(1)}
	values := map[string]any{"a": 1}
	options := agenttest.Options{Metadata: map[string]any{"list": []any{1}}, Skip: map[string]bool{}}
	static := agenttest.Static(turns...).Opening(turns...).Tools(tools...).Always(expects...).Finally(expects...).
		Variables(values).Options(options)
	turn := agenttest.User("x").Expect(expects...).Options(options)
	dynamic := agenttest.Dynamic(simulator.Script("a"), points...)
	plain := agenttest.Static(turns...)
	all := func() []string {
		return []string{fingerprint(static), fingerprint(dynamic), fingerprint(plain), fingerprint(agenttest.Static(turn))}
	}
	before := all()

	turns[0], points[0], expects[0], tools[0] = agenttest.User("changed"), at("changed"), fails("changed"), agenttest.Stub("changed")
	values["a"], options.Metadata["b"], options.Skip["all"] = 2, 1, true
	options.Metadata["list"].([]any)[0] = 2

	equal(t, "fingerprints", all(), before)
}

// One base case serves parallel tests, each of which derives its own from it.
func TestBaseCaseInParallel(t *testing.T) {
	base := agenttest.Static(agenttest.User("hello").Expect(passes("a"))).Always(passes("rule")).
		Options(agenttest.Options{Metadata: map[string]any{"a": 1}}).Tools(agenttest.Stub("x"))
	var sessions sync.Map
	for i := range 20 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			agent := &recorder{}
			res := agenttest.Run(t, agent, base.Opening(agenttest.User(fmt.Sprint(i))).Finally(passes(fmt.Sprint(i))).Named(fmt.Sprint(i)))
			equal(t, "inputs", agent.inputs(), fmt.Sprintf("[hello %d]", i))
			equal(t, "final", checksOf(res.Final), fmt.Sprintf("%d passed", i))
			if _, twice := sessions.LoadOrStore(res.SessionID, true); twice {
				t.Error("two runs have one session")
			}
		})
	}
}
