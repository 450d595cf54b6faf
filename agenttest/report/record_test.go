package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/report"
	"github.com/agenttest/go/assert"
)

// readAll reads records until the end or the first error.
func readAll(r io.Reader) (list []*report.Record, err error) {
	for rec, err := range report.Read(r) {
		if err != nil {
			return list, err
		}
		list = append(list, rec)
	}
	return list, nil
}

func TestJSONLIsTheResultAndItsRun(t *testing.T) {
	var b bytes.Buffer
	tell(t, report.JSONL(&b), theRun, all()...)
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(lines) != len(all()) {
		t.Fatalf("got %d lines, want one for each of %d cases", len(lines), len(all()))
	}
	for i, res := range all() {
		own, err := json.Marshal(res)
		if err != nil {
			t.Fatal(err)
		}
		want := strings.TrimSuffix(string(own), "}") +
			`,"run":{"id":"R1","agent":"assistants.expense","input":"./tests/expense-flow.jsonl","cases":3,"start":"2025-03-01T09:30:00Z"}}`
		wantText(t, lines[i], want)
	}
}

func TestReadReturnsWhatWasWritten(t *testing.T) {
	var b bytes.Buffer
	tell(t, report.JSONL(&b), theRun, all()...)
	text := b.String()
	for _, tt := range []struct{ reason, text string }{
		{"as it was written", text},
		{"with a byte order mark and blank lines", "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n\r\n")},
		{"with records over several lines, as the specification shows them", indented(t, text)},
	} {
		got, err := readAll(strings.NewReader(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.reason, err)
			continue
		}
		want := records(t, all()...)
		if len(got) != len(want) {
			t.Errorf("%s: got %d records, want %d", tt.reason, len(got), len(want))
			continue
		}
		for i := range want {
			wantText(t, string(got[i].JSON()), string(want[i].JSON()))
			if tt.text == text && !reflect.DeepEqual(got[i], want[i]) {
				t.Errorf("%s: record %d differs:\n got  %+v\n want %+v", tt.reason, i, got[i], want[i])
			}
		}
	}
}

func indented(t *testing.T, lines string) string {
	t.Helper()
	var b bytes.Buffer
	for line := range strings.Lines(lines) {
		if err := json.Indent(&b, []byte(strings.TrimSpace(line)), "", "  "); err != nil {
			t.Fatal(err)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestReadTellsWhatIsNoRecord(t *testing.T) {
	good := `{"id":"A","status":"passed","turns":[],"total_turns":0,"duration_ms":1}` + "\n"
	for _, tt := range []struct {
		reason, text, want string
		records            int
	}{
		{"nothing is no records", "", "", 0},
		{"the last line is cut off", good + good[:30], "line 2: the last record is cut off: unexpected EOF", 1},
		{"cut in the first", good[:30], "line 1: the last record is cut off: unexpected EOF", 0},
		{"prose", good + "oops\n", "line 2: invalid character 'o' looking for beginning of value", 1},
		{"a test case instead of a result", good + `{"id":"A","input":"hi"}`, `line 2: not the record of a result: want an object with "status"`, 1},
		{"a status that is none", good + good + `{"status":"pased"}`, `line 3: unknown status "pased"; want passed, failed, errored or skipped`, 2},
		{"an array", `[]`, "line 1: not the record of a result: json: cannot unmarshal array into Go value of type report.Record", 0},
	} {
		got, err := readAll(strings.NewReader(tt.text))
		if fmt.Sprint(err) != tt.want && !(err == nil && tt.want == "") {
			t.Errorf("%s: got the error %v, want %s", tt.reason, err, tt.want)
		}
		if len(got) != tt.records {
			t.Errorf("%s: got %d records before it, want %d", tt.reason, len(got), tt.records)
		}
	}
	if _, err := readAll(strings.NewReader(good[:9])); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a record that is cut off: got %v, want it to wrap io.ErrUnexpectedEOF", err)
	}
}

// TestAdd makes every report from the records of two shards by hand: they say the same as those of the runs themselves.
func TestAdd(t *testing.T) {
	var shards bytes.Buffer
	for i, results := range [][]*agenttest.Result{all()[:2], all()[2:]} {
		run := theRun
		run.ID, run.Shard, run.Cases, run.Total = fmt.Sprint("R", i), fmt.Sprintf("%d/2", i+1), len(results), 5
		tell(t, report.JSONL(&shards), run, results...)
	}
	recs, err := readAll(&shards)
	if err != nil {
		t.Fatal(err)
	}
	if got := recs[4].Run; got == nil || got.Shard != "2/2" || got.Total != 5 || got.Cases != 3 {
		t.Errorf("got the run %+v", got)
	}
	dir := t.TempDir()
	var group []report.Reporter
	for _, ending := range []string{"jsonl", "json", "html", "xml", "md"} {
		w, err := report.File(filepath.Join(dir, "merged."+ending))
		if err != nil {
			t.Fatal(err)
		}
		group = append(group, w)
	}
	run := theRun
	run.Cases = 5
	merged := report.All(group...)
	if err := merged.Begin(run); err != nil {
		t.Fatal(err)
	}
	for _, rec := range recs {
		if err := merged.Add(rec); err != nil {
			t.Fatal(err)
		}
	}
	if err := merged.End(); err != nil {
		t.Fatal(err)
	}
	again, err := os.Open(filepath.Join(dir, "merged.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if same, err := readAll(again); err != nil || !reflect.DeepEqual(same, recs) {
		t.Errorf("the merged records are not those of the shards (%v)", err)
	}
	if got, want := group[1].(*report.Writer).Summary(), report.Summarize(recs...); got.Expected != 5 || got.Total != want.Total || !reflect.DeepEqual(got.Blame, want.Blame) || got.P95 != want.P95 {
		t.Errorf("got the summary %+v, want %+v", got, want)
	}
}

func TestSummary(t *testing.T) {
	s := report.Summarize(records(t, all()...)...)
	if s.Total != 5 || s.Passed != 2 || s.Failed != 1 || s.Errored != 1 || s.Skipped != 1 || s.Turns != 11 {
		t.Errorf("got the counts %+v", s)
	}
	if s.PassRate == nil || *s.PassRate != 0.5 {
		t.Errorf("the pass rate is of the cases that were not skipped, errored ones included: got %v, want 0.5", s.PassRate)
	}
	if s.Blame[chat.BlameAgent] != 1 || s.Blame[chat.BlameJudge] != 1 || len(s.Blame) != 2 {
		t.Errorf("got the blame %v", s.Blame)
	}
	// Durations without the skipped one: 400, 2600, 7100, 9000.
	if s.P50 != 2600 || s.P95 != 9000 || s.Max != 9000 || s.Duration != 21100 || s.Elapsed != 21100 {
		t.Errorf("got the durations %+v", s)
	}
	if s := report.Summarize(); s.PassRate != nil || s.AvgTurns != 0 {
		t.Errorf("no cases: got %+v, want no pass rate", s)
	}
}

func TestSummaryOfCasesSideBySide(t *testing.T) {
	a, b := expenseFlow(), expenseFlow()
	b.Start = a.Start.Add(ms(100))
	if s := report.Summarize(records(t, a, b)...); s.Elapsed != 7200 || s.Duration != 14200 {
		t.Errorf("got %d ms from first to last and %d ms in all, want 7200 and 14200", s.Elapsed, s.Duration)
	}
}

func TestSummaryKnowsUsageOnlyOfAll(t *testing.T) {
	cost := 0.5
	used := func(u *chat.Usage) *agenttest.Result {
		res := &agenttest.Result{ID: "U", Status: chat.Passed, Turns: []*chat.Turn{turn(1, chat.InputStatic, "a", chat.Reply("b"), 1)}}
		res.Turns[0].Response.Usage = u
		return res
	}
	known := used(&chat.Usage{InputTokens: 10, OutputTokens: 5, CostUSD: &cost})
	if s := report.Summarize(records(t, known, known)...); s.Usage == nil || s.Usage.TotalTokens() != 30 || *s.Usage.CostUSD != 1 {
		t.Errorf("got %+v, want 30 tokens for 1 dollar", s.Usage)
	}
	for _, list := range [][]*agenttest.Result{{known, used(nil)}, {used(nil), known}, {used(nil), known, known}} {
		if s := report.Summarize(records(t, list...)...); s.Usage != nil {
			t.Errorf("a total that leaves a case out reads as a small one: got %+v, want it unknown", s.Usage)
		}
	}
}

func TestLabel(t *testing.T) {
	judge := agenttest.Text(nil)
	for _, tt := range []struct {
		a    chat.Assertion
		want string
	}{
		{assert.Contains("x"), `contains "x"`},
		{assert.Not(assert.Contains("x")), `not_contains "x"`},
		{assert.Regex(`EXP-\d+`), `regex "EXP-\\d+"`},
		{assert.ToolCalled("pay").With(map[string]any{"amount": 3500}), `tool_called "pay" with {amount: 3500}`},
		{assert.Not(assert.ToolCalled("pay")), `not tool_called "pay"`},
		{assert.JSONPath("$.a", 1), `$.a = 1`},
		{assert.Agent(judge, "is polite"), `agent "is polite"`},
	} {
		res := &agenttest.Result{Status: chat.Passed, Final: []chat.Check{{Assertion: tt.a, Kind: chat.KindFinally, Verdict: chat.Pass()}}}
		if got := records(t, res)[0].Final[0].Label(); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.a, got, tt.want)
		}
	}
	never := &agenttest.Result{Status: chat.Passed, Final: []chat.Check{{Assertion: assert.ToolCalled("pay"), Kind: chat.KindNever, Verdict: chat.Pass()}}}
	if got, want := records(t, never)[0].Final[0].Label(), `never: tool_called "pay"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestACheckWithoutAVerdictIsNoPass(t *testing.T) {
	for _, text := range []string{`{"type":"contains"}`, `{"type":"contains","passed":"yes"}`, `{"type":"contains","passed":null}`} {
		var c report.CheckRecord
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			t.Fatal(err)
		}
		if c.OK() {
			t.Errorf("%s counts as passed", text)
		}
	}
}

// TestUnwritableResult is reported with what can be told of it, and the error is not lost.
func TestUnwritableResult(t *testing.T) {
	res := refund()
	res.Start = time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC) // which JSON has no form for
	var b bytes.Buffer
	w := report.JSONL(&b)
	finish(w, res)
	finish(w, expenseFlow())
	err := w.End()
	if err == nil || !strings.Contains(err.Error(), `the result of "T004" cannot be written as JSON`) {
		t.Errorf("got the error %v", err)
	}
	recs, err := readAll(&b)
	if err != nil || len(recs) != 2 {
		t.Fatalf("got %d records (%v), want both", len(recs), err)
	}
	if r := recs[0]; r.ID != "T004" || r.Status != chat.Failed || r.Error != res.Error || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "the conversation is left out") {
		t.Errorf("got %+v", r)
	}
}

func TestGroup(t *testing.T) {
	var a, b, broken bytes.Buffer
	custom := &custom{}
	bad := &full{room: 10}
	g := report.All(report.JSONL(&a), nil, report.JSONL(bad), custom, report.Console(&broken, report.ConsoleOptions{}), report.JSONL(&b))
	if err := g.Begin(report.Run{Agent: "x"}); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, res := range all() {
		wg.Go(func() { finish(g, res) })
	}
	wg.Wait()
	if err := g.Err(); !errors.Is(err, errFull) {
		t.Errorf("while it runs: got the error %v, want %v", err, errFull)
	}
	err := g.End()
	if !errors.Is(err, errFull) || !errors.Is(err, errCustom) {
		t.Errorf("End: got %v, want the errors of both reports", err)
	}
	inOrder := func(b *bytes.Buffer) []string { return slices.Sorted(strings.Lines(b.String())) }
	if !slices.Equal(inOrder(&a), inOrder(&b)) || len(inOrder(&a)) != 5 {
		t.Error("one report's full disk disturbed the others")
	}
	if custom.run.Agent != "x" || custom.run.ID == "" || custom.cases != 5 {
		t.Errorf("the user's own reporter got %+v", custom)
	}
	recs, _ := readAll(&a)
	if recs[0].Run.ID != custom.run.ID {
		t.Error("two reports of one run name different runs")
	}
}

var errCustom = errors.New("custom")

// custom is a reporter of a user's own.
type custom struct {
	mu    sync.Mutex
	run   report.Run
	cases int
}

func (c *custom) Begin(run report.Run) error { c.run = run; return nil }
func (c *custom) End() error                 { return errCustom }
func (c *custom) Observe(e agenttest.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.Kind == agenttest.CaseFinished {
		c.cases++
	}
}

// TestObserver uses a report without a suite: it begins by itself.
func TestObserver(t *testing.T) {
	var b bytes.Buffer
	w := report.JSONL(&b)
	echo := agenttest.Text(func(_ context.Context, _, input string) (string, error) { return input, nil })
	res := agenttest.Play(t.Context(), echo, agenttest.Single("hello", assert.Contains("hello")).Named("echo").Observe(w))
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	recs, err := readAll(&b)
	if err != nil || len(recs) != 1 || recs[0].ID != "echo" || recs[0].Status != res.Status || recs[0].Run.ID == "" {
		t.Errorf("got %v, %v", recs, err)
	}
	finish(w, expenseFlow())
	if err := w.Err(); err == nil || !strings.Contains(err.Error(), "after the report had ended: T001") {
		t.Errorf("a case after the end: got the error %v", err)
	}
}
