package report_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/report"
)

// merged merges files and returns the joined JSONL report and the problems, a line each.
func merged(t *testing.T, files ...string) (report.Summary, string, string) {
	t.Helper()
	var out bytes.Buffer
	s, err := report.Merge(files, report.JSONL(&out))
	var problems *report.MergeError
	if err != nil && !errors.As(err, &problems) {
		t.Fatal(err)
	}
	if err == nil {
		return s, out.String(), ""
	}
	return s, out.String(), problems.Error()
}

// passing returns results of these ids.
func passing(ids ...string) (all []*agenttest.Result) {
	for _, id := range ids {
		all = append(all, &agenttest.Result{ID: id, Status: chat.Passed, Start: began})
	}
	return all
}

// What was lost of a damaged file is not forgotten when the joined report is joined again.
func TestWhatWasDamagedStaysDamaged(t *testing.T) {
	cut := func(text string) string { return text[:len(text)-10] }
	garbage := func(text string) string { return strings.Replace(text, "\n", "\ngarbage\n", 1) }
	behind := func(text string) string { return text + "garbage\n" }
	garbled := func(string) string { return "garbage\n" }
	empty := func(string) string { return "" }
	filtered := report.Run{ID: "R", Agent: "a", Input: "i", Start: began}
	whole := filtered
	whole.Cases = 3
	const (
		notRead = "; nothing from there on was read"
		noWord  = "invalid character 'g' looking for beginning of value"
	)
	for _, tt := range []struct {
		reason string
		run    report.Run
		damage func(string) string
		want   string
		total  int
	}{
		{"a last line that is torn", filtered, cut, "b.jsonl: line 3: the last record is cut off: unexpected EOF; its case counts as not finished", 3},
		{"garbage in the middle", filtered, garbage, "b.jsonl: line 2: " + noWord + notRead, 2},
		{"garbage behind all cases of a run", whole, behind, "b.jsonl: line 4: " + noWord + notRead, 4},
		{"a file that is none", filtered, garbled, "b.jsonl: line 1: " + noWord + "; want the JSONL report of a run", 1},
		{"an empty file", filtered, empty, "b.jsonl is empty: its run was broken off before a case had finished, or had no case; leave it out if it had none", 1},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			t.Chdir(t.TempDir())
			reported(t, "a.jsonl", report.Run{ID: "A", Agent: "b", Input: "i", Start: began}, passing("1")...)
			b := reported(t, "b.jsonl", tt.run, passing("1", "2", "3")...)
			data, err := os.ReadFile(b)
			if err != nil {
				t.Fatal(err)
			}
			write(t, b, tt.damage(string(data)))
			s, first, problems := merged(t, "a.jsonl", "b.jsonl")
			if problems != tt.want || s.Complete || s.Total != tt.total {
				t.Errorf("got %d cases, complete %v, and\n%s\nwant %d and\n%s", s.Total, s.Complete, problems, tt.total, tt.want)
			}
			write(t, "first.jsonl", first)
			s, second, problems := merged(t, "first.jsonl")
			if problems != tt.want || s.Complete || s.Total != tt.total || second != first {
				t.Errorf("again: got %d cases, complete %v, and\n%s\nwant %d and\n%s\nof\n%s", s.Total, s.Complete, problems, tt.total, tt.want, second)
			}
			if _, _, both := merged(t, "b.jsonl", "first.jsonl"); strings.Count(both, tt.want) != 1 {
				t.Errorf("beside the damaged file: got\n%s\nwant once\n%s", both, tt.want)
			}
		})
	}
}

// A shard that could not be read is told by the numbers of the others, so its rerun makes the report whole.
func TestADamagedShardCanBeReplaced(t *testing.T) {
	t.Chdir(t.TempDir())
	files := shards(t, 2, passing("1", "2", "3", "4")...)
	good, err := os.ReadFile(files[1])
	if err != nil {
		t.Fatal(err)
	}
	write(t, files[1], "garbage\n")
	_, first, problems := merged(t, files...)
	if problems == "" {
		t.Fatal("got no problem of garbage")
	}
	write(t, "first.jsonl", first)
	write(t, files[1], string(good))
	if s, _, problems := merged(t, "first.jsonl", files[1]); problems != "" || !s.Complete || s.Total != 4 {
		t.Errorf("got %d cases, complete %v, and %s", s.Total, s.Complete, problems)
	}
}

// The problems are put into records that say of their run whatever they say.
func TestProblemsInRecordsOfAllKinds(t *testing.T) {
	for record, want := range map[string]string{
		`{"id":"1","status":"passed"}`:                                  `{"id":"1","status":"passed","run":{"problems":[P]}}`,
		`{"run":null,"id":"1","status":"passed"}`:                       `{"run":{"problems":[P]},"id":"1","status":"passed"}`,
		`{"run":{},"id":"1","status":"passed"}`:                         `{"run":{"problems":[P]},"id":"1","status":"passed"}`,
		`{"Run":{"id":"R","own":1},"id":"1","status":"passed"}`:         `{"Run":{"id":"R","own":1,"problems":[P]},"id":"1","status":"passed"}`,
		`{"x":{"run":{"id":"R"}},"status":"passed","run":{"id":"R"}}`:   `{"x":{"run":{"id":"R"}},"status":"passed","run":{"id":"R","problems":[P]}}`,
		`{"status":"passed","run":{"id":"R","problems":["before"]}}`:    `{"status":"passed","run":{"id":"R","problems":["before",P]}}`,
		`{"status":"passed","name":"\"run\":{}","run":{"id":"\u003c"}}`: `{"status":"passed","name":"\"run\":{}","run":{"id":"\u003c","problems":[P]}}`,
	} {
		t.Chdir(t.TempDir())
		write(t, "x.jsonl", record+"\n{")
		_, got, _ := merged(t, "x.jsonl")
		const problem = `"x.jsonl: line 2: the last record is cut off: unexpected EOF; its case counts as not finished"`
		if want := strings.ReplaceAll(want, "P]", problem+"]") + "\n"; got != want {
			t.Errorf("%s:\n got  %s want %s", record, got, want)
		}
	}
}
