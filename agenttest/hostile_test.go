package agenttest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
)

func everywhere() []place { return slices.Concat(places, placesWithoutContext) }

// The places are what the tests below take them for.
func TestPlacesPass(t *testing.T) {
	for _, p := range everywhere() {
		called := false
		agent, c := p.of(func(context.Context) error {
			called = true
			return nil
		})
		if res := play(t, agent, c); res.Status != agenttest.Passed || !called {
			t.Errorf("%s: got %s, called %v", p, outcome(res), called)
		}
	}
}

// Wherever the user's code panics, the case is over with a verdict that names the place, and nothing else is.
func TestPanics(t *testing.T) {
	want := map[string]string{
		"agent":              "failed (agent): agent error: panic: boom",
		"tool":               "errored (tool): tool error: panic: boom",
		"simulator":          "errored (simulator): simulator error: panic: boom",
		"assertion":          "errored (case)",
		"rule":               "errored (case)",
		"judge":              "errored (judge)",
		"final assertion":    "errored (case)",
		"final judge":        "errored (judge)",
		"checkpoint":         "errored (case): checkpoint c failed: ",
		"checkpoint's judge": "errored (judge): checkpoint c failed: ",
		"before hook":        "errored (case): hook error: panic: boom",
		"after hook":         "errored (case): hook error: panic: boom",
		"maker":              "errored (agent): agent error: panic: boom",
		"reset":              "errored (agent): agent error: panic: boom",
		"observer":           "errored (case): observer error: panic: boom",
		"detector":           "errored (case): detector error: panic: boom",
		"close":              "errored (agent): agent error: panic: boom",
	}
	for _, p := range everywhere() {
		t.Run(p.name, func(t *testing.T) {
			agent, c := p.of(func(context.Context) error { panic("boom") })
			res := play(t, agent, c)
			got := outcome(res)
			if !strings.HasPrefix(got, want[p.name]) || !strings.Contains(fmt.Sprint(got, record(t, res)), "boom") {
				t.Errorf("got %q, want %q and the panic in the record", got, want[p.name])
			}
		})
	}
}

// A FailNow or a Goexit ends the goroutine it is called in, not the test and not the run.
func TestGoexits(t *testing.T) {
	want := map[string]string{
		"agent":     "failed (agent): agent error: it ended its goroutine",
		"tool":      "errored (tool): tool error: it ended its goroutine",
		"simulator": "errored (simulator): simulator error: it ended its goroutine",
		"judge":     "errored (judge)", "final judge": "errored (judge)", "checkpoint's judge": "errored (judge): checkpoint c failed: ",
		"maker": "errored (agent)", "reset": "errored (agent)", "close": "errored (agent)",
	}
	for _, p := range everywhere() {
		t.Run(p.name, func(t *testing.T) {
			agent, c := p.of(func(context.Context) error {
				runtime.Goexit()
				return nil
			})
			expected := want[p.name]
			if expected == "" {
				expected = "errored (case)"
			}
			if got := outcome(play(t, agent, c)); !strings.HasPrefix(got, expected) {
				t.Errorf("got %q, want %q", got, expected)
			}
		})
	}
}

// An agent that fails the test it was written in fails that test; the run goes on to its verdict.
func TestFailNowInAgent(t *testing.T) {
	fake := &fakeT{}
	var res *agenttest.Result
	fake.testing(func() {
		res = agenttest.Run(fake, agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
			fake.FailNow()
			return nil, nil
		}), hello)
	})
	if res == nil {
		t.Fatal("Run did not return")
	}
	wantOutcome(t, res, "failed (agent): agent error: it ended its goroutine (runtime.Goexit, or FailNow or Skip of a test)")
}

// What the conversation was up to the misbehaviour is kept.
func TestTranscriptSoFar(t *testing.T) {
	agent := replying(func(req *agenttest.Request) *agenttest.Response {
		if req.Turn == 3 {
			panic(errors.New("boom"))
		}
		return agenttest.Reply(fmt.Sprintf("reply %d", req.Turn))
	})
	res := play(t, agent, agenttest.Static(agenttest.User("one"), agenttest.User("two"), agenttest.User("three"), agenttest.User("four")))
	wantOutcome(t, res, "failed (agent): agent error: panic: boom")
	equal(t, "turns", len(res.Turns), 3)
	equal(t, "replies", []string{res.Turns[0].Text(), res.Turns[1].Text(), res.Turns[2].Text()}, "[reply 1 reply 2 ]")
	last := res.Turns[2]
	equal(t, "turn 3", []any{last.Status, last.Blame, last.Error}, "[failed agent agent error: panic: boom]")
	wantNote(t, res, "hostile_test.go") // where it panicked
}

// A value that is nil in one way or another is no agent.
func TestNilAgents(t *testing.T) {
	var pointer *recorder
	var function agenttest.AgentFunc
	for reason, agent := range map[string]agenttest.Agent{
		"nil": nil, "typed nil": pointer, "nil function": function, "nil maker": agenttest.EachRun(nil),
	} {
		res := play(t, agent, hello)
		if res.Status != agenttest.Errored || res.Blame != chat.BlameCase || !strings.Contains(res.Error, "the agent is nil") {
			t.Errorf("%s: got %s, want it said that the agent is nil", reason, outcome(res))
		}
	}
	made := agenttest.EachRun(func(context.Context) (agenttest.Agent, error) { return pointer, nil })
	if got := outcome(play(t, made, hello)); !strings.HasPrefix(got, "errored (agent): agent error: make the agent: ") {
		t.Errorf("a maker of a nil agent: got %q", got)
	}
}

// Replies of a size or a kind that nobody expects get their verdict like any other.
func TestReplies(t *testing.T) {
	huge := strings.Repeat("All work and no play makes Jack a dull boy. ", 10<<20/44)
	calls := make([]agenttest.ToolCall, 10_000)
	for i := range calls {
		calls[i] = agenttest.Call("lookup", map[string]int{"n": i})
	}
	tests := []struct {
		reason string
		reply  *agenttest.Response
		a      agenttest.Assertion
		want   string
	}{
		{"10 MB", agenttest.Reply(huge), assert.Contains("dull boy"), "passed"},
		{"10 MB without what is wanted", agenttest.Reply(huge), assert.Contains("fun"), "failed (agent)"},
		{"invalid UTF-8", agenttest.Reply("caf\xe9 \xff\xfe"), assert.Contains("caf"), "passed"},
		{"control bytes", agenttest.Reply("\x1b[2J\x16--- PASS: x\r\x00"), assert.Contains("PASS"), "passed"},
		{"10,000 tool calls", agenttest.Reply("ok").WithCalls(calls...), assert.ToolCalled("lookup").Times(10_000), "passed"},
		{"the last of 10,000 calls", agenttest.Reply("ok").WithCalls(calls...), assert.ToolCalled("lookup").With(map[string]int{"n": 9_999}), "passed"},
		{"no messages", &agenttest.Response{}, assert.Equals(""), "passed"},
		{"no messages where words are wanted", &agenttest.Response{}, assert.Contains("x"), "failed (agent)"},
		{"messages of roles that do not exist", &agenttest.Response{Messages: []agenttest.Message{{Role: "robot", Text: "x"}, {}}}, assert.Contains("x"), "passed"},
		{"arguments that are no JSON", agenttest.Reply("ok").WithCalls(agenttest.ToolCall{Name: "lookup", Args: json.RawMessage(`{"n":`)}), assert.ToolCalled("lookup"), "passed"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			fake := &fakeT{}
			var res *agenttest.Result
			fake.testing(func() {
				res = agenttest.Run(fake, replying(func(*agenttest.Request) *agenttest.Response { return tt.reply }),
					agenttest.Static(agenttest.User("one").Expect(tt.a)))
			})
			wantOutcome(t, res, tt.want)
			record(t, res)
			if n := len(strings.Join(append(fake.errors, fake.logs...), "")); n > 100_000 {
				t.Errorf("the test printed %d bytes", n)
			}
		})
	}
}

// An agent may keep what it is given: appending to the history changes nothing for anybody else.
func TestAgentAppendsToHistory(t *testing.T) {
	var kept, owned [][]agenttest.Message
	agent := replying(func(req *agenttest.Request) *agenttest.Response {
		kept = append(kept, req.History)
		own := append(req.History, req.Input, chat.UserMessage("forged"))
		own[len(own)-2].Text = "forged"
		owned = append(owned, own)
		return agenttest.Reply(fmt.Sprintf("reply %d", req.Turn))
	})
	res := play(t, agent, agenttest.Static(agenttest.User("one"), agenttest.User("two"), agenttest.User("three")))
	for _, m := range append(slices.Concat(kept...), res.Transcript().Messages()...) {
		if m.Text == "forged" {
			t.Fatalf("a message of the agent's own is in the record: %v", m)
		}
	}
	equal(t, "messages", len(res.Transcript().Messages()), 6)
	for _, own := range owned {
		for _, m := range own[len(own)-2:] {
			equal(t, "what the agent appended", m.Text, "forged")
		}
	}
}

// An agent that answers with one response again and again, changed each time, rewrites what it said before. That is told
// instead of kept; a response that stays as it is may be used again.
func TestAgentReusesItsResponse(t *testing.T) {
	one := agenttest.Reply("")
	three := agenttest.Static(agenttest.User("one"), agenttest.User("two"), agenttest.User("three")).Finally(passes("f"))
	for reason, change := range map[string]func(turn int){
		"another text":     func(turn int) { one.Messages[0].Text = fmt.Sprintf("reply %d", turn) },
		"another list":     func(turn int) { one.Messages = agenttest.Reply(fmt.Sprintf("reply %d", turn)).Messages },
		"another message":  func(int) { one.Messages = append(one.Messages, chat.AssistantMessage("more")) },
		"another response": func(turn int) { *one = *agenttest.Reply(fmt.Sprintf("reply %d", turn)) },
	} {
		res := play(t, replying(func(req *agenttest.Request) *agenttest.Response {
			change(req.Turn)
			return one
		}), three)
		if got := outcome(res); !strings.HasPrefix(got, "failed (agent): agent error: it answered with the response of the turn before") || len(res.Turns) != 2 {
			t.Errorf("%s: got %q after %d turns", reason, got, len(res.Turns))
		}
	}
	wantOutcome(t, play(t, replying(func(*agenttest.Request) *agenttest.Response { return one }), three), "passed")
}

// blocked is a call that ignores its context until the test releases it.
type blocked struct {
	entered chan struct{}
	release chan struct{}
}

func newBlocked() *blocked { return &blocked{make(chan struct{}, 100), make(chan struct{})} }

func (b *blocked) call(context.Context) error {
	b.entered <- struct{}{}
	<-b.release
	return nil
}

// A call that ignores the end of its time costs its case and nothing else: the run is told who was called, and when the
// call returns after all, it touches nothing.
func TestCallsThatIgnoreTheirContext(t *testing.T) {
	const limit = 20 * time.Millisecond
	want := map[string]string{
		"agent":              "failed (agent): timeout after 20ms",
		"tool":               "errored (tool): timeout after 20ms, in a call of the tool",
		"simulator":          "errored (simulator): simulator error: timeout after 20ms",
		"assertion":          "errored (case): timeout after 20ms, in a call of the assertion",
		"rule":               "errored (case): timeout after 20ms, in a call of the assertion",
		"judge":              "errored (judge): timeout after 20ms, in a call of the judge",
		"final assertion":    "errored (case): timeout after 20ms, in a call of the assertion",
		"final judge":        "errored (judge): timeout after 20ms, in a call of the judge",
		"checkpoint":         "errored (case): timeout after 20ms, in a call of the checkpoint",
		"checkpoint's judge": "errored (judge): timeout after 20ms, in a call of the judge (checkpoint c)",
		"before hook":        "errored (case): timeout after 20ms, in a call of the hook",
		"after hook":         "errored (case): timeout after 20ms, in a call of the hook",
		"maker":              "errored (agent): timeout after 20ms, in a call of the agent",
		"reset":              "errored (agent): timeout after 20ms, in a call of the agent",
		"observer":           "errored (case): timeout after 20ms, in a call of the observer",
		"detector":           "errored (case): timeout after 20ms, in a call of the detector",
		"close":              "errored (agent): timeout after 20ms, in a call of the agent",
	}
	before := goleak.IgnoreCurrent()
	b := newBlocked()
	type played struct {
		place
		res *agenttest.Result
	}
	results := make(chan played)
	for _, p := range everywhere() {
		agent, c := p.of(b.call)
		go func() { results <- played{p, agenttest.Play(t.Context(), agent, c.Timeout(limit))} }()
	}
	kept := map[*agenttest.Result]string{}
	for range everywhere() {
		r := <-results
		if got := outcome(r.res); got != want[r.name] {
			t.Errorf("%s: got %q, want %q", r, got, want[r.name])
		}
		kept[r.res] = record(t, r.res)
	}
	close(b.release)
	if err := goleak.Find(before); err != nil {
		t.Errorf("after the calls have returned: %v", err)
	}
	for res, was := range kept {
		if now := record(t, res); now != was {
			t.Errorf("the result changed after Play had returned\nfrom %s\nto %s", was, now)
		}
	}
}

// record returns a result as JSON.
func record(t *testing.T, res *agenttest.Result) string {
	t.Helper()
	raw, err := json.Marshal(res)
	if err != nil {
		t.Fatalf("the result cannot be written: %v", err)
	}
	return string(raw)
}

// odd is an assertion that fails, and panics in one of the methods that nobody expects to panic.
type odd struct {
	agenttest.Assertion
	in string
}

func (o odd) boom(method string) {
	if o.in == method {
		panic("boom")
	}
}

func (o odd) String() string   { o.boom("String"); return "odd" }
func (o odd) Validate() error  { o.boom("Validate"); return nil }
func (o odd) CallsModel() bool { o.boom("CallsModel"); return false }
func (o odd) MarshalJSON() ([]byte, error) {
	o.boom("MarshalJSON")
	return []byte(`{"type":"odd"}`), nil
}
func (o odd) Unwanted(chat.View) chat.Verdict {
	o.boom("Unwanted")
	return chat.Fail("no")
}

// An assertion that panics where it is not run but asked about itself costs its case and nothing else.
func TestOddAssertions(t *testing.T) {
	for _, method := range []string{"String", "Validate", "CallsModel", "MarshalJSON", "Unwanted"} {
		for _, inner := range []agenttest.Assertion{passes("a"), fails("a")} {
			a := odd{inner, method}
			for reason, c := range map[string]agenttest.Case{
				"expected": agenttest.Single("hello", a), "required": agenttest.Static(agenttest.User("hello").Require(a, passes("b"))),
				"always": hello.Always(a), "never": hello.Never(a), "finally": hello.Finally(a),
				"checkpoint": agenttest.Dynamic(user(t, reached("hello")), checkpoint.New("c", a)),
			} {
				t.Run(method+" "+reason, func(t *testing.T) {
					fake := &fakeT{}
					fake.testing(func() {
						res := agenttest.Run(fake, ok, c)
						record(t, res)
						if res.Blame == chat.BlameHarness {
							t.Errorf("the harness is blamed: %s", outcome(res))
						}
					})
				})
			}
		}
	}
}
