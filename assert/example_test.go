package assert_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

// show stands for the *testing.T of a test in these examples: it prints what a failing test prints.
type show struct{}

func (show) Helper()                           {}
func (show) FailNow()                          {}
func (show) Logf(format string, args ...any)   { fmt.Printf(format+"\n", args...) }
func (show) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }

var t show

// turn is one turn of a conversation in which an agent refunded an order.
var turn = chat.Reply("Your refund of $35 is on its way. Reference: REF-2025-7.").
	WithCalls(
		chat.Call("lookup", map[string]any{"id": "A-1"}).Returning(map[string]any{"found": true, "total": 35}),
		chat.Call("refund", map[string]any{"id": "A-1", "amount": 35}),
	).
	WithData(map[string]any{"order": map[string]any{"id": "A-1", "status": "refunded"}})

func Example() {
	assert.That(t, turn,
		assert.Contains("refund"),
		assert.Regex(`REF-\d{4}-\d+`),
		assert.ToolCalled("refund").With(map[string]any{"amount": 3500}),
		assert.JSONPath("$.order.status", "refunded"),
		assert.Not(assert.Contains("sorry")))
	// Output:
	// ToolCalled("refund").With({"amount":3500}): args.amount: got 35, want 3500
}

func ExampleThat() {
	ok := assert.That(t, turn, assert.Contains("thank you"), assert.ToolCalled("cancel"))
	fmt.Println(ok)
	// Output:
	// Contains("thank you"): reply: got "Your refund of $35 is on its way. Reference: REF-2025-7.", want "thank you" in it
	// ToolCalled("cancel"): tools called: got ["lookup", "refund"], want "cancel" among them
	// false
}

func ExampleMust() {
	test := func(t *testing.T) {
		assert.Must(t, turn, assert.ToolCalled("refund")) // the test ends here when it was not
		assert.That(t, turn, assert.Contains("on its way"))
	}
	_ = test
	// Output:
}

func ExampleContains() {
	assert.That(t, turn, assert.Contains("Refund"))
	// Output:
	// Contains("Refund"): reply: got "Your refund of $35 is on its way. Reference: REF-2025-7.", want "Refund" in it (it has "refund": IgnoreCase would accept the other case)
}

func ExampleEquals() {
	assert.That(t, chat.Reply("OK\n"), assert.Equals("OK"))
	assert.That(t, chat.Reply(`{"status": "open", "n": 1.0}`), assert.Equals(map[string]any{"n": 1, "status": "closed"}))
	// Output:
	// Equals({"n":1,"status":"closed"}): $.status: got "open", want "closed"
	//     diff (-want +got):
	//         {
	//       -   "status": "closed"
	//       +   "status": "open"
	//           … 1 equal key
	//         }
}

func ExampleRegex() {
	assert.That(t, chat.Reply("Reference: none."), assert.Regex(`REF-\d+`))
	// Output: Regex(`REF-\d+`): reply: got "Reference: none.", want a match of `REF-\d+`
}

func ExampleJSONPath() {
	assert.That(t, turn,
		assert.JSONPath("$.order.id", assert.Matching(`^A-\d+$`)),
		assert.JSONPath("$.order.error", assert.Absent()),
		assert.JSONPath("$.order.stat", "refunded"))
	// Output: JSONPath("$.order.stat", "refunded"): $.order has no "stat", it has "id", "status": want "refunded"
}

func ExampleExists() {
	assert.That(t, turn, assert.JSONPath("$.order.id", assert.Exists()))
	// Output:
}

func ExampleAbsent() {
	assert.That(t, turn, assert.ToolCalled("lookup").With(map[string]any{"password": assert.Absent()}))
	// Output:
}

func ExampleOneOf() {
	assert.That(t, turn, assert.JSONPath("$.order.status", assert.OneOf("open", "closed")))
	// Output: JSONPath("$.order.status", OneOf("open", "closed")): $.order.status: got "refunded", want one of "open", "closed"
}

func ExampleMatching() {
	assert.That(t, turn, assert.ToolCalled("refund").With(map[string]any{"id": assert.Matching("^B")}))
	// Output: ToolCalled("refund").With({"id":Matching("^B")}): args.id: got "A-1", want a string that matches "^B"
}

func ExampleExactly() {
	assert.That(t, turn, assert.ToolResult("lookup", assert.Exactly(map[string]any{"found": true})))
	// Output: ToolResult("lookup", Exactly({"found":true})): result: got {"found":true,"total":35}, want exactly {"found":true}
}

func ExampleType() {
	assert.That(t, turn, assert.Type("number").At("$.order.id"))
	// Output: Type("number").At("$.order.id"): type of $.order.id: got string "A-1", want number
}

func ExampleSchema() {
	assert.That(t, turn, assert.Schema(`{"type": "object", "required": ["id", "total"]}`).At("$.order"))
	// Output:
	// Schema({"type":"object","required":["id","total"]}).At("$.order"): $.order is not valid: required: missing properties: ["total"]: got {"id":"A-1","status":"refunded"}
}

func ExampleToolCalled() {
	assert.That(t, turn,
		assert.ToolCalled("refund").With(map[string]any{"amount": 35}).Times(1),
		assert.Not(assert.ToolCalled("delete_order")))
	// Output:
}

func ExampleToolMatching() {
	assert.That(t, turn, assert.Not(assert.ToolMatching("^(delete|drop)_")))
	// Output:
}

func ExampleArgs() {
	type refund struct{ Amount int }
	assert.That(t, turn, assert.ToolCalled("refund").Where(assert.Args(func(r refund) bool { return r.Amount > 100 })))
	// Output: ToolCalled("refund").Where(func): args: got {"amount":35,"id":"A-1"}, want what the Where function accepts
}

func ExampleToolResult() {
	assert.That(t, turn, assert.ToolResult("lookup", map[string]any{"found": false}))
	// Output: ToolResult("lookup", {"found":false}): result.found: got true, want false
}

func ExampleTrajectory() {
	assert.That(t, turn, assert.Trajectory(assert.Strict, "lookup", "confirm", "refund"))
	// Output:
	// Trajectory(Strict, "lookup", "confirm", "refund"): 1 of 3 expected calls not made: got ["lookup", "refund"], want ["lookup", "confirm", "refund"]
	//     diff (-want +got):
	//         lookup({"id":"A-1"}) = "lookup"
	//       - "confirm"
	//         refund({"amount":35,"id":"A-1"}) = "refund"
}

func ExampleParseTrajectoryMode() {
	mode, err := assert.ParseTrajectoryMode("in_order")
	fmt.Println(mode, err)
	// Output: in_order <nil>
}

func ExampleAgent() {
	judge := chat.Text(func(_ context.Context, _, prompt string) (string, error) { // a model, in a real test
		return `The criteria ask for a date. {"passed": false, "score": 0.3, "reason": "It does not say when.", "suggestions": ["Name a day."]}`, nil
	})
	assert.That(t, turn, assert.Agent(judge, "says when the money arrives").MinScore(0.8))
	// Output:
	// Agent(judge, "says when the money arrives").MinScore(0.8): the judge says: It does not say when.
	//     score: 0.3
	//     suggestion: Name a day.
}

func ExampleFunc() {
	short := assert.Func("short", func(_ context.Context, v chat.View) chat.Verdict {
		if words := len(strings.Fields(v.Text())); words > 5 {
			return chat.Mismatch("words in the reply", fmt.Sprint(words), "at most 5")
		}
		return chat.Pass()
	})
	assert.That(t, turn, short)
	// Output: Func("short"): words in the reply: got 10, want at most 5
}

func ExampleScript() {
	script := func(_ context.Context, v chat.View, metadata map[string]any) chat.Verdict {
		if word := metadata["word"].(string); !strings.Contains(v.Text(), word) {
			return chat.Fail("the word %q is missing", word)
		}
		return chat.Pass()
	}
	assert.That(t, turn, assert.Script("says", script, map[string]any{"word": "please"}))
	// Output: Script("says"): the word "please" is missing
}

func ExampleNot() {
	assert.That(t, turn, assert.Not(assert.ToolCalled("refund")))
	// Output:
	// Not(ToolCalled("refund")): calls of "refund": got 1, want none
	//     call 2: refund({"amount":35,"id":"A-1"})
}

func ExampleAll() {
	polite := assert.All(assert.Contains("please"), assert.Not(assert.Contains("!")))
	assert.That(t, chat.Reply("Wait!"), polite)
	// Output:
	// All(Contains("please"), Not(Contains("!"))): 2 of 2 failed
	//     - Contains("please"): reply: got "Wait!", want "please" in it
	//     - Not(Contains("!")): reply: got "Wait!", want no "!" in it
}

func ExampleAny() {
	assert.That(t, turn, assert.Any(assert.Contains("refund"), assert.Contains("money back")))
	// Output:
}

func ExampleIgnoreCase() {
	assert.That(t, turn, assert.IgnoreCase(assert.Contains("YOUR REFUND")))
	// Output:
}

func ExampleMessage() {
	assert.That(t, chat.Reply("Done."), assert.Message("the amount must be repeated", assert.Contains("$35")))
	// Output: Contains("$35"): the amount must be repeated: reply: got "Done.", want "$35" in it
}

func ExampleInTranscript() {
	conversation := chat.NewTranscript(
		chat.UserMessage("My order never came."), chat.AssistantMessage("I refund it: REF-1."),
		chat.UserMessage("Thanks!"), chat.AssistantMessage("Bye."))
	assert.That(t, conversation, assert.InTranscript(assert.Contains("REF-1")), assert.Contains("REF-1"))
	// Output: Contains("REF-1"): last reply: got "Bye.", want "REF-1" in it
}

func ExampleMaxDuration() {
	slow := &chat.Turn{Response: chat.Reply("Hi."), Duration: 3 * time.Second}
	assert.That(t, slow, assert.MaxDuration(2*time.Second))
	// Output: MaxDuration(2s): the agent's time: got 3s, want at most 2s
}

func ExampleMaxTokens() {
	r := chat.Reply("Hi.")
	r.Usage = &chat.Usage{InputTokens: 900, OutputTokens: 200}
	assert.That(t, r, assert.MaxTokens(1000))
	// Output: MaxTokens(1000): tokens: got 1100, want at most 1000
}

func ExampleMaxCost() {
	assert.That(t, chat.Reply("Hi."), assert.MaxCost(0.01))
	// Output:
	// MaxCost(0.01): errored (case): the cost is not known: the agent reports none in every turn; set Response.Usage, or leave the limit out
}
