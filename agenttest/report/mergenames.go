package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agenttest/go/internal/render"
)

// label names a run in messages.
func (j *joined) label(p *part) string {
	if p.divided() {
		return fmt.Sprintf("shard %d/%d%s", p.index, p.of, j.of(p))
	}
	return "the run" + j.of(p)
}

// of says which agent and input a run is of, where there are several.
func (j *joined) of(p *part) string {
	if j.agents == nil {
		j.agents, j.inputs = map[string]bool{}, map[string]bool{}
		for key := range j.groups {
			j.agents[key.agent], j.inputs[key.input] = true, true
		}
	}
	var facts []string
	if len(j.agents) > 1 {
		facts = append(facts, fmt.Sprintf("agent %q", p.run.Agent))
	}
	if len(j.inputs) > 1 {
		facts = append(facts, fmt.Sprintf("input %q", p.run.Input))
	}
	if len(facts) == 0 {
		return ""
	}
	return " of " + strings.Join(facts, " and ")
}

// source names the files that a run is in.
func (j *joined) source(p *part) string {
	var names []string
	for _, file := range slices.Sorted(maps.Keys(p.extents)) {
		names = append(names, j.files[file].name)
	}
	return listed(names)
}

// where names the files that a run is in together with its id.
func (j *joined) where(p *part) string {
	var all []string
	for _, file := range slices.Sorted(maps.Keys(p.extents)) {
		name := "in " + j.files[file].name
		if p.run.ID != "" {
			name += fmt.Sprintf(" (run %q)", p.run.ID)
		}
		all = append(all, name)
	}
	return listed(all)
}

// names returns the names of all files.
func (j *joined) names() string {
	var names []string
	for _, in := range j.files {
		name := in.name
		if in.records == 0 && !in.broken {
			name += " (which is empty)"
		}
		names = append(names, name)
	}
	return listed(names)
}

// empty returns the files that have nothing in them.
func (j *joined) empty() []*input {
	var all []*input
	for _, in := range j.files {
		if in.records == 0 && !in.broken {
			all = append(all, in)
		}
	}
	return all
}

// mostListed is how many names a message has.
const mostListed = 10

// listed returns names for a message: all of them, or the first ones of many.
func listed(names []string) string { return render.List(names, mostListed) }
