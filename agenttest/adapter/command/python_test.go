package command_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/adapter/command"
	"github.com/agenttest/go/assert"
)

// The agent that docs/protocol.md shows is tested as it stands there.
func TestPythonAgentOfTheManual(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	manual, err := os.ReadFile("../../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(manual), "```python\n")
	text, _, ok := strings.Cut(text, "```\n")
	if !ok {
		t.Fatal("docs/protocol.md shows no agent in Python")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "agent.py"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	agent := command.New(python, "agent.py").Dir(dir)
	res := agenttest.Run(t, agent, agenttest.Static(
		agenttest.User("I want to submit an expense report").Expect(assert.Contains("amount")),
		agenttest.User("Business travel, $3500").Expect(
			assert.Contains("EXP-2025"),
			assert.ToolCalled("create_expense").With(map[string]any{"amount": 3500}),
		),
	))
	if state := res.Turns[0].State(); !state.Awaiting || !state.Declared {
		t.Errorf("got %+v, want the agent to wait", state)
	}
	if len(res.Notes) > 0 {
		t.Errorf("got the notes %q, want none", res.Notes)
	}
}
