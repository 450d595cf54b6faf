package agenttest

import (
	"slices"
	"testing"
	"time"
)

// Bench plays the case against the agent as a benchmark, so that two versions of an agent can be compared with
// benchstat. It reports per conversation the turns, and where the agent tells them the tokens (tokens/op) and the cost
// in US dollars (usd/op), and of the agent's time per turn, in seconds, the median and the 95th percentile
// (p50-sec/turn, p95-sec/turn). A case that does not pass ends the benchmark, as it would end the comparison.
//
//	func BenchmarkExpense(b *testing.B) { agenttest.Bench(b, expense.New(), expenseCase) }
func Bench(b *testing.B, agent Agent, c Case) {
	b.Helper()
	if c.name == "" {
		c.name = b.Name()
	}
	var turns []time.Duration
	tokens, usd := sum{known: true}, sum{known: true}
	runs := 0
	for b.Loop() {
		res := play(b.Context(), agent, &c, nil)
		if res.Status != Passed {
			if res.Status == Skipped {
				b.Fatalf("the case was skipped, so there is nothing to measure: %s", skipText(res))
			}
			report(b, res)
			b.FailNow()
		}
		runs++
		for _, t := range res.Turns {
			turns = append(turns, t.Duration)
		}
		if u := res.Usage(); u != nil {
			tokens.add(float64(u.TotalTokens()))
			usd.addKnown(u.CostUSD)
		} else {
			tokens.known, usd.known = false, false
		}
	}
	n := float64(runs)
	b.ReportMetric(float64(len(turns))/n, "turns/op")
	if tokens.known {
		b.ReportMetric(tokens.value/n, "tokens/op")
	}
	if usd.known {
		b.ReportMetric(usd.value/n, "usd/op")
	}
	slices.Sort(turns)
	b.ReportMetric(percentile(turns, 50).Seconds(), "p50-sec/turn")
	b.ReportMetric(percentile(turns, 95).Seconds(), "p95-sec/turn")
}

// sum is a sum that is unknown as soon as a part of it is.
type sum struct {
	value float64
	known bool
}

func (s *sum) add(v float64) { s.value += v }

func (s *sum) addKnown(v *float64) {
	if v == nil {
		s.known = false
		return
	}
	s.value += *v
}

// percentile returns the smallest of the sorted values that p percent of them do not exceed (nearest rank); 0 of none.
func percentile(sorted []time.Duration, p int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	rank := (len(sorted)*p + 99) / 100
	return sorted[max(rank, 1)-1]
}
