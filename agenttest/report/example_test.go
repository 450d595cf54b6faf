package report_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/report"
	"github.com/agenttest/go/assert"
)

// A run is reported on the console and kept as JSONL, by one observer.
func Example() {
	agent := agenttest.Text(func(_ context.Context, _, input string) (string, error) { return "You said " + input, nil })
	cases := []agenttest.Case{
		agenttest.Single("hello", assert.Contains("hello")).WithID("T001").Named("Echo"),
	}

	var tree, lines strings.Builder // os.Stdout and a file, elsewhere
	reports := report.All(
		report.Console(&tree, report.ConsoleOptions{Color: report.ColorNever}),
		report.JSONL(&lines),
	)
	if err := reports.Begin(report.Run{Agent: "echo", Input: "one case", Cases: len(cases)}); err != nil {
		fmt.Println(err)
	}
	for _, c := range cases {
		agenttest.Play(context.Background(), agent, c.Observe(reports))
	}
	if err := reports.End(); err != nil {
		fmt.Println(err)
	}

	_, block, _ := strings.Cut(tree.String(), "►")
	block, _, _ = strings.Cut(block, " → ") // what follows is its time
	fmt.Println("►" + block)
	fmt.Println(strings.HasPrefix(lines.String(), `{"id":"T001","name":"Echo","status":"passed",`))
	// Output:
	// ► [T001] Echo (1 turn)
	//   ├─ Turn 1: "hello"
	// true
}

// The records of two machines make one report.
func ExampleRead() {
	one := `{"id":"T001","status":"passed","turns":[],"total_turns":3,"duration_ms":7100,"run":{"shard":"1/2","cases":1,"total":2}}`
	two := `{"id":"T002","status":"failed","blame":"agent","error":"timeout after 30s","turns":[],"total_turns":2,"duration_ms":30000,"run":{"shard":"2/2","cases":1,"total":2}}`

	var records []*report.Record
	for rec, err := range report.Read(strings.NewReader(one + "\n" + two + "\n")) {
		if err != nil {
			fmt.Println(err)
			return
		}
		records = append(records, rec)
	}
	s := report.Summarize(records...)
	fmt.Printf("%d of %d passed, to blame: %v\n", s.Passed, records[0].Run.Total, s.Blame)
	// Output: 1 of 2 passed, to blame: map[agent:1]
}

// The reports of a run's shards are joined, and one is missing.
func ExampleMerge() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	one, two, page := filepath.Join(dir, "shard-1.jsonl"), filepath.Join(dir, "shard-2.jsonl"), filepath.Join(dir, "report.html")
	for name, text := range map[string]string{
		one: `{"id":"T001","status":"passed","turns":[],"total_turns":3,"duration_ms":7100,"run":{"shard":"1/3","cases":1,"total":4}}`,
		two: `{"id":"T002","status":"failed","blame":"agent","turns":[],"total_turns":2,"duration_ms":900,"run":{"shard":"2/3","cases":1,"total":4}}`,
	} {
		if err := os.WriteFile(name, []byte(text+"\n"), 0o600); err != nil {
			fmt.Println(err)
		}
	}

	html, err := report.File(page)
	if err != nil {
		fmt.Println(err)
		return
	}
	sum, err := report.Merge([]string{one, two}, html)
	fmt.Printf("%d of %d cases, %d passed, complete: %v\n", sum.Total, sum.Expected, sum.Passed, sum.Complete)
	fmt.Println(strings.ReplaceAll(fmt.Sprint(err), dir+string(os.PathSeparator), ""))
	// Output:
	// 2 of 4 cases, 1 passed, complete: false
	// shard 3/3 is missing: no record of it in shard-1.jsonl, shard-2.jsonl; the others have 2 of 4 cases
}

// onlyProblems is a reporter of one's own: three methods are enough.
type onlyProblems struct{}

func (onlyProblems) Begin(run report.Run) error { return nil }
func (onlyProblems) End() error                 { return nil }
func (onlyProblems) Observe(e agenttest.Event) {
	if e.Kind == agenttest.CaseFinished && !e.Result.Passed() {
		fmt.Println(e.Result.ID, e.Result.Status, e.Result.Blame)
	}
}

func ExampleReporter() {
	agent := agenttest.Text(func(context.Context, string, string) (string, error) { return "no", nil })
	reports := report.All(onlyProblems{})
	agenttest.Play(context.Background(), agent, agenttest.Single("Refund?", assert.Contains("yes")).WithID("T001").Observe(reports))
	_ = reports.End()
	// Output: T001 failed agent
}

// An agent of one's own words the report.
func ExampleAgent() {
	writer := agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
		fmt.Println("asked in mode", req.Options.Metadata["test_mode"])
		return agenttest.Reply("All of it works."), nil
	})
	w := report.Agent(context.Background(), writer, os.Stdout)
	finish(w, expenseFlow())
	if err := w.End(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// asked in mode reporter
	//
	// All of it works.
}
