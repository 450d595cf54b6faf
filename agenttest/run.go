package agenttest

import (
	"errors"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
)

// Run plays the case against the agent as part of the test t and returns what became of it. A case that failed or
// errored marks t failed, with one line for each assertion at the place where it was declared, and the transcript; the
// test goes on. A skipped case skips the test. Only a case that was built wrongly ends the test at once.
//
// The case is named after the test unless it has a name. It ends when t's context does, and early enough before the
// deadline of the test binary for the transcript to be seen.
//
// With AGENTTEST_INTERACTIVE=1 in the environment a person at the terminal may override every turn, as with
// [Case.Interactive]: go test -timeout 0 -run TestRefund .
func Run(t TB, agent Agent, c Case) *Result {
	t.Helper()
	if c.name == "" {
		c.name = nameOf(t)
	}
	c, err := withPerson(t, c)
	if err != nil {
		t.Errorf("%v", err)
		t.FailNow()
	}
	ctx, cancel := untilDeadline(contextOf(t), t)
	defer cancel()
	res := play(ctx, agent, &c, t)
	report(t, res)
	return res
}

// report tells t what became of a case.
func report(t TB, res *Result) {
	t.Helper()
	switch {
	case res.usage:
		t.Errorf("the case cannot be played:\n%s", res.Error)
		t.FailNow()
	case res.Status == Skipped:
		logTranscript(t, res)
		text := skipText(res)
		if s, ok := t.(skipper); ok {
			s.Skip(text)
			return
		}
		t.Logf("skipped: %s", text)
	case res.Status == Passed:
		if verbose() {
			logTranscript(t, res)
		} else {
			logNotes(t, res)
		}
	default:
		for _, f := range failures(res) {
			f.report(t)
		}
		logTranscript(t, res)
		mark(t, res)
	}
}

// logNotes logs the notes of a case that passed.
func logNotes(t TB, res *Result) {
	t.Helper()
	for _, n := range res.Notes {
		t.Logf("note: %s", n)
	}
}

func logTranscript(t TB, res *Result) {
	t.Helper()
	t.Logf("%s", strings.TrimRight(transcriptText(res, reproduce(t, res)), "\n"))
}

// skipText says why a case was skipped, what the agent asked, and what would help.
func skipText(res *Result) string {
	text := res.SkipReason
	last := res.Transcript().Last()
	if last == nil || !strings.HasPrefix(text, "agent awaiting input") {
		return text
	}
	hint := "add more turns or a simulator, play by hand with Interactive(simulator.Human()), or decide otherwise with OnMissingInput"
	if res.Source.File != "" {
		hint = `add more turns or a "simulator" to the case, play it by hand with "interactive", or decide otherwise with "on_missing_input"`
	}
	return text + "\n" + askedText(last) + "\nhint: " + hint
}

// verbose reports whether go test was given -v.
func verbose() bool { return testing.Testing() && testing.Verbose() }

// isUsage reports whether an error of prepare is a mistake in how the case was built.
func isUsage(err error) bool { return errors.Is(err, errUsage) }

// failure is one thing that went wrong, at the place that declared it.
type failure struct {
	at   chat.Source
	text string
}

// report writes the failure as t.Errorf would at the place it was declared; where t cannot do this, at the place of the
// caller, naming the other.
func (f failure) report(t TB) {
	t.Helper()
	file := f.at.String()
	if file == "" {
		t.Errorf("%s", f.text)
		return
	}
	if o, ok := t.(outputter); ok {
		if w := o.Output(); w != nil {
			text := file + ": " + strings.ReplaceAll(f.text, "\n", "\n    ") + "\n"
			if _, err := w.Write([]byte(text)); err == nil {
				o.Fail()
				return
			}
		}
	}
	t.Errorf("%s: %s", file, f.text)
}
