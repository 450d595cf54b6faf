package agenttest_test

import (
	"context"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/detect"
	"github.com/agenttest/go/simulator"
)

const (
	skipped = "skipped: agent awaiting input, no next turn defined"
	missing = "failed (agent): agent awaiting input, no next turn defined"
)

// When the agent waits and there is no more input, what it declares counts; what it seems to say is a note.
func TestMissingInput(t *testing.T) {
	waits := map[string]*agenttest.Response{
		"its flag":               agenttest.Reply("Please provide the PO number.").Asking("PO-…"),
		"a tool that asks":       agenttest.Reply("").WithCalls(agenttest.Call("hr__ask_user", map[string]any{"question": "Which?"})),
		"an interrupt":           {Messages: []agenttest.Message{chat.AssistantMessage("Approve this.")}, FinishReason: chat.FinishInterrupted},
		"its flag, without text": agenttest.Reply("").Asking(""),
	}
	done := map[string]*agenttest.Response{
		"it says that it is done":        agenttest.Reply("Is that all?").Completed(),
		"nothing says that it waits":     agenttest.Reply("Filed."),
		"its asking tool has its answer": agenttest.Reply("Thanks.").WithCalls(agenttest.Call("ask_user", nil).Returning("blue")),
	}
	looks := agenttest.Reply("Which type of expense is it?")
	c := agenttest.Static(agenttest.User("file it").Expect(passes("a")))
	policies := []struct {
		name            string
		c               agenttest.Case
		declared, looks string
		note            bool
	}{
		{"unset", c, "passed", "passed", false},
		{"end", c.OnMissingInput(agenttest.MissingEnd), "passed", "passed", false},
		{"skip", c.OnMissingInput(agenttest.MissingSkip), skipped, "passed", true},
		{"fail", c.OnMissingInput(agenttest.MissingFail), missing, "passed", true},
		{"skip, and heuristics decide", c.OnMissingInput(agenttest.MissingSkip).Detect(detect.Hybrid()), skipped, skipped, false},
		{"fail, and heuristics decide", c.OnMissingInput(agenttest.MissingFail).Detect(detect.Hybrid()), missing, missing, false},
		{"skip, and only the flag decides", c.OnMissingInput(agenttest.MissingSkip).Detect(detect.Question()), "", skipped, false},
	}
	for _, p := range policies {
		t.Run(p.name, func(t *testing.T) {
			reply := func(r *agenttest.Response) agenttest.Agent {
				return replying(func(*agenttest.Request) *agenttest.Response { return r })
			}
			for reason, r := range waits {
				if got := outcome(play(t, reply(r), p.c)); p.declared != "" && got != p.declared {
					t.Errorf("%s: got %q, want %q", reason, got, p.declared)
				}
			}
			for reason, r := range done {
				if got := outcome(play(t, reply(r), p.c)); got != "passed" && p.declared != "" {
					t.Errorf("%s: got %q, want passed", reason, got)
				}
			}
			res := play(t, reply(looks), p.c)
			wantOutcome(t, res, p.looks)
			if noted := len(res.Notes) > 0; noted != p.note {
				t.Errorf("got the notes %q, want one: %v", res.Notes, p.note)
			}
		})
	}
}

// The policy is for the end of the input: a script's own next turn is an answer.
func TestMissingInputOnlyAtTheEnd(t *testing.T) {
	agent := replying(func(req *agenttest.Request) *agenttest.Response {
		if req.Turn == 1 {
			return agenttest.Reply("Which?").Asking("")
		}
		return agenttest.Reply("Filed.")
	})
	res := play(t, agent, agenttest.Static(agenttest.User("file it"), agenttest.User("travel").Expect(passes("a"))).OnMissingInput(agenttest.MissingFail))
	wantOutcome(t, res, "passed")
}

// A failure is not hidden by a skip, nor is an error.
func TestFailuresBeatSkips(t *testing.T) {
	asks := replying(func(*agenttest.Request) *agenttest.Response { return agenttest.Reply("Which?").Asking("") })
	turn := agenttest.User("file it")
	for reason, tt := range map[string]struct {
		c    agenttest.Case
		want string
	}{
		"a failed assertion":         {agenttest.Static(turn.Expect(fails("a"))), "failed (agent)"},
		"a failed one, keep going":   {agenttest.Static(turn.Expect(fails("a"))).KeepGoing(), "failed (agent)"},
		"an earlier turn that fails": {agenttest.Static(turn.Expect(fails("a")), turn.Expect(passes("b"))).KeepGoing(), "failed (agent)"},
		"an error, keep going":       {agenttest.Static(turn.Expect(errs("a"))).KeepGoing(), "errored (case)"},
		"a broken rule":              {agenttest.Static(turn).Never(passes("a")), "failed (agent)"},
	} {
		if got := outcome(play(t, asks, tt.c.OnMissingInput(agenttest.MissingSkip))); got != tt.want {
			t.Errorf("%s: got %q, want %q", reason, got, tt.want)
		}
	}
}

// What follows the conversation is run when it ends normally, and is not when it is skipped or has failed.
func TestFinallyAfterMissingInput(t *testing.T) {
	asks := replying(func(*agenttest.Request) *agenttest.Response { return agenttest.Reply("Which?").Asking("") })
	for policy, want := range map[agenttest.MissingInput]string{
		agenttest.MissingEnd: "failed (agent) 1", agenttest.MissingSkip: skipped + " 0", agenttest.MissingFail: missing + " 0",
	} {
		res := play(t, asks, agenttest.Single("file it").OnMissingInput(policy).Finally(fails("f")))
		equal(t, string(policy), strings.Join([]string{outcome(res), string('0' + rune(len(res.Final)))}, " "), want)
	}
}

// A skip tells what the agent asked and what would help.
func TestSkipExplainsItself(t *testing.T) {
	asks := replying(func(*agenttest.Request) *agenttest.Response {
		return agenttest.Reply("This requires approval. Please provide the PO number.").Asking("PO-2025-…")
	})
	fake := &fakeT{}
	fake.testing(func() {
		agenttest.Run(fake, asks, agenttest.Single("buy it", passes("a")).OnMissingInput(agenttest.MissingSkip))
	})
	all := strings.Join(fake.logs, "\n")
	for _, want := range []string{"agent awaiting input, no next turn defined", "Please provide the PO number.", "PO-2025-…", "add more turns", "simulator"} {
		if !strings.Contains(all, want) {
			t.Errorf("the skip does not say %q:\n%s", want, all)
		}
	}
	if len(fake.errors) > 0 || fake.ended {
		t.Errorf("a skip failed the test: %q", fake.errors)
	}
}

// A turn whose state nobody reads costs nothing: the detector is not asked.
func TestStateIsLazy(t *testing.T) {
	asked := 0
	count := detecting(func(*chat.Response) chat.State { asked++; return chat.State{} })
	res := play(t, ok, agenttest.Static(agenttest.User("one"), agenttest.User("two").Expect(passes("a"))).Detect(count))
	equal(t, "asked while it was played", asked, 0)
	res.Turns[0].State()
	equal(t, "asked when somebody looks", asked, 1)
}

func TestMissingInputUsage(t *testing.T) {
	res := play(t, ok, hello.OnMissingInput("ignore"))
	if !strings.Contains(res.Error, `OnMissingInput: got "ignore", want "skip", "fail" or "end"`) {
		t.Errorf("got %s", outcome(res))
	}
}

// A person who was to begin and says nothing has tested nothing: that is no pass, and only "fail" makes it a failure.
func TestAPersonWhoNeverBegins(t *testing.T) {
	const nothing = "skipped: the human gave no input"
	for _, tt := range []struct {
		policy agenttest.MissingInput
		want   string
	}{
		{"", nothing},
		{agenttest.MissingSkip, nothing},
		{agenttest.MissingEnd, nothing},
		{agenttest.MissingFail, "failed (case): the human gave no input"},
	} {
		for reason, person := range map[string]func() simulator.Simulator{
			"the end of the input": func() simulator.Simulator { human, _ := typing(""); return human },
			"an empty line":        func() simulator.Simulator { human, _ := typing("\n"); return human },
			"an empty move":        func() simulator.Simulator { return silent{} },
		} {
			for name, c := range map[string]agenttest.Case{
				"leading":         agenttest.Dynamic(person(), at("turn 2")),
				"taking part":     agenttest.Dynamic(nil, at("turn 2")).Interactive(person()),
				"with final ones": agenttest.Dynamic(person()).Finally(passes("final")),
			} {
				if got := outcome(play(t, ok, c.OnMissingInput(tt.policy))); got != tt.want {
					t.Errorf("%q: %s, %s: got %q, want %q", tt.policy, reason, name, got, tt.want)
				}
			}
		}
	}
}

// silent is a person who gives an empty move.
type silent struct{}

func (silent) Next(context.Context, *simulator.State) (simulator.Move, error) {
	return simulator.Move{}, nil
}
func (silent) Human() bool { return true }
