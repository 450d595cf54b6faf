package render

import (
	"strconv"
	"strings"
)

// Count returns "1 case" and "3 cases" for the word "case".
func Count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}

// List returns names for a message, at most so many: "a, b, c and 4 more".
func List(names []string, most int) string { return ListOf(names[:min(len(names), most)], len(names)) }

// ListOf returns the first ones of n names for a message, as [List] does of all.
func ListOf(first []string, n int) string {
	text := strings.Join(first, ", ")
	if rest := n - len(first); rest > 0 {
		text += " and " + strconv.Itoa(rest) + " more"
	}
	return text
}
