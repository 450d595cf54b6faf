package suite_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/simulator"
)

// desk is a terminal at which somebody has typed these lines and then the end of input.
type desk struct {
	io.Reader
	shown strings.Builder
}

func (d *desk) Write(p []byte) (int, error) { return d.shown.Write(p) }

func typing(lines string) *desk { return &desk{Reader: strings.NewReader(lines)} }

// talk plays a case with this person, and tells what was said in each turn and by whom.
func talk(t *testing.T, cfg suite.Config, lines, text string) (outcome, inputs string) {
	t.Helper()
	l := suite.LoadText(t, cfg, simulator.Human(simulator.Terminal(typing(lines))), text)
	return told(agenttest.Play(t.Context(), l.Agent, l.Case))
}

func told(res *agenttest.Result) (outcome, inputs string) {
	outcome = string(res.Status)
	if why := res.Error + res.SkipReason; why != "" {
		outcome += ": " + why
	}
	var all []string
	for _, turn := range res.Turns {
		all = append(all, fmt.Sprintf("%s %s", turn.InputSource, turn.Input.Text))
	}
	return outcome, strings.Join(all, ", ")
}

func TestAPersonMayTakePartInEveryCase(t *testing.T) {
	cfg := registry()
	cfg.Interactive = true
	for _, c := range []struct{ reason, typed, text, outcome, inputs string }{
		{"overrides a turn", "\nmine\n", `{"id": "a", "turns": [{"input": "one"}, {"input": "two"}]}`, "passed", "static one, human mine"},
		{"whatever the case says of it", "mine\n", `{"id": "a", "input": "one", "interactive": {"enabled": false}}`, "passed", "human mine"},
		{"stands in for the simulator", "\nmine\n",
			`{"id": "a", "simulator": {"use": "scripts:scripted-user"}, "max_turns": 2, "checkpoints": [{"id": "c", "assert": {"type": "contains", "value": "mine"}}]}`,
			"passed", "simulated go on, human mine"},
		{"is the user of a case that has none", "one\ntwo\n", `{"id": "a", "checkpoints": [{"id": "c", "assert": {"type": "contains", "value": "two"}}]}`,
			"passed", "human one, human two"},
		{"and of one that says so", "", `{"id": "a", "mode": "dynamic"}`, "skipped: the human gave no input", ""},
	} {
		t.Run(c.reason, func(t *testing.T) {
			outcome, inputs := talk(t, cfg, c.typed, c.text)
			if outcome != c.outcome || inputs != c.inputs {
				t.Errorf("got %s after %q, want %s after %q", outcome, inputs, c.outcome, c.inputs)
			}
		})
	}
	if outcome, inputs := talk(t, registry(), "mine\n", `{"id": "a", "turns": [{"input": "one"}]}`); inputs != "static one" {
		t.Errorf("got %s after %q, want nobody to be asked without the switch", outcome, inputs)
	}
}

func TestCasesWithAPersonAreSkipped(t *testing.T) {
	agent := says("hello")
	cfg := against(agent)
	cfg.SkipInteractive = true
	cfg.Scripts.Simulators["me"] = simulator.Human()
	const reason = "skipped: a person takes part in this case, and such cases are skipped here"
	for _, text := range []string{
		`{"id": "a", "turns": [{"input": "one", "assert": {"type": "contains", "value": "x"}}], "interactive": {"enabled": true}}`,
		`{"id": "a", "interactive": {"enabled": true}}`,
		`{"id": "a", "input": "hi", "simulator": {"use": "sim"}, "interactive": {"enabled": true}}`,
		`{"id": "a", "input": "hi", "simulator": {"use": "scripts:me"}}`,
	} {
		terminal := typing("mine\n")
		l := suite.LoadText(t, cfg, simulator.Human(simulator.Terminal(terminal)), text)
		if outcome, inputs := told(agenttest.Play(t.Context(), l.Agent, l.Case)); outcome != reason || inputs != "" {
			t.Errorf("%s: got %s after %q, want %s", text, outcome, inputs, reason)
		}
		if l.Case.ID() != "a" || l.Interactive() || terminal.shown.Len() > 0 {
			t.Errorf("%s: got the case %s, and the terminal shows %q", text, l.Case.ID(), &terminal.shown)
		}
	}
	if len(agent.asked) != 0 {
		t.Errorf("the agent was asked %d times", len(agent.asked))
	}
	conversation, err := suite.Conversation(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if outcome, _ := told(agenttest.Play(t.Context(), conversation.Agent, conversation.Case)); outcome != reason {
		t.Errorf("got %s, want %s", outcome, reason)
	}
	if outcome, inputs := talk(t, cfg, "", `{"id": "a", "input": "hi", "interactive": {"enabled": false}}`); outcome != "passed" || inputs != "static hi" {
		t.Errorf("got %s after %q, want a case that wants nobody to be played", outcome, inputs)
	}
}

func TestMissingInputOfTheSuite(t *testing.T) {
	asking := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		return agenttest.Reply("Please provide the PO number.").Asking(""), nil
	})
	const awaiting = "failed: agent awaiting input, no next turn defined"
	for _, c := range []struct {
		policy     agenttest.MissingInput
		text, want string
	}{
		{agenttest.MissingFail, `{"id": "a", "turns": [{"input": "buy"}]}`, awaiting},
		{agenttest.MissingFail, `{"id": "a", "input": "buy"}`, awaiting},
		{agenttest.MissingEnd, `{"id": "a", "turns": [{"input": "buy"}]}`, "passed"},
		{agenttest.MissingFail, `{"id": "a", "turns": [{"input": "buy"}], "on_missing_input": "end"}`, "passed"},
		{agenttest.MissingEnd, `{"id": "a", "turns": [{"input": "buy"}], "on_missing_input": "fail"}`, awaiting},
		{"", `{"id": "a", "turns": [{"input": "buy"}], "on_missing_input": "fail"}`, awaiting},
	} {
		cfg := against(asking)
		cfg.OnMissingInput = c.policy
		if got, _ := told(play(t, cfg, c.text)); got != c.want {
			t.Errorf("%q, %s: got %s, want %s", c.policy, c.text, got, c.want)
		}
	}
}

func TestMessage(t *testing.T) {
	agent := says("hello")
	cfg := against(agent)
	l, err := suite.Message("Hello <you>, {{name}}", cfg)
	if err != nil {
		t.Fatal(err)
	}
	line, err := l.MarshalJSON()
	if want := `{"id":"message","input":"Hello <you>, {{name}}"}`; err != nil || string(line) != want {
		t.Errorf("got %s and the error %v, want %s", line, err, want)
	}
	if outcome, inputs := told(agenttest.Play(t.Context(), l.Agent, l.Case)); outcome != "passed" || inputs != "static Hello <you>, {{name}}" {
		t.Errorf("got %s after %q", outcome, inputs)
	}
	if l.ID != "message" || l.String() != "[message] (1 turn)" || !l.ChecksNothing() || !l.Source.IsZero() {
		t.Errorf("got %s at %s", l, l.Source)
	}
	for text, want := range map[string]string{
		"":     "the message is empty, want what the user says",
		" \n ": "the message is empty, want what the user says",
		"\xff": "the message is not UTF-8",
	} {
		if _, err := suite.Message(text, cfg); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	cfg.Target = "targte"
	want := `suite.Config.Target: unknown agent "targte" (did you mean "target"?); want one of judge, sim, target`
	if _, err := suite.Message("hi", cfg); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := suite.Conversation(cfg); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestConversation(t *testing.T) {
	for _, c := range []struct {
		reason, typed, outcome, inputs string
		agent                          agenttest.Agent
	}{
		{"the person speaks first and ends it", "hi\nbye\n", "passed", "human hi, human bye", echo},
		{"with an empty line, too", "hi\n\nno more\n", "passed", "human hi", echo},
		{"an agent that is done does not end it", "hi\nbye\n", "passed", "human hi, human bye",
			agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
				return agenttest.Reply("Done.").Completed(), nil
			})},
		{"nor does one that waits keep it from its end", "hi\n", "passed", "human hi",
			agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
				return agenttest.Reply("And then?").Asking(""), nil
			})},
		{"an agent that fails does", "hi\nbye\n", "failed: agent error: I am tired", "human hi",
			agenttest.Text(func(context.Context, string, string) (string, error) { return "", errors.New("I am tired") })},
		{"a person who says nothing", "", "skipped: the human gave no input", "", echo},
	} {
		t.Run(c.reason, func(t *testing.T) {
			cfg := against(c.agent)
			cfg.Simulator, cfg.OnMissingInput = "sim", agenttest.MissingFail // nobody's business here
			l, err := suite.ConversationWith(simulator.Human(simulator.Terminal(typing(c.typed))), cfg)
			if err != nil {
				t.Fatal(err)
			}
			if !l.Interactive() || l.String() != "[conversation] (human)" {
				t.Errorf("got %s", l)
			}
			if outcome, inputs := told(agenttest.Play(t.Context(), l.Agent, l.Case)); outcome != c.outcome || inputs != c.inputs {
				t.Errorf("got %s after %q, want %s after %q", outcome, inputs, c.outcome, c.inputs)
			}
		})
	}
}

// The agent has as long for each reply as a case has otherwise; the conversation goes on for as long as the person likes.
func TestTheTimeOfAConversation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := agenttest.AgentFunc(func(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
			select {
			case <-time.After(time.Duration(req.Turn) * time.Minute):
				return agenttest.Reply("?"), nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		})
		cfg := against(slow)
		cfg.Timeout = 150 * time.Second
		l, err := suite.ConversationWith(simulator.Human(simulator.Terminal(typing("one\ntwo\nthree\nfour\n"))), cfg)
		if err != nil {
			t.Fatal(err)
		}
		outcome, inputs := told(agenttest.Play(t.Context(), l.Agent, l.Case))
		if outcome != "failed: timeout after 2m30s" || inputs != "human one, human two, human three" {
			t.Errorf("got %s after %q", outcome, inputs)
		}
	})
}

// guest is a person who is asked at the terminal of the process, in place of whom a function answers.
type guest struct {
	simulator.Simulator // a human, whose place it takes
	next                func() (simulator.Move, error)
}

func (g guest) Next(context.Context, *simulator.State) (simulator.Move, error) { return g.next() }
func (g guest) Human() bool                                                    { return true }
func (g guest) Unwrap() simulator.Simulator                                    { return g.Simulator }

// Two suites and a test that play at once have one terminal between them.
func TestOneConversationAtATimeHasTheTerminal(t *testing.T) {
	var here, played atomic.Int32
	agent := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		if n := here.Add(1); n != 1 {
			t.Errorf("%d conversations with a person at once", n)
		}
		time.Sleep(time.Millisecond)
		here.Add(-1)
		played.Add(1)
		return agenttest.Reply("hello"), nil
	})
	cfg := against(agent)
	person := func() simulator.Simulator {
		return guest{simulator.Human(), func() (simulator.Move, error) { return simulator.Move{}, nil }}
	}
	var file strings.Builder
	for i := range 8 {
		fmt.Fprintf(&file, `{"id": "%d", "turns": [{"input": "hi"}, {"input": "you"}], "interactive": {"enabled": true, "timeout": "%dm"}}`+"\n", i, i+1)
	}
	var all sync.WaitGroup
	for range 2 {
		cases, err := suite.LoadWith(person, strings.NewReader(file.String()), cfg)
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			results, err := suite.Play(t.Context(), cases, cfg)
			if err != nil || len(results) != 8 {
				t.Errorf("got %d results and the error %v", len(results), err)
			}
		})
	}
	all.Go(func() { agenttest.Run(t, agent, agenttest.Single("hi").Interactive(person())) })
	all.Wait()
	if n := played.Load(); n != 33 {
		t.Errorf("played %d turns, want 33", n)
	}
}

// The wait for the terminal ends with the run; a case that was not begun is not played.
func TestTheWaitForTheTerminalEndsWithTheRun(t *testing.T) {
	_, release, err := simulator.Hold(t.Context(), simulator.Human())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	ctx, cancel := context.WithCancelCause(t.Context())
	agent := agenttest.Text(func(_ context.Context, _, _ string) (string, error) {
		cancel(errors.New("stopped by hand"))
		return "hello", nil
	})
	cfg := against(agent)
	cases := load(t, cfg, `
		{"id": "waits", "input": "hi", "interactive": {"enabled": true}}
		{"id": "alone", "input": "hi", "assert": {"type": "contains", "value": "hello"}}`)
	results, err := suite.Play(ctx, cases, cfg)
	if want := "1 case not played: stopped by hand: waits"; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if len(results) != 1 || results[0].ID != "alone" {
		t.Errorf("got %d results, want that of the other case", len(results))
	}
}

// Nor is one played that waits for an agent which plays one conversation at a time when the run ends, or after a failure.
func TestTheWaitForTheAgentEndsWithTheRun(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	agent := turnByTurn{agenttest.Text(func(_ context.Context, _, _ string) (string, error) {
		cancel(errors.New("stopped by hand"))
		return "hello", nil
	})}
	cfg := against(agent)
	cfg.Concurrency = 3
	seen := &diary{}
	cfg.Observers = []agenttest.Observer{seen}
	const three = `{"id": "a", "input": "hi"} {"id": "b", "input": "hi"} {"id": "c", "input": "hi"}`
	results, err := suite.Play(ctx, load(t, cfg, strings.ReplaceAll(three, "} {", "}\n{")), cfg)
	if err == nil || !strings.HasPrefix(err.Error(), "2 cases not played: stopped by hand: ") || len(results) != 1 || results[0].Status != agenttest.Errored {
		t.Errorf("got %d results and the error %v, want one that was ended, and two that were not begun", len(results), err)
	}
	if len(seen.lines) != 1 {
		t.Errorf("got reports of %q, want those of what was begun", seen.lines)
	}

	cfg = against(turnByTurn{echo})
	cfg.Concurrency, cfg.FailFast = 3, true
	results, err = suite.Play(t.Context(), load(t, cfg, strings.ReplaceAll(three, `"hi"}`, `"hi", "assert": {"type": "contains", "value": "no"}}
`)), cfg)
	if err != nil || len(results) != 1 {
		t.Errorf("got %d results and the error %v, want only the first failure", len(results), err)
	}
}

// What is checked after a case may play the agent of the case, which is free again.
func TestCheckMayPlayTheAgent(t *testing.T) {
	cfg := against(turnByTurn{echo})
	checked := 0
	cfg.Check = func(t testing.TB, _ *agenttest.Result) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		res := agenttest.Play(ctx, cfg.Agents["target"], agenttest.Single("hi"))
		wantStatus(t, res, agenttest.Passed, "")
		checked++
	}
	cfg.Concurrency = 1
	suite.Run(t, write(t, t.TempDir(), "cases.jsonl", `{"id": "a", "input": "hi"}`), cfg)
	if checked != 1 {
		t.Errorf("checked %d times", checked)
	}
}

// turnByTurn is an agent that plays one conversation at a time.
type turnByTurn struct{ agenttest.Agent }

func (turnByTurn) Reset(context.Context) error { return nil }

// While a person is asked, the workers play what needs nobody.
func TestPeopleKeepNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := registry()
		cfg.Scripts.Simulators["me"] = simulator.Human(simulator.Terminal(slowTyping{}))
		var file strings.Builder
		for i := range 4 {
			fmt.Fprintf(&file, `{"id": "person-%d", "max_turns": 1, "simulator": {"use": "scripts:me"}, "checkpoints": [{"id": "c", "assert": {"type": "contains", "value": "x"}}]}`+"\n", i)
		}
		for i := range 10 {
			fmt.Fprintf(&file, `{"id": "alone-%d", "input": "hi"}`+"\n", i)
		}
		cases := load(t, cfg, file.String())
		cfg.Concurrency = 2
		began := time.Now()
		var mu sync.Mutex
		var ended []string
		cfg.Observers = []agenttest.Observer{agenttest.ObserverFunc(func(e agenttest.Event) {
			if e.Kind == agenttest.CaseFinished {
				mu.Lock()
				defer mu.Unlock()
				ended = append(ended, fmt.Sprintf("%s %s", e.Result.ID, time.Since(began)))
			}
		})}
		results, err := suite.Play(t.Context(), cases, cfg)
		if err != nil || len(results) != 14 {
			t.Errorf("got %d results and the error %v", len(results), err)
		}
		for i, res := range results {
			if res.ID != cases[i].ID || res.Status != agenttest.Passed {
				t.Errorf("got %s of %s (%s), want that of %s", res.Status, res.ID, res.Error, cases[i].ID)
			}
		}
		var want []string
		for i := range 10 {
			want = append(want, fmt.Sprintf("alone-%d 0s", i))
		}
		for i := range 4 {
			want = append(want, fmt.Sprintf("person-%d %dm0s", i, i+1))
		}
		if !slices.Equal(ended, want) {
			t.Errorf("got\n%q\nwant\n%q", ended, want)
		}
	})
}

// slowTyping is a terminal at which each line takes a minute.
type slowTyping struct{}

func (slowTyping) Read(p []byte) (int, error) {
	time.Sleep(time.Minute)
	return copy(p, "x\n"), nil
}

func (slowTyping) Write(p []byte) (int, error) { return len(p), nil }

func TestReportsNameTheSimulatorByItsID(t *testing.T) {
	cfg := registry()
	cfg.Scripts.Simulators["latte"] = simulator.Script("Latte please")
	cfg.Scripts.Simulators["shy"] = suite.SimulatorFunc(func(context.Context, *simulator.State, map[string]any) (simulator.Move, error) {
		return simulator.Move{GoalAchieved: true}, nil
	})
	for use, want := range map[string]string{"sim": "sim", "agents:sim": "sim", "scripts:latte": "scripts:latte", "scripts:shy": "scripts:shy"} {
		res := play(t, cfg, `{"id": "a", "input": "hi", "max_turns": 1, "simulator": {"use": "`+use+`", "persona": "New employee"}}`)
		if res.Simulator != want {
			t.Errorf("%s: got %q, want %q", use, res.Simulator, want)
		}
	}
}

func TestInteractiveMistakes(t *testing.T) {
	good := registry()
	cases := load(t, good, `{"id": "a", "input": "hi"}`)
	for _, c := range []struct {
		reason string
		change func(*suite.Config)
		want   string
	}{
		{"with a person and without", func(c *suite.Config) { c.Interactive, c.SkipInteractive = true, true },
			"suite.Config.Interactive and SkipInteractive exclude each other, want one of them"},
		{"no such policy", func(c *suite.Config) { c.OnMissingInput = "stop" },
			`suite.Config.OnMissingInput: got "stop", want "skip", "fail" or "end"`},
	} {
		cfg := good
		c.change(&cfg)
		_, err := suite.Play(t.Context(), cases, cfg)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.reason, err, c.want)
		}
	}
}

// With a person in every case they are played one at a time, in order.
func TestInteractiveSuitesAreNotPlayedSideBySide(t *testing.T) {
	agent := newCrowd(1)
	cfg := suite.Config{Agents: suite.Agents{"crowd": agent}, Interactive: true, Concurrency: 8}
	person := func() simulator.Simulator {
		return simulator.Func(func(context.Context, *simulator.State) (simulator.Move, error) { return simulator.Move{}, nil })
	}
	var file strings.Builder
	for i := range 20 {
		fmt.Fprintf(&file, `{"id": "%02d", "input": "hi"}`+"\n", i)
	}
	cases, err := suite.LoadWith(person, strings.NewReader(file.String()), cfg)
	if err != nil {
		t.Fatal(err)
	}
	order := &diary{}
	cfg.Observers = []agenttest.Observer{order}
	if _, err := suite.Play(t.Context(), cases, cfg); err != nil || agent.most != 1 || !slices.IsSorted(order.lines) {
		t.Errorf("got %d cases at once in the order %q and the error %v", agent.most, order.lines, err)
	}
}
