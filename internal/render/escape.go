package render

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape returns s with everything that could act on a terminal or on a reader of test output made visible: control
// characters, ESC, carriage return, 0x16 (which marks a test event), invalid UTF-8, the characters that reorder or hide
// text, and lines that report the end of a test. Newlines and tabs stay.
func Escape(s string) string { return escapeReports(escape(s, true)) }

// report is a line that go tool test2json takes for the end of a test, at whatever depth it is indented.
var report = regexp.MustCompile(`(?m)^ *--- (?:PASS|FAIL|SKIP|BENCH): `)

func escapeReports(s string) string {
	if !strings.Contains(s, "--- ") {
		return s
	}
	return report.ReplaceAllStringFunc(s, func(line string) string { return strings.Replace(line, "-", `\x2d`, 1) })
}

// Line returns s escaped and on one line: a newline becomes \n, a tab \t.
func Line(s string) string { return escapeReports(escape(s, false)) }

func escape(s string, multiline bool) string {
	clean := 0
	for clean < len(s) {
		b := s[clean]
		if b < utf8.RuneSelf {
			if (b < ' ' && !(multiline && (b == '\n' || b == '\t'))) || b == 0x7f {
				break
			}
			clean++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[clean:])
		if unsafeRune(r, n) {
			break
		}
		clean += n
	}
	if clean == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	b.WriteString(s[:clean])
	for i := clean; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case multiline && (r == '\n' || r == '\t'):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == utf8.RuneError && n == 1, r < ' ', r == 0x7f:
			b.WriteString(`\x`)
			b.WriteByte(hex[s[i]>>4])
			b.WriteByte(hex[s[i]&15])
		case unsafeRune(r, n):
			q := strconv.QuoteRuneToASCII(r)
			b.WriteString(q[1 : len(q)-1])
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

const hex = "0123456789abcdef"

// unsafeRune reports whether a decoded rune must not be printed as it is.
func unsafeRune(r rune, size int) bool {
	if r == utf8.RuneError && size <= 1 {
		return true
	}
	switch {
	case r < ' ' || r >= 0x7f && r < 0xa0: // C0, DEL and C1
		return true
	case r == 0x2028 || r == 0x2029: // line and paragraph separator
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069: // reorder what follows
		return true
	case r == 0xfeff:
		return true
	}
	return r >= 0xe0000 && r <= 0xe007f || r >= utf8.RuneSelf && unicode.Is(unicode.Cs, r) // tags, surrogates
}
