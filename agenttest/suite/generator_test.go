package suite_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/suite"
)

// generating returns a registry with an agent "gen" that replies with this.
func generating(resp *agenttest.Response) suite.Config {
	cfg := registry()
	cfg.Agents["gen"] = agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) { return resp, nil })
	return cfg
}

// scripting returns a registry with a script "gen" that returns this.
func scripting(v any, err error) suite.Config {
	cfg := registry()
	cfg.Scripts.Generators = map[string]suite.GeneratorFunc{
		"gen": func(context.Context, suite.GeneratorInput) (any, error) { return v, err },
	}
	return cfg
}

const twoCases = `[{"id": "G001", "input": "hi", "assertions": [{"type": "contains", "value": "hi"}]}, {"id": "G002", "turns": [{"input": "ho"}]}]`

// TestGeneratorReplies reads what generators reply: the ids of the cases, or everything that is wrong.
func TestGeneratorReplies(t *testing.T) {
	for _, c := range []struct {
		reason string
		reply  *agenttest.Response
		want   string
	}{
		{"an array", agenttest.Reply(twoCases), "G001 G002"},
		{"an object", agenttest.Reply(`{"cases": ` + twoCases + `}`), "G001 G002"},
		{"its other name", agenttest.Reply(`{"test_cases": ` + twoCases + `}`), "G001 G002"},
		{"remarks beside the cases", agenttest.Reply(`{"reasoning": "two will do", "count": 2, "cases": ` + twoCases + `}`), "G001 G002"},
		{"in a fence, with remarks", agenttest.Reply("Here they are [1]:\n```json\n" + twoCases + "\n```\nHave fun with {them}! [1]"), "G001 G002"},
		{"the last list counts", agenttest.Reply(`Draft: [{"id": "G002", "input": "hi"}]. Final: ` + twoCases), "G001 G002"},
		{"thoughts do not", agenttest.Reply("<think>" + twoCases + `</think>[{"id": "G003", "input": "hi"}]`), "G003"},
		{"structured data first", agenttest.Reply(`[{"id": "G001", "input": "ho"}]`).WithData(json.RawMessage(twoCases)), "G001 G002"},
		{"data of another shape is none", agenttest.Reply(twoCases).WithData(map[string]any{"tokens": 7}), "G001 G002"},
		{"a correction", agenttest.Reply("[{\"id\": \"G001\", \"inp\n```\nAgain:\n```\n" + twoCases), "G001 G002"},

		{"no reply", nil, "agents:gen: it gave no reply and no error"},
		{"nothing", agenttest.Reply(""), `agents:gen: the reply has no whole JSON that is an array of cases, or an object with "cases" or "test_cases"; it is ""`},
		{"prose", agenttest.Reply("I cannot help with that."),
			`agents:gen: the reply has no whole JSON that is an array of cases, or an object with "cases" or "test_cases"; it is "I cannot help with that."`},
		{"other data", agenttest.Reply("").WithData(map[string]any{"a": 1}),
			`agents:gen: the reply has no whole JSON that is an array of cases, or an object with "cases" or "test_cases"; it is {"a":1}`},
		{"an empty array", agenttest.Reply("None: []"), `agents:gen: the list of cases is empty; the reply is "None: []"`},
		{"an empty list", agenttest.Reply(`{"cases": []}`), "agents:gen: cases: the list of cases is empty"},
		{"no list", agenttest.Reply(`{"cases": {"id": "a"}}`), "agents:gen: cases: got an object, want an array of cases"},
		{"two lists", agenttest.Reply(`{"cases": ` + twoCases + `, "test_cases": []}`), `agents:gen: test_cases: "cases" and "test_cases" are the same field, want one of them`},
		{"a list of another name", agenttest.Reply(`{"cases": ` + twoCases + `, "more": [{"id": "G003"}]}`),
			`agents:gen: more: got an array, want the cases under "cases" and nothing but remarks beside them`},
		{"strings", agenttest.Reply(`{"cases": ["hi"]}`), `agents:gen: cases[0]: got the string "hi", want an object`},
		{"a reply that breaks off", agenttest.Reply(`[{"id": "G001", "input": "hi"}, {"id": "G002", "inp`),
			"agents:gen: the reply has no whole JSON that is an array of cases, or an object with \"cases\" or \"test_cases\"; it is `[{\"id\": \"G001\", \"input\": \"hi\"}, {\"id\": \"G002\", \"inp`"},
		{"at its limit", &agenttest.Response{FinishReason: chat.FinishLength, Messages: agenttest.Reply(`[{"id": "G001", "inp`).Messages},
			"agents:gen: the reply is cut off, the model has come to its limit; ask for fewer cases. It begins with `[{\"id\": \"G001\", \"inp`"},
		{"a list of lists", agenttest.Reply("[" + twoCases + "," + twoCases + "]"),
			"agents:gen: the reply has no whole JSON that is an array of cases, or an object with \"cases\" or \"test_cases\"; it is `[" + twoCases + "," + twoCases + "]`"},
		{"a list that breaks off behind a whole one", agenttest.Reply(`Draft: [{"id": "D", "input": "hi"}]. Final: {"cases": [{"id": "G001", "inp`),
			"agents:gen: after the list of cases another one begins: `{\"cases\": [{\"id\": \"G001\", \"inp`; want one list, whole"},
		{"a case behind the list", agenttest.Reply(twoCases + ` {"id": "G003", "input": "hi"}`),
			"agents:gen: after the list of cases another one begins: `{\"id\": \"G003\", \"input\": \"hi\"}`; want one list, whole"},
		{"a number that is too big", agenttest.Reply(`[{"id": "G001", "input": "hi", "assert": {"type": "max_cost", "value": 1e999}}]`),
			`agents:gen: cases[0] ("G001"): assert.value: got the number 1e999, want a number that a float64 can hold`},
		{"a field twice", agenttest.Reply(`[{"id": "G001", "input": "hi", "input": "ho"}]`),
			`agents:gen: cases[0]: duplicate field "input" (first given in column 17)`},
		{"mistakes of cases", agenttest.Reply(`{"cases": [
				{"id": "G001", "input": "hi", "assertions": [{"type": "contain", "value": "x"}]},
				{"input": "hi"},
				{"id": "G003", "turns": [{"input": "hi", "assert": {"type": "regex", "value": "("}}], "expected": "x"},
				{"id": "G003", "input": "hi"},
				{"id": "G/1", "input": "hi"}, {"id": "G 1", "input": "hi"},
				{"id": "G004", "simulator": {"use": "user"}, "checkpoints": [
					{"id": "c", "assert": {"type": "contains", "value": "x"}}, {"id": "c", "assert": {"type": "contains", "value": "y"}}]}
			]}`), strings.Join([]string{
			`agents:gen: cases[0] ("G001"): assertions[0].type: got the string "contain", want "contains", "not_contains", "equals", "regex", "json_path", "type", "tool_called", "tool_result", "trajectory", "schema", "agent", "script", "all", "any", "not", "in_transcript", "max_duration", "max_tokens" or "max_cost" (did you mean "contains"?)`,
			`agents:gen: cases[1]: missing field "id"`,
			"agents:gen: cases[2] (\"G003\"): turns[0].assert: Regex(\"(\"): error parsing regexp: missing closing ): `(`; the syntax is RE2, without lookaround and back references",
			`agents:gen: cases[2] ("G003"): unknown field "expected"; the fields here are id, name, type, mode, input, attachments, assertions, assert, turns, simulator, checkpoints, max_turns, until_goal, interactive, timeout, turn_timeout, options, variables, tools, always, never, final_assertions, on_missing_input, on_simulator_error, detect, keep_going`,
			`agents:gen: cases[3] ("G003"): id: duplicate id "G003", first used at cases[2]`,
			`agents:gen: cases[5] ("G 1"): id: the ids "G 1" and "G/1" (at cases[4]) make the same subtest, "G_1"; change one of them`,
			`agents:gen: cases[6] ("G004"): simulator.use: unknown agent "user"; want one of gen, judge, sim, target`,
			`agents:gen: cases[6] ("G004"): checkpoints[1].id: duplicate checkpoint id "c", first used at checkpoints[0].id`,
		}, "\n")},
	} {
		t.Run(c.reason, func(t *testing.T) {
			if got := generated(generating(c.reply), "agents:gen"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// No case of a reply is lost without a word, however the model has spread them.
func TestCasesOfAReplyThatAreNotInItsList(t *testing.T) {
	list := func(ids ...string) string {
		var cases []string
		for _, id := range ids {
			cases = append(cases, `{"id": "`+id+`", "input": "hi"}`)
		}
		return "[" + strings.Join(cases, ", ") + "]"
	}
	one := func(id string) string { return strings.Trim(list(id), "[]") }
	data := func(text, data string) *agenttest.Response {
		return agenttest.Reply(text).WithData(json.RawMessage(data))
	}
	for _, c := range []struct {
		reason string
		reply  *agenttest.Response
		want   string
	}{
		{"a draft and the answer", agenttest.Reply("Draft: " + list("a", "b") + "\nFinal: " + list("b", "c", "a")), "b c a"},
		{"a draft of one case", agenttest.Reply("First " + one("a") + ", so: " + list("a", "b")), "a b"},
		{"what is no case does not count", agenttest.Reply(`It answers {"id": "EXP-1", "status": "ok"} or [{"status": "ok"}]. ` + list("a")), "a"},
		{"nor do thoughts", agenttest.Reply("<think>" + list("x") + "</think>" + list("a")), "a"},
		{"data that the text repeats", data("Here: "+list("a", "b"), list("a", "b")), "a b"},
		{"a draft in the text, and data", data("Draft: "+list("a"), `{"cases": `+list("a", "b")+`}`), "a b"},

		{"two lists", agenttest.Reply("First:\n```json\n" + list("a", "b") + "\n```\nAnd edge cases:\n```json\n" + list("d") + "\n```"),
			`agents:gen: the last list of cases in the reply is without "a", "b", which came before it; want one list that has all cases`},
		{"two objects", agenttest.Reply(`{"cases": ` + list("a", "b") + `} {"cases": ` + list("b", "c") + `}`),
			`agents:gen: the last list of cases in the reply is without "a", which came before it; want one list that has all cases`},
		{"a case in front of the list", agenttest.Reply(one("b") + "\n" + list("a")),
			`agents:gen: the last list of cases in the reply is without "b", which came before it; want one list that has all cases`},
		{"a list inside something else", agenttest.Reply(`{"draft": {"cases": ` + list("a") + `}} ` + list("b")),
			`agents:gen: the last list of cases in the reply is without "a", which came before it; want one list that has all cases`},
		{"a case behind the list, even if it is the same", agenttest.Reply(list("a") + ` ` + one("a")),
			"agents:gen: after the list of cases another one begins: `{\"id\": \"a\", \"input\": \"hi\"}`; want one list, whole"},
		{"data and other text", data(list("a", "b"), list("a")),
			`agents:gen: the structured data of the reply is without "b", which its text has; want one list that has all cases`},
		{"text and other data", data(list("a"), `{"result": {"cases": `+list("b")+`}}`),
			`agents:gen: the list of cases in the text of the reply is without "b", which its structured data has; want one list that has all cases`},
	} {
		t.Run(c.reason, func(t *testing.T) {
			if got := generated(generating(c.reply), "agents:gen"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// A reply that its model did not finish is not looked at, however whole it seems.
func TestGeneratorRepliesThatAreNotFinished(t *testing.T) {
	const shown = "[{\"id\": \"a\", \"input\": \"hi\"}]"
	for why, want := range map[chat.FinishReason]string{
		"":                       "a",
		chat.FinishStop:          "a",
		chat.FinishToolCalls:     "a", // some models give their structured data by a call
		chat.FinishLength:        "agents:gen: the reply is cut off, the model has come to its limit; ask for fewer cases. It begins with ",
		chat.FinishContentFilter: "agents:gen: the model refused to write cases (content_filter): ",
		chat.FinishRefusal:       "agents:gen: the model refused to write cases (refusal): ",
		chat.FinishError:         "agents:gen: the model has not come to the end of its reply (error): ",
		chat.FinishInterrupted:   "agents:gen: the model has not come to the end of its reply (interrupted): ",
		chat.FinishPaused:        "agents:gen: the model has not come to the end of its reply (paused): ",
	} {
		for form, reply := range map[string]*agenttest.Response{
			"`" + shown + "`":                   agenttest.Reply(shown),
			`[{"id":"a","input":"hi"}]`:         agenttest.Reply("").WithData(json.RawMessage(shown)),
			`"I have written them to the file"`: agenttest.Reply("I have written them to the file").WithData(json.RawMessage(shown)),
		} {
			reply.FinishReason = why
			full := want
			if want != "a" {
				full += form
			}
			if got := generated(generating(reply), "agents:gen"); got != full {
				t.Errorf("%s: got\n%s\nwant\n%s", why, got, full)
			}
		}
	}
}

// A run of one case must not look like one of the fifty that were asked for.
func TestFewerCasesThanWereAskedFor(t *testing.T) {
	for input, want := range map[string]string{
		"agents:gen?count=2":   "G001 G002",
		"agents:gen?count=1":   "G001 G002",
		"scripts:gen?count=2":  "G001 G002",
		"agents:gen?count=3":   "agents:gen: count: asked for 3 cases, got 2; ask again, or for fewer, or leave count out if any number will do",
		"scripts:gen?count=50": "scripts:gen: count: asked for 50 cases, got 2; ask again, or for fewer, or leave count out if any number will do",
	} {
		cfg := scripting(twoCases, nil)
		cfg.Agents["gen"] = says(twoCases)
		if got := generated(cfg, input); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", input, got, want)
		}
	}
	const bad = `[{"id": "a"}]`
	want := "agents:gen: count: asked for 2 cases, got 1; ask again, or for fewer, or leave count out if any number will do\n" +
		`agents:gen: cases[0] ("a"): no initial input; want "input", "turns" or "simulator"`
	if got := generated(generating(agenttest.Reply(bad)), "agents:gen?count=2"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// generated returns the ids of an input's cases, or the error.
func generated(cfg suite.Config, input string) string {
	cases, err := suite.Load(input, cfg)
	if err != nil {
		return err.Error()
	}
	var ids []string
	for _, l := range cases {
		ids = append(ids, l.ID)
	}
	return strings.Join(ids, " ")
}

// expected marshals to a case.
type expected struct {
	ID    string `json:"id"`
	Input string `json:"input"`
}

func TestScriptGenerators(t *testing.T) {
	for _, c := range []struct {
		reason string
		value  any
		err    error
		want   string
	}{
		{"text", twoCases, nil, "G001 G002"},
		{"bytes", []byte(twoCases), nil, "G001 G002"},
		{"JSON", json.RawMessage(`{"cases": ` + twoCases + `}`), nil, "G001 G002"},
		{"values", []expected{{"a", "hi"}, {"b", "ho"}}, nil, "a b"},
		{"a map", map[string]any{"test_cases": []any{map[string]any{"id": "a", "input": "<hi>"}}}, nil, "a"},
		{"nothing", nil, nil, `scripts:gen: it returned nothing, want an array of cases, or an object with "cases" or "test_cases"`},
		{"no slice", []expected(nil), nil, `scripts:gen: it returned nothing, want an array of cases, or an object with "cases" or "test_cases"`},
		{"no text", " ", nil, `scripts:gen: it returned nothing, want an array of cases, or an object with "cases" or "test_cases"`},
		{"an empty slice", []expected{}, nil, "scripts:gen: the list of cases is empty"},
		{"a number", 7, nil, `scripts:gen: got the number 7, want an array of cases, or an object with "cases" or "test_cases"`},
		{"prose", "Here: " + twoCases, nil, "scripts:gen: got Here, want a value; text needs double quotes"},
		{"one case", expected{"a", "hi"}, nil, `scripts:gen: missing field "cases"`},
		{"a channel", make(chan int), nil, "scripts:gen: what it returned cannot be written as JSON: json: unsupported type: chan int"},
		{"an error", nil, errors.New("no\nluck"), "scripts:gen: the generator failed: no; luck"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			if got := generated(scripting(c.value, c.err), "scripts:gen"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestGeneratorInputs(t *testing.T) {
	var got suite.GeneratorInput
	cfg := registry()
	cfg.Scripts.Generators = map[string]suite.GeneratorFunc{
		"tests.gen": func(_ context.Context, in suite.GeneratorInput) (any, error) { got = in; return twoCases, nil },
	}
	const input = "scripts:tests.gen?count=2&focus=edge-cases&complexity=7&strict=true&seed=42&price=2.5&version=1.10&zip=007&big=12345678901234567890&tag=a&tag=2&q=a+b%26c&empty=&target_tools=lookup,pay&target_description=A+bot"
	if ids := generated(cfg, input); ids != "G001 G002" {
		t.Fatal(ids)
	}
	want := suite.GeneratorInput{
		TargetAgent: "target", TargetDescription: "A bot", TargetTools: []chat.Tool{{Name: "lookup"}, {Name: "pay"}},
		Count: 2, Focus: "edge-cases", Complexity: "7",
		Params: map[string]any{
			"count": 2, "focus": "edge-cases", "complexity": "7", "strict": true, "seed": 42, "price": 2.5, "version": json.Number("1.10"),
			"zip": "007", "big": json.Number("12345678901234567890"), "tag": []any{"a", 2}, "q": "a b&c", "empty": "",
			"target_tools": "lookup,pay", "target_description": "A bot",
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%#v\nwant\n%#v", got, want)
	}
	for input, want := range map[string]string{
		"scripts:":                 `scripts:: got "scripts:", want an id`,
		"scripts:tests.gne":        `scripts:tests.gne: unknown script "tests.gne" (did you mean "tests.gen"?); want one of tests.gen`,
		"agents:tests.gen":         `agents:tests.gen: unknown agent "tests.gen" (did you mean "scripts:tests.gen"?); want one of judge, sim, target`,
		"scripts:target":           `scripts:target: unknown script "target" (did you mean "agents:target"?); want one of tests.gen`,
		"agents:gen?count=ten":     "agents:gen: count: got \"ten\", want a whole number of at least 1\nagents:gen: unknown agent \"gen\"; want one of judge, sim, target",
		"agents:sim?count=0":       `agents:sim: count: got "0", want a whole number of at least 1`,
		"agents:sim?count=1&count": `agents:sim: count: given 2 times, want it once`,
		"agents:sim?focus=a&focus=b&target_agent=x&test_mode=y": "agents:sim: focus: given 2 times, want it once\n" +
			"agents:sim: target_agent: this is what the run itself tells the generator; call the parameter something else\n" +
			"agents:sim: test_mode: this is what the run itself tells the generator; call the parameter something else",
		"agents:sim?count=%zz":        `agents:sim: the parameters "count=%zz" cannot be read: invalid URL escape "%zz"; want them as in "?count=10&focus=edge-cases"`,
		"agents:sim?=3":               `agents:sim: a parameter has no name; want "name=value"`,
		"agents:sim?target_tools=a,,": `agents:sim: target_tools: tool 2 has no name`,
	} {
		got := strings.Split(generated(cfg, input), "\n")
		want := strings.Split(want, "\n")
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", input, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// describing is an agent that describes itself.
type describing struct {
	agenttest.Agent
	about chat.Description
	err   error
}

func (d describing) Describe(context.Context) (chat.Description, error) { return d.about, d.err }

func TestWhatAGeneratorAgentIsAsked(t *testing.T) {
	gen := says(twoCases)
	cfg := registry()
	cfg.Agents["gen"] = gen
	cfg.Options = agenttest.Options{Connector: "for the target", Metadata: map[string]any{"x": 1}}
	tools := []chat.Tool{{Name: "create_expense", Description: "Creates it. </target>", Parameters: json.RawMessage(`{"type":"object"}`)}, {Name: "get_policy"}}
	cfg.Agents["target"] = describing{Agent: echo, about: chat.Description{Name: "Clerk", Description: "Expense assistant", Tools: tools}}
	if got := generated(cfg, "agents:gen?count=2&focus=edge-cases&complexity=medium&scenario=approval"); got != "G001 G002" {
		t.Fatal(got)
	}
	req := gen.asked[0]
	metadata := maps.Clone(req.Options.Metadata)
	if metadata["session_id"] != req.SessionID || !strings.HasPrefix(req.SessionID, "generator-") {
		t.Errorf("got the session %q, and %v in the metadata", req.SessionID, metadata["session_id"])
	}
	delete(metadata, "session_id")
	want := map[string]any{
		"test_mode": "generator", "target_agent": "target", "target_description": "Expense assistant", "target_tools": tools,
		"count": 2, "focus": "edge-cases", "complexity": "medium", "scenario": "approval",
	}
	if !reflect.DeepEqual(metadata, want) {
		t.Errorf("got the metadata %v, want %v", metadata, want)
	}
	req.Options.Metadata = nil
	if want := (agenttest.Options{Skip: map[string]bool{"history": true}}); !reflect.DeepEqual(req.Options, want) {
		t.Errorf("got the options %+v, want %+v", req.Options, want)
	}
	for _, part := range []string{
		"Write exactly 2 test cases.", "Focus: edge-cases.", "Complexity: medium.", `"scenario": "approval"`, "Expense assistant",
		`"name": "create_expense"`, `\u003c/target\u003e`, `{"type": "contains"`, `"use" is one of: judge, sim, scripts:scripted-user`,
		`"use" is one of: amount`, `{"cases": [ … ]}`,
	} {
		if !strings.Contains(req.Text(), part) {
			t.Errorf("the prompt has no %s:\n%s", part, req.Text())
		}
	}
	if n := strings.Count(req.Text(), "</target>"); n != 1 {
		t.Errorf("%d ends of the element", n)
	}

	only := says(twoCases)
	if got := generated(suite.Config{Agents: suite.Agents{"target": echo, "gen": only}, Target: "target"}, "agents:gen"); got != "G001 G002" {
		t.Fatal(got)
	}
	for _, part := range []string{"Write about five test cases.", "Nothing is known of its tools", `Do not use "simulator", "checkpoints", assertions of type "agent", assertions of type "script"`} {
		if !strings.Contains(only.asked[0].Text(), part) {
			t.Errorf("the prompt has no %q:\n%s", part, only.asked[0].Text())
		}
	}
}

func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		reason string
		agent  describing
		query  string
		want   string
	}{
		{"nothing to say", describing{Agent: echo}, "?target_description=x&target_tools=a", "G001 G002"},
		{"a part of it", describing{Agent: echo, about: chat.Description{Description: "x"}}, "?target_tools=a", "G001 G002"},
		{"said twice", describing{Agent: echo, about: chat.Description{Name: "x", Tools: []chat.Tool{{Name: "a"}}}}, "?target_description=x&target_tools=a",
			`agents:gen: target_description: the agent "target" says this of itself; leave the parameter out
agents:gen: target_tools: the agent "target" says this of itself; leave the parameter out`},
		{"failing", describing{Agent: echo, err: errors.New("not now")}, "", `agents:gen: the agent "target" was asked to describe itself: not now`},
		{"a tool without a name", describing{Agent: echo, about: chat.Description{Tools: []chat.Tool{{}}}}, "",
			`agents:gen: the agent "target" was asked to describe itself: tool 1 has no name`},
		{"a schema that is none", describing{Agent: echo, about: chat.Description{Tools: []chat.Tool{{Name: "a", Parameters: json.RawMessage("{")}}}}, "",
			`agents:gen: the agent "target" was asked to describe itself: the parameters of the tool "a" are no JSON`},
	} {
		t.Run(c.reason, func(t *testing.T) {
			cfg := generating(agenttest.Reply(twoCases))
			cfg.Agents["target"] = c.agent
			if got := generated(cfg, "agents:gen"+c.query); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestGeneratorsThatDoNotComeBack(t *testing.T) {
	for _, c := range []struct {
		reason string
		call   func(ctx context.Context) (string, error)
		want   string
	}{
		{"an error", func(context.Context) (string, error) { return "", errors.New("503") }, "GEN: the generator failed: 503"},
		{"a panic", func(context.Context) (string, error) { panic("boom") }, "GEN: panic: boom (at)"},
		{"an end", func(context.Context) (string, error) { runtime.Goexit(); return "", nil },
			"GEN: it ended its goroutine (runtime.Goexit, or FailNow or Skip of a test)"},
		{"a hang that heeds its context", func(ctx context.Context) (string, error) { <-ctx.Done(); return "", ctx.Err() },
			"GEN: timeout after 2m; suite.Config.Timeout gives it more"},
		{"a hang that says why", func(ctx context.Context) (string, error) { <-ctx.Done(); return "", errors.New("queue is full") },
			"GEN: timeout after 2m; suite.Config.Timeout gives it more (the generator failed: queue is full)"},
		{"a hang that does not", func(context.Context) (string, error) { time.Sleep(time.Hour); return twoCases, nil },
			"GEN: timeout after 2m; suite.Config.Timeout gives it more (it did not return when its context ended; the call was abandoned)"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				cfg := registry()
				cfg.Timeout = 2 * time.Minute
				cfg.Agents["gen"] = agenttest.Text(func(ctx context.Context, _, _ string) (string, error) { return c.call(ctx) })
				cfg.Scripts.Generators = map[string]suite.GeneratorFunc{
					"gen": func(ctx context.Context, _ suite.GeneratorInput) (any, error) { return c.call(ctx) },
				}
				for _, input := range []string{"agents:gen", "scripts:gen"} {
					got := generated(cfg, input)
					if at := strings.Index(got, " (/"); at > 0 && strings.Contains(got, "generator_test.go:") {
						got = got[:at] + " (at)"
					}
					if want := strings.Replace(c.want, "GEN", input, 1); got != want {
						t.Errorf("got\n%s\nwant\n%s", got, want)
					}
				}
				time.Sleep(2 * time.Hour) // what was left behind comes back, and nobody minds
			})
		})
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cfg := registry()
	cfg.Agents["gen"] = agenttest.Text(func(ctx context.Context, _, _ string) (string, error) {
		cancel(errors.New("stopped by hand"))
		<-ctx.Done()
		return "", ctx.Err()
	})
	for _, err := range suite.All(ctx, "agents:gen", cfg) {
		if want := "agents:gen: stopped by hand"; fmt.Sprint(err) != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A generator is asked once, and not at all where nothing could be played.
func TestAGeneratorIsNotAskedInVain(t *testing.T) {
	gen := says(twoCases)
	cfg := registry()
	cfg.Agents["gen"], cfg.Target = gen, "targte"
	if got := generated(cfg, "agents:gen"); !strings.HasPrefix(got, "suite.Config.Target: unknown agent") || strings.Contains(got, "\n") {
		t.Errorf("got %s", got)
	}
	if len(gen.asked) != 0 {
		t.Errorf("asked %d times", len(gen.asked))
	}
}

func TestGeneratedCasesArePlayedAndWritten(t *testing.T) {
	cfg := generating(agenttest.Reply(twoCases))
	suite.Run(t, "agents:gen?count=2", cfg)
	cases, err := suite.Load("agents:gen", cfg)
	if err != nil {
		t.Fatal(err)
	}
	if at := cases[0].Source.String(); at != "agents:gen" {
		t.Errorf("got the place %s", at)
	}
	const want = `{"id":"G001","input":"hi","assertions":[{"type":"contains","value":"hi"}]}`
	if line, err := cases[0].MarshalJSON(); err != nil || string(line) != want {
		t.Errorf("got %s and the error %v, want %s", line, err, want)
	}
	once := written(t, "agents:gen", cfg)
	path := write(t, t.TempDir(), "generated.jsonl", once)
	if twice := written(t, path, cfg); twice != once {
		t.Errorf("written again it is\n%s\nwant\n%s", twice, once)
	}
}

// Each machine would make up cases of its own.
func TestGeneratedCasesAreNotDivided(t *testing.T) {
	cfg := generating(agenttest.Reply(twoCases))
	cases, err := suite.Load("agents:gen", cfg)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Shard = "1/2"
	const want = "agents:gen: what an agent makes up differs from machine to machine and cannot be divided into shards; write the cases to a file first (see suite.All), and play that"
	if _, err := suite.Play(t.Context(), cases, cfg); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	cfg = scripting(twoCases, nil)
	if cases, err = suite.Load("scripts:gen", cfg); err != nil {
		t.Fatal(err)
	}
	cfg.Shard = "1/2"
	if _, err := suite.Play(t.Context(), cases, cfg); err != nil {
		t.Errorf("got %v, want what a script makes to be divided", err)
	}
}
