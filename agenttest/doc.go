// Package agenttest tests LLM agents the way Go tests everything else: a multi-turn conversation is an ordinary test
// function under go test.
//
//	func TestExpense(t *testing.T) {
//		agenttest.Run(t, expense.New(), agenttest.Static(
//			agenttest.User("I want to submit an expense report").
//				Expect(assert.Contains("type of expense")),
//			agenttest.User("Business travel to Beijing, $3500").
//				Require(assert.ToolCalled("create_expense").With(map[string]any{"amount": 3500})),
//			agenttest.User("Yes, confirm").
//				Expect(assert.Regex(`EXP-\d{4}-\d+`)),
//		).Finally(assert.JSONPath("$.expense.status", "submitted")))
//	}
//
// # Agents
//
// An [Agent] is anything with a Respond method; [AgentFunc] adapts a function and [Text] the simplest one. An agent
// that keeps state between conversations has a Reset method and is played one case at a time, or is wrapped in
// [EachRun], which makes one for each conversation.
//
// # Cases
//
// A [Case] is a value: [Static] plays a script, [Single] one message, and [Dynamic] lets a simulator (package
// simulator) play the user until the checkpoints (package checkpoint) are reached. [Case.Opening] lets a script begin
// and the simulator go on. Methods of the case set its limits, its options, stubs for the agent's tools, rules that
// hold in every turn, and what is asserted at the end. Every method returns a copy, so that a base case can be shared.
//
// # Playing
//
// [Run] plays a case as part of a test, [Play] without one, and [Start] hands the turns to the test itself. All three
// use the same engine, in which a turn is: the next input (script, then simulator, then human), the agent, its tools,
// the turn's assertions, the rules, the checkpoints.
//
// A [Result] has one of four statuses. Passed and failed speak of the agent. Errored means that something else kept the
// question from being answered, such as a judge whose reply cannot be read, and never counts as a pass. Skipped means
// that the conversation could not go on, for example because the agent asked for input that the case does not have.
// Everything that is not a pass names who is to blame.
//
// # Limits
//
// A case has one time limit over everything ([Case.Timeout], 5 minutes), which also ends before the test binary's own
// -timeout so that the transcript is seen. An agent that panics, calls FailNow, returns nothing or ignores the end of
// its context costs its case and nothing else.
//
// # Where things are
//
// Package assert holds the assertions, checkpoint the checkpoints, simulator who plays the user, detect how an agent
// is found to be waiting for input; agenttest/chat has the types all of them share, agenttest/golden keeps transcripts
// as golden files, and agenttest/suite runs cases from files. Importing any of them changes nothing global, except
// agenttest/golden, which says so.
package agenttest
