// Package limit keeps the calls of agents, judges and simulators within what their provider allows: so many at once, so
// many a minute.
//
//	provider := limit.New(limit.Concurrent(8), limit.PerMinute(60))
//	suite.Run(t, "testdata/*.jsonl", suite.Config{
//		Agents: suite.Agents{
//			"assistants.expense":    provider.Agent(expense.New()),
//			"workers.test.user-sim": provider.Agent(userModel),
//			"workers.test.judge":    provider.Agent(judgeModel),
//		},
//		Target: "assistants.expense",
//	})
//
// A [Limiter] is one budget. All agents that its Agent method returns draw on it, whatever part they play and however
// many cases are played side by side; agenttest.Run, Play, Start and Bench know nothing of it. Make it once for all tests
// that share the provider, for example in a package variable: a limiter knows of no other one, nor of other processes.
//
// # What is limited
//
// A call of Respond: what an agent does within it is its own affair, however many requests of a model it is made of. Each
// round of a turn in which the engine runs the agent's tools is a call, and so is each sample of a judge.
//
// [PerMinute] and [Every] are token buckets: a token is made at regular intervals, kept when nobody needs it, up to
// [Burst] of them, and taken by a call as it begins. Calls are admitted in about the order in which they ask. A call that
// is given up while it waits has taken nothing.
//
// Limits that differ are put around each other. The agent below is called four times at once at most, and together with
// everything else of its provider once a second:
//
//	slow := limit.New(limit.Concurrent(4))
//	agent := provider.Agent(slow.Agent(expense.New()))
//
// Such a call is admitted by both at once, and takes nothing of one while it waits for the other: what else the provider
// serves goes on. Only where something else is between the two, the outer one has admitted the call while it waits for the
// inner one.
//
// # Time
//
// Waiting is nobody's time. Under the engine the time of a case and of a turn stands still while a call waits, be it the
// agent's, a judge's or a simulator's: no timeout comes nearer, and a turn's duration, which assert.MaxDuration looks at,
// leaves the wait out. Nor does it take time that calls come one after another which would go on side by side without the
// limit, such as the samples of a judge. So a case takes as much of its time as without the limit, or less; each of the
// calls under way still has what is left of it, so one that hangs ends. The duration of a case is what it took by the clock
// on the wall, and a note says how much of it was waiting.
//
// So a wait ends with the run: when the context of Play ends, a test is interrupted, or the test binary's deadline
// is near. The cases that wait then are errored, with nobody of theirs to blame:
//
//	interrupted while waiting for the limit of 60 calls a minute: the test binary's own deadline is near; raise it with go test -timeout
//
// Time stands still for a call within another one, too. But if the outer one keeps a place among [Concurrent] ones, what
// it waits for may be itself: an agent that calls a second one through the limiter that it is called through itself, or
// two limiters that are around each other in both orders. So when no place has come free for as long as the case or turn
// has time left, the time is over, and the error names the limit:
//
//	timeout after 5m while waiting for the limit of 1 call at once, in a call that the same limit has admitted
//
// A limiter of [Concurrent] calls that is around itself is refused before anything is played where a wrapper shows it (see
// chat.Wrapper).
//
// The time goes on in a static case without judges whose agent calls a limited one of its own without showing it, and in
// assert.That, which has a time limit of its own.
//
// A call that ignores the end of its context is left behind by the engine, but under way until it returns, so it keeps
// its place among the [Concurrent] ones. When all places are kept so, for half a minute after the end of those calls'
// time, calls are errors instead of waiting, until a place is free again.
//
// # Other properties of an agent
//
// They are found through the limiter: an agent with a Reset method is still played one case at a time, one that is made
// for each run (agenttest.EachRun) still is, with all that are made sharing the limits, and what is to be closed is closed.
package limit
