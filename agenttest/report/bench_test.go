package report_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/report"
	"github.com/agenttest/go/assert"
)

// BenchmarkReports writes a run of 1,000 cases of 10 turns into each kind of file, and into two at once.
func BenchmarkReports(b *testing.B) {
	var results []*agenttest.Result
	for i := range 1000 {
		res := &agenttest.Result{ID: fmt.Sprintf("C%04d", i), Name: "a case", Status: chat.Passed, Start: began, Duration: ms(200 + i)}
		for n := range 10 {
			res.Turns = append(res.Turns, turn(n+1, chat.InputStatic, "What is the state of my order A-1?",
				chat.Reply("Your order A-1 has been shipped and will be with you in three days.").WithCalls(chat.Call("lookup", map[string]any{"id": "A-1"}).Returning("found")),
				ms(20), passed(assert.Contains("shipped")), passed(assert.ToolCalled("lookup"))))
		}
		results = append(results, res)
	}
	for _, endings := range [][]string{{"jsonl"}, {"json"}, {"html"}, {"xml"}, {"md"}, {"jsonl", "html"}} {
		b.Run(fmt.Sprint(endings), func(b *testing.B) {
			for b.Loop() {
				var group []report.Reporter
				for _, e := range endings {
					w, err := report.File(filepath.Join(b.TempDir(), "r."+e))
					if err != nil {
						b.Fatal(err)
					}
					group = append(group, w)
				}
				tell(b, report.All(group...), theRun, results...)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/1000, "µs/case")
		})
	}
}
