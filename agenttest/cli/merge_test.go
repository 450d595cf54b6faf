package cli_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/cli"
)

// The shards of a run, each played by itself, make the report of the whole.
func TestMerge(t *testing.T) {
	var cases strings.Builder
	for i := range 40 {
		fmt.Fprintf(&cases, `{"id": "C%02d", "input": "hello", "assertions": [{"type": "contains", "value": "hello"}]}`+"\n", i)
	}
	inFolder(t, map[string]string{"cases.jsonl": cases.String(), "broken.jsonl": `{"id": "X", "sta`})
	var shards []string
	for i := range 7 {
		file := fmt.Sprintf("shard-%d.jsonl", i+1)
		shards = append(shards, file)
		if got := execute(t, config(), "-i", "cases.jsonl", "--shard", fmt.Sprintf("%d/7", i+1), "-o", file); got.status != cli.ExitPassed {
			t.Fatalf("got exit status %d\n%s%s", got.status, got.out, got.err)
		}
	}
	for _, tt := range []struct {
		reason string
		args   []string
		status int
		want   string // in the console or among the errors
	}{
		{"all shards", append([]string{"-o", "all.html", "-o", "all.xml", "-o", "all.md"}, shards...), cli.ExitPassed, "Passed:  40"},
		{"a pattern that no shell has read", []string{"shard-*.jsonl"}, cli.ExitPassed, "Passed:  40"},
		{"a shard is missing", shards[1:], cli.ExitUsage, "shard 1/7 is missing"},
		{"a shard is there twice", slices.Concat(shards, shards[:1]), cli.ExitUsage, "shard-1.jsonl"},
		{"a file that is cut off", slices.Concat(shards, []string{"broken.jsonl"}), cli.ExitUsage, "broken.jsonl"},
		{"cases in place of reports", []string{"cases.jsonl"}, cli.ExitUsage, `cases.jsonl: line 1: not the record of a result: want an object with "status"`},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			got := execute(t, config(), append([]string{"merge"}, tt.args...)...)
			if got.status != tt.status || !strings.Contains(got.out+got.err, tt.want) || tt.status == cli.ExitPassed && got.err != "" {
				t.Errorf("got exit status %d, want %d and %q\n%s%s", got.status, tt.status, tt.want, got.out, got.err)
			}
		})
	}
	for _, file := range []string{"all.html", "all.xml", "all.md"} {
		if text := read(t, file); strings.Count(text, "C39") == 0 || strings.Count(text, "C00") == 0 {
			t.Errorf("%s does not hold all cases", file)
		}
	}
	// What the cases came to is the exit status of a report that is whole.
	inFolder(t, map[string]string{"cases.jsonl": passing + failing})
	execute(t, config(), "-i", "cases.jsonl", "-o", "run.jsonl")
	if got := execute(t, config(), "merge", "run.jsonl"); got.status != cli.ExitFailed {
		t.Errorf("got exit status %d, want %d\n%s%s", got.status, cli.ExitFailed, got.out, got.err)
	}
}
