package suite_test

import (
	"context"
	"encoding/json"
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

// FuzzGenerated loads whatever a generator replies. It must not panic; an error must name the generator; and where there
// is none all cases of a list that the reply has are there, and can be written and loaded from a file again.
func FuzzGenerated(f *testing.F) {
	for _, s := range []string{twoCases, `{"cases": ` + twoCases + `}`, `{"test_cases": ` + twoCases + `, "note": 1}`,
		"Draft: [{\"id\": \"a\", \"input\": \"hi\"}] ```json\n" + twoCases + "\n```", `[{"id": "a", "input": "hi"}, {"id": "b", "inp`,
		`[{"id": "a", "input": "hi"}] {"cases": [`, `<think>[]</think> {"cases": [{"id": "\u0000", "input": "x"}]}`} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, asData bool) {
		resp := agenttest.Reply(text)
		if asData {
			resp = &agenttest.Response{Data: json.RawMessage(text)}
		}
		cfg := generating(resp)
		cases, err := suite.Load("agents:gen", cfg)
		if err != nil {
			for line := range strings.Lines(err.Error()) {
				if !strings.HasPrefix(line, "agents:gen: ") {
					t.Fatalf("no generator in front of %q", line)
				}
			}
			return
		}
		var whole []struct{ ID string }
		if json.Unmarshal([]byte(text), &whole) == nil && len(whole) != len(cases) {
			t.Fatalf("%s: got %d cases, want %d", text, len(cases), len(whole))
		}
		var lines strings.Builder
		for _, l := range cases {
			line, err := l.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			lines.Write(append(line, '\n'))
		}
		again, err := suite.LoadReader(strings.NewReader(lines.String()), "f.jsonl", cfg)
		if err != nil || len(again) != len(cases) {
			t.Fatalf("%s\nis written as\n%s\nof which %d cases load (%v)", text, &lines, len(again), err)
		}
	})
}
