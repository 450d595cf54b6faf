package checkpoint

import (
	"context"
	"slices"
	"sync"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/checks"
)

// Tracker follows the checkpoints of one conversation. Observe is called for one turn after the other; the other
// methods may be called from any goroutine at any time, also while an assertion that hangs keeps Observe from
// returning.
type Tracker struct {
	mu      sync.Mutex // guards what Observe writes; it is not held while assertions run
	items   []item
	missing int // required checkpoints that are not reached
	turns   int // turns that were observed

	required int
	// What can be judged now, in the order of declaration: pending, and everything before it reached. A turn touches
	// nothing else, so that reached and waiting checkpoints cost nothing.
	cheap, judges []int

	untidy bool // a checkpoint in the lists has been reached since they were tidied

	assertions []chat.Assertion // reused from turn to turn
}

// item is a checkpoint on its way.
type item struct {
	Checkpoint
	judge      bool  // its assertion calls a model
	waits      int   // how many it comes after that are not reached
	dependents []int // which come after it
	reached    bool
	turn       int          // the number of the turn that reached it
	verdict    chat.Verdict // the last one; the zero value when it was never judged
}

// Track returns a tracker of these checkpoints, none of them reached. Call [Validate] first: a checkpoint that waits
// for one that is not declared, or for itself, is never reached.
func Track(cs []Checkpoint) *Tracker {
	t := &Tracker{items: make([]item, len(cs))}
	first := make(map[string]int, len(cs))
	for i, c := range cs {
		if _, ok := first[c.id]; !ok {
			first[c.id] = i
		}
		t.items[i] = item{Checkpoint: c, judge: chat.CallsModel(c.assertion)}
		if !c.optional {
			t.required++
		}
	}
	t.missing = t.required
	for i := range t.items {
		it := &t.items[i]
		for n, id := range it.after {
			if slices.Contains(it.after[:n], id) {
				continue
			}
			it.waits++ // never undone for an id that is not declared
			if k, ok := first[id]; ok {
				t.items[k].dependents = append(t.items[k].dependents, i)
			}
		}
		if it.waits == 0 {
			t.admit(i)
		}
	}
	return t
}

// Observe judges one turn and returns the ids of the checkpoints that it reached, in the order of declaration, nil for
// none. A checkpoint that is reached admits those after it in the same turn, until nothing changes.
//
// When an assertion errors, the first one declared is returned as a fault, beside what the turn reached; no model is
// asked after an assertion has errored.
func (t *Tracker) Observe(ctx context.Context, v chat.View) (reached []string, fault *Fault) {
	t.mu.Lock()
	t.turns++
	t.mu.Unlock()
	number := t.turns
	if v.Turn != nil && v.Turn.Number > 0 {
		number = v.Turn.Number
	}
	t.tidy() // normally done; an assertion that ended the goroutine of an earlier turn leaves it undone

	faulty := -1
	var hits []int
	settle := func(i int, verdict chat.Verdict) {
		if t.record(i, number, verdict) {
			hits = append(hits, i)
		}
		if verdict.Status == chat.Errored && (faulty < 0 || i < faulty) {
			faulty = i
		}
	}
	for judged, asked := 0, 0; ; {
		for ; judged < len(t.cheap); judged++ { // grows while checkpoints are reached
			i := t.cheap[judged]
			settle(i, checks.One(ctx, t.items[i].assertion, v))
		}
		decided := t.required > 0 && t.missing == 0
		if faulty >= 0 || decided || asked == len(t.judges) {
			break
		}
		batch := t.judges[asked:]
		asked = len(t.judges)
		t.assertions = t.assertions[:0]
		for _, i := range batch {
			t.assertions = append(t.assertions, t.items[i].assertion)
		}
		for n, verdict := range checks.Together(ctx, t.assertions, v) {
			settle(batch[n], verdict)
		}
	}
	slices.Sort(hits)
	for _, i := range hits {
		reached = append(reached, t.items[i].id)
	}
	t.tidy()
	if faulty >= 0 {
		it := &t.items[faulty]
		fault = &Fault{ID: it.id, Check: chat.Check{Assertion: it.assertion, Source: it.source, Verdict: it.verdict}}
	}
	return reached, fault
}

// record keeps a verdict and reports whether it reached the checkpoint.
func (t *Tracker) record(i, turn int, verdict chat.Verdict) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	it := &t.items[i]
	it.verdict = verdict
	if verdict.Status != chat.Passed {
		return false
	}
	it.reached, it.turn, t.untidy = true, turn, true
	if !it.optional {
		t.missing--
	}
	for _, k := range it.dependents {
		if t.items[k].waits--; t.items[k].waits == 0 {
			t.admit(k)
		}
	}
	return true
}

// admit puts a checkpoint among those that can be judged.
func (t *Tracker) admit(i int) {
	if t.items[i].judge {
		t.judges = append(t.judges, i)
	} else {
		t.cheap = append(t.cheap, i)
	}
}

// tidy takes what has been reached out of the lists and puts what has been admitted in its place in them.
func (t *Tracker) tidy() {
	if !t.untidy {
		return
	}
	t.untidy = false
	done := func(i int) bool { return t.items[i].reached }
	t.cheap, t.judges = slices.DeleteFunc(t.cheap, done), slices.DeleteFunc(t.judges, done)
	slices.Sort(t.cheap)
	slices.Sort(t.judges)
}

// Done reports whether all required checkpoints have been reached; true when none is required.
func (t *Tracker) Done() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.missing == 0
}

// Pending returns the ids of the required checkpoints that have not been reached, in the order of declaration; nil when
// there are none.
func (t *Tracker) Pending() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var ids []string
	for i := range t.items {
		if it := &t.items[i]; !it.optional && !it.reached {
			ids = append(ids, it.id)
		}
	}
	return ids
}
