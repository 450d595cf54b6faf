// Package checkpoint states what a conversation must come to, whichever way it takes there.
//
// A [Checkpoint] is an assertion with a name. It is judged in every turn, against that turn alone (its reply and the
// tools it called), until it passes once; then it is reached and never looked at again. A conversation that a simulated
// user drives passes when every checkpoint that is not optional has been reached:
//
//	agenttest.Dynamic(user,
//		checkpoint.New("ask_type", assert.Contains("type")),
//		checkpoint.New("call_create", assert.ToolCalled("create_expense")).After("ask_type"),
//		checkpoint.New("confirm", assert.Contains("submitted")).After("call_create"),
//		checkpoint.New("polite", assert.Contains("thank")).Optional(),
//	)
//
// # Not yet is not wrong
//
// A checkpoint whose assertion fails is pending: it is tried again in the next turn, and the last reason is kept for
// the report. Only an assertion that errors, such as a judge whose reply cannot be read, ends the case; see [Fault].
//
// So a checkpoint is for what must happen, and a rule for what must not: a checkpoint that asserts the absence of
// something is reached by the first reply that says nothing of it, and checks no reply after that. Use Never and Always
// of the case for such rules.
//
// # Order
//
// [Checkpoint.After] names checkpoints that must be reached before, or in the same turn: one reply that asks for the
// type and calls the tool reaches both. The order in which checkpoints are declared means nothing.
//
// # Cost
//
// An assertion is run at most once a turn, only while its checkpoint is pending and what it waits for is reached. Those
// that ask a model run side by side, after all others have settled; once every required checkpoint is reached, optional
// ones ask no model any more. What has been reached and what still waits costs nothing.
package checkpoint
