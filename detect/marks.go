package detect

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

func isQuestionMark(c rune) bool {
	switch c {
	case '?', '？', '؟', '﹖', '⸮', '‽', '⁇', '⁈', '⁉', '❓', '❔', '፧', '\u037e':
		return true
	}
	return false
}

// unlisted reports whether the words of a letter's script are not listed in the lexicon, because the script does not
// part them by spaces or they bend too much: Hebrew, Arabic and all scripts to the east of them.
func unlisted(c rune) bool { return c >= 0x0590 && (c < 0x1E00 || c > 0x1FFF) }

// closer returns the mark that ends the quotation which c begins, and 0 when c begins none.
func closer(c rune) rune {
	switch c {
	case '"', '\'', '`':
		return c
	case '“', '„', '”':
		return '”'
	case '‘', '‚':
		return '’'
	case '«':
		return '»'
	case '»':
		return '«'
	case '「':
		return '」'
	case '『':
		return '』'
	case '《':
		return '》'
	case '[':
		return ']'
	}
	return 0
}

// quotable is the number of bytes that a quotation may be long. It keeps a text full of opening marks cheap to read.
const quotable = 1000

// closing returns where the quotation, the inline code or the link that begins at i ends, and i when none does.
func closing(t string, from, i int) int {
	open, size := utf8.DecodeRuneInString(t[i:])
	want := closer(open)
	if i > from && (open == '"' || open == '\'' || open == '‘' || open == '‚') {
		if before, _ := utf8.DecodeLastRuneInString(t[:i]); unicode.IsLetter(before) || unicode.IsDigit(before) {
			return i // an apostrophe, or inches
		}
	}
	at := i + size
	t = t[:min(len(t), at+quotable)]
	for {
		n := strings.IndexRune(t[at:], want)
		if n < 0 && open == '„' {
			want, n = '“', strings.IndexRune(t[at:], '“')
		}
		if n < 0 {
			return i
		}
		end := at + n + utf8.RuneLen(want)
		switch {
		case open == '[': // a link counts as quoted, other brackets do not
			if !strings.HasPrefix(t[end:], "(") {
				return i
			}
			if n = strings.IndexByte(t[end:], ')'); n < 0 {
				return i
			}
			return end + n + 1
		case want == '\'' || want == '’': // "don't" does not end a quotation
			after, _ := utf8.DecodeRuneInString(t[end:])
			if end < len(t) && (unicode.IsLetter(after) || unicode.IsDigit(after)) || t[at+n-1] == ' ' {
				at = end
				continue
			}
		}
		return end
	}
}

// endsQuoted reports whether a sentence ends with the quotation t[i:end], as in: She said "Stop." Nobody did.
func endsQuoted(t string, i, end int) bool {
	inner := strings.TrimRight(t[i:end], "\"'”“’»«」』")
	if inner == "" {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(inner)
	if last != '.' && last != '!' && last != '?' {
		return false
	}
	rest := strings.TrimLeft(t[end:], " ")
	if len(rest) == len(t)-end {
		return false
	}
	after, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsUpper(after)
}

// stops reports whether the dots t[i:end] end a sentence that began at from: those inside numbers and addresses and
// after abbreviations do not.
func stops(t string, from, i, end int) bool {
	if end == len(t) {
		return true
	}
	switch c := t[end]; {
	case c == ' ' || c == '\n' || c == '\t' || c == '\r':
	case c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '/' || c == ',' || c == '-' || c == '@' || c == '=':
		return false
	default:
		return true
	}
	rest := strings.TrimLeft(t[end:], " \n\t\r*_\"'(")
	if end-i > 1 { // an ellipsis goes on in lower case
		after, _ := utf8.DecodeRuneInString(rest)
		return !unicode.IsLower(after)
	}
	w, digits := i, false
	for w > from && (t[w-1] >= 'a' && t[w-1] <= 'z' || t[w-1] >= 'A' && t[w-1] <= 'Z' || t[w-1] >= '0' && t[w-1] <= '9') {
		w--
		digits = digits || t[w] <= '9'
	}
	switch t[w:i] {
	case "Dr", "Mr", "Mrs", "Ms", "St", "No", "Nr", "vs", "etc", "approx", "incl", "Prof", "Sr", "Sra", "bzw", "ca", "evtl":
		return false
	}
	switch {
	case digits: // at the beginning, a number counts an item: "1. Name"
		return w > from
	case i-w != 1 || t[w] == 'I':
		return true
	}
	// A single letter: "J. Smith" and "e.g. Monday" go on, "5 p.m. Which" and "in plan b. Which" do not.
	if w == from || t[w-1] != '.' {
		return t[w] >= 'a'
	}
	if w-2 >= from && oneOf(t[w-2:i], "e.g", "i.e", "z.B", "d.h") {
		return false
	}
	after, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsUpper(after)
}

// inAddress reports whether the question mark t[i:end] stands inside an address or a pattern and ends nothing. In
// "Done?Then" somebody forgot a space.
func inAddress(t string, i, end int) bool {
	if end == len(t) || i == 0 {
		return false
	}
	c := t[end]
	upper := c >= 'A' && c <= 'Z'
	if upper && t[i-1] >= 'a' && t[i-1] <= 'z' {
		return false
	}
	return upper || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '=' || c == '&' || c == '/' || c == '#' || c == '%'
}

// address returns where the web or mail address that begins at i ends, and i when there is none. Marks at its end
// belong to the sentence.
func address(t string, i int) int {
	switch {
	case t[i] == 'h' && (strings.HasPrefix(t[i:], "http://") || strings.HasPrefix(t[i:], "https://")):
	case t[i] == 'w' && strings.HasPrefix(t[i:], "www."):
	case t[i] == 'm' && strings.HasPrefix(t[i:], "mailto:"):
	default:
		return i
	}
	n := strings.IndexAny(t[i:], " \t\r\n<>\"")
	if n < 0 {
		n = len(t) - i
	}
	return i + len(strings.TrimRight(t[i:i+n], ".,;:!?)*_"))
}

// numeral returns where the number that begins at i ends, its unit included: "$3,500", "10:40", "3rd", "5%".
func numeral(t string, i int) int {
	for i++; i < len(t); i++ {
		switch c := t[i]; {
		case c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '%':
		case (c == '.' || c == ',' || c == ':' || c == '/' || c == '-') && i+1 < len(t) && t[i+1] >= '0' && t[i+1] <= '9':
		default:
			return i
		}
	}
	return i
}

// tag returns where the markup that begins at i ends, and i+1 when it is no markup.
func tag(t string, i int) int {
	if i+1 == len(t) || t[i+1] != '/' && (t[i+1]|0x20 < 'a' || t[i+1]|0x20 > 'z') {
		return i + 1
	}
	if n := strings.IndexByte(t[i:min(len(t), i+200)], '>'); n > 0 {
		return i + n + 1
	}
	return i + 1
}

// spaced reports whether the byte at i stands between spaces.
func spaced(t string, i int) bool {
	return i > 0 && t[i-1] == ' ' && i+1 < len(t) && t[i+1] == ' '
}

// greekBefore reports whether a Greek letter stands before i, where a semicolon is a question mark.
func greekBefore(t string, i int) bool {
	c, _ := utf8.DecodeLastRuneInString(t[:i])
	return unicode.Is(unicode.Greek, c)
}
