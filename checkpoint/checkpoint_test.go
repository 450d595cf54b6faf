package checkpoint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/checkpoint"
)

func TestACheckpointTellsHowItWasDeclared(t *testing.T) {
	c := checkpoint.New("confirm", says("submitted")).After("ask").After("call", "pay").Optional().Describe("Agent confirms")
	if c.ID() != "confirm" || c.Description() != "Agent confirms" || !c.IsOptional() || c.Assertion() != chat.Assertion(says("submitted")) {
		t.Errorf("got %q, %q, optional %v, %v", c.ID(), c.Description(), c.IsOptional(), c.Assertion())
	}
	if got, want := c.Requires(), []string{"ask", "call", "pay"}; !slices.Equal(got, want) {
		t.Errorf("Requires: got %q, want %q: further calls of After add ids", got, want)
	}
	if got := c.Source().String(); !strings.HasPrefix(got, "checkpoint_test.go:") {
		t.Errorf("Source: got %q, want the line that called New", got)
	}
	if got := c.At(chat.Source{File: "cases.jsonl", Line: 12}).Source().String(); got != "cases.jsonl:12" {
		t.Errorf("Source after At: got %q, want cases.jsonl:12", got)
	}
}

// Two checkpoints derived from one base must not share a backing array.
func TestDerivingDoesNotChangeTheBase(t *testing.T) {
	base := checkpoint.New("c", says("x")).After("a").After("b").After("c") // three appends leave spare room
	left, right := base.After("left"), base.After("right")
	if got := left.Requires(); got[3] != "left" {
		t.Errorf("left requires %q: the second derivation wrote into the first", got)
	}
	if got := right.Requires(); got[3] != "right" {
		t.Errorf("right requires %q", got)
	}
	if got := base.Requires(); len(got) != 3 {
		t.Errorf("base requires %q: it was changed", got)
	}
	base.Requires()[0] = "changed"
	if got := base.Requires()[0]; got != "a" {
		t.Errorf("base requires %q first: Requires hands out its own memory", got)
	}
	ids := []string{"a", "b"}
	given := checkpoint.New("d", says("x")).After(ids...)
	ids[0] = "changed"
	if got := given.Requires()[0]; got != "a" {
		t.Errorf("requires %q first: After kept the caller's slice", got)
	}
	if base.Optional(); base.IsOptional() {
		t.Error("Optional changed the base")
	}
}
