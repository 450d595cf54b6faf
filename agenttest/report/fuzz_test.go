package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/report"
	"github.com/agenttest/go/internal/render"
)

// FuzzRead reads anything as records: it never panics, and what it takes comes out of a JSONL report as it is and can
// be shown in every format.
func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	tell(f, report.JSONL(&b), theRun, all()...)
	for line := range strings.Lines(b.String()) {
		f.Add(line)
	}
	f.Add(`{"status":"passed","turns":[{"assertions":[{"passed":"yes","type":1}]}],"final_assertions":[{}]}`)
	f.Add(`{"status":"failed","blame":"\u001b[2J","turns":[{"status":"\u001b[2J","input_source":"\u001b"}],"checkpoints":[{"id":"\u001b"}]}`)
	f.Add("\ufeff\n{\"status\":\"failed\"}\n{")
	f.Fuzz(func(t *testing.T, text string) {
		recs, _ := readAll(strings.NewReader(text))
		var lines, console, page bytes.Buffer
		g := report.All(report.JSONL(&lines), report.Console(&console, report.ConsoleOptions{Verbose: true, Color: report.ColorNever}), report.HTML(&page),
			report.JUnit(&bytes.Buffer{}), report.Markdown(&bytes.Buffer{}))
		for _, rec := range recs {
			if err := g.Add(rec); err != nil {
				t.Fatal(err)
			}
		}
		if err := g.End(); err != nil {
			t.Fatal(err)
		}
		if text := console.String(); render.Escape(text) != text {
			t.Error("the console holds what a terminal obeys")
		}
		again, err := readAll(&lines)
		if err != nil || len(again) != len(recs) {
			t.Fatalf("got %d records (%v) from the JSONL of %d", len(again), err, len(recs))
		}
		for i := range recs {
			if string(again[i].JSON()) != string(recs[i].JSON()) {
				t.Errorf("got %s, want %s", again[i].JSON(), recs[i].JSON())
			}
		}
	})
}
