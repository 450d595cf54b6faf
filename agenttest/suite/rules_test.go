package suite_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/simulator"
)

func TestAlwaysNeverFinally(t *testing.T) {
	const (
		hello = `{"id": "a", "turns": [{"input": "one"}, {"input": "two"}], `
		two   = `{"type": "contains", "value": "two"}`
		said  = `{"type": "contains", "value": "said"}`
	)
	for _, c := range []struct {
		reason, text string
		status       agenttest.Status
		turns        int
	}{
		{"always holds", hello + `"always": ` + said + `}`, agenttest.Passed, 2},
		{"always does not hold in turn 1", hello + `"always": [` + said + `, ` + two + `]}`, agenttest.Failed, 1},
		{"never holds", hello + `"never": {"type": "contains", "value": "three"}}`, agenttest.Passed, 2},
		{"never does not hold in turn 2", hello + `"never": [` + two + `]}`, agenttest.Failed, 2},
		{"finally holds", hello + `"final_assertions": [` + two + `]}`, agenttest.Passed, 2},
		{"finally does not hold", hello + `"final_assertions": {"type": "contains", "value": "one"}}`, agenttest.Failed, 2},
		{"a failed turn ends the case", `{"id": "a", "turns": [{"input": "one", "assert": ` + two + `}, {"input": "two"}]}`, agenttest.Failed, 1},
		{"unless it keeps going", `{"id": "a", "keep_going": true, "turns": [{"input": "one", "assert": ` + two + `}, {"input": "two"}]}`, agenttest.Failed, 2},
	} {
		t.Run(c.reason, func(t *testing.T) {
			res := play(t, registry(), c.text)
			wantStatus(t, res, c.status, "")
			if len(res.Turns) != c.turns {
				t.Errorf("got %d turns, want %d", len(res.Turns), c.turns)
			}
		})
	}
}

func TestVariables(t *testing.T) {
	agent := says("ok")
	res := play(t, against(agent), `{"id": "a", "input": "Order {{id}} for {{ amount }}, {{unknown}}",
		"variables": {"id": "A-1", "amount": 12345678, "deep": {"x": [1, null]}},
		"final_assertions": [
			{"type": "json_path", "path": "$.variables.amount", "value": 12345678},
			{"type": "json_path", "path": "$.variables.deep", "value": {"x": [1, null]}}
		]}`)
	wantStatus(t, res, agenttest.Passed, "")
	if want := []string{"Order A-1 for 12345678, {{unknown}}"}; !slices.Equal(agent.inputs(), want) {
		t.Errorf("got %q, want %q", agent.inputs(), want)
	}
}

func TestStubs(t *testing.T) {
	call := func(name string, args any) *agenttest.Response {
		return agenttest.Reply("").WithCalls(agenttest.Call(name, args))
	}
	agent := &recorder{lines: []*agenttest.Response{
		call("mcp__shop__lookup", map[string]any{"id": "A-1", "verbose": true}),
		call("lookup", map[string]any{"id": "B-2"}),
		call("refund", nil),
		call("ping", nil),
		agenttest.Reply("done"),
	}}
	res := play(t, against(agent), `{
		"id": "a", "input": "hi",
		"tools": [
			{"name": "lookup", "args": {"id": {"$regex": "^A-"}}, "returns": {"found": true,
			  "lines": [1, 2]}},
			{"name": "lookup", "with": {}, "returns": null},
			{"name": "refund", "error": "declined"},
			{"name": "ping", "returns": "pong"}
		],
		"final_assertions": {"type": "tool_result", "name": "refund", "value": {"$exists": true}, "is_error": true}
	}`)
	wantStatus(t, res, agenttest.Passed, "")
	var got []string
	for _, req := range agent.asked[1:] {
		r := req.Input.ToolResults[0]
		got = append(got, string(r.Content))
	}
	if want := []string{`{"found":true,"lines":[1,2]}`, `null`, `"declined"`, `"pong"`}; !slices.Equal(got, want) {
		t.Errorf("got the results %s, want %s", got, want)
	}
}

func TestTimeouts(t *testing.T) {
	hanging := agenttest.AgentFunc(func(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	for _, c := range []struct{ reason, fields, want string }{
		{"the case's", `"timeout": "30s"`, "timeout after 30s"},
		{"the suite's", `"name": "slow"`, "timeout after 1m30s"},
		{"the turn's", `"timeout": "30s", "turn_timeout": "2s"`, "timeout after 2s"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			cfg := against(hanging)
			cfg.Timeout = 90 * time.Second
			l := load(t, cfg, `{"id": "a", "input": "hi", `+c.fields+`}`)[0]
			synctest.Test(t, func(t *testing.T) {
				wantStatus(t, agenttest.Play(t.Context(), l.Agent, l.Case), agenttest.Failed, c.want)
			})
		})
	}
}

// person plays by rote, and lets what is planned be sent when the lines are over.
type person struct{ lines []string }

func (p *person) Human() bool { return true }

func (p *person) Next(_ context.Context, s *simulator.State) (simulator.Move, error) {
	switch {
	case len(p.lines) == 0 && s.Planned == "":
		return simulator.Move{}, simulator.ErrNoInput
	case len(p.lines) == 0:
		return simulator.Move{Input: s.Planned}, nil
	}
	line := p.lines[0]
	p.lines = p.lines[1:]
	return simulator.Move{Input: line}, nil
}

func TestInteractive(t *testing.T) {
	for _, c := range []struct {
		reason, text string
		typed        []string
		sent         []string
		source       chat.InputSource
	}{
		{"a person overrides a turn", `{"id": "a", "turns": [{"input": "hi"}], "interactive": {"enabled": true}}`,
			[]string{"hello"}, []string{"hello"}, chat.InputHuman},
		{"a person lets a turn be sent", `{"id": "a", "turns": [{"input": "hi"}], "interactive": {"enabled": true, "timeout": "1m"}}`,
			nil, []string{"hi"}, chat.InputStatic},
		{"a person begins", `{"id": "a", "interactive": {"enabled": true}}`,
			[]string{"hello"}, []string{"hello"}, chat.InputHuman},
		{"a person plays a dynamic case", `{"id": "a", "mode": "dynamic", "input": "hi", "interactive": {"enabled": true}}`,
			[]string{"hi"}, []string{"hi"}, chat.InputInitial},
		{"nobody is asked", `{"id": "a", "turns": [{"input": "hi"}], "interactive": {"enabled": false, "timeout": "1m"}}`,
			nil, []string{"hi"}, chat.InputStatic},
	} {
		t.Run(c.reason, func(t *testing.T) {
			agent := says("ok")
			l := suite.LoadText(t, against(agent), &person{lines: c.typed}, c.text)
			res := agenttest.Play(t.Context(), l.Agent, l.Case)
			if got := agent.inputs(); !slices.Equal(got, c.sent) {
				t.Fatalf("got %q sent, want %q (%s %s)", got, c.sent, res.Status, res.Error)
			}
			if len(res.Turns) > 0 && res.Turns[0].InputSource != c.source {
				t.Errorf("got the source %s, want %s", res.Turns[0].InputSource, c.source)
			}
		})
	}
}
