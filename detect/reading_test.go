package detect_test

import (
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/detect"
)

// What stands where in a reply decides as much as its words.
func TestLayout(t *testing.T) {
	question := "Which account should I use?"
	long := strings.Repeat("The quick brown fox jumps over the lazy dog.\n", 1000)
	tests := []struct {
		reason string
		text   string
		want   bool
	}{
		{"a question at the end", "I found two accounts.\n\n" + question, true},
		{"Windows line ends", "I found two accounts.\r\n\r\n" + question + "\r\n", true},
		{"a question broken over two lines", "I found two accounts that could be meant by what you said, so which\none should I use for the payment?", true},
		{"a question in a code block", "The script asks:\n\n```\n" + question + "\n```\n", false},
		{"a question after a code block", "```\nx := 1\n```\n" + question, true},
		{"a code block that never closes, as in a reply cut off", "```\n" + question, false},
		{"a block fenced by tildes, with backticks inside", "~~~\n```\n" + question + "\n~~~\n", false},
		{"a block set in by four spaces", "It prints:\n\n    " + question + "\n", false},
		{"a question in a quotation by lines", "She wrote:\n\n> " + question + "\n", false},
		{"a question in a table", "| Field | Text |\n|---|---|\n| label | " + question + " |\n", false},
		{"the whole reply in quotation marks", "\"" + question + "\"", true},
		{"the whole reply in typographic quotation marks", "“" + question + "”", true},
		{"a question mark in an address", "See https://example.com/?q=which", false},
		{"a question in an address that ends the sentence", "Is it https://example.com/a?", true},
		{"a question before a long text", question + "\n\n" + long, false},
		{"a question after a long text", long + question, true},
		{"a question after a very long line", strings.Repeat("word ", 10_000) + ". " + question, true},
		{"a long text in a code block", "```\n" + long + question + "\n", false},
		{"a question after a long code block", "```\n" + long + "```\n" + question, true},
		{"a question with a long list of options", question + "\n" + strings.Repeat("- an account with a rather long name\n", 100), true},
		{"invalid UTF-8 before the question", "\xff\xfe \xe2\x82 " + question, true},
		{"invalid UTF-8 after the question", question + " \xf0\x9f", true},
		{"a character cut by the window", strings.Repeat("é", 8<<10) + "\n" + question, true},
		{"only marks", "???", false},
		{"only emoji", "🤔❓", false},
		{"nothing", "", false},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			if got := detect.IsQuestion(test.text); got != test.want {
				t.Errorf("got %t, want %t: %.200q", got, test.want, test.text)
			}
		})
	}
}

// The hint is the sentence that asks, as it stands in the reply.
func TestHint(t *testing.T) {
	tests := []struct{ text, want string }{
		{"I found two flights. Which one do you prefer? Both have seats left.", "Which one do you prefer?"},
		{"This requires approval. Please provide a PO number.", "Please provide a PO number."},
		{"To go on, I need:\n\n- your name\n- your address", "To go on, I need:"},
		{"Done.\n\n**Shall I publish it?**", "Shall I publish it?"},
		{"好的。请问您需要几张票？谢谢！", "请问您需要几张票？"},
		{"Done.", ""},
	}
	for _, test := range tests {
		if got := detect.Question().Detect(chat.Reply(test.text)).Hint; got != test.want {
			t.Errorf("hint of %q:\ngot  %q\nwant %q", test.text, got, test.want)
		}
	}
}

// Only what the agent said last counts, since it has gone on after what it said before.
func TestSaidLast(t *testing.T) {
	call := chat.Call("lookup", nil).Returning("found")
	say, use := chat.AssistantMessage, chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{call}}
	tests := []struct {
		reason   string
		messages []chat.Message
		want     bool
	}{
		{"a question, tools, an answer", []chat.Message{say("Which order is it?"), use, say("It is order 7.")}, false},
		{"an announcement, tools, a question", []chat.Message{say("I'll look."), use, say("Is it order 7?")}, true},
		{"a question, then tools and nothing more", []chat.Message{say("Which order is it?"), use}, true},
		{"a reply in two messages", []chat.Message{say("Which order is it?"), say("Thanks for your patience!")}, true},
		{"what a tool says is not said by the agent", []chat.Message{say("Done."), {Role: chat.RoleTool, Text: "Continue?"}}, false},
		{"silence", []chat.Message{use}, false},
	}
	for _, test := range tests {
		if got := detect.Question().Detect(&chat.Response{Messages: test.messages}).Awaiting; got != test.want {
			t.Errorf("%s: awaiting: got %t, want %t", test.reason, got, test.want)
		}
	}
}

func TestReadingAllocatesNothing(t *testing.T) {
	for name, text := range benchmarks() {
		detect.IsQuestion(text) // builds the lexicon
		if n := testing.AllocsPerRun(20, func() { detect.IsQuestion(text) }); n > 0 {
			t.Errorf("%s: %v allocations, want none", name, n)
		}
	}
}
