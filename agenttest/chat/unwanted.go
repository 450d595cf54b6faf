package chat

// Unwanted is implemented by an [Assertion] that can say what it found when it passes and must not, as under Not and
// Never: Unwanted returns the failed verdict to report, with what was got and what was wanted instead. It is only asked
// about a view for which Check has passed.
type Unwanted interface {
	Unwanted(v View) Verdict
}

// Opposite returns the verdict of an assertion that must not hold: a pass becomes failed, failed becomes a pass, and
// errored stays errored. The failure shows what the assertion found, where it can say so (see [Unwanted]) or its
// verdict does.
func Opposite(a Assertion, v View, verdict Verdict) Verdict {
	switch verdict.Status {
	case Failed:
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
