package cli

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		reason, command string
		want            []string
	}{
		{"white space separates", "python3  agent.py\t--fast\n", []string{"python3", "agent.py", "--fast"}},
		{"single quotes keep everything", `sh -c 'echo "$HOME" \n'`, []string{"sh", "-c", `echo "$HOME" \n`}},
		{"double quotes keep all but quotes and backslashes", `a "b \"c\" \\ \n"`, []string{"a", `b "c" \ \n`}},
		{"a backslash keeps the next character", `./my\ agent \'x\'`, []string{"./my agent", "'x'"}},
		{"quotes may stand within a word", `--name="two words"x`, []string{"--name=two wordsx"}},
		{"an empty word is a word", `a '' ""`, []string{"a", "", ""}},
		{"nothing is nothing", "  ", nil},
		{"nothing of a shell is there", "a|b $C *.go > x", []string{"a|b", "$C", "*.go", ">", "x"}},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			got, err := words(tt.command)
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("words(%q): got %q, %v, want %q", tt.command, got, err, tt.want)
			}
		})
	}
	for command, want := range map[string]string{
		`a 'b`: "the quote ' is not closed",
		`a "b`: `the quote " is not closed`,
		`a \`:  "there is nothing after the backslash at the end",
	} {
		if got, err := words(command); err == nil || err.Error() != want {
			t.Errorf("words(%q): got %q, %v, want the error %s", command, got, err, want)
		}
	}
}

// What is quoted comes back as it was, whatever it is.
func TestWordsOfQuoted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOf(rapid.String()).Draw(t, "words")
		quoted := make([]string, len(want))
		for i, word := range want {
			quoted[i] = shellQuote(word)
		}
		got, err := words(strings.Join(quoted, " "))
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("got %q, %v, want %q", got, err, want)
		}
	})
}

func TestMessage(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct {
		reason, input, text string
		is                  bool
	}{
		{"words are a message", "Hello, how are you?", "Hello, how are you?", true},
		{"one word may be a mistyped directory", "casez", "", false},
		{"or a file of another kind", "cases.txt", "", false},
		{"or standard input", "-", "", false},
		{"blanks around a path do not make words of it", " cases.jsonl ", "", false},
		{"a sentence of one word is a message", "Hello!", "Hello!", true},
		{"so is one in a script that does not part words", "你好", "你好", true},
		{"a question of one word is a message", "Why?", "Why?", true},
		{"a path separator makes a path", "cases/expense", "", false},
		{"also in a sentence, so that no mistyped path is sent", "yes and/or no", "", false},
		{"a pattern makes a path", "cases*", "", false},
		{"so does a question mark within a word", "case?s", "", false},
		{"an ending makes a path", "cases.jsonl", "", false},
		{"whatever its letters", "CASES.JSONL", "", false},
		{"a generator is none", "agents:gen?count=2", "", false},
		{"nor is a script", "scripts:gen", "", false},
		{"the prefix says that it is one", "message:yes and/or no", "yes and/or no", true},
		{"whatever follows it", "message:agents:x", "agents:x", true},
	} {
		if text, is := message(tt.input); is != tt.is || is && text != tt.text {
			t.Errorf("%s: message(%q): got %q, %t, want %q, %t", tt.reason, tt.input, text, is, tt.text, tt.is)
		}
	}
}

func FuzzWords(f *testing.F) {
	f.Add(`python3 'a b' "c\"d" e\ f`)
	f.Fuzz(func(t *testing.T, command string) {
		list, err := words(command)
		if err != nil {
			return
		}
		quoted := make([]string, len(list))
		for i, word := range list {
			quoted[i] = shellQuote(word)
		}
		again, err := words(strings.Join(quoted, " "))
		if err != nil || !slices.Equal(again, list) {
			t.Errorf("words(%q) is %q, which quoted is %q, %v", command, list, again, err)
		}
	})
}
