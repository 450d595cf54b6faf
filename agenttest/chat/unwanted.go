package chat

// Unwanted is implemented by an [Assertion] that can say what it found when it passes and must not, as under Not and
// Never: Unwanted returns the failed verdict to report, with what was got and what was wanted instead. It is only asked
// about a view for which Check has passed.
type Unwanted interface {
	Unwanted(v View) Verdict
}

// Partial is implemented by an [Assertion] about several values, which fails when it holds of some of them only. Where
// it must not hold at all, under Not and Never, a part is too much: Partly returns the failed verdict to report, and
// whether there is such a part. It is only asked about a view for which Check has failed.
type Partial interface {
	Partly(v View) (Verdict, bool)
}

// Partly asks a [Partial] assertion; any other holds of no part.
func Partly(a Assertion, v View) (Verdict, bool) {
	if p, ok := a.(Partial); ok {
		return p.Partly(v)
	}
	return Verdict{}, false
}

// Opposite returns the verdict of an assertion that must not hold: a pass becomes failed, failed becomes a pass unless
// a part of it holds (see [Partial]), and errored stays errored. The failure shows what the assertion found, where it can say so (see [Unwanted]) or its
// verdict does.
func Opposite(a Assertion, v View, verdict Verdict) Verdict {
	switch verdict.Status {
	case Failed:
		if bad, some := Partly(a, v); some {
			return bad
		}
		return Pass()
	case Passed:
		if u, ok := a.(Unwanted); ok {
			return u.Unwanted(v)
		}
		bad := Fail("it holds, but must not")
		bad.Got, bad.Score = verdict.Got, verdict.Score
		if verdict.Reason != "" {
			bad.Reason += ": " + verdict.Reason
		}
		return bad
	default:
		return verdict
	}
}
