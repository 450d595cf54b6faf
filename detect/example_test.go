package detect_test

import (
	"fmt"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/detect"
)

func ExampleHybrid() {
	d := detect.Hybrid()
	for _, r := range []*chat.Response{
		chat.Reply("What is the amount?"),
		chat.Reply("What is the amount?").Asking("Enter amount, e.g. $3500"),
		(&chat.Response{}).WithCalls(chat.Call("ask_user", map[string]any{"question": "Which account?"})),
		chat.Reply("Expense submitted. Let me know if you need anything else."),
	} {
		state := d.Detect(r)
		fmt.Printf("%-5t %s %q\n", state.Awaiting, state.Reason, state.Hint)
	}
	// Output:
	// true  content_is_question "What is the amount?"
	// true  agent_declared "Enter amount, e.g. $3500"
	// true  tool_requires_confirmation "Which account?"
	// false completed ""
}

func ExampleHybridDetector_WithTools() {
	d := detect.Hybrid().WithTools("choose_seat")
	fmt.Println(d.Detect((&chat.Response{}).WithCalls(chat.Call("airline__choose_seat", nil))).Awaiting)
	// Output: true
}

func ExampleHybridDetector_WithQuestion() {
	// An agent of one's own may have its own way to ask.
	d := detect.Hybrid().WithQuestion(func(text string) bool { return strings.HasSuffix(text, "OVER") })
	fmt.Println(d.Detect(chat.Reply("Need your position. OVER")).Awaiting)
	// Output: true
}

func ExampleIsQuestion() {
	for _, text := range []string{
		"To file the claim I'll need:\n- the date\n- photos of the damage",
		"Which size would you like?\n\nThanks for choosing us!",
		"Booking a table for 3 at seven.",
		"What is a deductible? It is the part of a claim that you pay yourself.",
		"I've added the question \"Are you over 18?\" to the form.",
		"Where the amount exceeds $5,000, a second approval is required.",
		"请告诉我您的地址。",
	} {
		fmt.Println(detect.IsQuestion(text))
	}
	// Output:
	// true
	// true
	// true
	// false
	// false
	// false
	// true
}

func ExampleTools() {
	d := detect.Tools("choose_seat")
	pending := chat.Call("choose_seat", nil)
	fmt.Println(d.Detect((&chat.Response{}).WithCalls(pending)).Awaiting)
	fmt.Println(d.Detect((&chat.Response{}).WithCalls(pending.Returning("14C"))).Awaiting)
	// Output:
	// true
	// false
}

func ExampleDeclared() {
	fmt.Println(detect.Declared().Detect(chat.Reply("Shall I go on?")).Awaiting)
	fmt.Println(detect.Declared().Detect(chat.Reply("Shall I go on?").Asking("yes or no")).Awaiting)
	// Output:
	// false
	// true
}

func ExampleFinishReason() {
	r := chat.Reply("This transfer needs approval.")
	r.FinishReason = chat.FinishInterrupted // input_required in A2A, interrupted in genkit
	fmt.Println(detect.FinishReason().Detect(r).Awaiting)
	// Output: true
}

func ExampleQuestion() {
	state := detect.Question().Detect(chat.Reply("This needs approval. Please provide a PO number."))
	fmt.Println(state.Hint)
	// Output: Please provide a PO number.
}
