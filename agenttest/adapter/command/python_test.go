package command_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/adapter/command"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/simulator"
)

// script writes a program of docs/protocol.md as it stands there: the first one in Python behind this text.
func script(t *testing.T, dir, name, behind string) {
	t.Helper()
	manual, err := os.ReadFile("../../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(manual), behind)
	_, text, _ = strings.Cut(text, "```python\n")
	text, _, ok := strings.Cut(text, "```\n")
	if !ok {
		t.Fatalf("docs/protocol.md shows no %s in Python behind %q", name, behind)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// The agent that docs/protocol.md shows is tested as it stands there.
func TestPythonAgentOfTheManual(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	dir := t.TempDir()
	script(t, dir, "agent.py", "`agent.py`")
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

// The judge and the user of docs/protocol.md test the agent of it.
func TestPythonHelpersOfTheManual(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	dir := t.TempDir()
	for _, name := range []string{"agent.py", "judge.py", "user.py"} {
		script(t, dir, name, "`"+name+"`")
	}
	judge := command.New(python, "judge.py").Dir(dir)
	user := simulator.Agent(command.New(python, "user.py").Dir(dir), simulator.Goal("Submit a travel expense"))
	agent := command.New(python, "agent.py").Dir(dir)
	res := agenttest.Run(t, agent, agenttest.Dynamic(user).Finally(assert.Agent(judge, "Submitted, EXP-2025")))
	if got := len(res.Turns); got != 2 || res.Turns[1].Input.Text != "Business travel, $3500" || !res.GoalAchieved || res.GoalReason != "2 turns so far" {
		t.Errorf("got %d turns and the goal %v (%s), want the user's two and the goal achieved", got, res.GoalAchieved, res.GoalReason)
	}
	res = agenttest.Play(t.Context(), agent, agenttest.Single("Hello", assert.Agent(judge, "amount, Approved")))
	if v := res.Turns[0].Checks[0].Verdict; v.Status != chat.Failed || !strings.Contains(v.Reason, "not in the reply: ['Approved']") {
		t.Errorf("got the verdict %+v, want the judge's own", v)
	}
}
