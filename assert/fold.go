package assert

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fold returns s with every letter replaced by the first of those that differ from it only in case, by Unicode's simple
// folding, which strings.EqualFold uses too. The number of characters stays the same.
func fold(s string) string { return strings.Map(foldRune, s) }

func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	return least
}

// indexFold returns where part stands in s, in bytes, when case is ignored.
func indexFold(s, part string) (start, end int, ok bool) {
	folded := fold(s)
	at := strings.Index(folded, fold(part))
	if at < 0 {
		return 0, 0, false
	}
	start = skip(s, utf8.RuneCountInString(folded[:at]))
	return start, start + skip(s[start:], utf8.RuneCountInString(part)), true
}

// skip returns the length of the first n characters of s.
func skip(s string, n int) int {
	at := 0
	for ; n > 0 && at < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return at
}

// plainly returns s as a reader sees it: typographic quotes, dashes and spaces as plain ones, every stretch of white
// space as one blank, case ignored. It serves hints, never verdicts.
func plainly(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '‘' || r == '’' || r == '‚' || r == 'ʼ':
			return '\''
		case r == '“' || r == '”' || r == '„' || r == '«' || r == '»':
			return '"'
		case r >= '‐' && r <= '―' || r == '−':
			return '-'
		case r == '\u200b' || r == '\u00ad' || r == '\u2060' || r == '\ufeff':
			return -1
		}
		return foldRune(r)
	}, s)
	return strings.Join(strings.Fields(s), " ")
}
