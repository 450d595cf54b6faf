package jsonx

import (
	"regexp"
	"strings"
)

// thoughts are the tags in which models think aloud in front of their answer.
var thoughts = func() (tags [4]struct {
	open  string
	close *regexp.Regexp
}) {
	for i, name := range [...]string{"think", "thinking", "thought", "reasoning"} {
		tags[i].open, tags[i].close = "<"+name+">", regexp.MustCompile("(?i)</"+name+">")
	}
	return tags
}()

// WithoutThoughts returns the text without the thoughts that some models put in tags in front of their answer, and
// without white space at its ends. Thoughts that never end leave nothing. What is in them is no answer: models try out
// there what they then decide against.
func WithoutThoughts(text string) string {
	for {
		text = strings.TrimSpace(text)
		var end []int
		begun := false
		for _, tag := range thoughts {
			if n := len(tag.open); len(text) >= n && strings.EqualFold(text[:n], tag.open) {
				begun, end = true, tag.close.FindStringIndex(text)
			}
		}
		switch {
		case !begun:
			return text
		case end == nil:
			return ""
		}
		text = text[end[1]:]
	}
}
