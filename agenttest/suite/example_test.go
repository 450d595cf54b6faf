package suite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/golden"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/simulator"
)

// A test function that runs all case files of its package. Each case is a subtest.
func ExampleRun() {
	_ = func(t *testing.T) { // func TestExpense(t *testing.T)
		suite.Run(t, "testdata/*.jsonl", suite.Config{
			Agents: suite.Agents{"assistants.expense": clerk, "workers.test.user-simulator": employee},
			Target: "assistants.expense",
			Check:  golden.Assert, // keeps each conversation as a golden file
		})
	}
}

// Without a test, cases are loaded and played by hand.
func ExampleLoad() {
	dir, err := os.MkdirTemp("", "suite")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "expense.jsonl")
	err = os.WriteFile(path, []byte(`
{"id": "T001", "input": "I want to submit an expense", "assert": {"type": "contains", "value": "type of expense"}}
{"id": "T002", "input": "Hello", "assert": {"type": "tool_called", "name": "create_expense"}}
{"id": "T003", "mode": "dynamic",
 "simulator": {"use": "workers.test.user-simulator", "goal": "Submit a $3500 travel expense"},
 "checkpoints": [{"id": "create", "assertion": {"type": "tool_called", "name": "create_expense"}},
                 {"id": "submit", "after": "create", "assertion": {"type": "contains", "value": "submitted"}}]}
`), 0o600)
	if err != nil {
		panic(err)
	}

	cases, err := suite.Load(path, suite.Config{
		Agents: suite.Agents{"assistants.expense": clerk, "workers.test.user-simulator": employee},
		Target: "assistants.expense",
	})
	if err != nil {
		panic(err)
	}
	for _, c := range cases {
		res := agenttest.Play(context.Background(), c.Agent, c.Case)
		fmt.Println(c.Source, c.ID, res.Status, len(res.Turns))
	}
	// Output:
	// expense.jsonl:2 T001 passed 1
	// expense.jsonl:3 T002 failed 1
	// expense.jsonl:4 T003 passed 3
}

// Every mistake of all files is reported at once.
func ExampleLoad_mistakes() {
	dir, err := os.MkdirTemp("", "suite")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "expense.jsonl")
	err = os.WriteFile(path, []byte(`{"id": "T001", "input": "Hello", "assertons": []}
{"id": "T002", "input": "Hello", "assert": {"type": "agent", "use": "agents:jugde", "criteria": "is polite"}}
{"id": "T003", "mode": "static", "input": "Hello", "timeout": "2 minutes",
 "checkpoints": [{"id": "done", "assert": {"type": "contains", "value": "done"}}]}
`), 0o600)
	if err != nil {
		panic(err)
	}

	_, err = suite.Load(path, suite.Config{
		Agents: suite.Agents{"assistants.expense": clerk, "judge": clerk},
		Target: "assistants.expense",
	})
	fmt.Println(strings.ReplaceAll(err.Error(), path, "expense.jsonl"))
	// Output:
	// expense.jsonl:1: unknown field "assertons" (did you mean "assertions"?)
	// expense.jsonl:2: assert.use: unknown agent "jugde" (did you mean "judge"?); want one of assistants.expense, judge
	// expense.jsonl:3: mode: got "static", but the case has "checkpoints", which makes it "dynamic"
	// expense.jsonl:3: timeout: got the string "2 minutes", want a duration such as "30s" or "5m"
}

// Scripts are Go functions that cases name by their ids: here
//
//	{"id": "T001", "simulator": {"use": "scripts:shy", "options": {"metadata": {"words": 2}}},
//	 "final_assertions": {"type": "script", "use": "scripts:short", "options": {"metadata": {"most": 40}}}}
func ExampleScripts() {
	scripts := suite.Scripts{
		Assertions: map[string]assert.ScriptFunc{
			"short": func(_ context.Context, v chat.View, metadata map[string]any) chat.Verdict {
				if most := metadata["most"].(float64); float64(len(v.Text())) > most {
					return chat.Fail("the reply has %d bytes, want at most %v", len(v.Text()), most)
				}
				return chat.Pass()
			},
		},
		Simulators: map[string]simulator.Simulator{
			"shy": suite.SimulatorFunc(func(_ context.Context, s *simulator.State, metadata map[string]any) (simulator.Move, error) {
				if s.Turn > 1 {
					return simulator.Move{GoalAchieved: true}, nil
				}
				return simulator.Move{Input: strings.Repeat("hm ", int(metadata["words"].(float64)))}, nil
			}),
		},
	}
	cases, err := suite.Load("testdata/scripts.jsonl", suite.Config{Agents: suite.Agents{"echo": echo}, Scripts: scripts})
	if err != nil {
		panic(err)
	}
	res := agenttest.Play(context.Background(), cases[0].Agent, cases[0].Case)
	fmt.Println(res.Status, res.Turns[0].Text())
	// Output: passed you said hm hm
}

// A script generator makes cases from whatever the project knows: here one for each kind of expense.
func ExampleGeneratorFunc() {
	kinds := func(_ context.Context, in suite.GeneratorInput) (any, error) {
		var cases []map[string]any
		for i := range in.Count {
			cases = append(cases, map[string]any{
				"id":         fmt.Sprintf("%s-%d", in.Params["kind"], i+1),
				"input":      fmt.Sprintf("I want to submit a %s expense of $%d", in.Params["kind"], 100*(i+1)),
				"assertions": map[string]any{"type": "contains", "value": fmt.Sprintf("$%d", 100*(i+1))},
			})
		}
		return cases, nil
	}
	cases, err := suite.Load("scripts:tests.kinds?count=2&kind=travel", suite.Config{
		Agents:  suite.Agents{"echo": echo},
		Scripts: suite.Scripts{Generators: map[string]suite.GeneratorFunc{"tests.kinds": kinds}},
	})
	if err != nil {
		panic(err)
	}
	for _, c := range cases {
		res := agenttest.Play(context.Background(), c.Agent, c.Case)
		fmt.Println(c.ID, res.Status, res.Turns[0].Text())
	}
	// Output:
	// travel-1 passed you said I want to submit a travel expense of $100
	// travel-2 passed you said I want to submit a travel expense of $200
}

// Cases are read one after another and written in the canonical spelling, as a dry run does.
func ExampleAll() {
	generator := agenttest.Text(func(context.Context, string, string) (string, error) {
		return "Sure!\n```json\n" + `[{"id": "G001", "name": "Asks", "input": "How much is <= $50?", "assert": {"type": "contains", "value": "50"}},
			{"id": "G002", "input": "Thanks"}]` + "\n```", nil
	})
	cfg := suite.Config{Agents: suite.Agents{"echo": echo, "generator": generator}, Target: "echo"}
	for l, err := range suite.All(context.Background(), "agents:generator?count=2&focus=edge-cases", cfg) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		note := ""
		if l.ChecksNothing() {
			note = ", checks nothing"
		}
		fmt.Printf("► %s%s\n", l, note)
		line, err := l.MarshalJSON()
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s\n", line)
	}
	// Output:
	// ► [G001] Asks (1 turn)
	// {"id":"G001","name":"Asks","input":"How much is <= $50?","assertions":[{"type":"contains","value":"50"}]}
	// ► [G002] (1 turn), checks nothing
	// {"id":"G002","input":"Thanks"}
}
