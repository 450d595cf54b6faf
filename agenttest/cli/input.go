package cli

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/internal/strict"
)

// The prefixes of inputs that are no paths.
const (
	agentsPrefix  = "agents:"
	scriptsPrefix = "scripts:"
	messagePrefix = "message:"
)

// caseEndings are the endings of files that hold cases, or might.
var caseEndings = []string{".jsonl", ".json", ".ndjson", ".yaml", ".yml"}

// cases returns the cases of all inputs, one after another, as [suite.All] does of one.
func (c *run) cases(ctx context.Context, inputs []string, cfg suite.Config) iter.Seq2[suite.Loaded, error] {
	return func(yield func(suite.Loaded, error) bool) {
		if len(inputs) == 0 {
			yield(suite.Conversation(cfg))
			return
		}
		seen := map[string]chat.Source{} // by id; within an input package suite looks for doubles
		for i, input := range inputs {
			for l, err := range one(ctx, input, cfg) {
				if first, double := seen[l.ID]; err == nil && double {
					err = fmt.Errorf("%s: duplicate id %q, first used at %s", l.Source, l.ID, first)
				}
				if err == nil && i < len(inputs)-1 {
					seen[l.ID] = l.Source
				}
				if !yield(l, err) {
					return
				}
			}
		}
	}
}

// one returns the cases of an input.
func one(ctx context.Context, input string, cfg suite.Config) iter.Seq2[suite.Loaded, error] {
	return func(yield func(suite.Loaded, error) bool) {
		if text, ok := message(input); ok {
			yield(suite.Message(text, cfg))
			return
		}
		for l, err := range suite.All(ctx, input, cfg) {
			if err != nil && !generates(input) && !exists(input) {
				err = fmt.Errorf("%w%s", err, instead(input))
			}
			if !yield(l, err) {
				return
			}
		}
	}
}

// instead says what may be meant by an input that is no file.
func instead(input string) string {
	if input == "-" {
		return "; standard input is /dev/stdin"
	}
	hint := ""
	if entries, err := os.ReadDir(filepath.Dir(input)); err == nil {
		var names []string
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
		hint = strict.Hint(filepath.Base(input), names)
	}
	return hint + "; to send it to the agent as a message, write -i " + shellQuote(messagePrefix+input)
}

// untilDone returns the items of a sequence until ctx is done, which is an item of its own then: the cause. A sequence
// that hangs, as one that is read from a pipe may, is left behind.
func untilDone(ctx context.Context, all iter.Seq2[suite.Loaded, error]) iter.Seq2[suite.Loaded, error] {
	type item struct {
		l   suite.Loaded
		err error
	}
	return func(yield func(suite.Loaded, error) bool) {
		items, left := make(chan item, 64), make(chan struct{})
		defer close(left)
		go func() {
			defer close(items)
			for l, err := range all {
				select {
				case items <- item{l, err}:
				case <-left:
					return
				}
			}
		}()
		for {
			select {
			case it, more := <-items:
				if !more || !yield(it.l, it.err) {
					return
				}
			case <-ctx.Done():
				yield(suite.Loaded{}, fmt.Errorf("interrupted: %w", context.Cause(ctx)))
				return
			}
		}
	}
}

// talk reports whether the input is nothing but messages, or a person.
func talk(inputs []string) bool {
	return !slices.ContainsFunc(inputs, func(input string) bool {
		_, ok := message(input)
		return !ok
	})
}

// message returns the text of an input that is a message to the agent; false for one that has to be a file or a
// generator. What may be a mistyped path is not taken for a message: only several words are, what ends like a sentence,
// and what is written in a script that does not part its words.
func message(input string) (string, bool) {
	if text, ok := strings.CutPrefix(input, messagePrefix); ok {
		return text, true
	}
	return input, !generates(input) && !exists(input) && !pathLike(input) && sentence(input)
}

// sentence reports whether people might have said the text.
func sentence(text string) bool {
	text = strings.TrimSpace(text)
	end, _ := utf8.DecodeLastRuneInString(text)
	const ideographs = 0x2E80 // where the scripts of East Asia begin
	return strings.ContainsAny(text, " \t\n") || strings.ContainsRune("?!.…", end) ||
		strings.ContainsFunc(text, func(r rune) bool { return r >= ideographs })
}

// generates reports whether an input is a generator of cases.
func generates(input string) bool {
	return strings.HasPrefix(input, agentsPrefix) || strings.HasPrefix(input, scriptsPrefix)
}

// pathLike reports whether a text looks like a path or a pattern of paths. A question mark is a pattern's only in one
// word, and not at its end, where people ask.
func pathLike(text string) bool {
	if slices.ContainsFunc([]byte(text), func(b byte) bool { return os.IsPathSeparator(b) || b == '*' || b == '[' }) {
		return true
	}
	if text = strings.TrimSpace(text); !strings.ContainsAny(text, " \t\n") && strings.Contains(strings.TrimRight(text, "?"), "?") {
		return true
	}
	ending := strings.ToLower(filepath.Ext(strings.TrimRight(text, "?")))
	return slices.Contains(caseEndings, ending)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// arguments checks the arguments that are no flags: more files, as a shell makes them of a pattern that is not quoted.
func (c *run) arguments(args []string, commands []string) error {
	if slices.Contains(c.flags.inputs, "") {
		return usage("--input: got an empty text, want a file, a directory, a pattern, a message, agents:ID or scripts:ID")
	}
	messages := 0
	for _, input := range c.flags.inputs {
		if _, ok := message(input); ok {
			messages++
		}
	}
	if messages > 1 {
		return usage("--input: got %d messages, want one; a conversation of several turns stands in a file", messages)
	}
	for _, arg := range args {
		if exists(arg) || generates(arg) {
			continue
		}
		hint := didYouMeanCommand(arg, commands)
		if hint == "" {
			hint = instead(arg)
		}
		return usage("got the argument %s, want a file or a directory that exists%s", shellQuote(arg), hint)
	}
	return nil
}

// shellQuote returns text as one word of a shell.
func shellQuote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
