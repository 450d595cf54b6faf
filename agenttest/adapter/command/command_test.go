package command_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/adapter/command"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

// outcome tells a result in one text: its status, blame and error, and its notes.
func outcome(res *agenttest.Result) string {
	s := string(res.Status)
	if res.Blame != "" {
		s += " (" + string(res.Blame) + ")"
	}
	if res.Error != "" {
		s += ": " + res.Error
	}
	for _, n := range res.Notes {
		s += "\nnote: " + n
	}
	return strings.ReplaceAll(s, fmt.Sprintf("%q", os.Args[0]), "agent")
}

func equal(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// open starts a conversation that the test leads itself.
func open(t *testing.T, a command.Agent) chat.Agent {
	t.Helper()
	run, err := a.NewRun(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = closing(run) })
	return run
}

func closing(run chat.Agent) error { return run.(io.Closer).Close() }

// ask returns what the agent says, or its error.
func ask(ctx context.Context, a chat.Agent, turn int, text string) string {
	resp, err := a.Respond(ctx, &chat.Request{SessionID: "s", Turn: turn, Input: chat.UserMessage(text)})
	if err != nil {
		return "error: " + strings.ReplaceAll(err.Error(), fmt.Sprintf("%q", os.Args[0]), "agent")
	}
	return resp.Text()
}

func TestOneProcessAnswersAllTurns(t *testing.T) {
	agenttest.Run(t, agent("echo"), agenttest.Static(
		agenttest.User("one").Expect(assert.Equals("1: you said one after 0 messages")),
		agenttest.User("two\nlines").Expect(assert.Equals("2: you said two\nlines after 2 messages")),
		agenttest.User("three").Expect(assert.Equals("3: you said three after 4 messages")),
	))
}

// Conversations side by side have processes of their own: each counts from 1.
func TestConversationsShareNothing(t *testing.T) {
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			res := agenttest.Play(t.Context(), agent("echo"), agenttest.Static(
				agenttest.User("a").Expect(assert.Regex(`^1: `)), agenttest.User("b").Expect(assert.Regex(`^2: `)),
			))
			if res.Status != agenttest.Passed {
				t.Error(outcome(res))
			}
		})
	}
	all.Wait()
}

func TestToolsAreStubbed(t *testing.T) {
	agenttest.Run(t, agent("tools"), agenttest.Single("How much?",
		assert.Contains("It costs 35."), assert.ToolCalled("price").With(map[string]any{"sku": 7}),
	).Tools(agenttest.Stub("price").Return(35)))
}

func TestAwaitingInputIsDeclared(t *testing.T) {
	res := agenttest.Play(t.Context(), agent("asks"), agenttest.Single("Hi").OnMissingInput(agenttest.MissingFail))
	equal(t, outcome(res), "failed (agent): agent awaiting input, no next turn defined")
	if s := res.Turns[0].State(); !s.Declared || s.Hint != "a number" {
		t.Errorf("got %+v, want what the agent declared", s)
	}
}

func TestDirAndEnv(t *testing.T) {
	dir := t.TempDir()
	a := agent("where").Env("COMMAND_TEST_VALUE=one").Dir(dir)
	b := a.Env("COMMAND_TEST_VALUE=two") // and a is as it was
	equal(t, ask(t.Context(), a, 1, ""), dir+" one")
	equal(t, ask(t.Context(), b, 1, ""), dir+" two")
}

func TestWithoutHistory(t *testing.T) {
	req := &chat.Request{Turn: 2, Input: chat.UserMessage("x"), History: []chat.Message{chat.UserMessage("a"), chat.AssistantMessage("b")}}
	resp, err := agent("echo").WithoutHistory().Respond(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, resp.Text(), "1: you said x after 0 messages")
}

// A judge is called outside of any conversation; it gets a process for the one call.
func TestCalledDirectly(t *testing.T) {
	a := agent("echo")
	equal(t, ask(t.Context(), a, 1, "x"), "1: you said x after 0 messages")
	equal(t, ask(t.Context(), a, 1, "x"), "1: you said x after 0 messages")
	got := ask(t.Context(), agent("again"), 1, "x")
	if !strings.HasPrefix(got, "error: the program agent wrote ") {
		t.Errorf("got %s, want the second line to be an error", got)
	}
}

func TestPerRequest(t *testing.T) {
	agenttest.Run(t, agent("once").PerRequest(), agenttest.Static(
		agenttest.User("one").Expect(assert.Equals("one, 0, 0 left")),
		agenttest.User("two").Expect(assert.Equals("two, 2, 0 left")),
	))
	equal(t, ask(t.Context(), agent("reads nothing").PerRequest(), 1, strings.Repeat("x", 5_000_000)), "Hello")
}

func TestReportedErrors(t *testing.T) {
	res := agenttest.Play(t.Context(), agent("reports"), agenttest.Single("Hi", assert.Contains("x")))
	equal(t, outcome(res), "failed (agent): agent error: quota exceeded")

	run := open(t, agent("reports"))
	equal(t, ask(t.Context(), run, 1, ""), "error: quota exceeded")
	equal(t, ask(t.Context(), run, 2, ""), "better now")
	if err := closing(run); err != nil {
		t.Error(err)
	}
}

// Requests and replies of megabytes pass, also while the program writes before it has read.
func TestLargeMessages(t *testing.T) {
	run := open(t, agent("eager"))
	big := strings.Repeat("y", 8_000_000)
	if got := ask(t.Context(), run, 1, big); len(got) != 4_000_000 {
		t.Errorf("got %d bytes: %.200s", len(got), got)
	}
	equal(t, ask(t.Context(), run, 2, big), "and 8000000 more")
	if err := closing(run); err != nil {
		t.Error(err)
	}
}

func TestLoudStandardError(t *testing.T) {
	run := open(t, agent("loud"))
	for turn := range 3 {
		equal(t, ask(t.Context(), run, turn+1, ""), "done")
	}
}

func TestUsage(t *testing.T) {
	for _, tt := range []struct {
		reason string
		agent  command.Agent
		want   string
	}{
		{"no program", command.New(" "), `command.New: the program has no name; want one such as command.New("python3", "agent.py")`},
		{"no value", agent("echo").Env("API_KEY"), `command.Env: got "API_KEY" without a value, want "NAME=value"`},
		{"no name", agent("echo").Env("=secret"), `command.Env: got "" without a value, want "NAME=value"`},
		{"a negative limit", agent("echo").MaxReply(-1), "command.MaxReply: got -1, want a number of bytes above 0, or 0 for the default"},
		{"a negative grace", agent("echo").Grace(-1), "command.Grace: got -1ns, want a duration above 0, or 0 for the default"},
		{"nothing wrong", agent("echo"), "<nil>"},
	} {
		t.Run(tt.reason, func(t *testing.T) { equal(t, fmt.Sprint(tt.agent.Validate()), tt.want) })
	}
	res := agenttest.Play(t.Context(), command.New(""), agenttest.Single("Hi", assert.Contains("x")))
	if res.Status != agenttest.Errored {
		t.Errorf("got %s, want errored", outcome(res))
	}
}
