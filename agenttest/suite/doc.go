// Package suite runs test cases that are kept in files or made by generators: each case a subtest, with agents,
// simulators, judges and scripts looked up by their ids.
//
//	func TestExpense(t *testing.T) {
//		suite.Run(t, "testdata/*.jsonl", suite.Config{
//			Agents: suite.Agents{
//				"assistants.expense":    expense.New(),
//				"workers.test.user-sim": userModel,
//				"workers.test.judge":    judgeModel,
//			},
//			Target: "assistants.expense",
//			Check:  golden.Assert,
//		})
//	}
//
// [Load] reads the same cases without a test, and [Play] plays them. Everything that can be known to be wrong with a case
// is found when it is loaded, in all files at once, and then nothing is run.
//
// # Inputs
//
// [Run], [Load] and [All] take an input, which is one of
//
//	testdata/expense.jsonl                a file, whatever its name is
//	testdata/*.jsonl                      a pattern of files, in the syntax of filepath.Match
//	testdata                              a directory: its files that end in .jsonl, .ndjson or .json, but not those that
//	                                      begin with a dot, nor those of directories in it
//	agents:ID?count=10&focus=edge-cases   an agent that makes the cases
//	scripts:ID?count=10                   a Go function that does
//
// Files are read in the order of their names. A prefix wins over a file that is called like it: write "./agents:x" for the
// file. What is none of these is an error, and never a message to the agent; [Message] makes a case of one, and
// [Conversation] lets a person talk to the agent.
//
// All hands the cases on one by one, for more of them than fit into memory and to write them again
// ([Loaded.MarshalJSON]): so a dry run makes a case file of what a generator has made.
//
// # Generators
//
// A generator is given a [GeneratorInput]: the id of the agent under test; what that agent says of itself, when it is a
// [chat.Describer]; and the parameters behind the "?", of which count, focus and complexity are known to every generator.
// Any other is passed through. target_description and target_tools, a list of names separated by commas, are for agents
// that do not describe themselves.
//
// An agent is sent one message, which tells a bare model all of this, how cases are written, and whom they may name. The
// request has options.skip.history, and metadata for agents that need no such message: test_mode "generator",
// session_id, target_agent, target_description, target_tools ([chat.Tool]), and all parameters. Config.Options are for
// the agent under test alone. A script is a [GeneratorFunc].
//
// The cases are the reply's structured data, or the last JSON in its text, that is an array of objects or an object with
// "cases" or "test_cases"; beside these there may be remarks. They are checked as strictly as those of a file: every field
// counts, and an id is required. No case is lost without a word. A draft may come before the list if the list has all of
// its cases; a reply that has a case which its list has not is an error. So are a reply that breaks off, or that the model
// did not finish (its finish reason is length, content_filter, refusal, error, interrupted or paused), one that has no
// such JSON or an empty list, and fewer cases than count asks for, while more are kept; and a generator that fails, panics
// or takes longer than Config.Timeout (5m):
//
//	agents:workers.test.generator: cases[2] ("G003"): turns[0].assertions[0].type: got the string "contain", want …
//
// Attachments of generated cases are read from Config.Root, or the working directory. What an agent makes up cannot be
// divided into shards, since each machine would have cases of its own; write it to a file first.
//
// # Files
//
// A case file is a stream of JSON objects, each one case. An object begins on a line of its own and may go over several,
// so that JSON Lines are read as well as objects written for people. Blank lines, lines that begin with //, a byte order
// mark and CRLF are fine. A case may be hundreds of megabytes large.
//
//	// The happy path.
//	{"id": "T001", "input": "Hello", "assertions": [{"type": "contains", "value": "Hi"}]}
//
//	{
//	  "id": "T002",
//	  "turns": [
//	    {"input": "I want to submit an expense report", "assertions": [{"type": "contains", "value": "type of expense"}]},
//	    {"input": "Business travel, $3500", "assertions": [{"type": "tool_called", "name": "create_expense"}]}
//	  ]
//	}
//
//	{
//	  "id": "T003",
//	  "simulator": {"use": "workers.test.user-sim", "persona": "New employee", "goal": "Submit a $3500 travel expense"},
//	  "checkpoints": [
//	    {"id": "ask_type", "assertion": {"type": "contains", "value": "type"}},
//	    {"id": "submit", "after": ["ask_type"], "assertion": {"type": "contains", "value": "submitted"}}
//	  ]
//	}
//
// A field that is not in the tables below is an error, and so is a value of another kind: nothing in a file is ignored.
//
// # Fields of a case
//
//	id                  text     Required. Unique over all files of the suite; names the subtest.
//	name                text     For people. The id stands in for it.
//	type                text     "single_turn" or "multi_turn". Follows from the other fields; an error if they differ.
//	mode                text     "static" or "dynamic". Follows from the other fields; an error if they differ.
//
//	input               text     What the user says: the only turn, or the first one before a simulator takes over.
//	attachments         list     Files that go with input; see below.
//	assertions, assert  list     Assertions on the reply to input.
//	turns               list     A script, in place of input; see below.
//	simulator           object   Who plays the user after input or turns; see below.
//	checkpoints         list     What a dynamic conversation has to come to; see below.
//	until_goal          bool     Plays on after all checkpoints, until the simulator's goal is achieved.
//
//	always, never       list     Assertions that hold in every turn, or in none.
//	final_assertions    list     Assertions on the whole conversation, when it has ended.
//	keep_going          bool     Plays on after a turn whose assertions failed.
//
//	max_turns           number   Bounds a conversation with a simulator or a person, all turns counted; 20 by default.
//	timeout             time     Bounds the whole case; 5m, or Config.Timeout, by default.
//	turn_timeout        time     Bounds the agent's time in each turn; what is left of the case's by default.
//
//	on_missing_input    text     What happens when the agent waits for input and there is none: "skip", "fail" or "end".
//	                             Config.OnMissingInput by default, else "skip" for turns and "end" for a single input.
//	                             A person who was to begin and says nothing: failed by "fail", else skipped.
//	on_simulator_error  text     "error" by default, "skip" or "fail".
//	detect              text     "declared" by default: the agent waits when it says so. "hybrid": also when its reply
//	                             reads like a question.
//	interactive         object   {"enabled": bool, "timeout": time}. A person at the terminal may override any turn, or
//	                             stand in for the simulator; 5m for each line by default. Config.Interactive does so in
//	                             every case, and Config.SkipInteractive skips the cases that ask for it.
//
//	options             object   What the agent is given in every turn; see below.
//	variables           object   Put in place of {{NAME}} in inputs, and read as $.variables.NAME in final_assertions.
//	                             Numbers are json.Number.
//	tools               list     Stubs for the agent's tools; see below.
//
// A list of assertions may also be a single assertion. A time is a text such as "30s" or "1m30s".
//
// What a case is follows from its fields. One with input or turns alone is static. One with simulator, checkpoints or
// mode "dynamic" is dynamic: input or turns are sent first, if there are any, then the simulator speaks, until all
// checkpoints are reached, or, where there are none, until it says that its goal is achieved. It needs somebody who
// plays the user: its own simulator, Config.Simulator, or a person.
//
// # A turn
//
//	input               text     What the user says. May be left out beside attachments and answer.
//	answer              object   {"call": id or tool name, "result": any JSON}. Answers a tool call that the agent left
//	                             pending, in place of input.
//	attachments         list     Files that go with it.
//	assertions, assert  list     Assertions on the reply.
//	options             object   What the agent is given in this turn.
//
// An attachment is {"type": "image", "source": "file://receipt.jpg", "name": "receipt"}; type and name may be left out. A
// file is looked for in the directory of the case file, or in Config.Root, and never outside it. Other URIs are handed to
// the agent as they are.
//
// # A simulator
//
//	use                 text     "ID" or "agents:ID" of an agent, or "scripts:ID" of a script. Config.Simulator by default.
//	persona, goal       text     Who the user is, and what they want. May stand in options.metadata instead.
//	max_turns           number   The same as the case's.
//	options             object   What the simulator is given. A [SimulatorFunc] is given the metadata.
//
// # A checkpoint
//
//	id                  text     Required. Unique in the case.
//	description         text     For people.
//	assertion, assert   object   Required. Reached in the first turn that it holds for.
//	after               list     Ids, or one id, of checkpoints that must be reached before, or in the same turn.
//	optional            bool     The conversation need not reach it.
//
// # A stub
//
//	name                text     Required. The tool, without or with its namespace.
//	args, with          object   Only calls whose arguments include these.
//	returns             any      What the tool answers; or
//	error               text     how it fails.
//
// # Options
//
//	connector, mode     text     For the agent to make something of.
//	search              any
//	skip                object   {"history": true, "trace": true, …}
//	metadata            object   Numbers are float64, as in encoding/json; integers that would lose digits are json.Number.
//
// The options of a turn are put over those of the case, and these over Config.Options: setting by setting, and metadata
// key by key, deeply.
//
// # Assertions
//
// The documentation of package assert lists the fields of each type. In short:
//
//	contains, not_contains      value
//	equals                      value
//	regex                       pattern or value
//	json_path                   path, and one of value, exists, absent, one_of
//	type                        value, path
//	schema                      schema, path
//	tool_called                 name or pattern; with or with_exactly; times
//	tool_result                 name, value, is_error
//	trajectory                  mode, calls
//	agent                       use, criteria (also in options.metadata), options, min_score, samples
//	script                      use, options.metadata
//	all, any                    assertions
//	not, in_transcript          assertion
//	max_duration, max_tokens, max_cost    value
//
// Every one takes negate, ignore_case and message.
//
// # References
//
// "agents:ID" names an entry of Config.Agents and "scripts:ID" one of Config.Scripts. The prefix may be left out: use of a
// simulator and of an assertion of type agent is an agent then, that of type script a script.
//
// # Many cases
//
// Cases are played side by side, 16 at once unless Config.Concurrency or AGENTTEST_PARALLEL=n says otherwise; go test's
// -parallel, which counts processors, has no part in it. go test's -run, -skip, -failfast, -count, -v and -json mean what
// they always do, with each case a subtest that is reported when it has ended. A suite ends before the test binary's
// -timeout does: the cases under way are errored, with their transcripts, and the others are named as not played.
// Cases in which a person takes part are played one at a time, over all suites and tests of the process: there is one
// terminal. Those without a person are played meanwhile.
//
//	AGENTTEST_PARALLEL=50      how many cases are played at once
//	AGENTTEST_ON_SKIP=fail     a case that is skipped fails
//	AGENTTEST_SHARD=2/8        only the cases of the second of eight machines are played; "auto" asks the CI system
//	AGENTTEST_TIMINGS=FILE     the JSONL report of an earlier run, to divide the cases into shards of equal duration
//
// What a provider allows is kept to by package limit: agents, simulators and judges that one limiter is put around share
// its calls a minute and its calls at once, over all cases, and waiting for them is in no timeout.
//
//	provider := limit.New(limit.PerMinute(60), limit.Concurrent(8))
//	suite.Agents{"assistants.expense": provider.Agent(expense.New()), "workers.test.judge": provider.Agent(judgeModel)}
//
// Agents that are real are given with Config.Live, so that go test does not take a run from its cache.
//
// # Results
//
// A failure is reported at its line in the file, in the form of go test, followed by the transcript:
//
//	--- FAIL: TestExpense/T002 (0.01s)
//	    expense.jsonl:8: turn 2: ToolCalled("create_expense"): tools called: got ["lookup"], want "create_expense" among them
//	    expense_test.go:12: transcript (turn 1 passed):
//	         …
//	    reproduce: go test -run '^TestExpense$/^T002$' ./expense
package suite
