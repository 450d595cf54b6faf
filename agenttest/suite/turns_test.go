package suite_test

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/suite"
)

func TestSingleTurn(t *testing.T) {
	for _, text := range []string{
		`{"id": "T001", "input": "Hello", "assertions": [{"type": "contains", "value": "Hello"}]}`,
		`{"id": "T001", "input": "Hello", "assert": [{"type": "contains", "value": "Hello"}]}`,
		`{"id": "T001", "input": "Hello", "assert": {"type": "contains", "value": "Hello"}}`,
		`{"id": "T001", "type": "single_turn", "input": "Hello", "assert": {"type": "contains", "value": "Hello"}}`,
		`{"id": "T001", "mode": "static", "input": "Hello", "assert": {"type": "contains", "value": "Hello"}}`,
		`{"id": "T001", "type": "single_turn", "turns": [{"input": "Hello", "assert": {"type": "contains", "value": "Hello"}}]}`,
		`{"id": "T001", "mode": "static", "turns": [{"input": "Hello", "assertions": [{"type": "contains", "value": "Hello"}]}]}`,
	} {
		t.Run(text, func(t *testing.T) {
			res := play(t, registry(), text)
			wantStatus(t, res, agenttest.Passed, "")
			if len(res.Turns) != 1 || len(res.Turns[0].Checks) != 1 || res.Turns[0].InputSource != chat.InputStatic {
				t.Errorf("got %d turns, want one static turn with one assertion", len(res.Turns))
			}
			res = play(t, against(says("Bye")), text)
			wantStatus(t, res, agenttest.Failed, "")
		})
	}
}

func TestCaseIsNamedByItsNameOrElseByItsID(t *testing.T) {
	cases := load(t, registry(), `
		{"id": "T001", "name": "Greeting", "input": "Hello"}
		{"id": "T002", "input": "Hello"}`)
	for i, want := range [][2]string{{"T001", "Greeting"}, {"T002", "T002"}} {
		if got := [2]string{cases[i].Case.ID(), cases[i].Case.Name()}; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if cases[1].Name != "" || cases[1].ID != "T002" {
		t.Errorf("got the name %q and the id %q, want them as the file says", cases[1].Name, cases[1].ID)
	}
	if at := cases[1].Source; at.Line != 3 || at.String() != "cases.jsonl:3" {
		t.Errorf("got the place %s, want cases.jsonl:3", at)
	}
}

func TestTurnsAreSentInOrder(t *testing.T) {
	agent := says("What type of expense?", "Created.", "Submitted.")
	res := play(t, against(agent), `{
		"id": "T001", "type": "multi_turn",
		"turns": [
			{"input": "I want to submit an expense", "assertions": [{"type": "contains", "value": "type of expense"}]},
			{"input": "Business travel, $3500"},
			{"input": "Yes, confirm", "assert": {"type": "contains", "value": "Submitted"}}
		]
	}`)
	wantStatus(t, res, agenttest.Passed, "")
	want := []string{"I want to submit an expense", "Business travel, $3500", "Yes, confirm"}
	if got := agent.inputs(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFailuresPointIntoTheFile(t *testing.T) {
	res := play(t, registry(), `{
		"id": "T001",
		"turns": [
			{"input": "Hello"},
			{
				"input": "And now?",
				"assert": [
					{"type": "contains", "value": "now"},
					{"type": "contains", "value": "never"}
				]
			}
		],
		"never": {"type": "contains", "value": "And"},
		"final_assertions": [{"type": "contains", "value": "finally"}],
		"keep_going": true
	}`)
	wantStatus(t, res, agenttest.Failed, "")
	turn := res.Turns[1]
	got := []string{res.Source.String(), turn.Source.String()}
	for _, c := range slices.Concat(turn.Checks, res.Final) {
		got = append(got, c.Source.String())
	}
	want := []string{"cases.jsonl:1", "cases.jsonl:5", "cases.jsonl:8", "cases.jsonl:9", "cases.jsonl:13", "cases.jsonl:14"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOptionsOfTurnCaseAndConfig(t *testing.T) {
	agent := says("ok")
	cfg := against(agent)
	cfg.Options = agenttest.Options{
		Connector: "cheap", Mode: "chat",
		Metadata: map[string]any{"run": map[string]any{"by": "suite", "at": "night"}},
	}
	play(t, cfg, `{
		"id": "T001",
		"options": {
			"connector": "gpt4", "skip": {"history": true}, "search": {"depth": 3},
			"metadata": {"scenario": "edge-case", "run": {"by": "case"}, "count": 3, "price": 2.5, "big": 9007199254740993}
		},
		"turns": [
			{"input": "one"},
			{"input": "two", "options": {"connector": "gpt5", "skip": {"trace": false}, "metadata": {"scenario": "other"}}}
		]
	}`)
	first := agenttest.Options{
		Connector: "gpt4", Mode: "chat", Skip: map[string]bool{"history": true}, Search: map[string]any{"depth": 3.0},
		Metadata: map[string]any{
			"scenario": "edge-case", "run": map[string]any{"by": "case", "at": "night"},
			"count": 3.0, "price": 2.5, "big": json.Number("9007199254740993"),
		},
	}
	second := first.Merge(agenttest.Options{
		Connector: "gpt5", Skip: map[string]bool{"trace": false}, Metadata: map[string]any{"scenario": "other"},
	})
	for i, want := range []agenttest.Options{first, second} {
		if got := agent.asked[i].Options; !reflect.DeepEqual(got, want) {
			t.Errorf("turn %d: got %#v, want %#v", i+1, got, want)
		}
	}
}

func TestAnswerToAPendingCall(t *testing.T) {
	agent := &recorder{lines: []*agenttest.Response{
		agenttest.Reply("").WithCalls(chat.ToolCall{ID: "c1", Name: "request_confirmation"}),
		agenttest.Reply("Done."),
	}}
	res := play(t, against(agent), `{
		"id": "T001",
		"turns": [
			{"input": "Delete it"},
			{"answer": {"call": "request_confirmation", "result": {"approved": true}}, "assert": {"type": "contains", "value": "Done"}}
		]
	}`)
	wantStatus(t, res, agenttest.Passed, "")
	got := agent.asked[1].Input.ToolResults
	if len(got) != 1 || got[0].CallID != "c1" || string(got[0].Content) != `{"approved":true}` {
		t.Errorf("got the results %+v", got)
	}
}

func TestAttachments(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "fixtures/receipt.jpg", "\xff\xd8\xff\xe0 beside the file")
	write(t, dir, "project/fixtures/receipt.jpg", "\xff\xd8\xff\xe0 below the root")
	path := write(t, dir, "cases.jsonl", `
		{"id": "single", "input": "Here", "attachments": [{"type": "image", "source": "file://./fixtures/receipt.jpg"}]}
		{"id": "turns", "turns": [{"attachments": [
			{"type": "image", "source": "file://fixtures/receipt.jpg", "name": "the receipt"},
			{"type": "file", "source": "https://example.test/terms.pdf"}]}]}`)
	for root, want := range map[string]string{
		"":                "\xff\xd8\xff\xe0 beside the file",
		dir + "/project/": "\xff\xd8\xff\xe0 below the root",
	} {
		agent := says("ok")
		cfg := against(agent)
		cfg.Root = root
		cases, err := suite.Load(path, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			wantStatus(t, agenttest.Play(t.Context(), c.Agent, c.Case), agenttest.Passed, "")
		}
		single, several := agent.asked[0].Input.Attachments, agent.asked[1].Input.Attachments
		if a := single[0]; string(a.Data) != want || a.Type != "image" || a.Name != "receipt.jpg" || a.MIME != "image/jpeg" {
			t.Errorf("root %q: got %q (%+v), want %q", root, a.Data, a, want)
		}
		if len(several) != 2 || several[0].Name != "the receipt" || several[1].URI != "https://example.test/terms.pdf" || several[1].Data != nil {
			t.Errorf("root %q: got %+v", root, several)
		}
	}
}

func TestMissingInput(t *testing.T) {
	asking := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		return agenttest.Reply("Please provide the PO number.").Asking("PO-…"), nil
	})
	seeming := agenttest.Text(func(context.Context, string, string) (string, error) { return "Which PO number?", nil })
	const awaiting = "agent awaiting input, no next turn defined"
	for _, c := range []struct {
		reason string
		agent  agenttest.Agent
		text   string
		status agenttest.Status
		err    string
	}{
		{"a conversation is skipped", asking, `{"id": "a", "turns": [{"input": "buy"}]}`, agenttest.Skipped, ""},
		{"a single input has nothing more to say", asking, `{"id": "a", "input": "buy"}`, agenttest.Passed, ""},
		{"so has a single turn that says so", asking, `{"id": "a", "type": "single_turn", "turns": [{"input": "buy"}]}`, agenttest.Passed, ""},
		{"skip", asking, `{"id": "a", "input": "buy", "on_missing_input": "skip"}`, agenttest.Skipped, ""},
		{"fail", asking, `{"id": "a", "turns": [{"input": "buy"}], "on_missing_input": "fail"}`, agenttest.Failed, awaiting},
		{"end", asking, `{"id": "a", "turns": [{"input": "buy"}], "on_missing_input": "end"}`, agenttest.Passed, ""},
		{"a failed assertion beats a skip", asking, `{"id": "a", "turns": [{"input": "buy", "assert": {"type": "contains", "value": "bought"}}]}`, agenttest.Failed, ""},
		{"a question that is not declared does not count", seeming, `{"id": "a", "turns": [{"input": "buy"}]}`, agenttest.Passed, ""},
		{"unless heuristics may decide", seeming, `{"id": "a", "turns": [{"input": "buy"}], "detect": "hybrid"}`, agenttest.Skipped, ""},
		{"which is the default spelled out", seeming, `{"id": "a", "turns": [{"input": "buy"}], "detect": "declared"}`, agenttest.Passed, ""},
	} {
		t.Run(c.reason, func(t *testing.T) {
			res := play(t, against(c.agent), c.text)
			wantStatus(t, res, c.status, c.err)
			if res.Status == agenttest.Skipped && res.SkipReason != awaiting {
				t.Errorf("got the reason %q, want %q", res.SkipReason, awaiting)
			}
		})
	}
}
