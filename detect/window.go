package detect

import (
	"strings"
	"unicode/utf8"
)

// window is the number of bytes at the end of a reply that are read. What a reply asks stands at its end; the window
// is wide enough for a question with a long list of options after it.
const window = 8 << 10

// windowed returns where the window of a text begins and the character of the code fence that is open there, if any.
// Only the search for fences sees the text before the window.
func windowed(text string) (at int, fence byte) {
	if len(text) <= window {
		return 0, 0
	}
	at = len(text) - window
	if n := strings.IndexByte(text[at:at+window/4], '\n'); n >= 0 {
		at += n + 1
	} else {
		for at < len(text) && !utf8.RuneStart(text[at]) {
			at++
		}
	}
	return at, openFence(text[:at])
}

// openFence returns the character of the code fence that is open at the end of text, and 0 when none is.
func openFence(text string) byte {
	open := byte(0)
	ticks, tildes := -1, -1
	for at := 0; at < len(text); {
		ticks, tildes = nextMark(text, at, ticks, "```"), nextMark(text, at, tildes, "~~~")
		mark := min(ticks, tildes)
		if mark == len(text) {
			break
		}
		begin := at + strings.LastIndexByte(text[at:mark], '\n') + 1
		if c := text[mark]; strings.Trim(text[begin:mark], " \t") == "" {
			switch open {
			case 0:
				open = c
			case c:
				open = 0
			}
		}
		at = lineEnd(text, mark) + 1
	}
	return open
}

// nextMark returns where mark stands in text from at on, and the length of text when nowhere. The place last found is
// still right when at has not passed it, which keeps the search linear.
func nextMark(text string, at, last int, mark string) int {
	if last >= at {
		return last
	}
	if n := strings.Index(text[at:], mark); n >= 0 {
		return at + n
	}
	return len(text)
}

// lineEnd returns where the line that holds at ends.
func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}
