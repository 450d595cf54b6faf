package report

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/creack/pty"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
)

func TestCells(t *testing.T) {
	for _, tt := range []struct {
		reason, text string
		want         int
	}{
		{"nothing", "", 0},
		{"ASCII", "abc", 3},
		{"accents of one character", "café", 4},
		{"accents drawn upon a letter", "cafe\u0301", 4},
		{"Chinese", "报销", 4},
		{"Hangul", "한국", 4},
		{"half-width Katakana", "ｱｲ", 2},
		{"an emoji", "😀", 2},
		{"a family of emoji that is one picture", "👨‍👩‍👧", 2},
		{"a skin tone", "👍🏽", 2},
		{"a flag", "🇩🇪", 2},
		{"a text character shown as a picture", "❤️", 2},
		{"Thai vowels above and below", "ที่", 1},
		{"Devanagari is counted by its letters", "नमस्ते", 4},
	} {
		if got := cells(tt.text); got != tt.want {
			t.Errorf("%s: %q: got %d cells, want %d", tt.reason, tt.text, got, tt.want)
		}
	}
}

func TestFit(t *testing.T) {
	for _, tt := range []struct {
		text  string
		width int
		want  string
	}{
		{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"报销单据", 8, "报销单据"}, {"报销单据", 7, "报销单…"}, {"报销单据", 6, "报销…"},
		{"cafe\u0301s are open", 5, "cafe\u0301…"}, {"a👨‍👩‍👧b", 3, "a…"}, {"ab cd", 4, "ab…"},
	} {
		if got := fit(tt.text, tt.width); got != tt.want {
			t.Errorf("fit(%q, %d): got %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}

func FuzzFit(f *testing.F) {
	f.Add("报销单据 abc", 5)
	f.Add("👨‍👩‍👧🇩🇪e\u0301", 3)
	f.Fuzz(func(t *testing.T, s string, width int) {
		width = 1 + (width&0xff+0xff)%200
		s = clean(s)
		got := fit(s, width)
		if !utf8.ValidString(got) {
			t.Errorf("fit(%q, %d) broke UTF-8: %q", s, width, got)
		}
		if n := cells(got); n > width {
			t.Errorf("fit(%q, %d) takes %d cells: %q", s, width, n, got)
		}
	})
}

func TestColored(t *testing.T) {
	for _, tt := range []struct {
		reason   string
		color    Color
		terminal bool
		env      map[string]string
		want     paint
	}{
		{"a file", ColorAuto, false, nil, false},
		{"a terminal", ColorAuto, true, nil, true},
		{"a dumb terminal", ColorAuto, true, map[string]string{"TERM": "dumb"}, false},
		{"NO_COLOR", ColorAuto, true, map[string]string{"NO_COLOR": "1"}, false},
		{"NO_COLOR before FORCE_COLOR", ColorAuto, true, map[string]string{"NO_COLOR": "1", "FORCE_COLOR": "1"}, false},
		{"FORCE_COLOR", ColorAuto, false, map[string]string{"FORCE_COLOR": "1"}, true},
		{"FORCE_COLOR=0 forces nothing", ColorAuto, false, map[string]string{"FORCE_COLOR": "0"}, false},
		{"CLICOLOR_FORCE", ColorAuto, false, map[string]string{"CLICOLOR_FORCE": "1", "TERM": "dumb"}, true},
		{"the option before all", ColorAlways, false, map[string]string{"NO_COLOR": "1"}, true},
		{"and so for never", ColorNever, true, map[string]string{"FORCE_COLOR": "1"}, false},
	} {
		if got := colored(tt.color, tt.terminal, func(k string) string { return tt.env[k] }); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.reason, got, tt.want)
		}
	}
}

// TestTerminal shows a run on a real terminal: colours, its width, and a line of what is under way that is taken away
// again.
func TestTerminal(t *testing.T) {
	master, screen, err := pty.Open()
	if err != nil {
		t.Skip("no pseudo-terminal here:", err)
	}
	defer master.Close()
	if err := pty.Setsize(master, &pty.Winsize{Rows: 24, Cols: 60}); err != nil {
		t.Fatal(err)
	}
	got := make(chan string)
	go func() {
		var b strings.Builder
		buf := make([]byte, 4096)
		for {
			n, err := master.Read(buf)
			b.Write(buf[:n])
			if err != nil || strings.Contains(b.String(), "Total time") {
				got <- b.String()
				return
			}
		}
	}()
	w := console(screen, ConsoleOptions{}, func(string) string { return "" })
	first := &agenttest.Result{ID: "A-1", Status: chat.Passed, Turns: []*chat.Turn{{Number: 1, Status: chat.Passed,
		Input: chat.UserMessage(strings.Repeat("报", 100)), Response: chat.Reply("x")}}}
	w.Observe(agenttest.Event{Kind: agenttest.CaseStarted, Result: first})
	w.Observe(agenttest.Event{Kind: agenttest.CaseStarted, Result: &agenttest.Result{ID: "B-2"}})
	w.Observe(agenttest.Event{Kind: agenttest.CaseFinished, Result: first})
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	text := <-got
	screen.Close()
	for _, want := range []string{"running: A-1", "running: B-2", "\r\x1b[K", "\x1b[32mPASSED"} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q on the terminal, got %q", want, text)
		}
	}
	if strings.Contains(text[strings.LastIndex(text, "\r\x1b[K")+1:], "running:") {
		t.Error("the progress line is left on the terminal")
	}
}

func TestNoTerminal(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if _, ok := terminalOf(null); ok {
		t.Error("the null device is no terminal")
	}
}
