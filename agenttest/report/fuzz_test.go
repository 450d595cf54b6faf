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

// FuzzMerge merges anything: it never panics, counts what can be read, says so when something is wrong, and what it
// wrote can be merged again.
func FuzzMerge(f *testing.F) {
	f.Add(line("A", `"id":"R1","shard":"1/2","cases":1,"total":2`), line("B", `"id":"R2","shard":"2/2","cases":1,"total":2`))
	f.Add(line("A", `"shard":"9223372036854775807/9223372036854775807","cases":9223372036854775807,"total":9223372036854775807`), line("B", `"shard":"-1/0"`))
	f.Add("\ufeff"+line("A", `"cases":2`), "{\"status\":\"passed\",\"run\":null}\n{")
	f.Fuzz(func(t *testing.T, one, two string) {
		t.Chdir(t.TempDir())
		write(t, "1", one)
		write(t, "2", two)
		var out, again outputs
		s, err := report.Merge([]string{"2", "1"}, out.writers()...)
		if (err == nil) != s.Complete {
			t.Errorf("got complete %v and the error %v", s.Complete, err)
		}
		recs, wrong := readAll(bytes.NewReader(out.jsonl.Bytes()))
		if wrong != nil || len(recs) != s.Total {
			t.Fatalf("%d records were counted, %d written (%v)", s.Total, len(recs), wrong)
		}
		junit(t, out.xml.Bytes())
		write(t, "merged", out.jsonl.String())
		if same, err2 := report.Merge([]string{"merged"}, again.writers()...); same.Total != s.Total || err == nil && err2 != nil {
			t.Errorf("merged again: got %d records instead of %d, %v", same.Total, s.Total, err2)
		}
	})
}
