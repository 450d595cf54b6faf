package assert_test

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"pgregory.net/rapid"
)

func TestTrajectory(t *testing.T) {
	a, b, c := chat.Call("a", nil), chat.Call("b", nil), chat.Call("c", nil)
	for _, r := range []row{
		{"strict: these calls and no others", assert.Trajectory(assert.Strict, "a", "b"), called(a, b), ""},
		{"strict: another order", assert.Trajectory(assert.Strict, "a", "b"), called(b, a),
			"Trajectory(Strict, \"a\", \"b\"): 1 of 2 expected calls not made, 1 of 2 calls not expected: got [\"b\", \"a\"], want [\"a\", \"b\"]\n" +
				"    diff (-want +got):\n      - \"a\": call 2 fits, but out of order\n        b() = \"b\"\n      + a()"},
		{"strict: one more", assert.Trajectory(assert.Strict, "a", "b"), called(a, c, b),
			"Trajectory(Strict, \"a\", \"b\"): 1 of 3 calls not expected: got [\"a\", \"c\", \"b\"], want [\"a\", \"b\"]\n" +
				"    diff (-want +got):\n        a() = \"a\"\n      + c()\n        b() = \"b\""},
		{"strict: one missing", assert.Trajectory(assert.Strict, "a", "b"), called(a),
			"Trajectory(Strict, \"a\", \"b\"): 1 of 2 expected calls not made: got [\"a\"], want [\"a\", \"b\"]\n" +
				"    diff (-want +got):\n        a() = \"a\"\n      - \"b\""},
		{"strict: a call is used once", assert.Trajectory(assert.Strict, "a", "a"), called(a),
			"Trajectory(Strict, \"a\", \"a\"): 1 of 2 expected calls not made: got [\"a\"], want [\"a\", \"a\"]\n" +
				"    diff (-want +got):\n        a() = \"a\"\n      - \"a\""},
		{"strict: no tools at all", assert.Trajectory(assert.Strict), reply("x"), ""},
		{"strict: no tools at all, and yet", assert.Trajectory(assert.Strict), called(a),
			"Trajectory(Strict): 1 of 1 calls not expected: got [\"a\"], want no calls\n    diff (-want +got):\n      + a()"},

		{"in order: others may come between", assert.Trajectory(assert.InOrder, "a", "c"), called(b, a, b, c, b), ""},
		{"in order: the first that fits is not the only one", assert.Trajectory(assert.InOrder, "b", "a", "b"), called(b, b, a, b), ""},
		{"in order: another order", assert.Trajectory(assert.InOrder, "a", "b"), called(b, c, a),
			"Trajectory(InOrder, \"a\", \"b\"): 1 of 2 expected calls not made: got [\"b\", \"c\", \"a\"], want [\"a\", \"b\"] in this order\n" +
				"    diff (-want +got):\n      - \"a\": call 3 fits, but out of order\n        b() = \"b\"\n        c() (allowed between)\n        a() (allowed between)"},

		{"unordered: any order", assert.Trajectory(assert.Unordered, "a", "b"), called(b, a), ""},
		{"unordered: none may be left", assert.Trajectory(assert.Unordered, "a", "b"), called(b, a, b),
			"Trajectory(Unordered, \"a\", \"b\"): 1 of 3 calls not expected: got [\"b\", \"a\", \"b\"], want [\"a\", \"b\"] in any order\n" +
				"    diff (-want +got):\n        b() = \"b\"\n        a() = \"a\"\n      + b()"},

		{"subset: not all need to be made", assert.Trajectory(assert.Subset, "a", "b"), called(b), ""},
		{"subset: no tools at all are a subset", assert.Trajectory(assert.Subset, "a"), reply("x"), ""},
		{"subset: but no others", assert.Trajectory(assert.Subset, "a", "b"), called(b, c),
			"Trajectory(Subset, \"a\", \"b\"): 1 of 2 calls not expected: got [\"b\", \"c\"], want nothing but [\"a\", \"b\"]\n" +
				"    diff (-want +got):\n        b() = \"b\"\n      + c()\n        (\"a\" not made, which is allowed)"},

		{"superset: there may be others", assert.Trajectory(assert.Superset, "a", "b"), called(c, b, c, a), ""},
		{"superset: all must be made", assert.Trajectory(assert.Superset, "a", assert.ToolCalled("b").With(obj{"n": 1})), called(a, chat.Call("b", obj{"n": 2})),
			"Trajectory(Superset, \"a\", ToolCalled(\"b\").With({\"n\":1})): 1 of 2 expected calls not made: got [\"a\", \"b\"], want at least [\"a\", ToolCalled(\"b\").With({\"n\":1})]\n" +
				"    diff (-want +got):\n        a() = \"a\"\n        b({\"n\":2}) (allowed between)\n      - ToolCalled(\"b\").With({\"n\":1}): call 2 comes nearest: args.n: got 2, want 1"},

		{"Times stands for so many calls", assert.Trajectory(assert.Unordered, assert.ToolCalled("a").Times(2), "b"), called(a, b, a), ""},
		{"names may have a namespace", assert.Trajectory(assert.Strict, "a"), called(chat.Call("srv__a", nil)), ""},
		{"patterns, for a tool of several", assert.Trajectory(assert.Strict, assert.ToolMatching("^[ab]$"), "c"), called(b, c), ""},
		{"of a whole conversation, the calls of all turns", assert.Trajectory(assert.Strict, "a", "b"), play(chat.Reply("").WithCalls(a), chat.Reply("").WithCalls(b)), ""},
		{"negated", assert.Not(assert.Trajectory(assert.Strict, "a")), called(a), `Not(Trajectory(Strict, "a")): tools called: got ["a"], want not ["a"]`},
	} {
		r.check(t)
	}
}

// A greedy assignment gives the only call that fits the second expectation to the first, which fits any.
func TestTrajectoryIsNotGreedy(t *testing.T) {
	wide, narrow := assert.ToolCalled("pay"), assert.ToolCalled("pay").With(obj{"n": 1})
	calls := called(chat.Call("pay", obj{"n": 1}), chat.Call("pay", obj{"n": 2}))
	for _, mode := range []assert.TrajectoryMode{assert.Unordered, assert.Subset, assert.Superset} {
		for _, a := range []chat.Assertion{assert.Trajectory(mode, wide, narrow), assert.Trajectory(mode, narrow, wide)} {
			if got := outcome(a, calls); got != "" {
				t.Errorf("got %s", got)
			}
		}
	}
}

func TestTrajectoryVerdictDoesNotDependOnTheOrderOfTheExpectation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		calls := rapid.SliceOfN(rapid.Custom(drawCall), 0, 6).Draw(t, "calls")
		wants := rapid.SliceOfN(rapid.Custom(drawExpected), 1, 6).Draw(t, "expected")
		shuffled := slices.Clone(wants)
		rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed"))).Shuffle(len(shuffled), func(i, j int) {
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		})
		turn := called(calls...)
		for _, mode := range []assert.TrajectoryMode{assert.Unordered, assert.Subset, assert.Superset} {
			one, other := outcome(assert.Trajectory(mode, wants...), turn), outcome(assert.Trajectory(mode, shuffled...), turn)
			if (one == "") != (other == "") {
				t.Fatalf("%s\n%s\n%s", mode, one, other)
			}
		}
	})
}

func TestTrajectoryModesImplyEachOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		turn := called(rapid.SliceOfN(rapid.Custom(drawCall), 0, 6).Draw(t, "calls")...)
		wants := rapid.SliceOfN(rapid.Custom(drawExpected), 1, 6).Draw(t, "expected")
		holds := func(mode assert.TrajectoryMode) bool { return outcome(assert.Trajectory(mode, wants...), turn) == "" }
		implies := func(a, b assert.TrajectoryMode) {
			if holds(a) && !holds(b) {
				t.Fatalf("%s holds, %s does not", a, b)
			}
		}
		implies(assert.Strict, assert.InOrder)
		implies(assert.Strict, assert.Unordered)
		implies(assert.InOrder, assert.Superset)
		implies(assert.Unordered, assert.Superset)
		implies(assert.Unordered, assert.Subset)
		if holds(assert.Subset) && holds(assert.Superset) && len(wants) == len(turn.ToolCalls()) && !holds(assert.Unordered) {
			t.Fatal("as many calls as expected, all of them matched on both sides, and yet not the same")
		}
	})
}

// drawCall and drawExpected use two names and two arguments, so that much fits and much does not.
func drawCall(t *rapid.T) chat.ToolCall {
	return chat.Call(rapid.SampledFrom([]string{"a", "b"}).Draw(t, "name"), obj{"n": rapid.IntRange(1, 2).Draw(t, "n")})
}

func drawExpected(t *rapid.T) any {
	switch name := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "name"); rapid.IntRange(0, 2).Draw(t, "kind") {
	case 0:
		return name
	case 1:
		return assert.ToolMatching("^[ab]$").With(obj{"n": rapid.IntRange(1, 2).Draw(t, "n")})
	default:
		return assert.ToolCalled(name).With(obj{"n": rapid.IntRange(1, 2).Draw(t, "n")})
	}
}

// The verdict beyond the size at which the calls are aligned by a table is the same.
func TestLongTrajectories(t *testing.T) {
	const n = 3000
	calls := make([]chat.ToolCall, 2*n)
	wants := make([]any, n)
	for i := range wants {
		wants[i] = assert.ToolCalled("a").With(obj{"n": i})
		calls[2*i], calls[2*i+1] = chat.Call("b", nil), chat.Call("a", obj{"n": i})
	}
	if got := outcome(assert.Trajectory(assert.InOrder, wants...), called(calls...)); got != "" {
		t.Errorf("got %.300s", got)
	}
	wants[0], wants[1] = wants[1], wants[0]
	if got := outcome(assert.Trajectory(assert.InOrder, wants...), called(calls...)); !strings.Contains(got, "expected calls not made") {
		t.Errorf("got %.300s", got)
	}
}

func TestParseTrajectoryMode(t *testing.T) {
	for _, mode := range []assert.TrajectoryMode{assert.Strict, assert.InOrder, assert.Unordered, assert.Subset, assert.Superset} {
		if got, err := assert.ParseTrajectoryMode(mode.String()); err != nil || got != mode {
			t.Errorf("%s: got %v, %v", mode, got, err)
		}
	}
	if _, err := assert.ParseTrajectoryMode("exact"); err == nil || err.Error() != `unknown trajectory mode "exact"; want strict, in_order, unordered, subset, superset` {
		t.Errorf("got %v", err)
	}
}
