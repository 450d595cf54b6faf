package assert

import (
	"errors"
	"fmt"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
)

// mistake is what was wrong when an assertion was built; the first mistake is kept. It is reported before anything runs,
// and again as an errored verdict where somebody runs the assertion all the same.
type mistake struct{ err error }

// Validate returns the mistake in how the assertion was built, nil when there is none.
func (m mistake) Validate() error { return m.err }

func (m *mistake) note(err error) {
	if m.err == nil {
		m.err = err
	}
}

func (m *mistake) notef(format string, args ...any) { m.note(fmt.Errorf(format, args...)) }

// verdict returns the errored verdict of a mistake. The caller has made sure that there is one.
func (m mistake) verdict() chat.Verdict { return unusable(m.err) }

func unusable(err error) chat.Verdict { return chat.Fault(chat.BlameCase, "%v", err) }

// built returns the mistake, or where the constructor of that name has set nothing, that it was left out.
func (m mistake) built(set bool, constructor string) error {
	if m.err == nil && !set {
		return fmt.Errorf("the zero value asserts nothing; build it with %s", constructor)
	}
	return m.err
}

// validate returns the mistake of any assertion, a nil one included.
func validate(a chat.Assertion) error {
	if checks.IsNil(a) {
		return errors.New("the assertion is nil; leave it out or pass one of this package")
	}
	if v, ok := a.(chat.Validator); ok {
		return v.Validate()
	}
	return nil
}
