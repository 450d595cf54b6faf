package checkpoint_test

import (
	"context"
	"fmt"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
)

// The engine follows the checkpoints of a case like this. One reply may reach several, in the order that After asks for,
// whatever the order of their declaration.
func ExampleTracker() {
	checkpoints := []checkpoint.Checkpoint{
		checkpoint.New("confirm", assert.Contains("submitted")).After("call_create"),
		checkpoint.New("call_create", assert.ToolCalled("create_expense")).After("ask_type"),
		checkpoint.New("ask_type", assert.Contains("type")),
		checkpoint.New("polite", assert.Contains("thank")).Optional(),
	}
	if err := checkpoint.Validate(checkpoints); err != nil {
		fmt.Println(err)
		return
	}
	tracker := checkpoint.Track(checkpoints)
	for _, reply := range []*chat.Response{
		chat.Reply("Which type of expense?"),
		chat.Reply("It was submitted.").WithCalls(chat.Call("create_expense", map[string]any{"amount": 3500})),
	} {
		reached, fault := tracker.Observe(context.Background(), reply.View())
		fmt.Println(reached, fault, "pending:", tracker.Pending())
	}
	for _, s := range tracker.Status() {
		fmt.Println(s.ID, s.Reached, s.Turn)
	}
	// Output:
	// [ask_type] <nil> pending: [confirm call_create]
	// [confirm call_create] <nil> pending: []
	// confirm true 2
	// call_create true 2
	// ask_type true 1
	// polite false 0
}

// Mistakes are found before anything runs.
func ExampleValidate() {
	fmt.Println(checkpoint.Validate([]checkpoint.Checkpoint{
		checkpoint.New("ask_type", assert.Contains("type")).At(chat.Source{File: "cases.jsonl", Line: 3}),
		checkpoint.New("confirm", assert.Contains("submitted")).After("ask_tpye").At(chat.Source{File: "cases.jsonl", Line: 4}),
	}))
	// Output:
	// cases.jsonl:4: checkpoint "confirm" comes after "ask_tpye", which is not declared (did you mean "ask_type"?)
}
