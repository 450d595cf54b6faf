package suite_test

import (
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/suite"
)

// TestSyntax reads the same two cases, written in every way that files in the wild have them.
func TestSyntax(t *testing.T) {
	const one, two = `{"id": "1", "input": "Grüße", "assert": {"type": "contains", "value": "Grüße"}}`, `{"id": "2", "turns": [{"input": "hi"}]}`
	for reason, text := range map[string]string{
		"one a line":        one + "\n" + two + "\n",
		"no line end":       one + "\n" + two,
		"blank lines":       "\n\n" + one + "\n   \n\t\n" + two + "\n\n",
		"CRLF":              one + "\r\n\r\n" + two + "\r\n",
		"byte order mark":   "\ufeff" + one + "\n" + two,
		"comments":          "// the happy path\n" + one + "\n  // {\"id\": \"3\"}\n" + two + "\n// the end",
		"pretty":            pretty(one) + "\n" + pretty(two),
		"pretty, CRLF, BOM": "\ufeff" + strings.ReplaceAll(pretty(one)+"\n\n"+pretty(two)+"\n", "\n", "\r\n"),
		"comments inside":   strings.Replace(pretty(one), "\n", "\n  // what the user says\n", 1) + "\n" + two,
		"escapes":           strings.ReplaceAll(one, "ü", `\u00fc`) + "\n" + two,
	} {
		t.Run(reason, func(t *testing.T) {
			cases := load(t, registry(), text)
			if len(cases) != 2 || cases[0].ID != "1" || cases[1].ID != "2" {
				t.Fatalf("got %d cases, want 1 and 2", len(cases))
			}
			wantStatus(t, agenttest.Play(t.Context(), cases[0].Agent, cases[0].Case), agenttest.Passed, "")
		})
	}
}

// pretty puts every value on a line of its own.
func pretty(text string) string {
	return strings.NewReplacer(`{"`, "{\n  \"", `, "`, ",\n  \"", "}}", "}\n}").Replace(text)
}

func TestLongLines(t *testing.T) {
	for _, size := range []int{64 << 10, 1 << 20, 40 << 20} {
		if size > 1<<20 && testing.Short() {
			t.Skip("a case of tens of megabytes")
		}
		document := strings.Repeat("lorem ipsum ", size/12)
		agent := says("ok")
		text := `{"id": "before", "input": "hi"}` + "\n" +
			`{"id": "big", "input": "` + document + `", "assert": {"type": "equals", "value": "ok"}}` + "\n" +
			`{"id": "after", "input": "hi"}`
		cases, err := suite.LoadReader(strings.NewReader(text), "big.jsonl", against(agent))
		if err != nil || len(cases) != 3 {
			t.Fatalf("%d bytes: got %d cases and the error %v, want three", size, len(cases), err)
		}
		wantStatus(t, agenttest.Play(t.Context(), agent, cases[1].Case), agenttest.Passed, "")
		if got := agent.asked[0].Text(); got != document {
			t.Errorf("%d bytes: got %d of them", size, len(got))
		}
	}
}

func TestAnObjectOfManyTurns(t *testing.T) {
	const turns = 100_000
	var b strings.Builder
	b.WriteString("{\n\"id\": \"a\",\n\"turns\": [\n")
	for i := range turns {
		if i > 0 {
			b.WriteString(",\n")
		}
		b.WriteString(`{"input": "hi", "assert": [{"type": "contains", "value": "hi"}]}`)
	}
	b.WriteString("\n]}\n")
	cases, err := suite.LoadReader(strings.NewReader(b.String()), "big.jsonl", registry())
	if err != nil || len(cases) != 1 {
		t.Fatalf("got %d cases and the error %v, want one", len(cases), err)
	}
}
