package match

import "strings"

// exponentDigits is how long an exponent may be to be computed with. Longer ones cannot come from any real program;
// they are compared as text, so that no number costs more than its own length.
const exponentDigits = 15

// decimal is a JSON number as 0.DIGITS × 10^exponent, with no zeros at either end of the digits; zero has no digits.
type decimal struct {
	negative bool
	digits   string
	exponent int64
	odd      string // the literal of a number whose exponent is too long to compute with
}

// sameNumber reports whether two JSON number literals have the same value.
func sameNumber(a, b string) bool {
	return a == b || parseDecimal(a) == parseDecimal(b)
}

// parseDecimal reads a valid JSON number literal.
func parseDecimal(literal string) decimal {
	var d decimal
	s := literal
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		d.negative, s = true, rest
	}
	mantissa, exponent := s, ""
	if e := strings.IndexAny(s, "eE"); e >= 0 {
		mantissa, exponent = s[:e], s[e+1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return decimal{} // zero, and minus zero with it
	}
	leading := len(whole) + len(fraction) - len(digits)
	d.digits = strings.TrimRight(digits, "0")
	down := strings.HasPrefix(exponent, "-")
	exponent = strings.TrimLeft(strings.TrimLeft(exponent, "+-"), "0")
	if len(exponent) > exponentDigits {
		return decimal{odd: literal}
	}
	for _, c := range exponent {
		d.exponent = d.exponent*10 + int64(c-'0')
	}
	if down {
		d.exponent = -d.exponent
	}
	d.exponent += int64(len(whole) - leading)
	return d
}

// Integral reports whether a valid JSON number literal has no fraction: 3, 3.0 and 3e2 have none.
func Integral(literal string) bool {
	d := parseDecimal(literal)
	if d.odd != "" {
		return !strings.ContainsAny(d.odd[1:], "-") // a huge exponent: all zeros behind the digits, or before them
	}
	return int64(len(d.digits)) <= d.exponent || d.digits == ""
}
