package detect

import (
	"fmt"
	"strings"
	"unicode"
)

// Kinds of tokens that are no known words.
const (
	unknown uint16 = iota // a word that no cue mentions
	number                // a number or an amount of money
	comma
	colon
	pause // a semicolon, a dash, a bracket
	quote // something in quotation marks, inline code or a link
	reserved
)

// A part is one step of a pattern: a set of words, of which one must stand here, must not stand here, or may.
type part struct {
	set      []uint64
	optional bool
	not      bool
	gap      int // the number of tokens that may be passed over, for a gap
	end      bool
}

func (p *part) has(id uint16) bool { return p.set[id>>6]&(1<<(id&63)) != 0 }

type pattern struct {
	place place
	label label
	parts []part
	then  []uint64 // the tokens that may stand second, nil for any: most patterns are ruled out by them
}

// A lexicon is all cues, compiled: the words they mention, and for each word the patterns that begin with it.
type lexicon struct {
	words   map[string]uint16
	first   [][]pattern
	fillers []bool // words that may stand before the first word of a clause
	joins   []bool // words that begin a clause softly
	scripts map[rune][]scriptEntry
}

// compile builds a lexicon. A pattern is a list of parts, separated by spaces:
//
//	word|word    one of these words; a number is #, a comma ",", a colon ":", a dash or bracket ";", a quotation '"'
//	word|word?   the same, and may be missing
//	!word|word   the next token is none of these
//	~3           up to three tokens of any kind
//	$            the end of the sentence
//
// Words are in lower case. An apostrophe or a hyphen parts words: "don't" is the two words "don" and "t".
func compile(fillers, joins string, lists ...[]cue) *lexicon {
	lex := &lexicon{words: map[string]uint16{}}
	for _, w := range strings.Fields(fillers + " " + joins) {
		lex.id(w)
	}
	for _, list := range lists {
		for _, c := range list {
			for _, step := range strings.Fields(c.pattern) {
				for _, w := range alternatives(step) {
					lex.id(w)
				}
			}
		}
	}
	n := int(reserved) + len(lex.words)
	lex.fillers, lex.joins, lex.first = make([]bool, n), make([]bool, n), make([][]pattern, n)
	for _, w := range strings.Fields(fillers) {
		lex.fillers[lex.id(w)] = true
	}
	for _, w := range strings.Fields(joins) {
		lex.joins[lex.id(w)] = true
	}
	for _, list := range lists {
		for _, c := range list {
			lex.add(c, n)
		}
	}
	return lex
}

func (lex *lexicon) add(c cue, size int) {
	p := pattern{place: c.place, label: c.label}
	for _, step := range strings.Fields(c.pattern) {
		x := part{}
		switch {
		case step == "$":
			x.end = true
		case step[0] == '~':
			x.gap = int(step[1] - '0')
		default:
			x.not = step[0] == '!'
			x.optional = strings.HasSuffix(step, "?")
			x.set = make([]uint64, size/64+1)
			for _, w := range alternatives(step) {
				id := lex.id(w)
				x.set[id>>6] |= 1 << (id & 63)
			}
		}
		p.parts = append(p.parts, x)
	}
	p.then = second(p.parts[1:], size)
	head := &p.parts[0]
	if head.set == nil || head.not || head.optional {
		panic(fmt.Sprintf("detect: the pattern %q must begin with a word", c.pattern))
	}
	for id := range lex.first {
		if head.has(uint16(id)) {
			lex.first[id] = append(lex.first[id], p)
		}
	}
}

// second returns the tokens with which parts may begin, nil for any.
func second(parts []part, size int) []uint64 {
	union := make([]uint64, size/64+1)
	for i := range parts {
		p := &parts[i]
		if p.set == nil || p.not {
			return nil
		}
		for j, bits := range p.set {
			union[j] |= bits
		}
		if !p.optional {
			return union
		}
	}
	return nil
}

// alternatives returns the words of one step of a pattern, none for a gap or the end.
func alternatives(step string) []string {
	if step == "$" || step[0] == '~' {
		return nil
	}
	return strings.Split(strings.TrimSuffix(strings.TrimPrefix(step, "!"), "?"), "|")
}

// id returns the number of a word, and gives it one when it has none.
func (lex *lexicon) id(w string) uint16 {
	switch w {
	case "#":
		return number
	case ",":
		return comma
	case ":":
		return colon
	case ";":
		return pause
	case `"`:
		return quote
	}
	if strings.ContainsFunc(w, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) || w == "" {
		panic(fmt.Sprintf("detect: %q in a pattern is no word", w))
	}
	id, ok := lex.words[w]
	if !ok {
		id = reserved + uint16(len(lex.words))
		lex.words[w] = id
	}
	return id
}

// follows reports whether the tokens match all parts from the first token on.
func follows(parts []part, tokens []token) bool {
	for i := range parts {
		p := &parts[i]
		switch {
		case p.end:
			if len(tokens) > 0 {
				return false
			}
		case p.gap > 0:
			for skip := 0; skip <= p.gap && skip <= len(tokens); skip++ {
				if follows(parts[i+1:], tokens[skip:]) {
					return true
				}
			}
			return false
		case p.not:
			if len(tokens) > 0 && p.has(tokens[0].id) {
				return false
			}
		case len(tokens) > 0 && p.has(tokens[0].id):
			if p.optional && follows(parts[i+1:], tokens) {
				return true
			}
			tokens = tokens[1:]
		case !p.optional:
			return false
		}
	}
	return true
}
