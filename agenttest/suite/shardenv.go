package suite

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/internal/strict"
)

// environment is a system that runs a job several times side by side and tells each which one it is.
//
// Bazel's TEST_SHARD_INDEX is left out on purpose: rules_go has divided the test functions by it already, and dividing
// the cases of each by it again would lose most of them.
type environment struct {
	name   string
	marker string // a variable that has to be set, where the others are not this system's alone
	index  string
	first  int // the index of the first job
	total  string
	advice string // how to find out the total where the system does not tell it
}

var environments = []environment{
	{name: "GitLab", marker: "GITLAB_CI", index: "CI_NODE_INDEX", first: 1, total: "CI_NODE_TOTAL"},
	{name: "CircleCI", index: "CIRCLE_NODE_INDEX", total: "CIRCLE_NODE_TOTAL"},
	{name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", total: "BUILDKITE_PARALLEL_JOB_COUNT"},
	{name: "Semaphore", index: "SEMAPHORE_JOB_INDEX", first: 1, total: "SEMAPHORE_JOB_COUNT"},
	{name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", total: "AWS_BATCH_JOB_ARRAY_SIZE"},
	{name: "Cloud Run", index: "CLOUD_RUN_TASK_INDEX", total: "CLOUD_RUN_TASK_COUNT"},
	{name: "Kubernetes", index: "JOB_COMPLETION_INDEX", advice: " to the job's .spec.completions"},
}

// detectShard asks the environment which shard this is.
func detectShard(getenv func(string) string) (shard, error) {
	var found []shard
	var names []string
	for _, e := range environments {
		s, here, err := e.shard(getenv)
		if err != nil {
			return shard{}, err
		}
		if !here {
			continue
		}
		names = append(names, fmt.Sprintf("%s says %s", e.name, s))
		if len(found) == 0 || found[0] != s {
			found = append(found, s)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		known := make([]string, len(environments))
		for i, e := range environments {
			known[i] = e.name
		}
		return shard{}, fmt.Errorf(`got "auto", but none of %s is running this, or not as one of several jobs; set %s to the number of this shard and of all, such as "2/8"`,
			strings.Join(known, ", "), shardVar)
	default:
		return shard{}, fmt.Errorf(`got "auto", but %s; set %s to the number of this shard and of all, such as "2/8"`, strings.Join(names, " and "), shardVar)
	}
}

// shard returns which shard the system says that this is, and whether it is running this at all.
func (e environment) shard(getenv func(string) string) (s shard, here bool, err error) {
	index, total := getenv(e.index), ""
	if e.total != "" {
		total = getenv(e.total)
	}
	switch {
	case index == "" && total == "", e.marker != "" && getenv(e.marker) == "":
		return shard{}, false, nil
	case index == "" && total == "1": // GitLab says so of a job that is not one of several
		return shard{index: 1, of: 1}, true, nil
	case index == "":
		return shard{}, true, fmt.Errorf(`got "auto", but %s gives %s=%s and no %s; set %s to the number of this shard and of all, such as "2/%s"`,
			e.name, e.total, total, e.index, shardVar, total)
	}
	own := getenv(shardTotalVar)
	var errs strict.Errors
	if own != "" && total != "" && own != total {
		return shard{}, true, fmt.Errorf(`got "auto", but %s gives %s=%s and %s is %s; want one of them`, e.name, e.total, total, shardTotalVar, own)
	}
	from := e.total
	if total == "" {
		total, from = own, shardTotalVar
	}
	if total == "" {
		return shard{}, true, fmt.Errorf(`got "auto", but %s gives %s=%s and no total; set %s%s`, e.name, e.index, index, shardTotalVar, e.advice)
	}
	s.index = number(&errs, e.index, index, e.first) - e.first + 1
	s.of = number(&errs, from, total, 1)
	if len(errs) == 0 && s.index > s.of {
		errs.Add(fmt.Errorf(`got "auto", but %s=%s is none of %s, which count from %d (%s=%s)`, e.index, index, render.Count(s.of, "shard"), e.first, from, total))
	}
	return s, true, errs.Err()
}

// number reads a number that is at least the least.
func number(errs *strict.Errors, name, text string, least int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < least {
		errs.Add(fmt.Errorf(`got "auto", but %s is %q, want a number from %d on`, name, text, least))
	}
	return n
}
