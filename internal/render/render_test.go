package render_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

func TestEscape(t *testing.T) {
	for _, test := range []struct{ reason, in, want string }{
		{"plain text stays", "Grüße, 世界 👋\n\tok", "Grüße, 世界 👋\n\tok"},
		{"the mark of test events", "\x16=== RUN", `\x16=== RUN`},
		{"a carriage return would overwrite the line", "a\rb", `a\rb`},
		{"ESC draws on a terminal", "\x1b[31mred", `\x1b[31mred`},
		{"C1 controls draw too", "a\u009bb", `a\u009bb`},
		{"DEL", "a\x7fb", `a\x7fb`},
		{"invalid UTF-8", "a\xffb", `a\xffb`},
		{"an invalid byte is not the replacement character", "\ufffd", "\ufffd"},
		{"right-to-left override reorders", "a\u202eb", `a\u202eb`},
		{"line separators", "a\u2028b", `a\u2028b`},
		{"a byte order mark is invisible", "\ufeffa", `\ufeffa`},
		{"tag characters are invisible", "a\U000e0041", `a\U000e0041`},
	} {
		if got := render.Escape(test.in); got != test.want {
			t.Errorf("%s: got %q, want %q", test.reason, got, test.want)
		}
	}
	if got := render.Line("a\nb\tc"); got != `a\nb\tc` {
		t.Errorf("Line: got %q", got)
	}
}

func TestCut(t *testing.T) {
	if got := render.Cut("short", 5); got != "short" {
		t.Errorf("got %q", got)
	}
	long := strings.Repeat("世", 5000)
	got := render.Cut(long, 100)
	if !utf8.ValidString(got) || !strings.Contains(got, "left out") || utf8.RuneCountInString(got) > 140 {
		t.Errorf("got %q", got)
	}
	if got := render.Short("one\ntwo "+long, 10); got != `one\ntwo…` && !strings.HasSuffix(got, "…") || utf8.RuneCountInString(got) > 10 {
		t.Errorf("Short: got %q", got)
	}
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"plain":       `"plain"`,
		`say "hi"`:    "`say \"hi\"`",
		`EXP-\d+`:     "`EXP-\\d+`",
		"a\nb":        `"a\nb"`,
		"`\\":         "\"`\\\\\"",
		"a\u202eb":    `"a\u202eb"`,
		"bad \xff":    `"bad \xff"`,
		"tab\t\"in\"": `"tab\t\"in\""`,
	} {
		if got := render.Quote(in); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}

func TestJSON(t *testing.T) {
	for in, want := range map[string]string{
		`{ "a" : [ 1, 2 ], "b": "x y" }`: `{"a":[1,2],"b":"x y"}`,
		`"\" \\"`:                        `"\" \\"`,
		``:                               `nothing`,
		`{broken`:                        `invalid JSON "{broken"`,
	} {
		if got := render.JSON([]byte(in)); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		30 * time.Second: "30s", 5 * time.Minute: "5m", 2 * time.Hour: "2h", 90 * time.Minute: "1h30m",
		90 * time.Second: "1m30s", time.Hour + time.Second: "1h0m1s", 0: "0s", 10 * time.Second: "10s", 1500 * time.Millisecond: "1.5s",
	} {
		if got := render.Duration(d); got != want {
			t.Errorf("%d: got %s, want %s", d, got, want)
		}
	}
}

func TestCall(t *testing.T) {
	call := chat.Call("lookup", map[string]any{"id": "A-1"})
	for want, c := range map[string]chat.ToolCall{
		`lookup({"id":"A-1"})`:                   call,
		`lookup({"id":"A-1"}) → {"found":true}`:  call.Returning(map[string]any{"found": true}),
		`lookup({"id":"A-1"}) → error "no such"`: call.Failing("no such"),
		`ping()`: chat.Call("ping", nil),
	} {
		if got := render.Call(c); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// FuzzEscape: whatever an agent says, what is printed is valid UTF-8 without control characters, on one line where it
// should be, and text that was harmless stays as it was.
func FuzzEscape(f *testing.F) {
	for _, s := range []string{"", "plain", "\x16--- PASS", "\xff\xfe", "\u202e", "a\r\nb", strings.Repeat("x", 1000)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		line := render.Line(s)
		for name, got := range map[string]string{
			"Escape": strings.NewReplacer("\n", "", "\t", "").Replace(render.Escape(s)), "Line": line,
			"Quote": render.Quote(s), "Short": render.Short(s, 40), "JSON": render.JSON([]byte(s)),
		} {
			if !utf8.ValidString(got) {
				t.Errorf("%s(%q) is not valid UTF-8: %q", name, s, got)
			}
			if i := strings.IndexFunc(got, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }); i >= 0 {
				t.Errorf("%s(%q) holds a control character: %q", name, s, got)
			}
		}
		if utf8.RuneCountInString(render.Short(s, 40)) > 40 {
			t.Errorf("Short(%q) is longer than asked", s)
		}
		if render.Line(line) != line {
			t.Errorf("escaping twice changes %q", line)
		}
	})
}
