package agenttest_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/detect"
	"github.com/agenttest/go/simulator"
)

// console stands in for the *testing.T of a test, so that an example can show what is printed.
type console struct{}

func (console) Helper()                         {}
func (console) Logf(format string, args ...any) { fmt.Println("log: " + fmt.Sprintf(format, args...)) }
func (console) Errorf(format string, args ...any) {
	fmt.Println("error: " + fmt.Sprintf(format, args...))
}
func (console) FailNow() { panic("the test ends here") }

var ctx = context.Background()

// barista takes an order and asks for what is missing.
var barista = agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	said := ""
	for _, m := range req.Messages() {
		if m.Role == chat.RoleUser {
			said += m.Text + " "
		}
	}
	switch {
	case !strings.Contains(said, "latte"):
		return agenttest.Reply("What would you like?").Asking("a drink"), nil
	case !strings.Contains(said, "large"):
		return agenttest.Reply("Which size?").Asking("small or large"), nil
	default:
		order := map[string]any{"drink": "latte", "size": "large"}
		return agenttest.Reply("One large latte, coming up.").
			WithCalls(agenttest.Call("place_order", order).Returning(map[string]any{"number": 42})).
			WithData(map[string]any{"order": order}).
			Completed(), nil
	}
})

func ExampleRun() {
	t := console{} // in a test, this is its *testing.T
	res := agenttest.Run(t, barista, agenttest.Static(
		agenttest.User("A latte, please").
			Expect(assert.Contains("size")),
		agenttest.User("a large one").
			Require(assert.ToolCalled("place_order").With(map[string]any{"size": "large"})).
			Expect(assert.Contains("coming up")),
	).Finally(assert.JSONPath("$.order.drink", "latte")))
	fmt.Println(res.Status, len(res.Turns))
	// Output: passed 2
}

func ExampleRun_failure() {
	agenttest.Run(console{}, barista, agenttest.Single("A tea, please", assert.Contains("sorry")))
	// Output:
	// error: example_test.go:67: turn 1: Contains("sorry"): reply: got "What would you like?", want "sorry" in it
	// log: transcript:
	//      1 user   A tea, please
	//        agent  What would you like?
}

func ExamplePlay() {
	res := agenttest.Play(ctx, barista, agenttest.Dynamic(
		simulator.Script("Hello", "A latte", "large"),
		checkpoint.New("asks", assert.Contains("like")),
		checkpoint.New("orders", assert.ToolCalled("place_order")).After("asks"),
	))
	fmt.Println(res.Status)
	for _, c := range res.Checkpoints {
		fmt.Println(c.ID, "in turn", c.Turn)
	}
	// Output:
	// passed
	// asks in turn 1
	// orders in turn 3
}

func ExampleStart() {
	t := console{}
	c := agenttest.Start(t, barista)
	turn := c.Say("A latte")
	fmt.Println(turn.Text(), turn.State().Hint)
	c.Say("large")
	c.Expect(assert.ToolCalled("place_order"))
	fmt.Println(len(c.Transcript().Turns), "turns")
	c.End()
	// Output:
	// Which size? small or large
	// 2 turns
}

func ExampleText() {
	agent := agenttest.Text(func(_ context.Context, session, input string) (string, error) {
		return "you said " + input, nil
	})
	res := agenttest.Play(ctx, agent, agenttest.Single("hello", assert.Equals("you said hello")))
	fmt.Println(res.Status)
	// Output: passed
}

// Each conversation gets an agent of its own, so that cases share no state and can run side by side.
func ExampleEachRun() {
	agent := agenttest.EachRun(func(context.Context) (agenttest.Agent, error) {
		count := 0
		return agenttest.Text(func(context.Context, string, string) (string, error) {
			count++
			return fmt.Sprint("answer ", count), nil
		}), nil
	})
	for range 2 {
		fmt.Println(agenttest.Play(ctx, agent, agenttest.Single("hello", assert.Equals("answer 1"))).Status)
	}
	// Output:
	// passed
	// passed
}

// A bare model only calls tools; stubs answer them, and the model gets the results within the same turn.
func ExampleStub() {
	model := agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
		if len(req.Input.ToolResults) > 0 {
			return agenttest.Reply("It is " + string(req.Input.ToolResults[0].Content)), nil
		}
		return agenttest.Reply("").WithCalls(agenttest.Call("weather", map[string]any{"city": req.Text()})), nil
	})
	c := agenttest.Static(
		agenttest.User("Oslo").Expect(assert.Contains("snow")),
		agenttest.User("Atlantis").Expect(assert.Contains("no such city")),
	).Tools(
		agenttest.Stub("weather").With(map[string]any{"city": "Oslo"}).Return("snow"),
		agenttest.Stub("weather").Fail("no such city"),
	)
	fmt.Println(agenttest.Play(ctx, model, c).Status)
	// Output: passed
}

// An agent that pauses for a confirmation gets the user's answer as the result of its call.
func ExampleAnswer() {
	careful := agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
		if len(req.Input.ToolResults) > 0 {
			return agenttest.Reply("deleted: " + string(req.Input.ToolResults[0].Content)), nil
		}
		return agenttest.Reply("").WithCalls(agenttest.Call("request_confirmation", map[string]any{"question": "Delete all?"})), nil
	})
	res := agenttest.Play(ctx, careful, agenttest.Static(
		agenttest.User("Delete everything").Expect(assert.ToolCalled("request_confirmation")),
		agenttest.Answer("request_confirmation", false).Expect(assert.Equals("deleted: false")),
	))
	fmt.Println(res.Status)
	// Output: passed
}

// A script begins, the simulator goes on until its goal is achieved.
func ExampleCase_Opening() {
	user := simulator.Func(func(_ context.Context, s *simulator.State) (simulator.Move, error) {
		if last := s.Transcript.Last(); strings.Contains(last.Text(), "coming up") {
			return simulator.Move{GoalAchieved: true, Reasoning: "the coffee is ordered"}, nil
		}
		return simulator.Move{Input: "large"}, nil
	})
	res := agenttest.Play(ctx, barista, agenttest.Dynamic(user).
		Opening(agenttest.User("A latte, please").Expect(assert.Contains("size"))).
		MaxTurns(5).
		OnSimulatorError(agenttest.SimulatorSkipped))
	fmt.Println(res.Status, res.GoalReason)
	for _, t := range res.Turns {
		fmt.Println(t.InputSource, t.Input.Text)
	}
	// Output:
	// passed the coffee is ordered
	// initial A latte, please
	// simulated large
}

// With UntilGoal a case goes on after its checkpoints, so that Never still sees the rest.
func ExampleCase_UntilGoal() {
	res := agenttest.Play(ctx, barista, agenttest.Dynamic(
		simulator.Script("hello", "a latte", "large"),
		checkpoint.New("asks", assert.Contains("like")),
	).UntilGoal().Never(assert.ToolCalled("refund")).Always(assert.Not(assert.Contains("error"))))
	fmt.Println(res.Status, len(res.Turns))
	// Output: passed 3
}

func ExampleCase_OnMissingInput() {
	base := agenttest.Single("A latte, please", assert.Contains("size"))
	for _, c := range []agenttest.Case{base, base.OnMissingInput(agenttest.MissingSkip), base.OnMissingInput(agenttest.MissingFail)} {
		res := agenttest.Play(ctx, barista, c)
		fmt.Println(strings.TrimSpace(string(res.Status) + " " + res.SkipReason + res.Error))
	}
	// Output:
	// passed
	// skipped agent awaiting input, no next turn defined
	// failed agent awaiting input, no next turn defined
}

// A question found in the text decides only when the case says so.
func ExampleCase_Detect() {
	vague := agenttest.Text(func(context.Context, string, string) (string, error) { return "Which city do you mean?", nil })
	c := agenttest.Single("Weather?", assert.Contains("city")).OnMissingInput(agenttest.MissingSkip)
	fmt.Println(agenttest.Play(ctx, vague, c).Status)
	fmt.Println(agenttest.Play(ctx, vague, c.Detect(detect.Hybrid())).Status)
	// Output:
	// passed
	// skipped
}

func ExampleCase_KeepGoing() {
	c := agenttest.Static(
		agenttest.User("hello").Expect(assert.Contains("goodbye")),
		agenttest.User("a latte").Expect(assert.Contains("size")),
	)
	fmt.Println(len(agenttest.Play(ctx, barista, c).Turns), len(agenttest.Play(ctx, barista, c.KeepGoing()).Turns))
	// Output: 1 2
}

func ExampleCase_Variables() {
	res := agenttest.Play(ctx, barista, agenttest.Static(
		agenttest.User("A {{drink}}, {{size}}").Expect(assert.ToolCalled("place_order")),
	).
		Named("an order from variables").
		Variables(map[string]any{"drink": "latte"}).
		Before(func(_ context.Context, s *agenttest.Session) error {
			s.Variables.Set("size", "large") // what a hook has found out
			return nil
		}).
		After(func(_ context.Context, _ *agenttest.Session, res *agenttest.Result) error {
			fmt.Println("cleaned up after", res.Name)
			return nil
		}).
		Finally(assert.JSONPath("$.variables.size", "large")))
	fmt.Println(res.Status, res.Turns[0].Input.Text)
	// Output:
	// cleaned up after an order from variables
	// passed A latte, large
}

func ExampleCase_Observe() {
	progress := agenttest.ObserverFunc(func(e agenttest.Event) {
		switch e.Kind {
		case agenttest.TurnFinished:
			fmt.Println("turn", e.Turn.Number, e.Turn.Status)
		case agenttest.CaseFinished:
			fmt.Println("case", e.Result.Status)
		}
	})
	agenttest.Play(ctx, barista, agenttest.Single("hello", assert.Contains("like")).Observe(progress))
	// Output:
	// turn 1 passed
	// case passed
}

// The options of a turn are put over those of the case, and a turn can have a time limit of its own.
func ExampleCase_Options() {
	nosy := agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
		return agenttest.Reply(req.Options.Connector + " " + fmt.Sprint(req.Options.Metadata["scenario"])), nil
	})
	res := agenttest.Play(ctx, nosy, agenttest.Static(
		agenttest.User("one").Expect(assert.Equals("small edge-case")),
		agenttest.User("two").Options(agenttest.Options{Connector: "large"}).Expect(assert.Equals("large edge-case")),
	).
		Options(agenttest.Options{Connector: "small", Metadata: map[string]any{"scenario": "edge-case"}}).
		TurnTimeout(agenttest.DefaultTimeout/10))
	fmt.Println(res.Status)
	// Output: passed
}

func ExampleUserTurn_Attach() {
	dir, err := os.MkdirTemp("", "receipts")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "receipt.txt"), []byte("$150"), 0o600); err != nil {
		panic(err)
	}
	reader := agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
		a := req.Input.Attachments[0]
		return agenttest.Reply(fmt.Sprintf("%s says %s", a.Name, a.Data)), nil
	})
	res := agenttest.Play(ctx, reader, agenttest.Static(
		agenttest.User("Here is the receipt").Attach("file://receipt.txt").Expect(assert.Equals("receipt.txt says $150")),
	).FilesFrom(dir))
	fmt.Println(res.Status)
	res = agenttest.Play(ctx, reader, agenttest.Static(agenttest.User("And this?").Attach("file://../passwd")).FilesFrom(dir))
	fmt.Println(res.Status, strings.Contains(res.Error, "leads out of"))
	// Output:
	// passed
	// errored true
}

// A person may override any turn of the script, here with what they type at a stand-in for the terminal.
func ExampleCase_Interactive() {
	terminal := struct {
		io.Reader
		io.Writer
	}{strings.NewReader("a large latte\n"), io.Discard}
	res := agenttest.Play(ctx, barista, agenttest.Single("hello", assert.ToolCalled("place_order")).
		Interactive(simulator.Human(simulator.Terminal(terminal))))
	fmt.Println(res.Status, res.Turns[0].InputSource, res.Turns[0].Input.Text)
	// Output: passed human a large latte
}
