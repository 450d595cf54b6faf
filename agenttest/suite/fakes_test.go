package suite_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/simulator"
)

// registry has one agent, simulator, judge and script of each kind.
func registry() suite.Config {
	return suite.Config{
		Agents: suite.Agents{
			"target": echo,
			"sim":    agenttest.Text(func(context.Context, string, string) (string, error) { return "go on", nil }),
			"judge":  agenttest.Text(func(context.Context, string, string) (string, error) { return `{"passed": true}`, nil }),
		},
		Target: "target",
		Scripts: suite.Scripts{
			Assertions: map[string]assert.ScriptFunc{
				"amount": func(context.Context, chat.View, map[string]any) chat.Verdict { return chat.Pass() },
			},
			Simulators: map[string]simulator.Simulator{
				"scripted-user": simulator.Func(func(context.Context, *simulator.State) (simulator.Move, error) {
					return simulator.Move{Input: "go on"}, nil
				}),
			},
		},
	}
}

// echo repeats the user.
var echo = agenttest.Text(func(_ context.Context, _, input string) (string, error) { return "you said " + input, nil })

// recorder is an agent that keeps what it was asked and answers with its lines, one a call; the last one for ever.
type recorder struct {
	lines []*agenttest.Response

	mu    sync.Mutex
	asked []*agenttest.Request
}

// says returns a recorder of plain replies.
func says(lines ...string) *recorder {
	r := &recorder{}
	for _, line := range lines {
		r.lines = append(r.lines, agenttest.Reply(line))
	}
	return r
}

func (r *recorder) Respond(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, req)
	if len(r.lines) == 0 {
		return nil, fmt.Errorf("request %d was not expected", len(r.asked))
	}
	line := *r.lines[min(len(r.asked), len(r.lines))-1]
	return &line, nil
}

// inputs returns the texts that the agent was sent.
func (r *recorder) inputs() []string {
	var list []string
	for _, req := range r.asked {
		list = append(list, req.Text())
	}
	return list
}

// load writes a case file and loads it.
func load(t testing.TB, cfg suite.Config, text string) []suite.Loaded {
	t.Helper()
	cases, err := suite.Load(write(t, t.TempDir(), "cases.jsonl", text), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// play plays the one case of a file.
func play(t testing.TB, cfg suite.Config, text string) *agenttest.Result {
	t.Helper()
	cases := load(t, cfg, text)
	if len(cases) != 1 {
		t.Fatalf("got %d cases, want one", len(cases))
	}
	return agenttest.Play(t.Context(), cases[0].Agent, cases[0].Case)
}

// against returns a registry whose target is this agent.
func against(target agenttest.Agent) suite.Config {
	cfg := registry()
	cfg.Agents["target"] = target
	return cfg
}

// wantStatus fails when the result is not as it should be.
func wantStatus(t testing.TB, res *agenttest.Result, status agenttest.Status, message string) {
	t.Helper()
	if res.Status != status || res.Error != message {
		t.Fatalf("got %s with %q, want %s with %q", res.Status, res.Error, status, message)
	}
}

// values returns the JSON values of a stream.
func values(t testing.TB, text string) (list []any) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	for dec.More() {
		var v any
		if err := dec.Decode(&v); err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}
