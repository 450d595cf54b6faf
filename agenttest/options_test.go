package agenttest_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

// options returns what the agent was given in each turn, as JSON.
func (r *recorder) options(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, req := range r.requests {
		raw, err := json.Marshal(req.Options)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(raw))
	}
	return all
}

// A turn's options are put over the case's, setting by setting; metadata deeply.
func TestOptionsMerge(t *testing.T) {
	agent := &recorder{}
	base := agenttest.Options{
		Connector: "gpt", Mode: "chat", Skip: map[string]bool{"history": true},
		Metadata: map[string]any{"scenario": "edge", "user": map[string]any{"name": "Ann", "role": "clerk"}},
	}
	res := play(t, agent, agenttest.Static(
		agenttest.User("one"),
		agenttest.User("two").Options(agenttest.Options{
			Connector: "claude", Search: false, Skip: map[string]bool{"trace": true, "history": false},
			Metadata: map[string]any{"user": map[string]any{"role": "chief"}, "extra": 1},
		}),
		agenttest.User("three"),
	).Options(base).Finally(passes("f")))
	wantOutcome(t, res, "passed")
	plain := `{"connector":"gpt","mode":"chat","skip":{"history":true},"metadata":{"scenario":"edge","user":{"name":"Ann","role":"clerk"}}}`
	got := agent.options(t)
	equal(t, "turn 1", got[0], plain)
	equal(t, "turn 2", got[1], `{"connector":"claude","mode":"chat","search":false,"skip":{"history":false,"trace":true},"metadata":{"extra":1,"scenario":"edge","user":{"name":"Ann","role":"chief"}}}`)
	equal(t, "turn 3", got[2], plain)
}

// Options given twice are merged in the order they are given.
func TestOptionsAddUp(t *testing.T) {
	agent := &recorder{}
	turn := agenttest.User("one").Options(agenttest.Options{Mode: "a"}).Options(agenttest.Options{Mode: "b", Connector: "x"})
	play(t, agent, agenttest.Static(turn).Options(agenttest.Options{Connector: "y"}).Options(agenttest.Options{Search: true}))
	equal(t, "options", agent.options(t), `[{"connector":"x","mode":"b","search":true}]`)
}

// An agent that changes the options it was given changes them for nobody else.
func TestOptionsAreNotShared(t *testing.T) {
	greedy := replying(func(req *agenttest.Request) *agenttest.Response {
		if _, leaked := req.Options.Metadata["seen"]; leaked || req.Options.Skip["all"] {
			t.Errorf("turn %d of %s sees what another one did to its options", req.Turn, req.Text())
		}
		req.Options.Metadata["seen"] = true
		req.Options.Skip["all"] = true
		return agenttest.Reply("ok")
	})
	metadata := map[string]any{"a": 1}
	c := agenttest.Static(agenttest.User("one"), agenttest.User("two").Options(agenttest.Options{Mode: "x"}), agenttest.User("three")).
		Options(agenttest.Options{Metadata: metadata, Skip: map[string]bool{"history": true}}).Finally(passes("f"))
	for range 2 {
		wantOutcome(t, play(t, greedy, c), "passed")
	}
	equal(t, "the caller's map", len(metadata), 1)
}

// Variables fill the user's words, reach hooks and assertions, and are each run's own.
func TestVariables(t *testing.T) {
	agent := &recorder{}
	c := agenttest.Static(
		agenttest.User("I am {{who}}, {{ age }} years, {{unknown}} {{"),
		agenttest.User("{{token}} and {{who}}{{who}}"),
	).Variables(map[string]any{"who": "Ann", "age": 41}).Variables(map[string]any{"age": 42, "nested": "{{who}}"}).
		Before(func(_ context.Context, s *agenttest.Session) error {
			if _, ok := s.Variables.Get("token"); ok {
				t.Error("a variable of another run is set")
			}
			s.Variables.Set("token", "{{age}}")
			return nil
		}).
		Finally(assert.JSONPath("$.variables.age", 42), assert.JSONPath("$.variables.token", "{{age}}"))
	for range 2 {
		wantOutcome(t, play(t, agent, c), "passed")
	}
	equal(t, "inputs", agent.inputs()[2:], "[I am Ann, 42 years, {{unknown}} {{ {{age}} and AnnAnn]")
}

// A script of assertions may set a variable that later turns use.
func TestVariablesFromAssertions(t *testing.T) {
	agent := &recorder{}
	keep := assert.Func("keep", func(_ context.Context, v chat.View) chat.Verdict {
		v.Variables().Set("id", v.Text())
		return chat.Pass()
	})
	res := play(t, agent, agenttest.Static(agenttest.User("one").Expect(keep), agenttest.User("and {{id}}")))
	wantOutcome(t, res, "passed")
	equal(t, "inputs", agent.inputs(), "[one and turn 1]")
}

// What a simulator says is not a template.
func TestSimulatedInputIsNoTemplate(t *testing.T) {
	agent := &recorder{}
	play(t, agent, agenttest.Dynamic(user(t, reached("{{who}}"))).Variables(map[string]any{"who": "Ann"}))
	equal(t, "inputs", agent.inputs(), "[{{who}}]")
}

// What looks like a variable and is none is sent as it stands, and said.
func TestNoSuchVariable(t *testing.T) {
	for _, tt := range []struct {
		reason, said string
		variables    map[string]any
		want         []string
	}{
		{"a misspelt name", "I am {{nme}}", map[string]any{"name": "Ann", "age": 42}, []string{`{{nme}} is no variable and was sent as it stands (did you mean "name"?)`}},
		{"a name that is known", "I am {{ name }}", map[string]any{"name": "Ann"}, nil},
		{"a template of the user's own", "{{#each items}} and {{}}", map[string]any{"name": "Ann"}, nil},
		{"a case without variables", "I am {{name}}", nil, nil},
	} {
		res := agenttest.Play(t.Context(), replying(func(*agenttest.Request) *agenttest.Response { return agenttest.Reply("ok") }), agenttest.Single(tt.said, assert.Contains("ok")).Variables(tt.variables))
		if !res.Passed() || !slices.Equal(res.Notes, tt.want) {
			t.Errorf("%s: got %s with %q, want %q", tt.reason, res.Status, res.Notes, tt.want)
		}
	}
}
