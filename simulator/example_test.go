package simulator_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/simulator"
)

// converse is what the engine does, without everything else it does: it asks the user, then the agent, until the user
// has nothing more to say.
func converse(user simulator.Simulator, agent chat.Agent) {
	ctx := context.Background()
	state := &simulator.State{TestID: "T001", Turn: 1, MaxTurns: 10, Transcript: &chat.Transcript{}}
	for ; state.Turn <= state.MaxTurns; state.Turn++ {
		move, err := user.Next(ctx, state)
		if err != nil {
			fmt.Println("simulator error:", err)
			return
		}
		if move.Input != "" {
			reply, _ := agent.Respond(ctx, &chat.Request{Input: chat.UserMessage(move.Input)})
			fmt.Printf("user:  %s\nagent: %s\n", move.Input, reply.Text())
			state.Transcript.Append(&chat.Turn{InputSource: chat.InputSimulated, Input: chat.UserMessage(move.Input), Response: reply})
		}
		if move.GoalAchieved {
			fmt.Println("goal achieved:", move.Reasoning)
			return
		}
	}
}

// expense is an agent that asks for what it needs.
var expense = chat.Text(func(_ context.Context, _, input string) (string, error) {
	if strings.Contains(input, "$") {
		return "Submitted as EXP-2025-001.", nil
	}
	return "What is the amount?", nil
})

func ExampleScript() {
	converse(simulator.Script("I want to submit an expense", "$3500"), expense)
	// Output:
	// user:  I want to submit an expense
	// agent: What is the amount?
	// user:  $3500
	// agent: Submitted as EXP-2025-001.
	// goal achieved: this is the last line of the script
}

func ExampleFunc() {
	user := simulator.Func(func(_ context.Context, s *simulator.State) (simulator.Move, error) {
		last := s.Transcript.View().Text()
		switch {
		case last == "":
			return simulator.Move{Input: "I want to submit an expense"}, nil
		case strings.Contains(last, "amount"):
			return simulator.Move{Input: "$3500"}, nil
		default:
			return simulator.Move{GoalAchieved: true, Reasoning: "there is a reference"}, nil
		}
	})
	converse(user, expense)
	// Output:
	// user:  I want to submit an expense
	// agent: What is the amount?
	// user:  $3500
	// agent: Submitted as EXP-2025-001.
	// goal achieved: there is a reference
}

// A model plays the user. Here it is a stand-in that replies as a real one would; it is told the conversation with the
// roles turned round, and replies with one JSON object, or with what the user says.
func ExampleAgent() {
	model := chat.Text(func(_ context.Context, _, heard string) (string, error) {
		switch {
		case strings.Contains(heard, "amount"):
			return `{"input": "It was $3500.", "goal_achieved": false, "reasoning": "the assistant asks for the amount"}`, nil
		case strings.Contains(heard, "EXP-"):
			return "Let me think.\n```json\n{\"input\": \"\", \"goal_achieved\": true, \"reasoning\": \"the expense is submitted\"}\n```", nil
		default:
			return "Hello, I have an expense to submit.", nil
		}
	})
	user := simulator.Agent(model,
		simulator.Persona("New employee, unfamiliar with the expense process"),
		simulator.Goal("Submit a $3500 travel expense"))
	converse(user, expense)
	// Output:
	// user:  Hello, I have an expense to submit.
	// agent: What is the amount?
	// user:  It was $3500.
	// agent: Submitted as EXP-2025-001.
	// goal achieved: the expense is submitted
}

// A human answers at the terminal of the process; here the terminal is a stand-in, on which somebody has typed one line
// and then an empty one.
func ExampleHuman() {
	terminal := struct {
		io.Reader
		io.Writer
	}{strings.NewReader("Hello\n\n"), os.Stdout}
	user := simulator.Human(simulator.Terminal(terminal))
	for turn := 1; turn <= 2; turn++ {
		move, err := user.Next(context.Background(), &simulator.State{Turn: turn})
		fmt.Printf("%q %v\n", move.Input, err)
	}
	// Output:
	// ── turn 1 ──
	// Ctrl-D or an empty line ends the conversation.
	// you    > "Hello" <nil>
	//
	// ── turn 2 ──
	// you    > "" the human gave no more input
}
