package report_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/report"
	"github.com/agenttest/go/agenttest/suite"
	"pgregory.net/rapid"
)

// TestMergeFindsEveryDamage divides suites at random, damages one file of their reports or none, and merges them: there
// is an error if and only if something was lost or doubled, and nothing is lost twice.
func TestMergeFindsEveryDamage(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		texts := drawReports(t)
		var filled []int // files that have something to lose
		for i, text := range texts {
			if text != "" {
				filled = append(filled, i)
			}
		}
		at := rapid.SampledFrom(filled).Draw(t, "file")
		damaged := true
		switch text := texts[at]; rapid.SampledFrom([]string{"none", "drop", "double", "rerun", "cut", "line", "garbage", "twice"}).Draw(t, "damage") {
		case "none":
			damaged = false
		case "drop":
			texts = append(texts[:at:at], texts[at+1:]...)
		case "double":
			texts = append(texts, text)
		case "rerun":
			texts = append(texts, strings.ReplaceAll(text, `"run":{"id":"R`, `"run":{"id":"X`))
		case "cut":
			n := rapid.IntRange(0, len(text)).Draw(t, "bytes")
			texts[at] = text[:n]
			damaged = n < len(text)-1 // the last line break may go
		case "line":
			lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
			i := rapid.IntRange(0, len(lines)-1).Draw(t, "line")
			texts[at] = strings.Join(append(lines[:i:i], lines[i+1:]...), "")
		case "garbage":
			lines := strings.SplitAfter(text, "\n")
			i := rapid.IntRange(0, len(lines)-1).Draw(t, "line")
			texts[at] = strings.Join(lines[:i], "") + "garbage\n" + strings.Join(lines[i:], "")
		case "twice":
			texts[at] += strings.SplitAfter(text, "\n")[0]
		}
		var files []string
		lines := 0
		for i, text := range texts {
			files = append(files, filepath.Join(dir, fmt.Sprintf("%d.jsonl", i)))
			write(t, files[i], text)
			recs, _ := readAll(strings.NewReader(text))
			lines += len(recs)
		}
		var out outputs
		s, err := report.Merge(files, out.writers()...)
		if (err != nil) != damaged || s.Complete == damaged {
			t.Fatalf("damaged is %v: complete %v, error %v", damaged, s.Complete, err)
		}
		if n := bytes.Count(out.jsonl.Bytes(), []byte("\n")); s.Total != lines || n != lines {
			t.Errorf("%d records could be read: got %d counted, %d written", lines, s.Total, n)
		}
		if r := junit(t, out.xml.Bytes()); damaged && r.Suite.Errors == 0 || r.Tests != len(r.Suite.Cases) {
			t.Errorf("damaged is %v: JUnit has %d errors, %d cases, of %d", damaged, r.Suite.Errors, len(r.Suite.Cases), r.Tests)
		}
		again := filepath.Join(dir, "again.jsonl")
		write(t, again, out.jsonl.String())
		var same outputs
		if _, err := report.Merge([]string{again}, same.writers()...); (err != nil) != damaged {
			t.Fatalf("damaged is %v: merged again, the error is %v", damaged, err)
		}
		if !damaged {
			wantOutputs(t, &same, &out)
		}
	})
}

// drawReports draws a suite, divided over up to nine shards, and returns their JSONL reports, some in one file.
func drawReports(t *rapid.T) []string {
	cases := rapid.IntRange(1, 30).Draw(t, "cases")
	n := rapid.IntRange(1, 9).Draw(t, "shards")
	parts := make([][]*agenttest.Result, n)
	for i := range cases {
		status := rapid.SampledFrom([]chat.Status{chat.Passed, chat.Passed, chat.Failed, chat.Skipped}).Draw(t, "status")
		shard := rapid.IntRange(0, n-1).Draw(t, "shard")
		parts[shard] = append(parts[shard], &agenttest.Result{ID: fmt.Sprint("T", i), Status: status, Start: began, Duration: ms(i)})
	}
	var texts []string
	for i, part := range parts {
		run := report.Run{ID: fmt.Sprint("R", i), Agent: "a", Input: "x", Cases: len(part), Start: began.Add(ms(i))}
		if n > 1 {
			run.Shard, run.Total = fmt.Sprintf("%d/%d", i+1, n), cases
		}
		var b bytes.Buffer
		tell(t, report.JSONL(&b), run, part...)
		if len(texts) > 0 && rapid.IntRange(0, 4).Draw(t, "apart") == 0 {
			texts[len(texts)-1] += b.String()
		} else {
			texts = append(texts, b.String())
		}
	}
	return texts
}

// TestMergeOfASuite plays a suite whole and in shards: what is merged of these has the cases and verdicts of the whole.
func TestMergeOfASuite(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("AGENTTEST_SHARD", "")
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, `{"id": "T%02d", "input": "%d", "assert": {"type": "not_contains", "value": "7"}}`+"\n", i, i)
	}
	write(t, "cases.jsonl", b.String())
	echo := agenttest.Text(func(_ context.Context, _, input string) (string, error) { return input, nil })
	cfg := suite.Config{Agents: suite.Agents{"echo": echo}, Target: "echo"}
	cases, err := suite.Load("cases.jsonl", cfg)
	if err != nil {
		t.Fatal(err)
	}
	play := func(name, shard string) string {
		w, err := report.File(name)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Shard, cfg.Reporters, cfg.Input = shard, []suite.Reporter{w}, "cases.jsonl"
		if _, err := suite.Play(t.Context(), cases, cfg); err != nil {
			t.Fatal(err)
		}
		return name
	}
	verdicts := func(files ...string) (report.Summary, map[string]chat.Status) {
		var out bytes.Buffer
		s, err := report.Merge(files, report.JSONL(&out))
		if err != nil {
			t.Fatal(err)
		}
		recs, err := readAll(&out)
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]chat.Status{}
		for _, rec := range recs {
			all[rec.ID] = rec.Status
		}
		return s, all
	}
	whole, want := verdicts(play("whole.jsonl", ""))
	if whole.Failed != 4 || whole.Passed != 36 {
		t.Fatalf("got %+v of the whole", whole)
	}
	for _, n := range []int{1, 2, 7, 60} {
		var files []string
		for i := 1; i <= n; i++ {
			files = append(files, play(fmt.Sprintf("%d-%d.jsonl", n, i), fmt.Sprintf("%d/%d", i, n)))
		}
		s, got := verdicts(files...)
		if s.Total != 40 || s.Failed != 4 || s.Passed != 36 || !s.Complete || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%d shards: got %+v, %v", n, s, got)
		}
	}
}
