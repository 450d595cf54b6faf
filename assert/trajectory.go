package assert

import (
	"context"
	"fmt"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/match"
)

// TrajectoryMode says how the calls an agent made compare with those expected.
type TrajectoryMode uint8

// The modes. Calls that are not expected are ignored by InOrder and Superset, and fail the others.
const (
	// Strict wants the expected calls, in this order, and no others.
	Strict TrajectoryMode = iota + 1
	// InOrder wants the expected calls in this order; others may come between, before and after.
	InOrder
	// Unordered wants the expected calls in any order, and no others.
	Unordered
	// Subset wants no calls but expected ones, in any order; not all of them need to be made.
	Subset
	// Superset wants the expected calls in any order; there may be others.
	Superset
)

var modeNames = [...]string{Strict: "strict", InOrder: "in_order", Unordered: "unordered", Subset: "subset", Superset: "superset"}

// String returns the mode as case files spell it: "strict", "in_order", "unordered", "subset", "superset".
func (m TrajectoryMode) String() string {
	if !m.valid() {
		return fmt.Sprintf("TrajectoryMode(%d)", m)
	}
	return modeNames[m]
}

func (m TrajectoryMode) valid() bool { return m >= Strict && m <= Superset }

// goName is the mode as Go code writes it.
func (m TrajectoryMode) goName() string {
	if !m.valid() {
		return m.String()
	}
	return [...]string{Strict: "Strict", InOrder: "InOrder", Unordered: "Unordered", Subset: "Subset", Superset: "Superset"}[m]
}

// ParseTrajectoryMode returns the mode that a case file spells.
func ParseTrajectoryMode(s string) (TrajectoryMode, error) {
	for m, name := range modeNames {
		if name != "" && name == s {
			return TrajectoryMode(m), nil
		}
	}
	return 0, fmt.Errorf("unknown trajectory mode %q; want %s", s, strings.Join(modeNames[Strict:], ", "))
}

// Trajectory asserts which tools the agent called: in the turn, or in all turns of a whole conversation. The expected
// calls are names, or [ToolCalled] assertions with arguments, in the order of time. Each call made is used for one
// expected call at most, and calls are assigned so that as many as possible find a partner: no reordering of the
// expectation, where order does not count, changes the verdict. An expected call with Times(n) stands for n of them.
//
// No expected calls mean that no tool is to be called; with InOrder and Superset, where that is always true, and with an
// unknown mode it is a usage error.
//
//	{"type": "trajectory", "mode": "in_order", "calls": ["lookup", {"name": "refund", "with": {"id": "A-1"}}]}
func Trajectory(mode TrajectoryMode, calls ...any) chat.Assertion {
	t := trajectory{mode: mode}
	switch {
	case !mode.valid():
		t.notef("Trajectory: unknown mode %d; want Strict, InOrder, Unordered, Subset or Superset", mode)
	case len(calls) == 0 && (mode == InOrder || mode == Superset):
		t.notef("Trajectory(%s) expects no calls, which is always true; list them, or use Strict for none at all", mode.goName())
	}
	for i, c := range calls {
		switch c := c.(type) {
		case string:
			t.add(i, ToolCalled(c))
		case ToolCallAssertion:
			t.add(i, c)
		default:
			t.notef("Trajectory: call %d is a %T; want a tool's name or ToolCalled(…)", i+1, c)
		}
	}
	return t
}

type trajectory struct {
	mistake
	mode    TrajectoryMode
	written []ToolCallAssertion // as given
	wants   []ToolCallAssertion // with Times written out
}

func (t *trajectory) add(i int, c ToolCallAssertion) {
	if err := c.Validate(); err != nil {
		t.notef("Trajectory: call %d: %w", i+1, err)
	}
	t.written = append(t.written, c)
	n := 1
	if c.counted {
		n = c.times
		const most = 1000
		if n < 1 || n > most {
			t.notef("Trajectory: call %d: %s: want 1 to %d times; leave a call that is not expected out", i+1, c, most)
			return
		}
	}
	c.counted = false
	for range n {
		t.wants = append(t.wants, c)
	}
}

func (t trajectory) String() string {
	parts := []string{t.mode.goName()}
	for _, c := range t.written {
		if c.bare() {
			parts = append(parts, fmt.Sprintf("%q", c.name))
		} else {
			parts = append(parts, c.String())
		}
	}
	return call("Trajectory", parts...)
}

// bare reports whether the assertion says nothing but a name.
func (c *ToolCallAssertion) bare() bool {
	return c.pattern == "" && !c.argsSet && c.where == nil && !c.counted
}

// MarshalJSON writes {"type": "trajectory", "mode": …, "calls": […]}.
func (t trajectory) MarshalJSON() ([]byte, error) {
	calls := make([]any, len(t.written))
	for i, c := range t.written {
		if c.bare() {
			calls[i] = c.name
			continue
		}
		raw, err := c.fields(new(object)).addIf(c.counted, "times", c.times).json()
		if err != nil {
			return nil, err
		}
		calls[i] = rawJSON(raw)
	}
	return spell("trajectory").add("mode", t.mode.String()).add("calls", calls).json()
}

func (t trajectory) Check(_ context.Context, v chat.View) chat.Verdict {
	if t.err != nil {
		return t.verdict()
	}
	made := actuals(v)
	p := t.pair(made)
	if t.holds(p) {
		return chat.Pass()
	}
	bad := chat.Mismatch(t.reason(p, made), names(made), t.wanted())
	bad.Diff = t.aligned(p, made)
	return bad
}

// pairing says which expected call was paired with which call made; -1 is none.
type pairing struct {
	want, made []int
}

func (p pairing) unpaired() (want, made int) {
	for _, j := range p.want {
		if j < 0 {
			want++
		}
	}
	for _, i := range p.made {
		if i < 0 {
			made++
		}
	}
	return want, made
}

// pair assigns calls made to expected ones: by order where the mode has one, else as many as possible.
func (t trajectory) pair(made []actual) pairing {
	fits := func(i, j int) bool { return t.wants[i].named(made[j].Name) && t.wants[i].miss(&made[j]).OK() }
	if t.mode == Strict || t.mode == InOrder {
		return inOrder(len(t.wants), len(made), fits)
	}
	want, got := match.Bipartite(len(t.wants), len(made), fits)
	return pairing{want, got}
}

func (t trajectory) holds(p pairing) bool {
	want, made := p.unpaired()
	switch t.mode {
	case Strict, Unordered:
		return want == 0 && made == 0
	case Subset:
		return made == 0
	default: // InOrder, Superset
		return want == 0
	}
}

// Unwanted returns the failure of calls that must not follow this trajectory.
func (t trajectory) Unwanted(v chat.View) chat.Verdict {
	return chat.Mismatch("tools called", names(actuals(v)), "not "+t.wanted())
}
