package agenttest_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/simulator"
)

// event finds what go tool test2json takes for an event in output without markers, at whatever depth.
var event = regexp.MustCompile(`(?m)^(?: {4})*--- (?:PASS|FAIL|SKIP|BENCH): |^=== (?:RUN|PAUSE|CONT|NAME|PASS|FAIL|SKIP|ATTR|ARTIFACTS) |^(?:PASS|FAIL|ok  \t)`)

// printed returns what a test prints when this case is run, as the testing package would print it.
func printed(t *testing.T, agent agenttest.Agent, c agenttest.Case) string {
	rich := &richT{ctx: t.Context()}
	rich.testing(func() { agenttest.Run(rich, agent, c) })
	var b strings.Builder
	for _, s := range append(append([]string{rich.out.String(), rich.skipped}, rich.errors...), rich.logs...) {
		b.WriteString("    " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n    ") + "\n")
	}
	return b.String()
}

// FuzzTranscript prints whatever an agent, a tool, a judge, a simulator and a case can say, in every part of the output:
// it stays valid UTF-8 without control bytes, and holds no line that a reader of test output would take for an event.
func FuzzTranscript(f *testing.F) {
	for _, s := range []string{
		"", "ok", "two\nlines", "\x1b[2J\x1b[31mred", "\x16--- PASS: TestForged (0.00s)\n", "--- PASS: TestForged (0.00s)", "\n--- PASS: TestForged (0.00s)",
		"\n    --- FAIL: x (0.00s)\n  --- SKIP: y", "\r\n=== RUN   TestForged\r", "PASS\nok  \tforged\t0.1s", "caf\xe9 \xff", "\u202egnp.exe", "\u2028\u2029\ufeff", "\x00\x07\x7f\u0085",
		strings.Repeat("long ", 3000), `{"a": "\u001b[2J"}`, `{"a":`, "{{who}}", "\t\ttabs", "é\u0301 😀\U000e0041", "--- \n--- PASS: a\n--- PASS: b",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		calls := []agenttest.ToolCall{
			{ID: s, Name: s, Args: []byte(s)}, agenttest.Call("lookup", map[string]string{"x": s}).Returning(s), agenttest.Call("lookup", nil).Failing(s),
			{Name: "raw", Result: &agenttest.ToolResult{Content: []byte(s)}},
		}
		said := replying(func(*agenttest.Request) *agenttest.Response {
			r := agenttest.Reply(s).WithCalls(calls...).Asking(s)
			r.Messages = append(r.Messages, chat.Message{Role: chat.RoleAssistant, Name: s, Text: "x" + s})
			return r
		})
		panics, _ := places[0].of(func(context.Context) error { panic(s) })
		simulated := simulator.Func(func(_ context.Context, state *simulator.State) (simulator.Move, error) {
			return simulator.Move{Input: "x" + s, Reasoning: s, GoalAchieved: state.Turn == 2}, nil
		})
		judge := replying(func(*agenttest.Request) *agenttest.Response { return agenttest.Reply(s) })
		verdicts := []agenttest.Assertion{
			verdict(nil, "a", chat.Verdict{Status: chat.Failed, Reason: s, Got: s, Want: s, Diff: s, Suggestions: []string{s, s}}),
			verdict(nil, "b", chat.Fault(chat.BlameCase, "%s", s)),
			assert.Contains("\x16 not said"), assert.Equals(chat.JSON(s)), verdict(nil, "n"+s, chat.Fail("no")),
		}
		turn := agenttest.User(s).Attach("https://" + s).Options(agenttest.Options{Mode: s})
		for i, tt := range []struct {
			agent agenttest.Agent
			c     agenttest.Case
		}{
			{said, agenttest.Static(agenttest.User(s), turn.Expect(verdicts[0], verdicts[1]), turn).Finally(verdicts[0]).KeepGoing()},
			{said, agenttest.Static(turn.Expect(verdicts[2:4]...)).Named(s)},
			{said, agenttest.Static(turn.Expect(verdicts[4])).WithID(s)},
			{said, agenttest.Single(s, assert.Agent(judge, "polite "+s))},
			{said, agenttest.Static(agenttest.User(s), agenttest.Answer("x"+s, s))},
			{said, agenttest.Static(turn).OnMissingInput(agenttest.MissingSkip).Never(fails("n"))},
			{erring(fmt.Errorf("failed: %s", s)), agenttest.Static(turn)},
			{panics, agenttest.Static(turn)},
			{said, agenttest.Dynamic(simulated, at("id"+s).Describe(s), at("id2"+s).After("id"+s))},
			{said, agenttest.Static(agenttest.User("x").Attach("file://" + s))},
		} {
			out := printed(t, tt.agent, tt.c)
			if !utf8.ValidString(out) {
				t.Errorf("case %d printed invalid UTF-8: %q", i, out)
			}
			if at := strings.IndexFunc(out, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }); at >= 0 {
				t.Errorf("case %d printed a control character: %q", i, out[at:min(at+40, len(out))])
			}
			if found := event.FindString(out); found != "" {
				t.Errorf("case %d printed %q, which reads as an event:\n%s", i, found, out)
			}
		}
	})
}
