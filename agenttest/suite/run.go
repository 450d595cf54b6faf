package suite

import (
	"testing"

	"github.com/agenttest/go/agenttest"
)

// Run loads the cases of the files that the pattern matches (see [Load]) and plays each of them in a subtest that is
// named by the case's id, so that
//
//	go test -run 'TestExpense/T001$'
//
// plays one. In the name of a subtest "/" and white space are "_". A case that fails is reported at its line in the
// file, as [agenttest.Run] reports a case written in Go.
//
// When anything is wrong with a file or with the configuration, all of it is reported, nothing is played, and the test
// ends; so it does when there is no case at all.
func Run(t *testing.T, pattern string, cfg Config) {
	t.Helper()
	cases, err := Load(pattern, cfg)
	if err != nil {
		text, n := problems(err)
		if n == 1 {
			t.Errorf("the cases were not run:\n%s", text)
		} else {
			t.Errorf("the cases were not run, %d problems:\n%s", n, text)
		}
		t.FailNow()
	}
	for i := range cases {
		l := &cases[i]
		t.Run(subtestName(l.ID), func(t *testing.T) {
			t.Helper()
			res := agenttest.Run(t, l.Agent, l.Case)
			if cfg.Check != nil {
				cfg.Check(t, res)
			}
		})
	}
}
