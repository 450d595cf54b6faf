package detect

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A shape is what one line of a reply is, as Markdown has it.
type shape uint8

const (
	prose shape = iota
	empty
	heading
	item
	row
	quotation
	rule
	fenceLine
)

// shapeOf returns the shape of a line and where its content begins.
func shapeOf(l string) (kind shape, at int) {
	for at < len(l) && (l[at] == ' ' || l[at] == '\t' || l[at] == '\r') {
		at++
	}
	t := l[at:]
	if t == "" {
		return empty, at
	}
	switch t[0] {
	case '`', '~':
		if strings.HasPrefix(t, "```") || strings.HasPrefix(t, "~~~") {
			return fenceLine, at
		}
	case '>':
		return quotation, at
	case '|':
		return row, at
	case '#':
		n := len(t) - len(strings.TrimLeft(t, "#"))
		if n < len(t) && t[n] == ' ' {
			return heading, at + n + 1
		}
	case '-', '*', '_', '=':
		if len(t) >= 3 && strings.Trim(t, string(t[0])+" \r") == "" {
			return rule, at
		}
	}
	if n := bullet(t); n > 0 {
		return item, at + n
	}
	return prose, at
}

// bullet returns the length of the mark that makes a line an item of a list, 0 when it has none.
func bullet(t string) int {
	switch t[0] {
	case '-', '*', '+':
		if len(t) > 1 && t[1] == ' ' {
			return 2
		}
	}
	if c, size := utf8.DecodeRuneInString(t); c >= utf8.RuneSelf {
		if strings.ContainsRune("•·‣◦▪・●○", c) || c == '–' && strings.HasPrefix(t[size:], " ") ||
			c >= '①' && c <= '⑳' || unicode.Is(unicode.So, c) { // models like an emoji for a mark
			return size
		}
		return 0
	}
	// 1. 1) (1) [1] a) A. **1.** and so on.
	n := 0
	for n < len(t) && (t[n] == '*' || t[n] == '_' || t[n] == '(' || t[n] == '[') {
		n++
	}
	from := n
	for n < len(t) && n-from < 3 && t[n] >= '0' && t[n] <= '9' {
		n++
	}
	if n == from && n < len(t) && (t[n] >= 'a' && t[n] <= 'z' || t[n] >= 'A' && t[n] <= 'Z') {
		n++
	}
	if n == from || n == len(t) {
		return 0
	}
	switch {
	case t[n] == ')' || t[n] == ']':
		return n + 1
	case t[n] == '.' && n+1 < len(t) && (t[n+1] == ' ' || t[n+1] == '*'):
		return n + 1
	case strings.HasPrefix(t[n:], "、") || strings.HasPrefix(t[n:], "）") || strings.HasPrefix(t[n:], "．"):
		return n + 3
	}
	return 0
}

// bold reports whether a whole line is set in bold, as a heading is.
func bold(l string) bool {
	l = strings.TrimRight(l, " \t\r")
	return len(l) > 4 && (strings.HasPrefix(l, "**") && strings.HasSuffix(l, "**") || strings.HasPrefix(l, "__") && strings.HasSuffix(l, "__"))
}

// indented reports whether a line is set in as far as Markdown wants it for code.
func indented(l string) bool { return strings.HasPrefix(l, "    ") || strings.HasPrefix(l, "\t") }

// closesFence reports whether a line that begins with a fence ends a block that such a fence opened.
func closesFence(l string, fence byte) bool {
	return l[0] == fence && strings.Trim(l, "`~ \t\r") == ""
}

// runsOn reports whether a line of prose goes on in the next one, because lines were broken at a fixed width.
func runsOn(l, next string) bool {
	l = strings.TrimRight(l, " \t\r")
	if len(l) < 40 || strings.IndexByte(".!?:", l[len(l)-1]) >= 0 {
		return false
	}
	if kind, _ := shapeOf(next); kind != prose {
		return false
	}
	c, _ := utf8.DecodeRuneInString(strings.TrimLeft(next, " \t"))
	return unicode.IsLower(c)
}

// salutation reports whether a line opens a letter: "Dear Ms Okafor,".
func salutation(l string) bool {
	l = strings.TrimRight(l, " \t\r*_")
	if len(l) > 60 || !strings.HasSuffix(l, ",") && !strings.HasSuffix(l, "，") {
		return false
	}
	word, _, _ := strings.Cut(strings.TrimLeft(l, "*_"), " ")
	return oneOf(strings.TrimRight(word, ",!"), "dear", "hi", "hello", "hey", "sehr", "liebe", "lieber", "hallo", "guten", "estimado",
		"estimada", "querido", "querida", "hola", "cher", "chère", "bonjour", "madame", "monsieur", "prezado", "prezada", "caro",
		"cara", "gentile", "geachte", "beste")
}

// signOff reports whether a line closes a letter: "Best regards,".
func signOff(l string) bool {
	l = strings.Trim(l, " \t\r*_")
	if len(l) > 40 {
		return false
	}
	word, rest, _ := strings.Cut(l, " ")
	if strings.Count(rest, " ") > 2 {
		return false
	}
	return oneOf(strings.TrimRight(word, ",."), "best", "kind", "warm", "warmest", "regards", "sincerely", "yours", "cheers",
		"respectfully", "thanks", "love", "mit", "viele", "freundliche", "herzliche", "beste", "saludos", "atentamente", "cordialmente",
		"un", "cordialement", "bien", "atenciosamente", "cordiali", "met")
}

// subject reports whether a line is the subject of a mail.
func subject(l string) bool {
	word, _, ok := strings.Cut(strings.TrimLeft(l, "*_ "), ":")
	return ok && oneOf(word, "subject", "betreff", "asunto", "objet", "assunto", "oggetto")
}

func oneOf(word string, words ...string) bool {
	for _, w := range words {
		if strings.EqualFold(word, w) {
			return true
		}
	}
	return false
}
