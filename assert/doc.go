// Package assert is the vocabulary of assertions about what an agent said and did.
//
// An assertion is an immutable value. It is given to a turn, a checkpoint or a case, which run it; or it is checked by
// hand, of a turn, a response, a whole result or a transcript recorded elsewhere:
//
//	turn := c.Say("Business travel to Beijing, $3500")
//	assert.That(t, turn,
//		assert.ToolCalled("create_expense").With(map[string]any{"amount": 3500}),
//		assert.Not(assert.Contains("error")),
//		assert.Agent(judge, "asks for confirmation and repeats the amount"))
//
// [That] reports everything that is wrong and goes on; [Must] ends the test.
//
// # Verdicts
//
// A verdict is passed, failed or errored. Errored is neither: the question could not be answered, because of a judge whose
// reply makes no sense, a usage that nobody reported, a pattern that does not compile. It never becomes a pass, and [Not]
// does not turn it around. What is wrong with an assertion itself is known when it is built: its Validate method says it,
// and [That], [Must] and the engine ask before anything runs.
//
// # What is looked at
//
// Of a turn: its reply (the text of all messages of the agent in it), its tool calls, its data. Of a whole conversation,
// as at the end of a case: the last reply, the tool calls of all turns, the final state. [InTranscript] makes one turn of
// everything so far.
//
// # Comparing JSON
//
// [JSONPath], [Equals], [ToolCalled], [ToolResult] and [Trajectory] compare by value: 1 is 1.0, and 9007199254740993 is not
// 9007199254740992; a missing key is not null; the order of keys means nothing. Wanted values are Go values (maps, slices,
// structs, numbers), json.RawMessage, and a [Matcher] in place of any value: [Exists], [Absent], [OneOf], [Matching],
// [Exactly]. Arguments and results of tools are compared as subsets, everything else with no other keys.
//
// # Spelling in files
//
// Every assertion marshals to the JSON that case files use, and every such JSON can be built from this package:
//
//	{"type": "contains", "value": "text"}                     Contains
//	{"type": "not_contains", "value": "text"}                 Not(Contains(…))
//	{"type": "equals", "value": "text" or any JSON}           Equals
//	{"type": "regex", "pattern": "RE2"}                       Regex ("value" for "pattern" is read too)
//	{"type": "json_path", "path": "$.a", "value": any JSON}   JSONPath
//	{"type": "type", "value": "number", "path": "$.a"}        Type, path optional
//	{"type": "schema", "schema": {…}, "path": "$.a"}          Schema, path optional
//	{"type": "tool_called", "name": "tool"}                   ToolCalled; "pattern" for "name": ToolMatching
//	    "with": {…}, "with_exactly": {…}, "times": 1
//	{"type": "tool_result", "name": "tool", "value": {…}}     ToolResult
//	    "is_error": true
//	{"type": "trajectory", "mode": "strict", "calls": […]}    Trajectory; a call is a name or {"name", "with", "times"};
//	                                                          modes strict, in_order, unordered, subset, superset
//	{"type": "agent", "use": "agents:ID"}                     Agent
//	    "options": {"metadata": {"criteria": "…"}}, "min_score": 0.8, "samples": 3
//	{"type": "script", "use": "scripts:ID"}                   Script, Func
//	    "options": {"metadata": {…}}
//	{"type": "all", "assertions": […]}                        All
//	{"type": "any", "assertions": […]}                        Any
//	{"type": "not", "assertion": {…}}                         Not
//	{"type": "in_transcript", "assertion": {…}}               InTranscript
//	{"type": "max_duration", "value": "30s"}                  MaxDuration
//	{"type": "max_tokens", "value": 5000}                     MaxTokens
//	{"type": "max_cost", "value": 0.05}                       MaxCost, in US dollars
//
// Every one takes "negate": true ([Not]), "ignore_case": true ([IgnoreCase]) and "message": "…" ([Message]). Where JSON is
// compared, an object of one key that begins with "$" is a matcher:
//
//	{"$exists": true}  {"$exists": false}  {"$one_of": […]}  {"$regex": "…"}  {"$equals": …}  {"$literal": …}
//
// where $literal is data that merely looks like a matcher. Two things are Go code and have no spelling: a Where function
// and an assertion of a type of one's own; a script stands for both.
package assert
