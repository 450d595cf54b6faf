package report

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// wide are the ranges that take two cells of a terminal: East Asian Width W and F of Unicode 16, with the emoji that
// are shown as pictures by default.
var wide = [][2]rune{
	{0x1100, 0x115f}, {0x231a, 0x231b}, {0x2329, 0x232a}, {0x23e9, 0x23ec}, {0x23f0, 0x23f0}, {0x23f3, 0x23f3},
	{0x25fd, 0x25fe}, {0x2614, 0x2615}, {0x2630, 0x2637}, {0x2648, 0x2653}, {0x267f, 0x267f}, {0x268a, 0x268f},
	{0x2693, 0x2693}, {0x26a1, 0x26a1}, {0x26aa, 0x26ab}, {0x26bd, 0x26be}, {0x26c4, 0x26c5}, {0x26ce, 0x26ce},
	{0x26d4, 0x26d4}, {0x26ea, 0x26ea}, {0x26f2, 0x26f3}, {0x26f5, 0x26f5}, {0x26fa, 0x26fa}, {0x26fd, 0x26fd},
	{0x2705, 0x2705}, {0x270a, 0x270b}, {0x2728, 0x2728}, {0x274c, 0x274c}, {0x274e, 0x274e}, {0x2753, 0x2755},
	{0x2757, 0x2757}, {0x2795, 0x2797}, {0x27b0, 0x27b0}, {0x27bf, 0x27bf}, {0x2b1b, 0x2b1c}, {0x2b50, 0x2b50},
	{0x2b55, 0x2b55}, {0x2e80, 0x303e}, {0x3041, 0x4dbf}, {0x4dc0, 0x4dff}, {0x4e00, 0xa4cf}, {0xa960, 0xa97f},
	{0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe10, 0xfe19}, {0xfe30, 0xfe6f}, {0xff01, 0xff60}, {0xffe0, 0xffe6},
	{0x16fe0, 0x18dff}, {0x1aff0, 0x1b2ff}, {0x1d300, 0x1d376}, {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf},
	{0x1f18e, 0x1f18e}, {0x1f191, 0x1f19a}, {0x1f200, 0x1f320}, {0x1f32d, 0x1f335}, {0x1f337, 0x1f37c},
	{0x1f37e, 0x1f393}, {0x1f3a0, 0x1f3ca}, {0x1f3cf, 0x1f3d3}, {0x1f3e0, 0x1f3f0}, {0x1f3f4, 0x1f3f4},
	{0x1f3f8, 0x1f43e}, {0x1f440, 0x1f440}, {0x1f442, 0x1f4fc}, {0x1f4ff, 0x1f53d}, {0x1f54b, 0x1f54e},
	{0x1f550, 0x1f567}, {0x1f57a, 0x1f57a}, {0x1f595, 0x1f596}, {0x1f5a4, 0x1f5a4}, {0x1f5fb, 0x1f64f},
	{0x1f680, 0x1f6c5}, {0x1f6cc, 0x1f6cc}, {0x1f6d0, 0x1f6d2}, {0x1f6d5, 0x1f6d7}, {0x1f6dc, 0x1f6df},
	{0x1f6eb, 0x1f6ec}, {0x1f6f4, 0x1f6fc}, {0x1f7e0, 0x1f7eb}, {0x1f7f0, 0x1f7f0}, {0x1f90c, 0x1f93a},
	{0x1f93c, 0x1f945}, {0x1f947, 0x1f9ff}, {0x1fa70, 0x1faff}, {0x20000, 0x2fffd}, {0x30000, 0x3fffd},
}

func isWide(r rune) bool {
	if r < wide[0][0] {
		return false
	}
	lo, hi := 0, len(wide)
	for lo < hi {
		mid := (lo + hi) / 2
		switch {
		case r < wide[mid][0]:
			hi = mid
		case r > wide[mid][1]:
			lo = mid + 1
		default:
			return true
		}
	}
	return false
}

const (
	joiner     = 0x200d // joins emoji to one
	asPicture  = 0xfe0f // shows the character before it as an emoji
	firstFlag  = 0x1f1e6
	lastFlag   = 0x1f1ff
	firstShade = 0x1f3fb // skin tones of the emoji before
	lastShade  = 0x1f3ff
)

// cell is a piece of text that a terminal shows in one place: a character with all that is drawn upon it.
type cell struct {
	text  string
	width int
}

// nextCell returns the first cell of s, which is not empty.
func nextCell(s string) cell {
	r, n := utf8.DecodeRuneInString(s)
	c := cell{width: runeWidth(r)}
	flag := r >= firstFlag && r <= lastFlag
	if flag {
		c.width = 1
	}
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		switch {
		case r == joiner:
			n += size
			if next, size := utf8.DecodeRuneInString(s[n:]); n < len(s) && next > 0xff {
				n += size
			}
			continue
		case r == asPicture:
			c.width = max(c.width, 2)
		case flag && r >= firstFlag && r <= lastFlag:
			flag, c.width = false, 2
		case r >= firstShade && r <= lastShade && c.width == 2:
		case runeWidth(r) == 0 && r >= utf8.RuneSelf:
		default:
			c.text = s[:n]
			return c
		}
		n += size
	}
	c.text = s[:n]
	return c
}

func runeWidth(r rune) int {
	switch {
	case r < ' ' || r == 0x7f:
		return 0
	case r < 0x300:
		return 1
	case isWide(r):
		return 2
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf), r >= 0x1160 && r <= 0x11ff:
		return 0
	default:
		return 1
	}
}

// cells returns how many cells of a terminal a line of text takes.
func cells(s string) int {
	n := 0
	for len(s) > 0 {
		c := nextCell(s)
		n += c.width
		s = s[len(c.text):]
	}
	return n
}

// fit returns the line of text cut to at most width cells, with an ellipsis where something is cut off. No character
// is cut apart, nor parted from what is drawn upon it.
func fit(s string, width int) string {
	if len(s) <= width || cells(s) <= width {
		return s
	}
	end, n, rest := 0, 0, s
	for len(rest) > 0 {
		c := nextCell(rest)
		if n+c.width > width-1 {
			break
		}
		n += c.width
		end += len(c.text)
		rest = rest[len(c.text):]
	}
	return strings.TrimRight(s[:end], " ") + "…"
}
