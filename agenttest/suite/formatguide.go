package suite

// What follows tells a model how cases are written. Every object in it that stands on a line of its own is one that the
// reader takes, and every type of assertion is in it; a test sees to both.

const formatGuide = `A case is a JSON object. A field that is not named here is an error, and so is a value of another kind.

Cases of one turn and of several:
{"id": "G001", "name": "Says what it needs", "input": "I want to submit an expense", "assertions": [{"type": "contains", "value": "amount", "ignore_case": true}]}
{"id": "G002", "name": "Submits", "turns": [{"input": "Submit a travel expense", "assertions": [{"type": "regex", "pattern": "(?i)how much|amount"}]}, {"input": "$3500", "assertions": [{"type": "tool_called", "name": "create_expense", "with": {"amount": 3500}}]}], "final_assertions": [{"type": "not_contains", "value": "error"}]}

Fields of a case:
id                text, required, different in every case
name              text: what the case is about
input             text: the user's only message; "assertions" beside it judge the reply
turns             array, in place of input: {"input": text, "assertions": array}, sent in this order whatever the agent answers
final_assertions  array: judge the whole conversation at its end
always, never     arrays: must hold in every turn, or in none
on_missing_input  "skip" (the default where there are turns), "fail" or "end": when the agent waits for input and no turn is left
timeout           text such as "2m"

Assertions, one a line:
{"type": "contains", "value": "text"}
{"type": "not_contains", "value": "text"}
{"type": "equals", "value": "the whole reply"}
{"type": "regex", "pattern": "(?i)RE2 syntax"}
{"type": "json_path", "path": "$.expense.status", "value": "submitted"}
{"type": "json_path", "path": "$.expense.id", "exists": true}
{"type": "type", "path": "$.expense.amount", "value": "number"}
{"type": "schema", "schema": {"type": "object", "required": ["status"]}}
{"type": "tool_called", "name": "create_expense", "with": {"amount": 3500}, "times": 1}
{"type": "tool_result", "name": "create_expense", "value": {"status": "ok"}}
{"type": "trajectory", "mode": "in_order", "calls": ["get_policy", {"name": "create_expense", "with": {"amount": 3500}}]}
{"type": "all", "assertions": [{"type": "contains", "value": "a"}, {"type": "contains", "value": "b"}]}
{"type": "any", "assertions": [{"type": "contains", "value": "a"}, {"type": "contains", "value": "b"}]}
{"type": "not", "assertion": {"type": "tool_called", "name": "delete_expense"}}
{"type": "in_transcript", "assertion": {"type": "contains", "value": "text"}}
{"type": "max_duration", "value": "30s"}
{"type": "max_tokens", "value": 5000}
{"type": "max_cost", "value": 0.05}

json_path, type and schema look at JSON in the reply; a path is made of $ .name ['name'] [0] [-1] [*]. "with" names the arguments that matter, others may be there; "times", "with" and the "path" of type and schema may be left out. The modes of trajectory are "strict", "in_order", "unordered", "subset" and "superset". Every assertion may have "negate": true and "message": text, and contains, not_contains, equals and regex "ignore_case": true.
`

const simulatorGuide = `A case in which a simulated user speaks, after "input" or "turns" if there are any, until all checkpoints are reached, in any order that "after" allows, or within max_turns:
{"id": "G003", "name": "Gets an expense approved", "input": "Hello", "simulator": {"use": "ID", "persona": "New employee", "goal": "Submit a $3500 travel expense"}, "checkpoints": [{"id": "created", "description": "The expense is created", "assertion": {"type": "tool_called", "name": "create_expense"}}, {"id": "confirmed", "after": ["created"], "assertion": {"type": "contains", "value": "submitted", "ignore_case": true}}], "max_turns": 10}
`

const judgeGuide = `An assertion in which another agent judges the reply by criteria, for what no text or tool call shows:
{"type": "agent", "use": "ID", "criteria": "is polite and names the next step"}
`

const scriptGuide = `An assertion that is a function of the project:
{"type": "script", "use": "ID"}
`
