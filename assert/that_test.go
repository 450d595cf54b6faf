package assert_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"pgregory.net/rapid"
)

func TestThatReportsEverythingAndGoesOn(t *testing.T) {
	passed := true
	f := new(fakeT).run(func(t chat.TB) {
		passed = assert.That(t, play(chat.Reply("a"), chat.Reply("It shipped.")).Turns[1],
			assert.Contains("refund"), assert.Contains("shipped"), assert.ToolCalled("lookup"))
	})
	const want = "turn 2: Contains(\"refund\"): reply: got \"It shipped.\", want \"refund\" in it\n" +
		"turn 2: ToolCalled(\"lookup\"): tools called: got none, want \"lookup\" among them"
	if f.output() != want || !f.failed || f.stopped || passed {
		t.Errorf("failed %v, stopped %v, returned %v:\n%s", f.failed, f.stopped, passed, f.output())
	}
}

func TestMustStopsAtTheFirst(t *testing.T) {
	ran := false
	later := assert.Func("later", func(context.Context, chat.View) chat.Verdict { ran = true; return chat.Pass() })
	f := new(fakeT).run(func(t chat.TB) {
		assert.Must(t, chat.Reply("x"), yes, no, later)
		t.Logf("went on")
	})
	if f.output() != `Func("no"): no` || !f.stopped || ran {
		t.Errorf("stopped %v, ran the rest %v:\n%s", f.stopped, ran, f.output())
	}
	f = new(fakeT).run(func(t chat.TB) {
		assert.Must(t, chat.Reply("x"), yes, later)
		t.Logf("went on")
	})
	if f.failed || f.output() != "log: went on" {
		t.Errorf("all pass: failed %v: %s", f.failed, f.output())
	}
}

func TestThatOfEverySubject(t *testing.T) {
	tr := play(chat.Reply("a"), chat.Reply("b"))
	for name, s := range map[string]chat.Subject{
		"a turn": tr.Turns[1], "a response": chat.Reply("b"), "a transcript": tr,
		"a transcript recorded elsewhere": chat.NewTranscript(chat.UserMessage("x"), chat.AssistantMessage("b")),
	} {
		if !assert.That(t, s, assert.Contains("b")) {
			t.Errorf("%s does not pass", name)
		}
	}
}

func TestNoModelIsAskedWhenACheaperAssertionFailed(t *testing.T) {
	var asked atomic.Int32
	model := assert.Agent(judging(func(*chat.Request) string { asked.Add(1); return `{"passed":true}` }), "is polite")
	f := new(fakeT).run(func(t chat.TB) { assert.That(t, reply("x"), model, no) })
	const want = "log: turn 1: Agent(judge, \"is polite\"): not run: another assertion did not pass, so no model was asked\nturn 1: Func(\"no\"): no"
	if asked.Load() != 0 || f.output() != want {
		t.Errorf("asked %d times:\n%s", asked.Load(), f.output())
	}
	f = new(fakeT).run(func(t chat.TB) { assert.That(t, reply("x"), model, model, yes) })
	if asked.Load() != 2 || f.failed {
		t.Errorf("asked %d times:\n%s", asked.Load(), f.output())
	}
	f = new(fakeT).run(func(t chat.TB) { assert.Must(t, reply("x"), model, no) })
	if asked.Load() != 2 || f.output() != `turn 1: Func("no"): no` {
		t.Errorf("Must: asked %d times:\n%s", asked.Load(), f.output())
	}
}

func TestModelsAreAskedSideBySide(t *testing.T) {
	meet := make(chan struct{})
	one := assert.Agent(judging(func(*chat.Request) string { meet <- struct{}{}; return `{"passed":true}` }), "one")
	other := assert.Agent(judging(func(*chat.Request) string { <-meet; return `{"passed":true}` }), "other")
	assert.That(t, reply("x"), one, other)
}

func TestWrongUseEndsTheTest(t *testing.T) {
	var turn *chat.Turn
	var response *chat.Response
	for _, tt := range []struct {
		reason string
		use    func(t chat.TB)
		want   string
	}{
		{"no subject", func(t chat.TB) { assert.That(t, nil, yes) }, "assert.That: the subject is nil (<nil>); want a turn, a response, a transcript or a result"},
		{"a nil turn", func(t chat.TB) { assert.That(t, turn, yes) }, "assert.That: the subject is nil (*chat.Turn); want a turn, a response, a transcript or a result"},
		{"a nil response", func(t chat.TB) { assert.Must(t, response, yes) }, "assert.Must: the subject is nil (*chat.Response); want a turn, a response, a transcript or a result"},
		{"nothing asserted", func(t chat.TB) { assert.That(t, reply("x")) }, "assert.That: no assertions: this checks nothing"},
		{"a nil assertion", func(t chat.TB) { assert.That(t, reply("x"), yes, nil) }, "assert.That: assertion 2: the assertion is nil; leave it out or pass one of this package"},
		{"several mistakes at once", func(t chat.TB) { assert.That(t, reply("x"), assert.Contains(""), yes, assert.JSONPath("$.a..b", 1)) },
			"assert.That: assertion 1: Contains(\"\") is true of every reply; say what the reply must contain\n" +
				"assertion 3: JSONPath(\"$.a..b\", 1): JSONPath: path \"$.a..b\", position 5: the descendant operator \"..\" is not supported; a path is made of $ .name ['name'] [0] [-1] [*]"},
	} {
		f := new(fakeT).run(func(t chat.TB) {
			tt.use(t)
			t.Logf("went on")
		})
		if f.output() != tt.want || !f.stopped {
			t.Errorf("%s: stopped %v\n got  %s\n want %s", tt.reason, f.stopped, f.output(), tt.want)
		}
	}
}

// Of an agent that said nothing at all, everything that must not be said is true.
func TestNothingToJudgeIsNoPass(t *testing.T) {
	for _, tt := range []struct {
		reason string
		s      chat.Subject
		want   string
	}{
		{"a turn that was never answered", &chat.Turn{Error: "agent error: boom"}, "assert.That: there is nothing to judge: the turn has no response: agent error: boom"},
		{"without a reason", &chat.Turn{}, "assert.That: there is nothing to judge: the turn has no response"},
		{"an empty transcript", &chat.Transcript{}, "assert.That: there is nothing to judge: the conversation has no turns"},
	} {
		f := new(fakeT).run(func(t chat.TB) {
			if assert.That(t, tt.s, assert.Not(assert.Contains("error"))) {
				t.Logf("passed")
			}
		})
		if f.output() != tt.want || !f.failed || f.stopped {
			t.Errorf("%s: failed %v, stopped %v: %s", tt.reason, f.failed, f.stopped, f.output())
		}
	}
}

func TestThatSurvivesWhatAFunctionDoes(t *testing.T) {
	inner := new(fakeT)
	stop := assert.Func("stop", func(context.Context, chat.View) chat.Verdict { inner.FailNow(); return chat.Pass() })
	boom := assert.Func("boom", func(context.Context, chat.View) chat.Verdict { panic("boom") })
	f := new(fakeT).run(func(t chat.TB) {
		assert.That(t, reply("x"), stop, boom, no)
		t.Logf("went on")
	})
	out := f.output()
	for _, part := range []string{`Func("stop"): errored (case): the assertion ended its goroutine`, `Func("boom"): errored (case): the assertion panicked: boom`, `Func("no"): no`, "log: went on"} {
		if !strings.Contains(out, part) {
			t.Errorf("want %q in\n%s", part, out)
		}
	}
}

func TestWhatIgnoresItsContextIsLeftBehind(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	stuck := assert.Func("stuck", func(context.Context, chat.View) chat.Verdict { <-release; return chat.Pass() })
	f := new(fakeT).run(func(t chat.TB) {
		assert.ThatWithin(t, time.Millisecond, time.Millisecond, reply("x"), no, stuck, yes)
	})
	const want = "turn 1: Func(\"no\"): no\n" +
		"turn 1: Func(\"stuck\"): errored (case): no verdict within 1ms: the call ignores its context and was left behind\n" +
		"log: turn 1: Func(\"yes\"): not run: an assertion before it did not return"
	if f.output() != want {
		t.Errorf("got\n%s\nwant\n%s", f.output(), want)
	}
}

func TestThatUsesTheTestsContext(t *testing.T) {
	type key struct{}
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), key{}, "value"))
	seen := assert.Func("seen", func(ctx context.Context, _ chat.View) chat.Verdict {
		if deadline, ok := ctx.Deadline(); ctx.Value(key{}) != "value" || ctx.Err() != nil || !ok || time.Until(deadline) > 5*time.Minute {
			return chat.Fail("value %v, error %v, deadline %v", ctx.Value(key{}), ctx.Err(), deadline)
		}
		return chat.Pass()
	})
	f := withContext{&fakeT{ctx: ctx}}
	assert.That(f, reply("x"), seen)
	cancel() // as it is when a cleanup asserts something at the end of a test
	assert.That(f, reply("x"), seen)
	if f.failed {
		t.Error(f.output())
	}
}

func TestThatInsideSynctest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := judging(func(*chat.Request) string { time.Sleep(4 * time.Minute); return `{"passed":true}` })
		start := time.Now()
		assert.That(t, reply("x"), assert.Agent(slow, "c").Samples(3), yes)
		if took := time.Since(start); took != 4*time.Minute {
			t.Errorf("took %v", took)
		}
		polite := chat.AgentFunc(func(ctx context.Context, _ *chat.Request) (*chat.Response, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		f := new(fakeT)
		assert.That(f, reply("x"), assert.Agent(polite, "c"))
		if took := time.Since(start); took != 9*time.Minute || !strings.Contains(f.output(), "errored (judge): the judge gave no answer in time") {
			t.Errorf("took %v: %s", took, f.output())
		}
	})
}

func TestThatWithRapid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringN(1, 10, -1).Draw(t, "text")
		assert.That(t, reply("before "+text+" after"), assert.Contains(text))
	})
}
