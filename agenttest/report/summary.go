package report

import (
	"fmt"
	"slices"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// Summary is the totals of a report; all formats show the same. Durations are in milliseconds.
type Summary struct {
	// Total is the number of finished cases, and Expected how many there were to be; 0 when that is not known.
	Total    int `json:"total"`
	Expected int `json:"expected,omitempty"`
	Passed   int `json:"passed"`
	Failed   int `json:"failed"`
	Errored  int `json:"errored"`
	Skipped  int `json:"skipped"`
	// Blame counts who is responsible for the cases that failed or errored.
	Blame map[chat.Blame]int `json:"blame,omitempty"`
	// PassRate is the part of the cases that passed, of those that were not skipped: errored ones stay in. Nil when
	// there are none.
	PassRate *float64 `json:"pass_rate,omitempty"`
	Turns    int      `json:"total_turns"`
	AvgTurns float64  `json:"avg_turns"`
	// Duration is that of all cases one after another, Elapsed from the start of the first to the end of the last.
	Duration int64 `json:"duration_ms"`
	Elapsed  int64 `json:"elapsed_ms"`
	// P50, P95 and Max are of the durations of cases that were not skipped, by nearest rank.
	P50 int64 `json:"p50_ms"`
	P95 int64 `json:"p95_ms"`
	Max int64 `json:"max_ms"`
	// Usage is what all agents' model calls consumed; nil when it is not known of every case.
	Usage *chat.Usage `json:"usage,omitempty"`
	// Complete reports whether the run came to its end with all its cases. It is false in a report that was cut off.
	Complete bool `json:"complete"`
}

// tally adds cases up.
type tally struct {
	Summary
	sorted      []int64 // durations of the cases that were not skipped
	first, last int64   // start of the first and end of the last case, Unix milliseconds
	used        bool    // a case has told its usage
	noUsage     bool    // one has not
}

func (t *tally) add(r *Record) {
	t.Total++
	t.Turns += r.turns()
	t.Duration += r.DurationMS
	switch r.Status {
	case chat.Passed:
		t.Passed++
	case chat.Failed:
		t.Failed++
	case chat.Skipped:
		t.Skipped++
	default: // a status that we don't know is no pass
		t.Errored++
	}
	if r.Status != chat.Passed && r.Status != chat.Skipped && r.Blame != "" {
		if t.Blame == nil {
			t.Blame = map[chat.Blame]int{}
		}
		t.Blame[r.Blame]++
	}
	if r.Status != chat.Skipped {
		at, _ := slices.BinarySearch(t.sorted, r.DurationMS)
		t.sorted = slices.Insert(t.sorted, at, r.DurationMS)
	}
	if !r.Start.IsZero() {
		from := r.Start.UnixMilli()
		if t.first == 0 || from < t.first {
			t.first = from
		}
		t.last = max(t.last, from+r.DurationMS)
	}
	switch {
	case r.turns() == 0: // it used nothing
	case r.Usage == nil:
		t.noUsage = true
	case !t.used:
		t.Usage, t.used = r.Usage, true
	default:
		t.Usage = t.Usage.Add(r.Usage)
	}
	if t.noUsage {
		t.Usage = nil
	}
}

// current returns the totals of what was added.
func (t *tally) current() Summary {
	s := t.Summary
	if s.Blame != nil {
		s.Blame = make(map[chat.Blame]int, len(t.Blame))
		for b, n := range t.Blame {
			s.Blame[b] = n
		}
	}
	if judged := s.Total - s.Skipped; judged > 0 {
		rate := float64(s.Passed) / float64(judged)
		s.PassRate = &rate
	}
	if s.Total > 0 {
		s.AvgTurns = float64(s.Turns) / float64(s.Total)
	}
	if s.Elapsed = t.last - t.first; t.first == 0 {
		s.Elapsed = s.Duration
	}
	if n := len(t.sorted); n > 0 {
		s.P50, s.P95, s.Max = nearestRank(t.sorted, 50), nearestRank(t.sorted, 95), t.sorted[n-1]
	}
	return s
}

// notComplete is the title of what is wrong with a run.
const notComplete = "This report is not complete"

// wrong returns why the report is not that of a complete run: the problems of the run, else what is missing. It is nil
// for a report that is whole, and so not for one that is still being written.
func wrong(run *Run, s Summary) []string {
	switch rest := s.Expected - s.Total; {
	case len(run.Problems) > 0:
		return run.Problems
	case s.Complete:
		return nil
	case rest == 1:
		return []string{fmt.Sprintf("1 of %s was not played to its end", render.Count(s.Expected, "case"))}
	case rest > 1:
		return []string{fmt.Sprintf("%d of %d cases were not played to their end", rest, s.Expected)}
	default:
		return []string{"the run did not come to its end"}
	}
}

// nearestRank returns the smallest value that at least p percent of the values do not exceed.
func nearestRank(sorted []int64, p int) int64 { return sorted[(len(sorted)*p+99)/100-1] }

// Summarize returns the totals of these records.
func Summarize(records ...*Record) Summary {
	var t tally
	for _, r := range records {
		t.add(r)
	}
	t.Complete = true
	return t.current()
}
