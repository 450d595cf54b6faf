package assert_test

import (
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

func TestContains(t *testing.T) {
	for _, r := range []row{
		{"a part of the reply", assert.Contains("shipped"), reply("It shipped."), ""},
		{"the failure shows the text it searched", assert.Contains("refund"), reply("It shipped."),
			`Contains("refund"): reply: got "It shipped.", want "refund" in it`},
		{"case counts, and the near miss is told", assert.Contains("shipped"), reply("It Shipped."),
			`Contains("shipped"): reply: got "It Shipped.", want "shipped" in it (it has "Shipped": IgnoreCase would accept the other case)`},
		{"so is one that differs in typography", assert.Contains("it's here"), reply("Well, it’s\u00a0here."),
			`Contains("it's here"): reply: got "Well, it’s\u00a0here.", want "it's here" in it (it is there with other white space, quotes, dashes or case)`},
		{"without case", assert.IgnoreCase(assert.Contains("SHIPPED")), reply("It shipped."), ""},
		{"without case, in any script", assert.IgnoreCase(assert.Contains("ΣΊΣΥΦΟΣ")), reply("ο Σίσυφος"), ""},
		{"without case, and not there", assert.IgnoreCase(assert.Contains("Refund")), reply("It shipped."),
			`IgnoreCase(Contains("Refund")): reply: got "It shipped.", want "Refund" in it`},
		{"without case, negated", assert.Not(assert.IgnoreCase(assert.Contains("SHIPPED"))), reply("It shipped."),
			`Not(IgnoreCase(Contains("SHIPPED"))): reply: got "It shipped.", want no "SHIPPED" in it`},
		{"all messages of the turn are its text", assert.Contains("one\ntwo"), &chat.Response{Messages: []chat.Message{
			chat.AssistantMessage("one"), {Role: chat.RoleTool, Text: "tool"}, chat.AssistantMessage("two")}}, ""},
		{"what a tool said is not", assert.Contains("tool"), &chat.Response{Messages: []chat.Message{{Role: chat.RoleTool, Text: "tool"}}},
			`Contains("tool"): reply: got "", want "tool" in it`},
		{"of a whole conversation, the last reply", assert.Contains("one"), play(chat.Reply("one"), chat.Reply("two")),
			`Contains("one"): last reply: got "two", want "one" in it`},
		{"control bytes cannot act on a terminal", assert.Contains("x"), reply("\x1b[2J\r\x16=== PASS"),
			`Contains("x"): reply: got "\x1b[2J\r\x16=== PASS", want "x" in it`},
	} {
		r.check(t)
	}
}

func TestContainsOfALongReplyIsCutBetweenCharacters(t *testing.T) {
	got := outcome(assert.Contains("x"), reply(strings.Repeat("é", 100_000)))
	if len(got) > 2000 || !strings.Contains(got, "left out") || strings.ContainsRune(got, '\uFFFD') {
		t.Errorf("got %d bytes: %.300s", len(got), got)
	}
}

func TestNotContainsShowsWhereItStands(t *testing.T) {
	text := strings.Repeat("blah ", 100) + "an error occurred" + strings.Repeat(" blah", 100)
	want := "Not(Contains(\"error\")): reply:\n" +
		"    got:  \"…h " + strings.Repeat("blah ", 11) + "an error occurred" + strings.Repeat(" blah", 10) + " …\"\n" +
		"    want: no \"error\" in it"
	if got := outcome(assert.Not(assert.Contains("error")), reply(text)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestEqualsOfText(t *testing.T) {
	for _, r := range []row{
		{"exactly", assert.Equals("OK"), reply("OK"), ""},
		{"white space at the ends is left out", assert.Equals("OK"), reply("\n OK \r\n"), ""},
		{"also of what is wanted", assert.Equals("OK\n"), reply("OK"), ""},
		{"line ends are line ends", assert.Equals("a\nb"), reply("a\r\nb"), ""},
		{"white space inside counts", assert.Equals("a b"), reply("a  b"),
			`Equals("a b"): reply: got "a  b", want "a b" (only white space, quotes, dashes or case differ)`},
		{"a part is not all", assert.Equals("OK"), reply("OK!"), `Equals("OK"): reply: got "OK!", want "OK"`},
		{"case counts", assert.Equals("OK"), reply("ok"), `Equals("OK"): reply: got "ok", want "OK" (only case differs: IgnoreCase would accept it)`},
		{"without case", assert.IgnoreCase(assert.Equals("OK")), reply("ok"), ""},
		{"an empty reply can be wanted", assert.Equals(""), reply(""), ""},
		{"JSON that is a string is not its text", assert.Equals("OK"), reply(`"OK"`), "Equals(\"OK\"): reply: got `\"OK\"`, want \"OK\""},
		{"texts of several lines are compared line by line", assert.Equals("a\nb\nc"), reply("a\nB\nc"),
			"Equals(\"a\\nb\\nc\"): reply: got \"a\\nB\\nc\", want \"a\\nb\\nc\" (only case differs: IgnoreCase would accept it)\n" +
				"    diff (-want +got):\n        a\n      - b\n      + B\n        c"},
		{"equal lines far from a change are left out", assert.Equals("1\n2\n3\n4\n5\nx\n6\n7\n8\n9"), reply("1\n2\n3\n4\n5\n6\n7\ny\n8\n9"),
			"Equals(\"1\\n2\\n3\\n4\\n5\\nx\\n6\\n7\\n8\\n9\"): reply: got \"1\\n2\\n3\\n4\\n5\\n6\\n7\\ny\\n8\\n9\", want \"1\\n2\\n3\\n4\\n5\\nx\\n6\\n7\\n8\\n9\"\n" +
				"    diff (-want +got):\n        …\n        4\n        5\n      - x\n        6\n        7\n      + y\n        8\n        9"},
		{"negated", assert.Not(assert.Equals("OK")), reply("OK"), `Not(Equals("OK")): reply: got "OK", want anything else`},
	} {
		r.check(t)
	}
}

func TestLongDiffsAreBounded(t *testing.T) {
	want := strings.Repeat("same\nold\n", 3000)
	got := strings.Repeat("same\nnew\n", 3000)
	text := outcome(assert.Equals(want), reply(got))
	if lines := strings.Count(text, "\n"); lines > 70 || !strings.Contains(text, "and more") {
		t.Errorf("got %d lines", lines)
	}
}

func TestRegex(t *testing.T) {
	for _, r := range []row{
		{"somewhere in the reply", assert.Regex(`EXP-\d{4}-\d+`), reply("Reference: EXP-2025-001."), ""},
		{"the failure shows the text and the pattern as written", assert.Regex(`EXP-\d+`), reply("None."),
			"Regex(`EXP-\\d+`): reply: got \"None.\", want a match of `EXP-\\d+`"},
		{"case counts, and the near miss is told", assert.Regex(`exp-\d+`), reply("EXP-1"),
			"Regex(`exp-\\d+`): reply: got \"EXP-1\", want a match of `exp-\\d+` (\"EXP-1\" matches when case is ignored)"},
		{"without case", assert.IgnoreCase(assert.Regex(`exp-\d+|none`)), reply("EXP-1"), ""},
		{"without case, on both sides of a bar", assert.IgnoreCase(assert.Regex(`a|none`)), reply("NONE"), ""},
		{"without case, with an open quotation", assert.IgnoreCase(assert.Regex(`\Qa.b`)), reply("A.B"), ""},
		{"negated, the match is shown where it stands", assert.Not(assert.Regex(`\d+`)), reply("You owe 35 dollars."),
			"Not(Regex(`\\d+`)): reply: got \"You owe 35 dollars.\", want no match of `\\d+`"},
	} {
		r.check(t)
	}
}

func TestTextAssertionsBuiltWrongly(t *testing.T) {
	for _, tt := range []struct {
		a    chat.Assertion
		part string
	}{
		{assert.Contains(""), `Contains("") is true of every reply`},
		{assert.Regex(""), `Regex("") matches every reply`},
		{assert.Regex("("), "missing closing )"},
		{assert.Regex("(?=x)"), "without lookaround"},
		{assert.Equals(nil), `write JSONPath("$", nil)`},
		{assert.Equals([]string(nil)), `write JSONPath("$", nil)`},
		{assert.Equals((*struct{ A int })(nil)), `write JSONPath("$", nil)`},
		{assert.Equals(assert.Exists()), "a matcher is no value"},
		{assert.Equals(func() {}), "cannot be written as JSON"},
		{assert.IgnoreCase(assert.ToolCalled("x")), "only Contains, Regex and Equals of a text"},
		{assert.IgnoreCase(assert.Equals(1)), "only Contains, Regex and Equals of a text"},
		{assert.IgnoreCase(nil), "the assertion is nil"},
		{assert.IgnoreCase(assert.Contains("")), "true of every reply"},
	} {
		if got := mistakeOf(tt.a); !strings.Contains(got, tt.part) {
			t.Errorf("%s: Validate says %q, want %q in it", tt.a, got, tt.part)
		}
		if got := outcome(tt.a, reply("x")); !strings.Contains(got, "errored (case)") {
			t.Errorf("%s run all the same: got %q, want errored, blame case", tt.a, got)
		}
		if got := outcome(assert.Not(tt.a), reply("x")); !strings.Contains(got, "errored (case)") {
			t.Errorf("Not(%s): got %q; negation must not turn a mistake into a pass", tt.a, got)
		}
	}
}
