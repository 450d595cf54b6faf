package render

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of what one value may take in a line of output, in characters.
const (
	quoteLimit = 300
	jsonLimit  = 400
)

// Cut returns s when it has at most limit characters, and otherwise its beginning and its end with a note between them
// of how many bytes are left out. It never cuts inside a character.
func Cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	// Only as much as can be shown is looked at, so that a reply of megabytes costs nothing.
	tail := limit / 4
	head := limit - tail
	h := 0
	for n := 0; h < len(s) && n < head; n++ {
		_, size := utf8.DecodeRuneInString(s[h:])
		h += size
	}
	t := len(s)
	for n := 0; t > h && n < tail; n++ {
		_, size := utf8.DecodeLastRuneInString(s[:t])
		t -= size
	}
	if t <= h {
		return s
	}
	return s[:h] + fmt.Sprintf(" … (%s left out) … ", bytes(t-h)) + s[t:]
}

// Short returns s on one line, escaped, with at most limit characters and an ellipsis where it was cut.
func Short(s string, limit int) string {
	if len(s) > 4*limit { // no need to escape what cannot be shown
		s = Prefix(s, limit+1)
	}
	s = Line(s)
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return strings.TrimRight(Prefix(s, limit-1), " ") + "…"
}

// Prefix returns the first n characters of s.
func Prefix(s string, n int) string {
	at := 0
	for ; n > 0 && at < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return s[:at]
}

func bytes(n int) string {
	switch {
	case n >= 1<<20:
		return strconv.FormatFloat(float64(n)/(1<<20), 'f', 1, 64) + " MB"
	case n >= 1<<10:
		return strconv.FormatFloat(float64(n)/(1<<10), 'f', 1, 64) + " kB"
	case n == 1:
		return "1 byte"
	default:
		return strconv.Itoa(n) + " bytes"
	}
}

// Quote returns s quoted on one line, escaped, and cut when it is long. It uses back quotes where that saves escapes,
// so that a pattern reads as its author wrote it.
func Quote(s string) string {
	s = Cut(s, quoteLimit)
	if strings.ContainsAny(s, `\"`) && !strings.ContainsRune(s, '\t') && strconv.CanBackquote(s) && Line(s) == s {
		return "`" + s + "`"
	}
	quoted := strconv.Quote(s)
	return Line(quoted) // what Go thinks printable but a terminal obeys
}

// JSON returns raw compacted on one line, escaped, and cut when it is long. What is no JSON is quoted; nothing is
// "nothing".
func JSON(raw json.RawMessage) string { return jsonText(raw, jsonLimit) }

func jsonText(raw json.RawMessage, limit int) string {
	if len(raw) == 0 {
		return "nothing"
	}
	if !json.Valid(raw) {
		return "invalid JSON " + Quote(string(raw))
	}
	return Line(Cut(string(compact(raw)), limit))
}

// compact removes insignificant white space and keeps everything else as it is: json.Compact allocates a buffer per
// call and escapes nothing, but this also must not fail.
func compact(raw json.RawMessage) []byte {
	out := make([]byte, 0, len(raw))
	inString := false
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case inString && c == '\\' && i+1 < len(raw):
			out = append(out, c, raw[i+1])
			i++
			continue
		case c == '"':
			inString = !inString
		case !inString && (c == ' ' || c == '\n' || c == '\t' || c == '\r'):
			continue
		}
		out = append(out, c)
	}
	return out
}
