package suite_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/suite"
)

// FuzzLoad loads whatever it is given. It must not panic; an error must say where; and what loads can be played, since
// everything that is wrong with a case is found when it is loaded, and can be written and read again.
func FuzzLoad(f *testing.F) {
	for _, b := range bad {
		f.Add(b.file)
	}
	for _, s := range spellings {
		f.Add(`{"id": "a", "input": "hi", "assert": ` + s.file + `}`)
	}
	f.Add(everyField)
	f.Add("\ufeff// comment\r\n{\"id\": \"a/b c\\u0000\", \"interactive\": {\"enabled\": true}}\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		cfg := registry()
		cases, err := suite.LoadReader(strings.NewReader(text), "f.jsonl", cfg)
		if err != nil {
			for line := range strings.Lines(err.Error()) {
				if !strings.HasPrefix(line, "f.jsonl:") {
					t.Fatalf("no place in front of %q", line)
				}
			}
			return
		}
		for _, c := range cases {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			res := agenttest.Play(ctx, echo, c.Case.MaxTurns(3))
			cancel()
			if res.Status == agenttest.Errored && res.Blame == chat.BlameCase && len(res.Turns) == 0 {
				t.Fatalf("%s was loaded but cannot be played: %s", text, res.Error)
			}
		}
		written, err := suite.Rewrite(strings.NewReader(text), cfg)
		if err != nil {
			t.Fatal(err)
		}
		again, err := suite.Rewrite(strings.NewReader(string(written)), cfg)
		if err != nil || string(again) != string(written) {
			t.Fatalf("%s\nis written as\n%s\nand then as\n%s\n(%v)", text, written, again, err)
		}
	})
}
