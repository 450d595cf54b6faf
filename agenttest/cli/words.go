package cli

import (
	"fmt"
	"strings"
)

// words splits a command into its words as a shell does: white space separates, single quotes keep everything, double
// quotes keep everything but a backslash before a quote or backslash, and a backslash outside of quotes keeps the next
// character. Variables, patterns, pipes and everything else of a shell are plain text.
func words(command string) ([]string, error) {
	var list []string
	var word strings.Builder
	var quote rune // 0 outside of quotes
	started, escaped := false, false
	for _, r := range command {
		switch {
		case escaped:
			if quote == '"' && r != '"' && r != '\\' {
				word.WriteByte('\\')
			}
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			started, escaped = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			started, quote = true, r
		case strings.ContainsRune(" \t\r\n", r):
			if started {
				list = append(list, word.String())
			}
			word.Reset()
			started = false
		default:
			started = true
			word.WriteRune(r)
		}
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	case escaped:
		return nil, fmt.Errorf(`there is nothing after the backslash at the end`)
	case started:
		list = append(list, word.String())
	}
	return list, nil
}
