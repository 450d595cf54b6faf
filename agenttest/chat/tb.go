package chat

// TB is what this module needs of a test: *testing.T, testing.TB, *rapid.T and a fake of ten lines all fit. Whatever
// else t can do (a context, a deadline, an output of its own) is used where it is there.
type TB interface {
	Helper()
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	FailNow()
}
