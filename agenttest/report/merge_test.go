package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/report"
)

// outputs are all formats, written to memory.
type outputs struct {
	jsonl, json, html, xml, md, console bytes.Buffer
}

func (o *outputs) writers() []*report.Writer {
	return []*report.Writer{
		report.JSONL(&o.jsonl), report.JSON(&o.json), report.HTML(&o.html), report.JUnit(&o.xml), report.Markdown(&o.md),
		report.Console(&o.console, report.ConsoleOptions{Color: report.ColorNever, Width: 100}),
	}
}

func (o *outputs) reporter() *report.Group {
	var all []report.Reporter
	for _, w := range o.writers() {
		all = append(all, w)
	}
	return report.All(all...)
}

// each calls f with every format's name and text.
func (o *outputs) each(f func(format, text string)) {
	for _, one := range []struct {
		format string
		b      *bytes.Buffer
	}{{"JSONL", &o.jsonl}, {"JSON", &o.json}, {"HTML", &o.html}, {"JUnit", &o.xml}, {"Markdown", &o.md}, {"console", &o.console}} {
		f(one.format, one.b.String())
	}
}

// wantOutputs compares all formats.
func wantOutputs(t tb, got, want *outputs) {
	t.Helper()
	texts := map[string]string{}
	want.each(func(format, text string) { texts[format] = text })
	got.each(func(format, text string) {
		if text != texts[format] {
			t.Errorf("%s differs:", format)
			wantText(t, text, texts[format])
		}
	})
}

// shown returns Markdown as it is read: what was escaped is itself again.
func shown(markdown string) string { return html.UnescapeString(markdown) }

// decoded decodes JSON.
func decoded[T any](t tb, data []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	return v
}

// write writes a file into the current directory.
func write(t tb, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// reported writes the JSONL report of a run into the current directory and returns its name.
func reported(t tb, name string, run report.Run, results ...*agenttest.Result) string {
	t.Helper()
	w, err := report.File(name)
	if err != nil {
		t.Fatal(err)
	}
	tell(t, w, run, results...)
	return name
}

// shards writes the reports of all results divided over so many shards, one after the other, and returns their names.
func shards(t tb, n int, results ...*agenttest.Result) (files []string) {
	t.Helper()
	parts := make([][]*agenttest.Result, n)
	for i, res := range results {
		parts[i%n] = append(parts[i%n], res)
	}
	for i, part := range parts {
		run := theRun
		run.ID, run.Shard, run.Cases, run.Total = fmt.Sprintf("R%d", i+1), fmt.Sprintf("%d/%d", i+1, n), len(part), len(results)
		run.Start = run.Start.Add(ms(i))
		files = append(files, reported(t, fmt.Sprintf("shard-%d.jsonl", i+1), run, part...))
	}
	return files
}

func TestMergeOfOneRunIsTheReportOfTheRun(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct {
		reason string
		run    report.Run
	}{
		{"a run that says all of itself", report.Run{ID: "R1", Agent: "a", Input: "cases.jsonl", Cases: 5, Start: began}},
		{"one that was filtered, and does not say how many cases it has", report.Run{ID: "R1", Agent: "a", Input: "cases.jsonl", Start: began}},
	} {
		var direct, merged outputs
		tell(t, direct.reporter(), tt.run, all()...)
		write(t, "run.jsonl", direct.jsonl.String())
		s, err := report.Merge([]string{"run.jsonl"}, merged.writers()...)
		if err != nil {
			t.Errorf("%s: %v", tt.reason, err)
		}
		wantOutputs(t, &merged, &direct)
		if !s.Complete || s.Total != 5 || s.Passed != 2 || s.Failed != 1 || s.Errored != 1 || s.Skipped != 1 || s.Expected != tt.run.Cases {
			t.Errorf("%s: got the summary %+v", tt.reason, s)
		}
	}
}

func TestMergeOfShardsIsTheReportOfTheWhole(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 7} { // 7 are more than there are cases
		t.Chdir(t.TempDir())
		files := shards(t, n, all()...)
		var merged, whole outputs
		s, err := report.Merge(files, merged.writers()...)
		if err != nil || !s.Complete || s.Total != 5 || s.Expected != 5 {
			t.Errorf("%d shards: got %+v, %v", n, s, err)
		}
		// The same records in the order of the shards, as one run.
		recs, err := readAll(&merged.jsonl)
		if err != nil {
			t.Fatal(err)
		}
		write(t, "first.json", merged.json.String())
		run := report.Run{ID: runOf(t, "first.json").ID, Agent: theRun.Agent, Input: theRun.Input, Cases: 5, Start: began}
		g := whole.reporter()
		if err := g.Begin(run); err != nil {
			t.Fatal(err)
		}
		var want []string
		for i := range n {
			for k := i; k < 5; k += n {
				want = append(want, all()[k].ID)
			}
		}
		var got []string
		for _, rec := range recs {
			got = append(got, rec.ID)
			if err := g.Add(rec); err != nil {
				t.Fatal(err)
			}
		}
		if err := g.End(); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d shards: got the order %v, want %v", n, got, want)
		}
		merged.jsonl.Reset() // it was read
		whole.jsonl.Reset()
		wantOutputs(t, &merged, &whole)
	}
}

// runOf returns the run that a JSON report is of.
func runOf(t tb, name string) report.Run {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return decoded[jsonDocument](t, data).Run
}

func TestMergeKnowsNoOrderOfFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	files := append(shards(t, 3, all()...), reported(t, "other.jsonl", report.Run{ID: "O", Agent: "other", Cases: 1, Start: began}, expenseFlow()))
	var first outputs
	if _, err := report.Merge(files, first.writers()...); err != nil {
		t.Fatal(err)
	}
	for range len(files) {
		files = append(files[1:], files[0])
		var again outputs
		if _, err := report.Merge(files, again.writers()...); err != nil {
			t.Fatal(err)
		}
		wantOutputs(t, &again, &first)
	}
	// All in one file, as cat makes it, and the shards merged first: the same.
	var one bytes.Buffer
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		one.Write(text)
	}
	write(t, "all.jsonl", one.String())
	var some bytes.Buffer
	if _, err := report.Merge([]string{"shard-3.jsonl", "shard-1.jsonl"}, report.JSONL(&some)); err == nil {
		t.Error("two shards of three are no whole")
	}
	write(t, "some.jsonl", some.String())
	for _, again := range [][]string{{"all.jsonl"}, {"some.jsonl", "shard-2.jsonl", "other.jsonl"}} {
		var got outputs
		if _, err := report.Merge(again, got.writers()...); err != nil {
			t.Errorf("%v: %v", again, err)
		}
		wantOutputs(t, &got, &first)
	}
}

// line is a record of a case of a run, whose facts are given as JSON.
func line(id, run string) string {
	return fmt.Sprintf(`{"id":%q,"status":"passed","turns":[],"total_turns":0,"duration_ms":1,"run":{%s}}`, id, run) + "\n"
}

// runLines is the records of these cases of a run.
func runLines(run string, ids ...string) string {
	var b strings.Builder
	for _, id := range ids {
		b.WriteString(line(id, run))
	}
	return b.String()
}

func TestMergeProblems(t *testing.T) {
	shard := func(i, of, cases, total int) string {
		return fmt.Sprintf(`"id":"R%d","agent":"a","input":"x","shard":"%d/%d","cases":%d,"total":%d`, i, i, of, cases, total)
	}
	one, two, three := runLines(shard(1, 3, 2, 5), "A", "B"), runLines(shard(2, 3, 2, 5), "C", "D"), runLines(shard(3, 3, 1, 5), "E")
	whole := func(id, input string, cases int) string {
		return fmt.Sprintf(`"id":%q,"agent":"a","input":%q,"cases":%d`, id, input, cases)
	}
	for _, tt := range []struct {
		reason string
		files  map[string]string
		want   string // all of the error; nothing when there is none
	}{
		{"three shards", map[string]string{"1": one, "2": two, "3": three}, ``},
		{"in one file, interleaved", map[string]string{"1": line("C", shard(2, 3, 2, 5)) + one + three + line("D", shard(2, 3, 2, 5))}, ``},
		{"a byte order mark, and records over several lines", map[string]string{"1": "\ufeff\n" + strings.ReplaceAll(one, `,"turns"`, ",\n\"turns\""), "2": two + "\n\n", "3": three}, ``},
		{"shards that were merged and one more", map[string]string{"12": one + two, "3": three}, ``},
		{"a shard is missing", map[string]string{"1": one, "3": three},
			`shard 2/3 is missing: no record of it in 1, 3; the others have 3 of 5 cases`},
		{"two are", map[string]string{"2": two},
			`shards 1/3, 3/3 are missing: no record of them in 2; the others have 2 of 5 cases`},
		{"many are, and only some are named", map[string]string{"1": runLines(shard(1, 1000000000, 1, 5), "A")},
			`shards 2/1000000000, 3/1000000000, 4/1000000000, 5/1000000000, 6/1000000000, 7/1000000000, 8/1000000000, 9/1000000000, 10/1000000000, 11/1000000000 and 999999989 more are missing: no record of them in 1; the others have 1 of 5 cases`},
		{"its file is empty", map[string]string{"1": one, "2": "", "3": three},
			`shard 2/3 is missing: no record of it in 1, 2 (which is empty), 3; the others have 3 of 5 cases`},
		{"an empty file is the shard that has no case", map[string]string{"1": runLines(shard(1, 2, 1, 1), "A"), "2": ""}, ``},
		{"its file was not uploaded", map[string]string{"1": runLines(shard(1, 2, 1, 1), "A")}, ``},
		{"there is no shard that an empty file could be of", map[string]string{"1": one, "2": two, "3": three, "4": "\n"},
			`4 is empty: its run was broken off before a case had finished, or had no case; leave it out if it had none`},
		{"an empty file beside a run that is not divided", map[string]string{"a": runLines(whole("R", "x", 1), "A"), "b": ""},
			`b is empty: its run was broken off before a case had finished, or had no case; leave it out if it had none`},
		{"nor is it the empty shard of another run then", map[string]string{"a": runLines(whole("R", "y", 1), "A"), "b": "", "c": runLines(shard(1, 2, 1, 1), "A")},
			`b is empty: its run was broken off before a case had finished, or had no case; leave it out if it had none`},
		{"nothing but empty files", map[string]string{"1": "", "2": " \n"}, `nothing was tested: there is no record in 1 (which is empty), 2 (which is empty)`},
		{"no file", nil, `there is no file to merge; want the JSONL reports of a run's shards`},
		{"a shard was broken off", map[string]string{"1": one, "2": line("C", shard(2, 3, 2, 5)), "3": three},
			`shard 2/3 (2): 1 of 2 cases; the run was broken off`},
		{"in the middle of a line", map[string]string{"1": one, "2": two[:len(two)-9], "3": three},
			`2: line 2: the last record is cut off: unexpected EOF; its case counts as not finished
shard 2/3 (2): 1 of 2 cases; the run was broken off`},
		{"in its first line", map[string]string{"1": one, "2": two[:9], "3": three},
			`2: line 1: the last record is cut off: unexpected EOF; its case counts as not finished
shard 2/3 is missing: no record of it in 1, 2, 3; the others have 3 of 5 cases`},
		{"only the last line break is missing, so all is there", map[string]string{"1": one, "2": strings.TrimSuffix(two, "\n"), "3": three}, ``},
		{"a shard is there twice", map[string]string{"1": one, "2": two, "3": three, "2 again": two},
			`shard 2/3 is there more than once: in 2 (run "R2"), in 2 again (run "R2")`},
		{"of two runs", map[string]string{"1": one, "2": two, "3": three, "rerun": strings.ReplaceAll(two, "R2", "R9")},
			`shard 2/3 is there more than once: in 2 (run "R2"), in rerun (run "R9")`},
		{"the second was broken off", map[string]string{"1": one, "2": two, "3": three, "rerun": strings.ReplaceAll(line("C", shard(2, 3, 2, 5)), "R2", "R9")},
			`shard 2/3 is there more than once: in 2 (run "R2"), in rerun (run "R9")
shard 2/3 (rerun): 1 of 2 cases; the run was broken off`},
		{"a copy that is cut off", map[string]string{"1": one, "2": two, "2 again": line("C", shard(2, 3, 2, 5)), "3": three},
			`shard 2/3 is there more than once: in 2 (run "R2"), in 2 again (run "R2")`},
		{"without ids", map[string]string{"1": `{"id":"A","status":"passed","run":{"shard":"1/1","cases":1,"total":1}}`, "2": `{"id":"A","status":"passed","run":{"shard":"1/1","cases":1,"total":1}}`},
			`shard 1/1 is there more than once: in 1, in 2`},
		{"the same run twice", map[string]string{"a": runLines(whole("R", "x", 2), "A", "B"), "b": runLines(whole("R", "x", 2), "A", "B")},
			`the run is there more than once: in a (run "R"), in b (run "R")`},
		{"a run in two files is there once", map[string]string{"a": runLines(whole("R", "x", 2), "A"), "b": runLines(whole("R", "x", 2), "B")}, ``},
		{"a case is there twice in its file", map[string]string{"a": runLines(whole("R", "x", 3), "A", "B", "A")},
			`the run (a): 2 of 3 cases; the run was broken off
case "A" (a:1 and a:3) is there more than once; cases of the same agent and input are told apart by their ids`},
		{"three times, beside others", map[string]string{"a": runLines(whole("R", "x", 2), "A", "B", "A", "B", "A")},
			`2 cases are there more than once: "A" (a:1 and a:3), "B" (a:2 and a:4); cases of the same agent and input are told apart by their ids`},
		{"on two shards", map[string]string{"1": one, "2": two, "3": runLines(shard(3, 3, 1, 5), "C")},
			`case "C" (2:1 and 3:1) is there more than once; cases of the same agent and input are told apart by their ids`},
		{"a second run of the same cases", map[string]string{"a": runLines(whole("R1", "x", 7), "A", "B", "C", "D", "E", "F", "G"), "b": runLines(whole("R2", "x", 7), "A", "B", "C", "D", "E", "F", "G")},
			`7 cases are there more than once: "A" (a:1 and b:1), "B" (a:2 and b:2), "C" (a:3 and b:3), "D" (a:4 and b:4), "E" (a:5 and b:5) and 2 more; cases of the same agent and input are told apart by their ids`},
		{"a shard beside the whole run", map[string]string{"all": runLines(whole("R", "x", 2), "A", "B"), "1": runLines(shard(1, 1, 1, 1), "A")},
			`case "A" (1:1 and all:1) is there more than once; cases of the same agent and input are told apart by their ids`},
		{"cases of the same ids from other files are other cases", map[string]string{"a": runLines(whole("R1", "x", 1), "A"), "b": runLines(whole("R2", "y", 1), "A")}, ``},
		{"a run of several packages was broken off", map[string]string{"a": runLines(whole("R1", "x", 3), "A"), "b": runLines(whole("R2", "y", 1), "A")},
			`the run of input "x" (a): 1 of 3 cases; the run was broken off`},
		{"a run has more cases than it says", map[string]string{"a": runLines(whole("R", "x", 1), "A", "B")},
			`the run (a): there are 2 cases, and the run had 1`},
		{"divisions do not fit", map[string]string{"1": runLines(shard(1, 7, 1, 2), "A"), "2": runLines(shard(2, 8, 1, 2), "B")},
			`the shards are not of one division: 1/7 in 1 is one of 7, 2/8 in 2 is one of 8`},
		{"totals do not fit", map[string]string{"1": runLines(shard(1, 2, 1, 2), "A"), "2": runLines(shard(2, 2, 2, 3), "B", "C")},
			`the shards have not divided the same cases: 1/2 in 1 is of 2 cases, 2/2 in 2 is of 3 cases`},
		{"inputs do not fit", map[string]string{"1": one, "2": strings.ReplaceAll(two, `"x"`, `"y"`), "3": three},
			`the shards are not of one run: 1/3 in 1 is of input "x", 2/3 in 2 is of input "y"`},
		{"agents do not fit, and a shard is missing", map[string]string{"1": one, "2": strings.ReplaceAll(two, `"a"`, `"b"`)},
			`the shards are not of one run: 1/3 in 1 is of agent "a", 2/3 in 2 is of agent "b"
shard 3/3 of agent "a" is missing: no record of it in 1, 2; the others have 4 of 5 cases`},
		{"two divisions, each whole", map[string]string{"x1": one, "x2": two, "x3": three, "y": strings.ReplaceAll(one+two+three, `"x"`, `"y"`)}, ``},
		{"two divisions, one of which is not", map[string]string{"x1": one, "x2": two, "x3": three, "y": strings.ReplaceAll(one+two, `"x"`, `"y"`)},
			`shard 3/3 of input "y" is missing: no record of it in x1, x2, x3, y; the others have 4 of 5 cases`},
		{"cases were lost between the shards", map[string]string{"1": runLines(shard(1, 2, 1, 3), "A"), "2": runLines(shard(2, 2, 1, 3), "B")},
			`the shards have 2 cases between them, and there are 3: they have not divided the cases in the same way (AGENTTEST_TIMINGS must be the same file for all)`},
		{"there are too many of them", map[string]string{"1": runLines(shard(1, 3, 2, 3), "A", "B"), "2": runLines(shard(2, 3, 2, 3), "C", "D")},
			`the shards have 4 cases between them, and there are 3: they have not divided the cases in the same way (AGENTTEST_TIMINGS must be the same file for all)`},
		{"a shard was filtered", map[string]string{"1": line("A", `"id":"R1","shard":"1/1","total":5`)},
			`shard 1/1 (1) does not say how many cases it has, as a run of only some of them (go test -run) does not, so nobody can tell whether it is whole`},
		{"shards that do not say how many there are of all", map[string]string{"1": line("A", `"id":"R1","shard":"1/2","cases":1`)},
			`shard 2/2 is missing: no record of it in 1`},
		{"they are all there", map[string]string{"1": line("A", `"id":"R1","shard":"1/2","cases":1`), "2": line("B", `"id":"R2","shard":"2/2","cases":1`)}, ``},
		{"a shard that is none", map[string]string{"1": line("A", `"id":"R1","shard":"3/2","cases":1,"total":1`)},
			`1: line 1: got the shard "3/2", want the number of a shard and of all, such as "2/8"`},
		{"records without a run", map[string]string{"a": `{"id":"A","status":"passed"}{"id":"B","status":"failed"}{"status":"passed"}{"status":"passed"}`}, ``},
		{"numbers that cannot be", map[string]string{"a": line("A", `"cases":-3,"total":-1`)}, ``},
		{"a file that is not there", map[string]string{"1": one, "2": two, "3": three, "missing": "-"},
			`open missing: no such file or directory`},
		{"a case file instead of a report", map[string]string{"1": one, "2": two, "3": three, "cases": `{"id":"A","input":"hi"}`},
			`cases: line 1: not the record of a result: want an object with "status"; want the JSONL report of a run`},
		{"prose", map[string]string{"1": one, "2": two, "3": three + "done\n"},
			`3: line 2: invalid character 'd' looking for beginning of value; nothing from there on was read`},
		{"a number that is too large for a duration", map[string]string{"1": one, "2": two, "3": three + `{"status":"passed","duration_ms":1e99}`},
			`3: line 2: not the record of a result: json: cannot unmarshal number 1e99 into Go struct field Record.duration_ms of type int64; nothing from there on was read`},
	} {
		t.Chdir(t.TempDir())
		var files []string
		for name, text := range tt.files {
			files = append(files, name)
			if text != "-" {
				write(t, name, text)
			}
		}
		var out outputs
		s, err := report.Merge(files, out.writers()...)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: got the error\n%s\nwant\n%s", tt.reason, got, tt.want)
		}
		if s.Complete != (tt.want == "") {
			t.Errorf("%s: got complete %v", tt.reason, s.Complete)
		}
		var merge *report.MergeError
		if errors.As(err, &merge) != (tt.want != "") {
			t.Errorf("%s: got the error %T", tt.reason, err)
		}
		if tt.want == "" {
			continue
		}
		if doc := decoded[jsonDocument](t, out.json.Bytes()); !slices.Equal(doc.Run.Problems, merge.Problems) || doc.Summary.Complete {
			t.Errorf("%s: the JSON report has the problems %q", tt.reason, doc.Run.Problems)
		}
		r := junit(t, out.xml.Bytes())
		if own := r.Suite.Cases[0]; own.Name != "(the whole run)" || own.Error == nil || own.Error.Text != tt.want || r.Suite.Errors != 1 || r.Tests != s.Total+1 {
			t.Errorf("%s: the JUnit report is green: %+v", tt.reason, r)
		}
		if text := out.console.String(); strings.Count(text, "This report is not complete:\n") != 2 || strings.Count(text, merge.Problems[0]) != 2 {
			t.Errorf("%s: the console does not show the problems:\n%s", tt.reason, text)
		}
		if text := shown(out.md.String()); !strings.Contains(text, "**This report is not complete:**\n\n- "+merge.Problems[0]+"\n") {
			t.Errorf("%s: the Markdown report does not show the problems:\n%s", tt.reason, text)
		}
	}
}

// TestMergeWritesWhatIsThere of shards that are not whole.
func TestMergeWritesWhatIsThere(t *testing.T) {
	t.Chdir(t.TempDir())
	files := shards(t, 2, all()...)
	var out outputs
	s, err := report.Merge(files[:1], out.writers()...)
	if s.Total != 3 || s.Expected != 5 || s.Passed != 2 || s.Errored != 1 || s.Complete {
		t.Errorf("got the summary %+v", s)
	}
	const problem = "shard 2/2 is missing: no record of it in shard-1.jsonl; the others have 3 of 5 cases"
	var merge *report.MergeError
	if !errors.As(err, &merge) || !slices.Equal(merge.Problems, []string{problem}) {
		t.Errorf("got the error %v", err)
	}
	want := `═══════════════════════════════════════════════════════════════
  Agent Test
═══════════════════════════════════════════════════════════════
ℹ Agent: assistants.expense
ℹ Input: ./tests/expense-flow.jsonl (5 test cases)

This report is not complete:
  ✗ ` + problem + `

`
	wantText(t, out.console.String()[:len(want)], want)
	if end := out.console.String(); !strings.HasSuffix(end, "\n\nThis report is not complete:\n  ✗ "+problem+"\n") {
		t.Errorf("the console ends in\n%s", end)
	}
	if n := len(junit(t, out.xml.Bytes()).Suite.Cases); n != 4 {
		t.Errorf("JUnit has %d cases, want the three and one for the whole", n)
	}
	if recs, err := readAll(bytes.NewReader(out.jsonl.Bytes())); err != nil || len(recs) != 3 {
		t.Errorf("the JSONL has %d records, %v", len(recs), err)
	}
	// It is not made whole by being merged again.
	write(t, "merged.jsonl", out.jsonl.String())
	if _, err := report.Merge([]string{"merged.jsonl"}); err == nil || err.Error() != strings.Replace(problem, "shard-1", "merged", 1) {
		t.Errorf("merged again: got the error %v", err)
	}
}

// TestMergeIntoFiles keeps the files whole while they are written, as those of a run.
func TestMergeIntoFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	files := shards(t, 3, all()...)[1:]
	var memory outputs
	if _, err := report.Merge(files, memory.writers()...); err == nil {
		t.Error("got no error")
	}
	var to []*report.Writer
	for _, ending := range []string{"jsonl", "json", "html", "xml", "md"} {
		w, err := report.File("merged." + ending)
		if err != nil {
			t.Fatal(err)
		}
		to = append(to, w)
	}
	if _, err := report.Merge(files, append(to, nil)...); err == nil {
		t.Error("got no error")
	}
	want := map[string]string{}
	memory.each(func(format, text string) { want[format] = text })
	for format, ending := range map[string]string{"JSONL": "jsonl", "JSON": "json", "HTML": "html", "JUnit": "xml", "Markdown": "md"} {
		got, err := os.ReadFile("merged." + ending)
		if err != nil {
			t.Fatal(err)
		}
		wantText(t, string(got), want[format])
	}
}

func TestMergeOfManyProblems(t *testing.T) {
	t.Chdir(t.TempDir())
	var b strings.Builder
	for i := range 60 {
		b.WriteString(line("A", fmt.Sprintf(`"id":"R","input":"i%02d","cases":2`, i)))
	}
	write(t, "all", b.String())
	var out outputs
	_, err := report.Merge([]string{"all"}, out.writers()...)
	var merge *report.MergeError
	if !errors.As(err, &merge) || len(merge.Problems) != 60 {
		t.Fatalf("got the error %v", err)
	}
	shown := decoded[jsonDocument](t, out.json.Bytes()).Run.Problems
	if len(shown) != 51 || shown[49] != `the run of input "i49" (all): 1 of 2 cases; the run was broken off` || shown[50] != "and 10 more" {
		t.Errorf("got %q", shown)
	}
}

// TestMergeOfHostileProblems has names that would be markup, or act on a terminal.
func TestMergeOfHostileProblems(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "<b>\x1b[2J", line("A", `"input":"*x* </script><b>","cases":2`)+line("B", `"input":"y"`))
	var out outputs
	if _, err := report.Merge([]string{"<b>\x1b[2J"}, out.writers()...); err == nil {
		t.Fatal("got no error")
	}
	const want = `the run of input "*x* </script><b>" (<b>\x1b[2J): 1 of 2 cases; the run was broken off`
	if text := out.console.String(); !strings.Contains(text, "✗ "+want+"\n") {
		t.Errorf("console:\n%s", text)
	}
	if own := junit(t, out.xml.Bytes()).Suite.Cases[0]; own.Error.Text != want {
		t.Errorf("JUnit: got %q", own.Error.Text)
	}
	if text := shown(out.md.String()); !strings.Contains(text, "- "+want+"\n") || strings.Contains(out.md.String(), "<b>") {
		t.Errorf("Markdown:\n%s", text)
	}
	if strings.Contains(out.html.String(), "<b>") {
		t.Error("HTML: a name is markup")
	}
}

func TestMergeTellsErrorsOfWriting(t *testing.T) {
	t.Chdir(t.TempDir())
	files := shards(t, 2, all()...)
	var good bytes.Buffer
	s, err := report.Merge(files, report.JSONL(&full{room: 10}), report.JSONL(&good))
	var merge *report.MergeError
	if !errors.Is(err, errFull) || errors.As(err, &merge) {
		t.Errorf("got the error %v", err)
	}
	if recs, err := readAll(&good); err != nil || len(recs) != 5 || s.Total != 5 {
		t.Errorf("the full disk of one report disturbed the other: %d records, %v", len(recs), err)
	}
	_, err = report.Merge(files[:1], report.JSONL(&full{room: 10}))
	if !errors.Is(err, errFull) || !errors.As(err, &merge) {
		t.Errorf("got the error %v, want both that the disk is full and that a shard is missing", err)
	}
}

// emptying is an output that empties a file when it is first written.
type emptying string

func (name emptying) Write(p []byte) (int, error) { return len(p), os.Truncate(string(name), 0) }

func TestMergeOfAFileThatChangesMeanwhile(t *testing.T) {
	t.Chdir(t.TempDir())
	files := shards(t, 2, all()...)
	var out bytes.Buffer
	s, err := report.Merge(files, report.Console(emptying("shard-2.jsonl"), report.ConsoleOptions{}), report.JSON(&out))
	if want := "shard-2.jsonl: it has changed while it was merged: EOF"; fmt.Sprint(err) != want {
		t.Errorf("got the error %v, want %s", err, want)
	}
	if doc := decoded[jsonDocument](t, out.Bytes()); s.Total != 3 || s.Complete || doc.Summary.Complete {
		t.Errorf("got %+v, and in the report %+v", s, doc.Summary)
	}
}

func TestMergeDoesNotReadWhatItWrites(t *testing.T) {
	t.Chdir(t.TempDir())
	files := shards(t, 2, all()...)
	if err := os.Symlink("shard-2.jsonl", "link.jsonl"); err != nil {
		t.Fatal(err)
	}
	err := report.CheckOutputs([]string{"new.jsonl", "link.jsonl", "./shard-1.jsonl"}, append(files, "nowhere.jsonl"))
	want := `link.jsonl is to be written, but it is read, too (as shard-2.jsonl); want another file
./shard-1.jsonl is to be written, but it is read, too (as shard-1.jsonl); want another file`
	if fmt.Sprint(err) != want {
		t.Errorf("got the error\n%v\nwant\n%s", err, want)
	}
	if err := report.CheckOutputs([]string{"new.jsonl", "nowhere.jsonl"}, append(files, "nowhere.jsonl")); err != nil {
		t.Errorf("what is not there is not written over: %v", err)
	}

	w, err := report.File("link.jsonl") // not having asked
	if err != nil {
		t.Fatal(err)
	}
	_, err = report.Merge(files, w)
	want = `shard-2.jsonl is one of the reports that are written, so it was emptied before it could be read; leave it out of the files to merge
shard 2/2 is missing: no record of it in shard-1.jsonl, shard-2.jsonl; the others have 3 of 5 cases`
	if fmt.Sprint(err) != want {
		t.Errorf("got the error\n%v\nwant\n%s", err, want)
	}
}

// TestMergeHasTheFiguresOfAll has the same figures as the run of the whole.
func TestMergeHasTheFiguresOfAll(t *testing.T) {
	t.Chdir(t.TempDir())
	files := shards(t, 4, all()...)
	got, err := report.Merge(files)
	if err != nil {
		t.Fatal(err)
	}
	want := report.Summarize(records(t, all()...)...)
	want.Expected = 5
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got.Elapsed != 21100 || got.Duration != 21100 {
		t.Errorf("got %d ms from the first case to the last, %d in all", got.Elapsed, got.Duration)
	}
}
