package cli

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agenttest/go/agenttest/suite"
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
		for _, input := range inputs {
			if text, ok := message(input); ok {
				if !yield(suite.Message(text, cfg)) {
					return
				}
				continue
			}
			for l, err := range suite.All(ctx, input, cfg) {
				if err != nil && !generates(input) && !exists(input) {
					err = fmt.Errorf("%w; if it is a message to the agent, write -i 'message:…'", err)
				}
				if !yield(l, err) {
					return
				}
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

// message returns the text of an input that is a message to the agent; false for one that has to be a file or a generator.
// What may be a mistyped path is not taken for a message.
func message(input string) (string, bool) {
	if text, ok := strings.CutPrefix(input, messagePrefix); ok {
		return text, true
	}
	return input, !generates(input) && !exists(input) && !pathLike(input)
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
	if !strings.ContainsAny(text, " \t\n") && strings.Contains(strings.TrimRight(text, "?"), "?") {
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
	for _, arg := range args {
		if exists(arg) || generates(arg) {
			continue
		}
		hint := didYouMeanCommand(arg, commands)
		if hint == "" && !pathLike(arg) {
			hint = fmt.Sprintf("; to send it to the agent as a message, write -i %s", shellQuote(arg))
		}
		return usage("got the argument %s, want a file or a directory that exists%s", shellQuote(arg), hint)
	}
	return nil
}

// shellQuote returns text as one word of a shell.
func shellQuote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
