package jsonpath

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/agenttest/go/internal/render"
)

// Path is a parsed path. It is safe for concurrent use.
type Path struct {
	source string
	steps  []step
}

type step struct {
	kind  stepKind
	name  string
	index int
	end   int // where the step ends in the source
}

type stepKind uint8

const (
	member stepKind = iota
	element
	wildcard
)

// String returns the path as it was written.
func (p *Path) String() string { return p.source }

// Definite reports whether the path can find at most one value: it has no wildcard.
func (p *Path) Definite() bool {
	for _, s := range p.steps {
		if s.kind == wildcard {
			return false
		}
	}
	return true
}

// Root returns what the path needs to begin with: "object" for a name, "array" for an index, and "" when it takes
// anything.
func (p *Path) Root() string {
	if len(p.steps) == 0 {
		return ""
	}
	switch p.steps[0].kind {
	case member:
		return "object"
	case element:
		return "array"
	default:
		return ""
	}
}

// Names returns the names that the path begins with, before its first index or wildcard.
func (p *Path) Names() []string {
	var names []string
	for _, s := range p.steps {
		if s.kind != member {
			break
		}
		names = append(names, s.name)
	}
	return names
}

// Len returns the number of steps after the "$".
func (p *Path) Len() int { return len(p.steps) }

// maxIndex is the largest index that RFC 9535 allows.
const maxIndex = 1<<53 - 1

// Parse parses a path. The error names the path, the position in it (counted in characters from 1), what was got and
// what was wanted.
func Parse(source string) (*Path, error) {
	p := &parser{source: source}
	if !utf8.ValidString(source) {
		return nil, fmt.Errorf("path %s: it is not valid UTF-8", render.Quote(source))
	}
	if !strings.HasPrefix(source, "$") {
		hint := ""
		if source != "" {
			if _, err := Parse("$." + source); err == nil {
				hint = "; write " + render.Quote("$."+source)
			}
		}
		return nil, p.fail(`"$"`, hint)
	}
	p.at = 1
	steps := make([]step, 0, strings.Count(source, ".")+strings.Count(source, "["))
	for p.at < len(source) {
		s, err := p.step()
		if err != nil {
			return nil, err
		}
		s.end = p.at
		steps = append(steps, s)
	}
	return &Path{source: source, steps: steps}, nil
}

type parser struct {
	source string
	at     int
}

func (p *parser) rest() string { return p.source[p.at:] }

func (p *parser) peek() rune {
	if p.at >= len(p.source) {
		return -1
	}
	r, _ := utf8.DecodeRuneInString(p.rest())
	return r
}

// fail returns the error that something other than want stands at the current position.
func (p *parser) fail(want, hint string) error {
	got := "the end"
	if r := p.peek(); r >= 0 {
		got = render.Line(strconv.Quote(string(r)))
	}
	return fmt.Errorf("path %s, position %d: got %s, want %s%s", render.Quote(p.source), p.position(), got, want, hint)
}

func (p *parser) unsupported(what string) error {
	return fmt.Errorf("path %s, position %d: %s not supported; a path is made of $ .name ['name'] [0] [-1] [*]", render.Quote(p.source), p.position(), what)
}

func (p *parser) position() int { return utf8.RuneCountInString(p.source[:p.at]) + 1 }

func (p *parser) step() (step, error) {
	switch p.peek() {
	case '.':
		p.at++
		return p.dotted()
	case '[':
		p.at++
		return p.bracketed()
	default:
		return step{}, p.fail(`".", "[" or the end`, p.nameHint())
	}
}

// nameHint helps with the usual mistake: $.content-type, whose name RFC 9535 wants quoted.
func (p *parser) nameHint() string {
	start := strings.LastIndexByte(p.source[:p.at], '.')
	if start < 0 || strings.ContainsAny(p.source[start:p.at], "[]") {
		return ""
	}
	name := p.source[start+1:]
	if end := strings.IndexAny(name, ".[]'\"\\"); end >= 0 {
		name = name[:end]
	}
	if p.at-start-1 >= len(name) || strings.TrimSpace(name) != name {
		return ""
	}
	return "; write ['" + render.Short(name, 40) + "'] for a name that is not plain"
}

func (p *parser) dotted() (step, error) {
	switch r := p.peek(); {
	case r == '*':
		p.at++
		return step{kind: wildcard}, nil
	case r == '.':
		return step{}, p.unsupported(`the descendant operator ".." is`)
	case !nameFirst(r):
		return step{}, p.fail("a name", p.indexHint(r))
	}
	start := p.at
	for r := p.peek(); nameFirst(r) || r >= '0' && r <= '9'; r = p.peek() {
		p.at += utf8.RuneLen(r)
	}
	return step{kind: member, name: p.source[start:p.at]}, nil
}

// indexHint helps with $.items.0 and $.[0].
func (p *parser) indexHint(r rune) string {
	switch {
	case r == '[':
		return `; leave the "." out`
	case r >= '0' && r <= '9':
		return `; write an index as [` + string(r) + `]`
	default:
		return ""
	}
}

func nameFirst(r rune) bool {
	return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80
}

func (p *parser) bracketed() (step, error) {
	var s step
	switch r := p.peek(); {
	case r == '*':
		p.at++
		s = step{kind: wildcard}
	case r == '\'' || r == '"':
		name, err := p.quoted(byte(r))
		if err != nil {
			return s, err
		}
		s = step{kind: member, name: name}
	case r == '-' || r >= '0' && r <= '9':
		index, err := p.number()
		if err != nil {
			return s, err
		}
		s = step{kind: element, index: index}
	case r == '?':
		return s, p.unsupported("a filter [?…] is")
	case r == ':':
		return s, p.unsupported("a slice [from:to] is")
	default:
		return s, p.fail(`a quoted name, an index or "*"`, "")
	}
	switch p.peek() {
	case ']':
		p.at++
		return s, nil
	case ',':
		return s, p.unsupported("a union [a,b] is")
	case ':':
		if s.kind == element {
			return s, p.unsupported("a slice [from:to] is")
		}
	}
	return s, p.fail(`"]"`, "")
}

func (p *parser) number() (int, error) {
	start := p.at
	if p.peek() == '-' {
		p.at++
	}
	first := p.at
	for r := p.peek(); r >= '0' && r <= '9'; r = p.peek() {
		p.at++
	}
	digits := p.source[first:p.at]
	switch {
	case digits == "":
		return 0, p.fail("a digit", "")
	case digits[0] == '0' && (len(digits) > 1 || first > start):
		p.at = start
		return 0, fmt.Errorf("path %s, position %d: got the index %s, want it without a leading zero or -0", render.Quote(p.source), p.position(), p.source[start:first]+digits)
	}
	index, err := strconv.ParseInt(p.source[start:p.at], 10, 64)
	if err != nil || index > maxIndex || index < -maxIndex {
		p.at = start
		return 0, fmt.Errorf("path %s, position %d: the index is out of range", render.Quote(p.source), p.position())
	}
	return int(index), nil
}

func (p *parser) quoted(quote byte) (string, error) {
	p.at++
	var b strings.Builder
	for {
		r := p.peek()
		switch {
		case r < 0:
			return "", p.fail("the closing quote "+string(rune(quote)), "")
		case r == rune(quote):
			p.at++
			return b.String(), nil
		case r < ' ':
			return "", p.fail("a character that is no control character", "; write it as \\u00XX")
		case r == '\\':
			p.at++
			if err := p.escape(&b, quote); err != nil {
				return "", err
			}
		default:
			b.WriteRune(r)
			p.at += utf8.RuneLen(r)
		}
	}
}

func (p *parser) escape(b *strings.Builder, quote byte) error {
	r := p.peek()
	if r == rune(quote) {
		b.WriteByte(quote)
		p.at++
		return nil
	}
	if i := strings.IndexRune(`/\bfnrt`, r); i >= 0 && r >= 0 {
		b.WriteByte("/\\\b\f\n\r\t"[i])
		p.at++
		return nil
	}
	if r != 'u' {
		return p.fail(`one of b f n r t u / \ `+string(rune(quote))+` after a backslash`, "")
	}
	first, err := p.hex()
	if err != nil {
		return err
	}
	if utf16.IsSurrogate(first) {
		if !strings.HasPrefix(p.rest(), `\u`) {
			return p.fail("the second half of a surrogate pair", "")
		}
		p.at++
		second, err := p.hex()
		if err != nil {
			return err
		}
		if first = utf16.DecodeRune(first, second); first == utf8.RuneError {
			return p.fail("a valid surrogate pair before this", "")
		}
	}
	b.WriteRune(first)
	return nil
}

// hex reads u and four digits.
func (p *parser) hex() (rune, error) {
	p.at++
	var r rune
	for range 4 {
		c := p.peek()
		d := strings.IndexRune("0123456789abcdef", c|0x20)
		if c < 0 || d < 0 || c < '0' {
			return 0, p.fail("a hexadecimal digit", "")
		}
		r = r<<4 | rune(d)
		p.at++
	}
	return r, nil
}
