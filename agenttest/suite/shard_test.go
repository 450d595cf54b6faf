package suite_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/agenttest/go/agenttest/suite"
)

// jobs are the systems that run a job several times, and what each tells its i-th job of n, counted from 1.
var jobs = map[string]func(i, n int) []string{
	"GitLab": func(i, n int) []string {
		return []string{"GITLAB_CI=true", fmt.Sprint("CI_NODE_INDEX=", i), fmt.Sprint("CI_NODE_TOTAL=", n)}
	},
	"CircleCI": func(i, n int) []string {
		return []string{fmt.Sprint("CIRCLE_NODE_INDEX=", i-1), fmt.Sprint("CIRCLE_NODE_TOTAL=", n)}
	},
	"Buildkite": func(i, n int) []string {
		return []string{fmt.Sprint("BUILDKITE_PARALLEL_JOB=", i-1), fmt.Sprint("BUILDKITE_PARALLEL_JOB_COUNT=", n)}
	},
	"Semaphore": func(i, n int) []string {
		return []string{fmt.Sprint("SEMAPHORE_JOB_INDEX=", i), fmt.Sprint("SEMAPHORE_JOB_COUNT=", n)}
	},
	"AWS Batch": func(i, n int) []string {
		return []string{fmt.Sprint("AWS_BATCH_JOB_ARRAY_INDEX=", i-1), fmt.Sprint("AWS_BATCH_JOB_ARRAY_SIZE=", n)}
	},
	"Cloud Run": func(i, n int) []string {
		return []string{fmt.Sprint("CLOUD_RUN_TASK_INDEX=", i-1), fmt.Sprint("CLOUD_RUN_TASK_COUNT=", n)}
	},
	"Kubernetes": func(i, n int) []string {
		return []string{fmt.Sprint("JOB_COMPLETION_INDEX=", i-1), fmt.Sprint("AGENTTEST_SHARD_TOTAL=", n)}
	},
	"several that agree": func(i, n int) []string {
		return []string{
			fmt.Sprint("JOB_COMPLETION_INDEX=", i-1), fmt.Sprint("AGENTTEST_SHARD_TOTAL=", n), "GITLAB_CI=true",
			fmt.Sprint("CI_NODE_INDEX=", i), fmt.Sprint("CI_NODE_TOTAL=", n),
		}
	},
}

// environ clears the environment of everything that shards are found by, and sets these variables.
func environ(t *testing.T, vars ...string) {
	t.Helper()
	for _, name := range suite.ShardVariables() {
		t.Setenv(name, "")
	}
	for _, one := range vars {
		name, value, _ := strings.Cut(one, "=")
		t.Setenv(name, value)
	}
}

// played plays a shard and returns the ids of its cases.
func played(t *testing.T, cases []suite.Loaded, cfg suite.Config) []string {
	t.Helper()
	results, err := suite.Play(t.Context(), cases, cfg)
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, len(results))
	for i, res := range results {
		ids[i] = res.ID
	}
	return ids
}

func TestEveryCaseIsInExactlyOneShard(t *testing.T) {
	const n = 7
	cfg := suite.Config{Agents: suite.Agents{"a": echo}, Shard: "auto"}
	cases := many(t, 100, suite.Config{Agents: cfg.Agents})
	for name, job := range jobs {
		t.Run(name, func(t *testing.T) {
			var all []string
			for i := 1; i <= n; i++ {
				environ(t, job(i, n)...)
				all = append(all, played(t, cases, cfg)...)
			}
			wantWhole(t, all, cases)
		})
	}
}

func wantWhole(t *testing.T, got []string, cases []suite.Loaded) {
	t.Helper()
	slices.Sort(got)
	if len(got) != len(cases) || len(slices.Compact(got)) != len(cases) {
		t.Errorf("got %d cases, want each of %d once", len(got), len(cases))
	}
}

// TestShardsAreAPartition takes any ids and any number of shards.
func TestShardsAreAPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfDistinct(rapid.String(), rapid.ID[string]).Draw(t, "ids")
		n := rapid.IntRange(1, 12).Draw(t, "shards")
		var timings map[string]float64
		if rapid.Bool().Draw(t, "balanced") {
			timings = map[string]float64{"": 1}
			for _, id := range ids {
				if rapid.Bool().Draw(t, "known") {
					timings[id] = rapid.Float64Range(0, 1e9).Draw(t, "ms")
				}
			}
		}
		var all []string
		for i := 1; i <= n; i++ {
			all = append(all, suite.PickShard(ids, i, n, timings)...)
		}
		slices.Sort(all)
		want := slices.Sorted(slices.Values(ids))
		if !slices.Equal(all, want) {
			t.Fatalf("got %q, want %q", all, want)
		}
	})
}

func TestACaseStaysInItsShardWhenOthersCome(t *testing.T) {
	ids := []string{"T001", "T002", "Large Expense Approval", "größer", "x"}
	before := suite.PickShard(ids, 1, 2, nil)
	after := suite.PickShard(append([]string{"new", "T0011"}, ids...), 1, 2, nil)
	for _, id := range before {
		if !slices.Contains(after, id) {
			t.Errorf("%q has left its shard", id)
		}
	}
	// The rule must not change between versions: shards of one run may be played by several.
	if want := []string{"T001"}; !slices.Equal(before, want) {
		t.Errorf("got %q in the first shard, want %q", before, want)
	}
}

func TestShardsOfManyCasesAreOfAboutTheSameSize(t *testing.T) {
	ids := make([]string, 1000)
	for i := range ids {
		ids[i] = fmt.Sprintf("T%04d", i)
	}
	for i := 1; i <= 8; i++ {
		if n := len(suite.PickShard(ids, i, 8, nil)); n < 90 || n > 160 {
			t.Errorf("shard %d/8: got %d of 1000 cases, want about 125", i, n)
		}
	}
}

func TestShardsAreBalancedByTheTimingsOfAnEarlierRun(t *testing.T) {
	environ(t)
	cfg := suite.Config{Agents: suite.Agents{"a": echo}}
	cases := many(t, 7, cfg)
	cfg.Timings = write(t, t.TempDir(), "previous.jsonl", `
		{"id": "T000", "duration_ms": 1}
		{"id": "T001", "duration_ms": 1000, "turns": [{"turn": 1}]}
		{"id": "T000", "duration_ms": 6000, "status": "passed"}
		{"id": "T002", "duration_ms": 2000}
		{"id": "T003", "duration_ms": 3000}
		{"id": "gone", "duration_ms": 0}
		{"status": "passed"}`)
	var all []string
	for i, want := range []string{"T000", "T001 T003 T006", "T002 T004 T005"} {
		cfg.Shard = fmt.Sprintf("%d/3", i+1)
		got := played(t, cases, cfg)
		if strings.Join(got, " ") != want {
			t.Errorf("shard %s: got %q, want %s", cfg.Shard, got, want)
		}
		all = append(all, got...)
	}
	wantWhole(t, all, cases)
}

func TestTheReportSaysWhichShardItIsOf(t *testing.T) {
	environ(t)
	d := &diary{}
	cfg := suite.Config{Agents: suite.Agents{"a": echo}, Shard: "2/3", Reporters: []suite.Reporter{d}}
	n := len(played(t, many(t, 20, cfg), cfg))
	if want := fmt.Sprintf("begin a, %d cases, shard 2/3 of 20", n); d.lines[0] != want {
		t.Errorf("got %s, want %s", d.lines[0], want)
	}
}

// What Shard has returned is not divided a second time, which would lose most of it.
func TestWhatWasPickedForAShardIsPlayedWhole(t *testing.T) {
	environ(t)
	all := many(t, 40, suite.Config{Agents: suite.Agents{"a": echo}})
	var text strings.Builder
	for i, l := range all {
		fmt.Fprintf(&text, `{"id": %q, "duration_ms": %d}`+"\n", l.ID, 1+i*7%13)
	}
	for _, timings := range []string{"", write(t, t.TempDir(), "timings.jsonl", text.String())} {
		var got []string
		for i := 1; i <= 4; i++ {
			d := &diary{}
			cfg := suite.Config{Agents: suite.Agents{"a": echo}, Shard: fmt.Sprintf("%d/4", i), Timings: timings, Reporters: []suite.Reporter{d}}
			mine, err := suite.Shard(all, cfg)
			if err != nil {
				t.Fatal(err)
			}
			again, err := suite.Shard(mine, cfg)
			if err != nil || len(again) != len(mine) {
				t.Errorf("shard %s of %d cases was picked again: got %d and the error %v", cfg.Shard, len(mine), len(again), err)
			}
			if i%2 == 0 { // what the cases are of needs not be said again
				cfg.Shard = ""
			}
			ids := played(t, mine, cfg)
			if want := fmt.Sprintf("begin a, %d cases, shard %d/4 of 40", len(mine), i); len(ids) != len(mine) || d.lines[0] != want {
				t.Errorf("got %d cases of %d, and %s, want %s", len(ids), len(mine), d.lines[0], want)
			}
			got = append(got, ids...)
		}
		wantWhole(t, got, all)
	}
}

func TestWhatWasPickedForAnotherShard(t *testing.T) {
	environ(t)
	cfg := suite.Config{Agents: suite.Agents{"a": echo}}
	all := many(t, 8, cfg)
	shard := func(text string, cases []suite.Loaded) []suite.Loaded {
		c := cfg
		c.Shard = text
		mine, err := suite.Shard(cases, c)
		if err != nil || len(mine) == 0 {
			t.Fatalf("shard %s: got %d cases and the error %v", text, len(mine), err)
		}
		return mine
	}
	first, second, fewer := shard("1/2", all), shard("2/2", all), shard("2/2", all[:6])
	const want = "; want all cases, or what one call of suite.Shard has returned for this shard"
	for _, c := range []struct {
		reason string
		shard  string
		cases  []suite.Loaded
		want   string
	}{
		{"another shard", "2/2", first, `the case "T001" is of shard 1/2 of 8 cases, but shard 2/2 is to be played`},
		{"another division", "1/3", first, `the case "T001" is of shard 1/2 of 8 cases, but shard 1/3 is to be played`},
		{"the whole", "1/1", first, `the case "T001" is of shard 1/2 of 8 cases, but shard 1/1 is to be played`},
		{"two shards", "", slices.Concat(first, second), `the case "T001" is of shard 1/2 of 8 cases and the case "T000" is of shard 2/2 of 8 cases`},
		{"two divisions", "2/2", slices.Concat(fewer, second[len(second)-1:]), `the case "T000" is of shard 2/2 of 6 cases and the case "T006" is of shard 2/2 of 8 cases`},
		{"a shard and others", "2/2", slices.Concat(second, all[1:2]), `the case "T000" is of shard 2/2 of 8 cases and the case "T001" is of no shard`},
		{"others and a shard", "", slices.Concat(all[1:2], second), `the case "T001" is of no shard and the case "T000" is of shard 2/2 of 8 cases`},
	} {
		cfg.Shard = c.shard
		if _, err := suite.Play(t.Context(), c.cases, cfg); err == nil || err.Error() != c.want+want {
			t.Errorf("%s: Play:\n got  %v\n want %s", c.reason, err, c.want+want)
		}
		if _, err := suite.Shard(c.cases, cfg); err == nil || err.Error() != c.want+want {
			t.Errorf("%s: Shard:\n got  %v\n want %s", c.reason, err, c.want+want)
		}
	}
}

func TestShardsThatAreNone(t *testing.T) {
	cfg := suite.Config{Agents: suite.Agents{"a": echo}}
	cases := many(t, 2, cfg)
	empty := write(t, t.TempDir(), "empty.jsonl", "")
	text := write(t, t.TempDir(), "text.jsonl", `{"id": "1", "duration_ms": 3}`+"\nyesterday")
	const form = `want the number of this shard and of all, such as "2/8", or "auto"`
	for _, c := range []struct {
		vars []string
		want string // after AGENTTEST_SHARD:
	}{
		{[]string{"AGENTTEST_SHARD=2"}, `got "2", ` + form},
		{[]string{"AGENTTEST_SHARD=a/8"}, `got "a/8", ` + form},
		{[]string{"AGENTTEST_SHARD=2/8/9"}, `got "2/8/9", ` + form},
		{[]string{"AGENTTEST_SHARD=0/8"}, `got "0/8", ` + form + `: shards count from 1, so the first is 1/8`},
		{[]string{"AGENTTEST_SHARD=9/8"}, `got "9/8", ` + form + `: shards count from 1, so the last is 8/8`},
		{[]string{"AGENTTEST_SHARD=1/0"}, `got "1/0", ` + form + `: there is at least one shard`},
		{[]string{"AGENTTEST_SHARD=auto"}, `got "auto", but none of GitLab, CircleCI, Buildkite, Semaphore, AWS Batch, Cloud Run, Kubernetes is running this, or not as one of several jobs; set AGENTTEST_SHARD to the number of this shard and of all, such as "2/8"`},
		{[]string{"AGENTTEST_SHARD=auto", "CI_NODE_INDEX=0", "CI_NODE_TOTAL=8"}, `got "auto", but none of GitLab, CircleCI, Buildkite, Semaphore, AWS Batch, Cloud Run, Kubernetes is running this, or not as one of several jobs; set AGENTTEST_SHARD to the number of this shard and of all, such as "2/8"`},
		{[]string{"AGENTTEST_SHARD=auto", "TEST_SHARD_INDEX=0", "TEST_TOTAL_SHARDS=8"}, `got "auto", but none of GitLab, CircleCI, Buildkite, Semaphore, AWS Batch, Cloud Run, Kubernetes is running this, or not as one of several jobs; set AGENTTEST_SHARD to the number of this shard and of all, such as "2/8"`},
		{[]string{"AGENTTEST_SHARD=auto", "JOB_COMPLETION_INDEX=3"}, `got "auto", but Kubernetes gives JOB_COMPLETION_INDEX=3 and no total; set AGENTTEST_SHARD_TOTAL to the job's .spec.completions`},
		{[]string{"AGENTTEST_SHARD=auto", "AWS_BATCH_JOB_ARRAY_INDEX=3"}, `got "auto", but AWS Batch gives AWS_BATCH_JOB_ARRAY_INDEX=3 and no total; set AGENTTEST_SHARD_TOTAL`},
		{[]string{"AGENTTEST_SHARD=auto", "CIRCLE_NODE_TOTAL=4"}, `got "auto", but CircleCI gives CIRCLE_NODE_TOTAL=4 and no CIRCLE_NODE_INDEX; set AGENTTEST_SHARD to the number of this shard and of all, such as "2/4"`},
		{[]string{"AGENTTEST_SHARD=auto", "CIRCLE_NODE_INDEX=1", "CIRCLE_NODE_TOTAL=4", "AGENTTEST_SHARD_TOTAL=5"}, `got "auto", but CircleCI gives CIRCLE_NODE_TOTAL=4 and AGENTTEST_SHARD_TOTAL is 5; want one of them`},
		{[]string{"AGENTTEST_SHARD=auto", "CIRCLE_NODE_INDEX=4", "CIRCLE_NODE_TOTAL=4"}, `got "auto", but CIRCLE_NODE_INDEX=4 is none of 4 shards, which count from 0 (CIRCLE_NODE_TOTAL=4)`},
		{[]string{"AGENTTEST_SHARD=auto", "GITLAB_CI=true", "CI_NODE_INDEX=0", "CI_NODE_TOTAL=4"}, `got "auto", but CI_NODE_INDEX is "0", want a number from 1 on`},
		{[]string{"AGENTTEST_SHARD=auto", "CLOUD_RUN_TASK_INDEX=1", "CLOUD_RUN_TASK_COUNT=few"}, `got "auto", but CLOUD_RUN_TASK_COUNT is "few", want a number from 1 on`},
		{[]string{"AGENTTEST_SHARD=auto", "GITLAB_CI=true", "CI_NODE_INDEX=1", "CI_NODE_TOTAL=4", "JOB_COMPLETION_INDEX=1", "AGENTTEST_SHARD_TOTAL=4"}, `got "auto", but GitLab says 1/4 and Kubernetes says 2/4; set AGENTTEST_SHARD to the number of this shard and of all, such as "2/8"`},
		{[]string{"AGENTTEST_SHARD=1/2", "AGENTTEST_TIMINGS=" + empty}, `AGENTTEST_TIMINGS: ` + empty + `: there is no record with "id" and "duration_ms" in it; want the JSONL report of an earlier run`},
		{[]string{"AGENTTEST_SHARD=1/2", "AGENTTEST_TIMINGS=" + text}, `AGENTTEST_TIMINGS: ` + text + `: record 2: invalid character 'y' looking for beginning of value; want the JSONL report of an earlier run`},
		{[]string{"AGENTTEST_SHARD=1/2", "AGENTTEST_TIMINGS=/none.jsonl"}, `AGENTTEST_TIMINGS: open /none.jsonl: no such file or directory; want the JSONL report of an earlier run, the same for all shards`},
	} {
		t.Run(strings.Join(c.vars, " "), func(t *testing.T) {
			environ(t, c.vars...)
			want := c.want
			if !strings.HasPrefix(want, "AGENTTEST_TIMINGS") {
				want = "AGENTTEST_SHARD: " + want
			}
			if _, err := suite.Play(t.Context(), cases, cfg); fmt.Sprint(err) != want {
				t.Errorf("got\n%v\nwant\n%s", err, want)
			}
		})
	}
}

func TestWhatIsNotDividedIsPlayedWhole(t *testing.T) {
	cfg := suite.Config{Agents: suite.Agents{"a": echo}}
	cases := many(t, 20, cfg)
	for _, vars := range [][]string{
		nil,
		{"GITLAB_CI=true", "CI_NODE_INDEX=2", "CI_NODE_TOTAL=4"}, // never unasked
		{"AGENTTEST_SHARD=1/1"},
		{"AGENTTEST_SHARD=auto", "GITLAB_CI=true", "CI_NODE_TOTAL=1"}, // a job without "parallel"
	} {
		environ(t, vars...)
		wantWhole(t, played(t, cases, cfg), cases)
	}
}

func TestMain(m *testing.M) {
	for _, name := range suite.ShardVariables() { // our own tests may be run by any of them
		_ = os.Unsetenv(name)
	}
	os.Exit(m.Run())
}
