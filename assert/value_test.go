package assert_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

func TestZeroValuesAssertNothingAndSaySo(t *testing.T) {
	for _, a := range []chat.Assertion{
		assert.ToolCallAssertion{}, assert.ToolResultAssertion{}, assert.TypeAssertion{}, assert.SchemaAssertion{}, assert.AgentAssertion{},
	} {
		if mistakeOf(a) == "" {
			t.Errorf("%T: Validate says nothing", a)
		}
		if got := outcome(assert.Not(a), reply("x")); !strings.Contains(got, "errored (case)") {
			t.Errorf("Not(%T{}): got %q, want errored", a, got)
		}
	}
	if got := mistakeOf(assert.Trajectory(assert.Strict, assert.ToolCallAssertion{})); !strings.Contains(got, "build it with ToolCalled") {
		t.Errorf("got %q", got)
	}
}

func TestAssertionsAreSafeForConcurrentUse(t *testing.T) {
	turn := play(chat.Reply(`It is {"a":{"b":[1,"x"]}}`).WithCalls(chat.Call("t", obj{"n": 1}).Returning(obj{"ok": true}))).Turns[0]
	as := []chat.Assertion{
		assert.IgnoreCase(assert.Contains("IT")), assert.Regex("^It"), assert.IgnoreCase(assert.Regex("^it")), assert.Regex("^it"),
		assert.JSONPath("$.a.b[0]", assert.OneOf(1, 2)), assert.Equals(obj{"a": obj{"b": []any{1, "x"}}}), assert.Type("array").At("$.a.b"),
		assert.Schema(`{"properties":{"a":{"type":"object","properties":{"b":{"uniqueItems":true}}}}}`),
		assert.ToolCalled("t").With(obj{"n": assert.Exists()}), assert.ToolResult("t", obj{"ok": true}), assert.Trajectory(assert.Unordered, "t"),
		assert.Agent(saying(`{"passed":true}`), "c").Samples(3), assert.MaxDuration(time.Minute),
		assert.InTranscript(assert.All(assert.Contains("It"), assert.Not(assert.Contains("nothing")))),
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for _, a := range as {
				if v := a.Check(context.Background(), turn.View()); v.Status == chat.Errored {
					t.Errorf("%s: %+v", a, v)
				}
			}
		})
	}
	all.Wait()
}

func BenchmarkContains(b *testing.B) {
	a, v := assert.Contains("on its way"), reply(strings.Repeat("word ", 60)+"on its way").View()
	b.ReportAllocs()
	for b.Loop() {
		if a.Check(context.Background(), v).Status != chat.Passed {
			b.Fatal("it is there")
		}
	}
}

func BenchmarkToolCalled(b *testing.B) {
	a := assert.ToolCalled("refund").With(obj{"amount": 3500})
	v := called(chat.Call("lookup", obj{"id": "A-1"}), chat.Call("refund", obj{"amount": 3500, "id": "A-1"})).View()
	b.ReportAllocs()
	for b.Loop() {
		if a.Check(context.Background(), v).Status != chat.Passed {
			b.Fatal("it was called")
		}
	}
}

func BenchmarkThat(b *testing.B) {
	a, turn := assert.Contains("on its way"), reply("It is on its way.")
	b.ReportAllocs()
	for b.Loop() {
		assert.That(b, turn, a)
	}
}
