package suite_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/suite"
)

// shared has real case files, written by others.
var shared = filepath.Join("..", "..", "..", "shared", "data", "cases")

// sharedFile returns the path of a file, and skips the test where it is not there.
func sharedFile(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(shared, name)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is not there: it is no part of this repository", path)
	}
	return path
}

// transcript is a conversation that was recorded.
type transcript struct{ Agent, User []string }

func (tr *transcript) load(t *testing.T) {
	t.Helper()
	data, err := os.ReadFile(sharedFile(t, "coffee-transcript.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, tr); err != nil {
		t.Fatal(err)
	}
}

// barista answers as the agent of the recorded conversation did.
func (tr *transcript) barista() agenttest.Agent {
	return agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
		return agenttest.Reply(tr.Agent[min(req.Turn, len(tr.Agent))-1]), nil
	})
}

// guest says what the user of the recorded conversation did. It is a bare model: it knows the turn from the metadata.
func (tr *transcript) guest() agenttest.Agent {
	return agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
		said := req.Options.Metadata["turn_count"].(int) - 1 // the first turn is the case's own
		if said >= len(tr.User) {
			return agenttest.Reply(`{"goal_achieved": true}`), nil
		}
		reply, err := json.Marshal(map[string]any{"input": tr.User[said]})
		return agenttest.Reply(string(reply)), err
	})
}

func (tr *transcript) config(target agenttest.Agent) suite.Config {
	return suite.Config{
		Agents: suite.Agents{"coffee": target, "tests.simulator-agent": tr.guest()},
		Target: "coffee",
	}
}

func TestRealDynamicCases(t *testing.T) {
	var tr transcript
	tr.load(t)
	suite.Run(t, sharedFile(t, "coffee-order.jsonl"), tr.config(tr.barista()))
	suite.Run(t, sharedFile(t, "ordering.jsonl"), tr.config(tr.barista()))
}

func TestRealDynamicCasesFailForAnAgentThatConfirmsNothing(t *testing.T) {
	var tr transcript
	tr.load(t)
	forgetful := agenttest.Text(func(_ context.Context, _, _ string) (string, error) { return "Hello! What size would you like?", nil })
	for file, want := range map[string]string{
		"coffee-order.jsonl": "missing checkpoints: confirm_order",
		"ordering.jsonl":     "missing checkpoints: step3_confirm",
	} {
		cases, err := suite.Load(sharedFile(t, file), tr.config(forgetful))
		if err != nil || len(cases) != 1 {
			t.Fatalf("%s: got %d cases and the error %v, want one", file, len(cases), err)
		}
		res := agenttest.Play(t.Context(), cases[0].Agent, cases[0].Case)
		if res.Status != agenttest.Failed || !strings.HasPrefix(res.Error, want) {
			t.Errorf("%s: got %s with %q, want failed with %q", file, res.Status, res.Error, want)
		}
	}
}

// designer answers the questions of designer.jsonl from a table.
var designer = agenttest.Text(func(_ context.Context, _, input string) (string, error) {
	for words, reply := range map[string]string{
		"SaaS admin dashboard": "A good design begins with the people who use it.",
		"color palette":        "palette:\n  primary: \"#c2410c\"",
		"fonts":                "Every font family: Inter, Lora.",
		"design-spec.css":      "```css\n:root { --color-primary: #1d4ed8; }\n```",
		"web templates":        "There is one template: landing.",
	} {
		if strings.Contains(input, words) {
			return reply, nil
		}
	}
	return "I'm sorry, an error occurred.", nil
})

func TestRealSingleTurnCases(t *testing.T) {
	suite.Run(t, sharedFile(t, "designer.jsonl"), suite.Config{Agents: suite.Agents{"designer": designer}})
}

func TestRealSingleTurnCasesFailForAnAgentThatIsSorry(t *testing.T) {
	sorry := agenttest.Text(func(context.Context, string, string) (string, error) { return "I'm sorry, an error occurred.", nil })
	cases, err := suite.Load(sharedFile(t, "designer.jsonl"), suite.Config{Agents: suite.Agents{"designer": sorry}})
	if err != nil || len(cases) != 5 {
		t.Fatalf("got %d cases and the error %v, want five", len(cases), err)
	}
	for _, c := range cases {
		wantStatus(t, agenttest.Play(t.Context(), c.Agent, c.Case), agenttest.Failed, "")
	}
}

func TestAllRealFilesTogether(t *testing.T) {
	var tr transcript
	tr.load(t)
	cases, err := suite.Load(filepath.Join(shared, "*.jsonl"), tr.config(designer))
	if err != nil || len(cases) != 7 {
		t.Fatalf("got %d cases and the error %v, want seven", len(cases), err)
	}
}
