package assert_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

func data(v any) *chat.Turn { return play(chat.Reply("").WithData(v)).Turns[0] }

func TestJSONPath(t *testing.T) {
	for _, r := range []row{
		{"a value in the response's data", assert.JSONPath("$.status", "ok"), data(obj{"status": "ok"}), ""},
		{"a value in JSON in the text", assert.JSONPath("$.status", "ok"), reply("Here:\n```json\n{\"status\":\"ok\"}\n```\nBye [1]"), ""},
		{"data comes first, and is not mixed with the text", assert.JSONPath("$.a", 1), play(chat.Reply(`{"a":1}`).WithData(obj{"b": 2})).Turns[0],
			`JSONPath("$.a", 1): $ has no "a", it has "b": want 1`},
		{"a data of null is none", assert.JSONPath("$.a", 1), play(chat.Reply(`{"a":1}`).WithData(nil)).Turns[0], ""},
		{"the last JSON value of the right kind counts", assert.JSONPath("$.a", 2), reply(`Not {"a":1} but {"a":2}, see [3].`), ""},
		{"an array for an index", assert.JSONPath("$[0]", 3), reply(`Not {"a":1} but {"a":2}, see [3].`), ""},
		{"another value", assert.JSONPath("$.status", "submitted"), data(obj{"status": "draft"}),
			`JSONPath("$.status", "submitted"): $.status: got "draft", want "submitted"`},
		{"what is missing is told with what is there", assert.JSONPath("$.expense.stauts", "x"), data(obj{"expense": obj{"id": 1, "status": "x"}}),
			`JSONPath("$.expense.stauts", "x"): $.expense has no "stauts", it has "id", "status": want "x"`},
		{"missing is not null", assert.JSONPath("$.a", nil), data(obj{}),
			`JSONPath("$.a", null): $ has no "a": it is an empty object: want null`},
		{"null is null", assert.JSONPath("$.a", nil), data(obj{"a": nil}), ""},
		{"numbers by value", assert.JSONPath("$.n", 1), reply(`{"n":1.0}`), ""},
		{"64-bit integers keep their digits", assert.JSONPath("$.n", int64(9007199254740993)), reply(`{"n":9007199254740992}`),
			`JSONPath("$.n", 9007199254740993): $.n: got 9007199254740992, want 9007199254740993`},
		{"a number is not its text", assert.JSONPath("$.n", 1), reply(`{"n":"1"}`),
			`JSONPath("$.n", 1): $.n: got "1" (string), want 1 (number)`},
		{"the order of keys means nothing", assert.JSONPath("$.o", obj{"a": 1, "b": 2}), reply(`{"o":{"b":2,"a":1}}`), ""},
		{"more keys are a difference", assert.JSONPath("$.o", obj{"a": 1}), reply(`{"o":{"b":2,"a":1}}`),
			"JSONPath(\"$.o\", {\"a\":1}): $.o.b: got 2, want no such key\n    diff (-want +got):\n        {\n      +   \"b\": 2\n          … 1 equal key\n        }"},
		{"a text without JSON", assert.JSONPath("$.a", 1), reply("Sorry."),
			`JSONPath("$.a", 1): the response has no data, reply: got "Sorry.", want a JSON object in it`},
		{"a part of JSON that breaks off is not the whole", assert.JSONPath("$.status", "ok"), reply(`{"old":{"status":"ok"},"status":"fai`),
			"JSONPath(\"$.status\", \"ok\"): the response has no data, reply: got `{\"old\":{\"status\":\"ok\"},\"status\":\"fai`, want a JSON object in it"},
		{"no word of prose is JSON", assert.JSONPath("$.passed", true), reply("passed: true"),
			`JSONPath("$.passed", true): the response has no data, reply: got "passed: true", want a JSON object in it`},
		{"exists", assert.JSONPath("$.a", assert.Exists()), data(obj{"a": nil}), ""},
		{"does not exist", assert.JSONPath("$.a", assert.Exists()), data(obj{"b": 1}),
			`JSONPath("$.a", Exists()): $ has no "a", it has "b": want Exists()`},
		{"absent", assert.JSONPath("$.a", assert.Absent()), data(obj{"b": 1}), ""},
		{"null is not absent", assert.JSONPath("$.a", assert.Absent()), data(obj{"a": nil}),
			`JSONPath("$.a", Absent()): $.a: got null, want it to be absent`},
		{"without JSON nothing is absent: there is nothing to look in", assert.JSONPath("$.a", assert.Absent()), reply("Sorry."),
			`JSONPath("$.a", Absent()): the response has no data, reply: got "Sorry.", want a JSON object in it`},
		{"one of", assert.JSONPath("$.a", assert.OneOf("x", "y")), data(obj{"a": "z"}),
			`JSONPath("$.a", OneOf("x", "y")): $.a: got "z", want one of "x", "y"`},
		{"a pattern", assert.JSONPath("$.id", assert.Matching(`^EXP-\d+$`)), data(obj{"id": "EXP-1"}), ""},
		{"every value of a wildcard", assert.JSONPath("$.items[*].ok", true), reply(`{"items":[{"ok":true},{"ok":true}]}`), ""},
		{"and not only some", assert.JSONPath("$.items[*].ok", true), reply(`{"items":[{"ok":true},{"ok":false}]}`),
			`JSONPath("$.items[*].ok", true): $.items[*].ok (value 2 of 2): got false, want true`},
		{"and at least one", assert.JSONPath("$.items[*].ok", true), reply(`{"items":[]}`),
			`JSONPath("$.items[*].ok", true): $.items is an empty array: want true`},
		{"negated", assert.Not(assert.JSONPath("$.a", 1)), data(obj{"a": 1}), `Not(JSONPath("$.a", 1)): $.a: got 1, want not 1`},
		{"negated and missing", assert.Not(assert.JSONPath("$.a", 1)), data(obj{}), ""},
		{"negated absence", assert.Not(assert.JSONPath("$.a", assert.Absent())), data(obj{"b": 1}),
			`Not(JSONPath("$.a", Absent())): $ has no "a", it has "b": want a value there`},
		{"data that is no JSON", assert.JSONPath("$.a", 1), &chat.Response{Data: json.RawMessage(`{"a":1`)},
			"JSONPath(\"$.a\", 1): the response's data is not valid JSON: got `{\"a\":1`"},
	} {
		r.check(t)
	}
}

func TestJSONPathOfAWholeConversation(t *testing.T) {
	tr := play(
		chat.Reply("").WithCalls(chat.Call("create_expense", nil).Returning(obj{"id": "EXP-1", "status": "pending"})).WithData(obj{"expense": obj{"status": "draft"}}),
		chat.Reply("").WithCalls(
			chat.Call("mcp__x__create_expense", nil).Returning(`{"id":"EXP-2","status":"submitted"}`),
			chat.Call("lookup", nil).Returning("plain text"), chat.Call("pay", nil).Failing("declined")).WithData(obj{"expense": obj{"status": "submitted"}}),
		chat.Reply("Bye."),
	)
	tr.Variables = chat.NewVariables(map[string]any{"user": obj{"name": "Ann"}, "broken": func() {}})
	for _, r := range []row{
		{"$ is the final state: the data of the last turn that had some", assert.JSONPath("$.expense.status", "submitted"), tr, ""},
		{"the last result of a tool, under a namespace or not, also where it is text", assert.JSONPath("$.tool_results.create_expense.id", "EXP-2"), tr, ""},
		{"a result that is text", assert.JSONPath("$.tool_results.lookup", "plain text"), tr, ""},
		{"a tool that failed", assert.JSONPath("$.tool_results.pay", "declined"), tr, ""},
		{"a tool without results", assert.JSONPath("$.tool_results.refund", assert.Exists()), tr,
			`JSONPath("$.tool_results.refund", Exists()): $.tool_results has no "refund", it has "create_expense", "lookup", "mcp__x__create_expense", "pay": want Exists()`},
		{"a variable", assert.JSONPath("$.variables.user.name", "Ann"), tr, ""},
		{"a variable that is no JSON", assert.JSONPath("$.variables.broken", 1), tr,
			`JSONPath("$.variables.broken", 1): errored (case): the variable "broken" holds a func(), which cannot be written as JSON: json: unsupported type: func()`},
		{"a state with such a key keeps it", assert.JSONPath("$.variables.user", 7), play(chat.Reply("").WithData(obj{"variables": obj{"user": 7}})), ""},
		{"without any state there are still results", assert.JSONPath("$.tool_results.a", 1), play(chat.Reply("x").WithCalls(chat.Call("a", nil).Returning(1))), ""},
		{"a turn by itself has neither", assert.JSONPath("$.tool_results.create_expense.id", "EXP-1"), tr.Turns[0],
			`JSONPath("$.tool_results.create_expense.id", "EXP-1"): $ has no "tool_results", it has "expense": want "EXP-1"`},
		{"JSON in the last reply where no turn had data", assert.JSONPath("$.a", 1), play(chat.Reply(`{"a":0}`), chat.Reply(`{"a":1}`)), ""},
	} {
		r.check(t)
	}
}

func TestEqualsOfJSON(t *testing.T) {
	for _, r := range []row{
		{"by value, whatever the order of keys", assert.Equals(obj{"a": 1, "b": []int{2}}), reply(`{"b":[2.0],"a":1}`), ""},
		{"with no other keys", assert.Equals(obj{"a": 1}), data(obj{"a": 1, "b": 2}),
			"Equals({\"a\":1}): $.b: got 2, want no such key\n    diff (-want +got):\n        {\n      +   \"b\": 2\n          … 1 equal key\n        }"},
		{"an array", assert.Equals([]string{"a"}), reply(`See ["a"] and {"x":1}`), ""},
		{"a number", assert.Equals(42), reply(" 42\n"), ""},
		{"a number is not found in prose", assert.Equals(42), reply("It is 42."),
			`Equals(42): the response has no data, reply: got "It is 42.", want JSON in it`},
		{"several differences at once", assert.Equals(obj{"a": 1, "b": 2}), data(obj{"a": 2, "b": 3}),
			"Equals({\"a\":1,\"b\":2}): $.a: got 2, want 1; $.b: got 3, want 2\n" +
				"    diff (-want +got):\n        {\n      -   \"a\": 1\n      +   \"a\": 2\n      -   \"b\": 2\n      +   \"b\": 3\n        }"},
		{"negated", assert.Not(assert.Equals(obj{"a": 1})), data(obj{"a": 1}),
			`Not(Equals({"a":1})): the response's JSON: got {"a":1}, want anything else`},
	} {
		r.check(t)
	}
}

func TestType(t *testing.T) {
	whole := obj{"count": 3, "half": 0.5, "name": "x", "list": []int{1}, "obj": obj{}, "yes": true, "none": nil}
	for _, r := range []row{
		{"a number", assert.Type("number").At("$.count"), data(whole), ""},
		{"an integer is a number", assert.Type("integer").At("$.count"), data(whole), ""},
		{"3.0 is an integer", assert.Type("integer").At("$.n"), reply(`{"n":3.0}`), ""},
		{"a fraction is not", assert.Type("integer").At("$.half"), data(whole),
			`Type("integer").At("$.half"): type of $.half: got number 0.5, want integer`},
		{"a string", assert.Type("string").At("$.name"), data(whole), ""},
		{"an array", assert.Type("array").At("$.list"), data(whole), ""},
		{"an object", assert.Type("object").At("$.obj"), data(whole), ""},
		{"a boolean", assert.Type("boolean").At("$.yes"), data(whole), ""},
		{"null", assert.Type("null").At("$.none"), data(whole), ""},
		{"what is missing is not null", assert.Type("null").At("$.nothing"), data(obj{"a": 1}),
			`Type("null").At("$.nothing"): $ has no "nothing", it has "a": want null`},
		{"a text is no number", assert.Type("number").At("$.name"), data(whole),
			`Type("number").At("$.name"): type of $.name: got string "x", want number`},
		{"null is no object", assert.Type("object").At("$.none"), data(whole),
			`Type("object").At("$.none"): type of $.none: got null, want object`},
		{"every value of a wildcard", assert.Type("number").At("$[*]"), reply(`[1,"2"]`),
			`Type("number").At("$[*]"): type of $[*] (value 2 of 2): got string "2", want number`},
		{"a reply that is JSON altogether", assert.Type("number"), reply("42"), ""},
		{"and then is no string", assert.Type("string"), reply(`{"a":1}`),
			`Type("string"): type of the response: got object {"a":1}, want string`},
		{"any other reply is a string", assert.Type("string"), reply("See [1]."), ""},
		{"which may have an object in it", assert.Type("object"), reply(`Here: {"a":1}`), ""},
		{"or not", assert.Type("object"), reply("Sorry."),
			`Type("object"): the response has no data, reply: got "Sorry.", want a JSON object in it`},
		{"prose is no number", assert.Type("number"), reply("It is 42."),
			`Type("number"): type of the response: got string "It is 42.", want a number`},
		{"the data, where there is some", assert.Type("object"), play(chat.Reply("42").WithData(obj{})).Turns[0], ""},
		{"nothing has no type", assert.Type("string"), reply(""),
			`Type("string"): the response has no data and no text: got nothing, want a string`},
		{"negated", assert.Not(assert.Type("null").At("$.none")), data(whole),
			`Not(Type("null").At("$.none")): type of $.none: got null, want any other`},
	} {
		r.check(t)
	}
}

func TestSchema(t *testing.T) {
	const schema = `{"type":"object","required":["id"],"properties":{"id":{"type":"string"},"amount":{"type":"integer","minimum":5},"tags":{"type":"array","items":{"enum":["a",null]}}}}`
	for _, r := range []row{
		{"valid data", assert.Schema(schema), data(obj{"id": "x", "amount": 5, "tags": []any{"a", nil}}), ""},
		{"JSON in the text", assert.Schema(schema), reply(`Here [1]: {"id":"x"} [2]`), ""},
		{"a missing property", assert.Schema(obj{"type": "object", "required": []string{"id"}}), data(obj{"a": 1}),
			`Schema({"required":["id"],"type":"object"}): the response's JSON is not valid: required: missing properties: ["id"]: got {"a":1}`},
		{"a number too small, and where", assert.Schema(json.RawMessage(schema)), data(obj{"id": "x", "amount": 3}),
			"Schema({\"type\":\"object\",\"required\":[\"id\"],\"properties\":{\"id\":{\"type\":\"string\"},\"amount…): " +
				"the response's JSON is not valid: at /properties/amount: minimum: 3 is less than 5.000000:\n    got:  {\"amount\":3,\"id\":\"x\"}"},
		{"integers are not read as texts or floats", assert.Schema(`{"properties":{"n":{"type":"integer","pattern":"x"}}}`), reply(`{"n":9007199254740993}`), ""},
		{"at a path", assert.Schema(`{"type":"string"}`).At("$.id"), data(obj{"id": 7}),
			`Schema({"type":"string"}).At("$.id"): $.id is not valid: type: 7 has type "integer", want "string": got 7`},
		{"every value of a wildcard", assert.Schema(`{"type":"string"}`).At("$[*]"), reply(`["a",1]`),
			`Schema({"type":"string"}).At("$[*]"): $[*] (value 2 of 2) is not valid: type: 1 has type "integer", want "string": got 1`},
		{"a path that leads nowhere", assert.Schema(`{}`).At("$.id"), data(obj{}),
			`Schema({}).At("$.id"): $ has no "id": it is an empty object: want a value there`},
		{"alternatives name all reasons", assert.Schema(`{"anyOf":[{"type":"string"},{"type":"null"}]}`), data(obj{"a": 1}),
			"Schema({\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}): the response's JSON is not valid: anyOf: did not validate against any of its schemas: got {\"a\":1}\n" +
				"    /anyOf/0: type: map[a:1] has type \"object\", want \"string\"\n    /anyOf/1: type: map[a:1] has type \"object\", want \"null\""},
		{"a number nobody can hold is no pass", assert.Schema(`{"maximum":5}`).At("$.n"), reply(`{"n":1e999}`),
			`Schema({"maximum":5}).At("$.n"): errored (case): $.n cannot be checked against the schema: the number 1e999 is too large`},
		{"nor is one that is nested without end", assert.Schema(`{"items":{"$ref":"#"}}`), &chat.Response{Data: json.RawMessage(strings.Repeat("[", 9999) + strings.Repeat("]", 9999))},
			`Schema({"items":{"$ref":"#"}}): errored (case): the response's JSON cannot be checked against the schema: it is nested deeper than 1000 levels`},
		{"negated", assert.Not(assert.Schema(`{"type":"object"}`)), data(obj{"a": 1}),
			`Not(Schema({"type":"object"})): the response's JSON is valid, but must not be: got {"a":1}`},
	} {
		r.check(t)
	}
}

func TestJSONAssertionsBuiltWrongly(t *testing.T) {
	for _, tt := range []struct {
		a    chat.Assertion
		part string
	}{
		{assert.JSONPath("$.a..b", 1), `path "$.a..b", position 5: the descendant operator ".." is not supported`},
		{assert.JSONPath("expense.status", 1), `write "$.expense.status"`},
		{assert.JSONPath("$.a", assert.Matching("(")), "missing closing )"},
		{assert.JSONPath("$.a", assert.OneOf()), "has no values"},
		{assert.JSONPath("$.a", math.NaN()), "cannot be written as JSON"},
		{assert.Type("strng"), "unknown type; want one of string, number, integer, boolean, array, object, null"},
		{assert.Type("string").At("a"), `write "$.a"`},
		{assert.Schema(nil), "the schema is nil"},
		{assert.Schema(`{"type":`), "not valid JSON"},
		{assert.Schema(`[]`), "a schema is an object, or true or false; got array"},
		{assert.Schema(`{"type":"strng"}`), "the schema/type: got strng, want one of string"},
		{assert.Schema(`{"properties":{"a":{"items":{"requird":["x"]}}}}`), `the schema/properties/a/items: unknown keyword "requird" (did you mean "required"?)`},
		{assert.Schema(`{"const":9007199254740993}`), "the number 9007199254740993 would be rounded"},
		{assert.Schema(`{"$ref":"https://example.com/x"}`), "remote"},
		{assert.Schema(`{"name":"order","parameters":{"type":"object"}}`), "the schema has no keyword that checks anything: it has name, parameters; pass the schema itself"},
		{assert.Schema(`{"format":"email"}`), "no keyword that checks anything: it has format"},
		{assert.Schema(`{"$ref":"#"}`), "the schema refers to itself in a circle: # → #"},
		{assert.Schema(`{"items":{"allOf":[{"$ref":"#/$defs/a"}]},"$defs":{"a":{"not":{"$ref":"#/items"}}}}`), "circle: #/$defs/a → #/$defs/a/not → #/items → #/items/allOf/0 → #/$defs/a"},
		{assert.Schema(`{"$id":"http://x/a","$defs":{"b":{"$id":"b","$anchor":"n","if":{"$ref":"http://x/b#n"}}}}`), "circle: #/$defs/b → #/$defs/b/if → #/$defs/b"},
		{assert.Schema(`{"$dynamicAnchor":"n","anyOf":[{"$dynamicRef":"#n"}]}`), "circle: # → #/anyOf/0 → #"},
		{assert.Schema(`{"pattern":"("}`), "missing closing )"},
		{assert.Schema(`{"minimum":"5"}`), "cannot unmarshal"},
		{assert.Schema(`{}`).At("$["), "position 3"},
	} {
		if got := mistakeOf(tt.a); !strings.Contains(got, tt.part) {
			t.Errorf("%s: Validate says %q, want %q in it", tt.a, got, tt.part)
		}
		if got := outcome(assert.Not(tt.a), reply("x")); !strings.Contains(got, "errored (case)") {
			t.Errorf("Not(%s): got %q, want errored", tt.a, got)
		}
	}
	for _, schema := range []string{`true`, `{"type":"object","x-mine":1,"propertyOrdering":["a"],"example":1}`, `{"type":"integer","default":9007199254740993}`,
		`{"properties":{"next":{"$ref":"#"}}}`, `{"$ref":"#/$defs/a","$defs":{"a":{"items":{"$ref":"#/$defs/a"}}}}`, `{"const":{"$ref":"#"}}`} {
		if got := mistakeOf(assert.Schema(schema)); got != "" {
			t.Errorf("%s is a schema, Validate says %q", schema, got)
		}
	}
}
