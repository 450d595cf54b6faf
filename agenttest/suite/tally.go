package suite

import (
	"fmt"
	"strings"
	"sync"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/internal/render"
)

// tally counts what became of the cases of a run. It may be used from several goroutines.
type tally struct {
	mu      sync.Mutex
	counts  map[agenttest.Status]int
	played  int
	refused int      // cases that passed and then failed in Config.Check
	skipped string   // why the first skipped case was skipped
	left    []string // the ids of cases that were not played
}

// add counts a case that was played.
func (t *tally) add(res *agenttest.Result) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts == nil {
		t.counts = map[agenttest.Status]int{}
	}
	t.played++
	t.counts[res.Status]++
	if res.Status == agenttest.Skipped && t.counts[agenttest.Skipped] == 1 {
		t.skipped = res.SkipReason
	}
}

// observer returns what counts a case when it has finished, also one that ends its subtest.
func (t *tally) observer() agenttest.Observer {
	return agenttest.ObserverFunc(func(e agenttest.Event) {
		if e.Kind == agenttest.CaseFinished {
			t.add(e.Result)
		}
	})
}

// refuse notes that a case which had passed failed in Config.Check.
func (t *tally) refuse() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.refused++
}

// leave notes a case that was not played.
func (t *tally) leave(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.left = append(t.left, id)
}

// failed reports whether a case has failed or errored.
func (t *tally) failed() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.counts[agenttest.Failed]+t.counts[agenttest.Errored]+t.refused > 0
}

// allSkipped reports whether cases were played and none of them to its end.
func (t *tally) allSkipped() bool { return t.played > 0 && t.counts[agenttest.Skipped] == t.played }

// String returns the counts: "12 cases: 10 passed, 2 failed".
func (t *tally) String() string {
	var parts []string
	for _, s := range []agenttest.Status{agenttest.Passed, agenttest.Failed, agenttest.Errored, agenttest.Skipped} {
		n := t.counts[s]
		if s == agenttest.Passed {
			n -= t.refused
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
		}
	}
	if t.refused > 0 {
		parts = append(parts, fmt.Sprintf("%d failed in Check", t.refused))
	}
	if n := len(t.left); n > 0 {
		parts = append(parts, fmt.Sprintf("%d not played", n))
	}
	if len(parts) == 0 {
		return "0 cases"
	}
	return render.Count(t.played+len(t.left), "case") + ": " + strings.Join(parts, ", ")
}
