package detect_test

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/detect"
)

func FuzzIsQuestion(f *testing.F) {
	for _, name := range []string{"replies.jsonl", "later.jsonl"} {
		for _, r := range read(f, filepath.Join("testdata", name)) {
			f.Add(r.Text)
		}
	}
	f.Add("\xff?\xe2\x80")
	f.Add("“'\"«「『‘„[x](`<a")
	f.Add(strings.Repeat("```\n1) ", 3000))
	f.Fuzz(func(t *testing.T, text string) {
		got := detect.IsQuestion(text)
		state := detect.Question().Detect(chat.Reply(text))
		switch {
		case state.Awaiting != got:
			t.Errorf("IsQuestion says %t, Question says %t", got, state.Awaiting)
		case state.Declared:
			t.Error("a guess from the text is declared")
		case got && !strings.Contains(text, state.Hint):
			t.Errorf("the hint %q is no part of the text", state.Hint)
		case got && state.Hint == "":
			t.Error("the hint is empty")
		case got && utf8.ValidString(text) && !utf8.ValidString(state.Hint):
			t.Errorf("the hint %q cuts a character", state.Hint)
		}
		if padded := " \r\n" + text + "\n\t "; detect.IsQuestion(padded) != got {
			t.Errorf("space around the text changes the answer from %t", got)
		}
	})
}
