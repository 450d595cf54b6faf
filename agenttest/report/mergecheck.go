package report

import (
	"fmt"
	"strings"

	"github.com/agenttest/go/internal/render"
)

// check finds everything that is wrong with what was read, beside what was wrong with single files.
func (j *joined) check() {
	j.sort()
	undivided := false
	for _, p := range j.parts {
		undivided = undivided || !p.divided()
	}
	j.divide()
	spare := 0 // shards that have no record
	for _, d := range j.divisions {
		spare += d.of() - len(d.present())
		j.checkDivision(d)
	}
	if undivided {
		// An empty file may then be what is left of a run that is not divided.
		spare = 0
	}
	for _, p := range j.parts {
		j.checkPart(p)
	}
	switch n := j.again.count; {
	case n == 1:
		j.problem("case %s is there more than once; cases of the same agent and input are told apart by their ids", j.again.first[0])
	case n > 1:
		j.problem("%d cases are there more than once: %s; cases of the same agent and input are told apart by their ids", n, render.ListOf(j.again.first, n))
	}
	if empty := j.empty(); len(empty) > spare && (len(j.parts) > 0 || len(j.problems) > 0) {
		for _, in := range empty {
			j.damaged(in, "%s is empty: its run was broken off before a case had finished, or had no case; leave it out if it had none", in.name)
		}
	}
	switch {
	case len(j.files) == 0:
		j.problem("there is no file to merge; want the JSONL reports of a run's shards")
	case len(j.parts) == 0 && len(j.problems) == 0:
		j.problem("nothing was tested: there is no record in %s", j.names())
	}
	j.carry()
}

// checkPart checks that all cases of a run are there.
func (j *joined) checkPart(p *part) {
	switch {
	case p.copied && !p.divided():
		j.problem("%s is there more than once: %s", j.label(p), j.where(p))
	case p.run.Cases == 0 && p.divided():
		j.problem("%s (%s) does not say how many cases it has, as a run of only some of them (go test -run) does not, so nobody can tell whether it is whole",
			j.label(p), j.source(p))
	case p.run.Cases == 0: // nothing is known of it; its own report takes it to be whole
	case p.distinct < p.run.Cases:
		j.problem("%s (%s): %d of %s; the run was broken off", j.label(p), j.source(p), p.distinct, render.Count(p.run.Cases, "case"))
	case p.distinct > p.run.Cases:
		j.problem("%s (%s): there are %s, and the run had %d", j.label(p), j.source(p), render.Count(p.distinct, "case"), p.run.Cases)
	}
}

// checkDivision checks that the shards are those of one run and all there.
func (j *joined) checkDivision(d *division) {
	j.differing(d, "the shards are not of one division", func(p *part) string { return fmt.Sprintf("one of %d", p.of) })
	j.differing(d, "the shards are not of one run", func(p *part) string { return strings.TrimPrefix(j.of(p), " ") })
	j.differing(d, "the shards have not divided the same cases", func(p *part) string { return "of " + render.Count(p.run.Total, "case") })
	for i, p := range d.parts {
		if i > 0 && d.parts[i-1].same(p) {
			continue
		}
		var all []string
		for _, other := range d.parts[i:] {
			if !other.same(p) {
				break
			}
			all = append(all, j.where(other))
		}
		if len(all) > 1 || p.copied {
			j.problem("%s is there more than once: %s", j.label(p), listed(all))
		}
	}
	n, known := d.cases()
	whole := d.whole()
	missing, count := d.missing()
	switch {
	case d.mixed() || d.addsUp():
	case count > 0 && (whole == 0 || n < whole):
		subject, them := "shard "+missing+j.of(d.parts[0])+" is", "it"
		if count > 1 {
			subject, them = "shards "+missing+j.of(d.parts[0])+" are", "them"
		}
		j.problem("%s missing: no record of %s in %s%s", subject, them, j.names(), rest(n, whole))
	case known:
		j.problem("the shards%s have %s between them, and there are %d: they have not divided the cases in the same way (AGENTTEST_TIMINGS must be the same file for all)",
			j.of(d.parts[0]), render.Count(n, "case"), whole)
	}
}

// rest says what the shards have that are there.
func rest(n, whole int) string {
	if whole == 0 {
		return ""
	}
	return fmt.Sprintf("; the others have %d of %s", n, render.Count(whole, "case"))
}

// differing tells of shards that say different things of what should be the same for all.
func (j *joined) differing(d *division, problem string, says func(*part) string) {
	var all []string
	told := map[string]bool{}
	for _, p := range d.parts {
		if what := says(p); !told[what] {
			told[what] = true
			all = append(all, fmt.Sprintf("%d/%d in %s is %s", p.index, p.of, j.source(p), what))
		}
	}
	if len(all) > 1 {
		j.problem("%s: %s", problem, listed(all))
	}
}
