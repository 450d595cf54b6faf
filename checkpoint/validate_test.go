package checkpoint_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/checkpoint"
)

// at declares a checkpoint at a line of a case file, so that messages can be compared whole.
func at(line int, id string, a chat.Assertion) checkpoint.Checkpoint {
	return checkpoint.New(id, a).At(chat.Source{File: "cases.jsonl", Line: line})
}

func TestValidateNamesEveryMistake(t *testing.T) {
	for _, tc := range []struct {
		reason string
		given  []checkpoint.Checkpoint
		want   string // the whole message
	}{{
		reason: "nothing declared is nothing wrong",
	}, {
		reason: "the order of declaration is free, and an id may be named twice",
		given: []checkpoint.Checkpoint{
			at(1, "last", says("z")).After("first", "middle", "first"), at(2, "middle", says("y")).After("first"), at(3, "first", says("x")),
		},
	}, {
		reason: "an id is what everything else refers to",
		given:  []checkpoint.Checkpoint{at(4, "", says("x"))},
		want:   `cases.jsonl:4: a checkpoint has an empty id; name it, as in checkpoint.New("ask_type", …)`,
	}, {
		reason: "two checkpoints of one name could not be told apart",
		given:  []checkpoint.Checkpoint{at(1, "ask", says("x")), at(2, "ask", says("y"))},
		want:   `cases.jsonl:2: checkpoint "ask" is declared twice, first at cases.jsonl:1; give it an id of its own`,
	}, {
		reason: "a mistyped id would never be reached",
		given:  []checkpoint.Checkpoint{at(1, "call_create", says("x")), at(2, "confirm", says("y")).After("call_crate")},
		want:   `cases.jsonl:2: checkpoint "confirm" comes after "call_crate", which is not declared (did you mean "call_create"?)`,
	}, {
		reason: "swapped letters are one mistake",
		given:  []checkpoint.Checkpoint{at(1, "ask", says("x")), at(2, "end", says("y")).After("aks")},
		want:   `cases.jsonl:2: checkpoint "end" comes after "aks", which is not declared (did you mean "ask"?)`,
	}, {
		reason: "where nothing is near, all ids are listed",
		given:  []checkpoint.Checkpoint{at(1, "a", says("x")), at(2, "b", says("y")).After("submitted")},
		want:   `cases.jsonl:2: checkpoint "b" comes after "submitted", which is not declared; declared are "a", "b"`,
	}, {
		reason: "one letter for another is a different name, not a mistyped one",
		given:  []checkpoint.Checkpoint{at(1, "a", says("x")).After("b")},
		want:   `cases.jsonl:1: checkpoint "a" comes after "b", which is not declared; declared are "a"`,
	}, {
		reason: "a checkpoint cannot come after itself",
		given:  []checkpoint.Checkpoint{at(1, "a", says("x")).After("a")},
		want:   `cases.jsonl:1: checkpoints wait for each other and can never be reached: a → a; remove one of these links`,
	}, {
		reason: "a circle is named once, from its first declared, without those that merely come after it",
		given: []checkpoint.Checkpoint{
			at(1, "after", says("x")).After("c"), at(2, "b", says("x")).After("c"), at(3, "c", says("x")).After("before", "b"), at(4, "before", says("x")),
		},
		want: `cases.jsonl:2: checkpoints wait for each other and can never be reached: b → c → b; remove one of these links`,
	}, {
		reason: "two circles are two mistakes",
		given: []checkpoint.Checkpoint{
			at(1, "a", says("x")).After("b"), at(2, "b", says("x")).After("a"), at(3, "c", says("x")).After("d", "a"), at(4, "d", says("x")).After("c"),
		},
		want: "cases.jsonl:1: checkpoints wait for each other and can never be reached: a → b → a; remove one of these links\n" +
			"cases.jsonl:3: checkpoints wait for each other and can never be reached: c → d → c; remove one of these links",
	}, {
		reason: "an assertion that was forgotten must not be reached at turn 1",
		given:  []checkpoint.Checkpoint{at(1, "a", nil)},
		want:   `cases.jsonl:1: checkpoint "a": it has no assertion; pass one from package assert`,
	}, {
		reason: "an assertion knows its own mistakes",
		given:  []checkpoint.Checkpoint{at(1, "a", badPattern{})},
		want:   "cases.jsonl:1: checkpoint \"a\": Regex(`(`): missing closing )",
	}, {
		reason: "a nil pointer is an assertion to the compiler",
		given:  []checkpoint.Checkpoint{at(1, "a", (*counted)(nil))},
		want:   `cases.jsonl:1: checkpoint "a": its assertion (*checkpoint_test.counted) panicked when it was asked for mistakes: runtime error: invalid memory address or nil pointer dereference`,
	}, {
		reason: "all mistakes are told at once, in the order of declaration",
		given:  []checkpoint.Checkpoint{at(1, "", nil), at(2, "b", badPattern{}).After("c")},
		want: `cases.jsonl:1: a checkpoint has an empty id; name it, as in checkpoint.New("ask_type", …)` + "\n" +
			`cases.jsonl:1: checkpoint "": it has no assertion; pass one from package assert` + "\n" +
			`cases.jsonl:2: checkpoint "b" comes after "c", which is not declared; declared are "b"` + "\n" +
			"cases.jsonl:2: checkpoint \"b\": Regex(`(`): missing closing )",
	}, {
		reason: "a checkpoint from nowhere has no place to name",
		given:  []checkpoint.Checkpoint{{}},
		want: `a checkpoint has an empty id; name it, as in checkpoint.New("ask_type", …)` + "\n" +
			`checkpoint "": it has no assertion; pass one from package assert`,
	}} {
		t.Run(tc.reason, func(t *testing.T) {
			got := ""
			if err := checkpoint.Validate(tc.given); err != nil {
				got = err.Error()
			}
			if got != tc.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, tc.want)
			}
		})
	}
}

func TestValidateNamesTheLineThatCalledNew(t *testing.T) {
	err := checkpoint.Validate([]checkpoint.Checkpoint{
		checkpoint.New("a", nil),
	})
	if err == nil || !strings.HasPrefix(err.Error(), "validate_test.go:") {
		t.Errorf("got %v, want the place in this file first", err)
	}
}

func TestValidateWrapsTheAssertionsOwnError(t *testing.T) {
	err := checkpoint.Validate([]checkpoint.Checkpoint{checkpoint.New("a", badPattern{})})
	if !errors.Is(err, errPattern) {
		t.Errorf("got %v, which does not wrap the error of the assertion", err)
	}
}

// A case that is long, or ordered from end to start, is validated without deep recursion.
func TestValidateALongChain(t *testing.T) {
	const n = 100_000
	name := func(i int) string { return "c" + strconv.Itoa(i) }
	cs := make([]checkpoint.Checkpoint, n)
	for i := range cs {
		cs[i] = checkpoint.New(name(i), says("x"))
		if i+1 < n {
			cs[i] = cs[i].After(name(i + 1))
		}
	}
	if err := checkpoint.Validate(cs); err != nil {
		t.Fatal(err)
	}
	cs[n-1] = cs[n-1].After(name(0))
	if err := checkpoint.Validate(cs); err == nil {
		t.Fatal("a circle of 100,000 checkpoints went unnoticed")
	}
}

var errPattern = errors.New("missing closing )")

// badPattern is an assertion that was built wrongly.
type badPattern struct{}

func (badPattern) Validate() error { return fmt.Errorf("Regex(`(`): %w", errPattern) }
func (badPattern) String() string  { return "Regex(`(`)" }
func (badPattern) Check(context.Context, chat.View) chat.Verdict {
	return chat.Fault(chat.BlameCase, "missing closing )")
}
