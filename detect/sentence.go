package detect

import (
	"unicode"
	"unicode/utf8"
)

// maxTokens bounds the tokens of one sentence that are looked at. A longer sentence is read by its beginning.
const maxTokens = 120

// A token is one word, number or punctuation of a sentence.
type token struct {
	id    uint16
	place place // the strictest place that a pattern may ask for here
}

// A sentence is a stretch of text up to its final mark.
type sentence struct {
	from, to int    // in the text
	asks     bool   // it ends with a question mark
	marked   bool   // it ends with some mark
	bracket  bool   // it begins with an opening bracket
	headed   bool   // it ends with a colon
	script   script // the scripts of its letters whose words are not listed
	words    int
}

// next reads the sentence that begins at from, keeps its tokens, and returns it and where the next one begins. The
// text of a quotation, of inline code and of a link is passed over: who quotes a question does not ask it.
func (r *reader) next(from, to int) (s sentence, rest int) {
	t := r.text[:to]
	s.from = from
	r.n, r.place = 0, start
	for i := from; i < to; {
		switch c := t[i]; {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			s.words++
			s.headed = false
			if end := address(t, i); end > i {
				r.push(quote)
				i = end
			} else {
				i = r.word(t, i)
			}
		case c >= '0' && c <= '9' || c == '$':
			s.words++
			s.headed = false
			i = numeral(t, i)
			r.push(number)
		case c == '.' || c == '!' || c == '?':
			end := i + 1
			for end < to && t[end] == c {
				end++
			}
			if c == '.' && !stops(t, from, i, end) || c == '?' && inAddress(t, i, end) {
				i = end
				continue
			}
			s.marked, s.asks = true, c == '?'
			return s.close(t, end)
		case c == ',':
			r.pause(comma)
			i++
		case c == ':':
			r.pause(colon)
			s.headed = true
			i++
		case c == '"' || c == '\'' || c == '`' || c == '[':
			end := closing(t, from, i)
			if end > i {
				s.words++
				s.headed = false
				r.push(quote)
				if endsQuoted(t, i, end) {
					s.marked = true
					return s.close(t, end)
				}
				i = end
				continue
			}
			i++
		case c == '<':
			i = tag(t, i)
		case c == ';' || c == '(' || c == ')' || c == '-':
			if c == ';' && greekBefore(t, i) {
				s.marked, s.asks = true, true
				return s.close(t, i+1)
			}
			s.bracket = s.bracket || c == '(' && s.words == 0
			if c != '-' || spaced(t, i) {
				r.pause(pause)
			}
			i++
		case c < utf8.RuneSelf:
			i++
		default:
			var stop bool
			if i, stop = r.wide(t, i, &s); stop {
				return s.close(t, i)
			}
		}
	}
	s.to = to
	return s, to
}

// wide reads one character beyond ASCII, or the word or quotation that begins with it, and returns where that ends
// and whether the sentence ends there too.
func (r *reader) wide(t string, i int, s *sentence) (end int, stop bool) {
	c, size := utf8.DecodeRuneInString(t[i:])
	end = i + size
	switch {
	case scriptOf(c) < arabic || unicode.IsLetter(c):
		s.words++
		s.headed = false
		if unlisted(c) {
			s.script |= scriptOf(c)
			return end, false
		}
		return r.word(t, i), false
	case isQuestionMark(c):
		s.marked, s.asks = true, true
		return end, true
	case c == '。' || c == '！' || c == '…' || c == '।' || c == '۔' || c == '｡':
		s.marked = true
		return end, true
	case c == '՞':
		s.asks = true
	case closer(c) != 0:
		if q := closing(t, s.from, i); q > i {
			s.words++
			s.headed = false
			r.push(quote)
			s.marked = endsQuoted(t, i, q)
			return q, s.marked
		}
	case c == '，' || c == '、' || c == '،':
		r.pause(comma)
	case c == '：':
		r.pause(colon)
		s.headed = true
	case c == '–' || c == '—' || c == '；' || c == '（' || c == '）' || c == '→':
		s.bracket = s.bracket || c == '（' && s.words == 0
		r.pause(pause)
	case c == '€' || c == '£' || c == '¥' || c == '₹':
		r.push(number)
	}
	return end, false
}

// close ends the sentence at its mark and passes over what belongs to the mark: further marks, closing quotation
// marks and brackets, emphasis.
func (s sentence) close(t string, end int) (sentence, int) {
	for end < len(t) {
		c, size := utf8.DecodeRuneInString(t[end:])
		switch c {
		case '?', '!', '.', ')', ']', '}', '"', '\'', '*', '_', '~', '”', '’', '»', '」', '』', '）', '！', '？', '。', '❓', '\uFE0F':
			s.asks = s.asks || isQuestionMark(c) && s.marked
			end += size
			continue
		}
		break
	}
	s.to = end
	return s, end
}

// push keeps a token. The word after it no longer begins a clause, unless the token may stand before one.
func (r *reader) push(id uint16) {
	if r.n < maxTokens {
		r.tokens[r.n] = token{id, r.place}
		r.n++
	}
	switch {
	case r.lex.joins[id]:
		r.place = max(r.place, soft)
	case r.lex.fillers[id]:
	default:
		r.place = anywhere
	}
}

// pause keeps a token of punctuation, after which a clause begins.
func (r *reader) pause(id uint16) {
	at := r.place
	r.push(id)
	r.place = max(at, clause)
}

// word reads a word, keeps its token and returns where the word ends.
func (r *reader) word(t string, i int) int {
	var low [32]byte // no listed word is longer
	n := 0
	for i < len(t) {
		c := t[i]
		if c < utf8.RuneSelf {
			switch {
			case c >= 'A' && c <= 'Z':
				c += 'a' - 'A'
			case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			default:
				r.push(r.lex.words[string(low[:n])])
				return i
			}
			i++
			if n < len(low) {
				low[n] = c
				n++
			}
			continue
		}
		wide, size := utf8.DecodeRuneInString(t[i:])
		if !unicode.IsLetter(wide) && !unicode.IsMark(wide) || unlisted(wide) {
			break
		}
		i += size
		if wide = unicode.ToLower(wide); n+utf8.RuneLen(wide) <= len(low) {
			n += utf8.EncodeRune(low[n:], wide)
		}
	}
	r.push(r.lex.words[string(low[:n])])
	return i
}
