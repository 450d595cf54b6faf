package suite

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/internal/strict"
)

// role is what a reference is for, which says what it may refer to.
type role int

const (
	anAgent    role = iota // the agent under test, a judge
	aScript                // a script that asserts
	aUser                  // who plays the user: an agent, or a script
	aGenerator             // who makes cases: an agent, or a script; it is always written with its prefix
)

// ref is a reference that was found in the registry.
type ref struct {
	script bool
	id     string
}

// String returns the reference with its prefix.
func (r ref) String() string {
	if r.script {
		return scriptsPrefix + r.id
	}
	return agentsPrefix + r.id
}

const (
	agentsPrefix  = "agents:"
	scriptsPrefix = "scripts:"
)

// splitRef returns the prefix of a reference, if it has one, and the id.
func splitRef(text string) (prefix, id string) {
	for _, prefix := range []string{agentsPrefix, scriptsPrefix} {
		if id, ok := strings.CutPrefix(text, prefix); ok {
			return prefix, id
		}
	}
	return "", text
}

// find looks a reference up. Without a prefix an assertion's script is a script, and everything else an agent. When it
// is not found the second result says why.
func (c *Config) find(as role, text string) (ref, string) {
	prefix, id := splitRef(text)
	r := ref{script: prefix == scriptsPrefix || prefix == "" && as == aScript, id: id}
	switch {
	case id == "":
		return r, fmt.Sprintf("got %q, want an id", text)
	case as == anAgent && r.script:
		return r, fmt.Sprintf(`got the script %q, want an agent, as in "agents:ID"`, text)
	case as == aScript && !r.script:
		return r, fmt.Sprintf(`got the agent %q, want a script, as in "scripts:ID"`, text)
	case c.has(as, r):
		return r, ""
	}
	return r, c.unknown(as, r)
}

func (c *Config) has(as role, r ref) (ok bool) {
	switch {
	case !r.script:
		_, ok = c.Agents[r.id]
	case as == aScript:
		_, ok = c.Scripts.Assertions[r.id]
	case as == aGenerator:
		_, ok = c.Scripts.Generators[r.id]
	default:
		_, ok = c.Scripts.Simulators[r.id]
	}
	return ok
}

// unknown says that a reference leads nowhere, and where it could lead.
func (c *Config) unknown(as role, r ref) string {
	what, field, known := "agent", "Agents", sortedIDs(c.Agents)
	switch {
	case r.script && as == aScript:
		what, field, known = "script", "Scripts.Assertions", sortedIDs(c.Scripts.Assertions)
	case r.script && as == aGenerator:
		what, field, known = "script", "Scripts.Generators", sortedIDs(c.Scripts.Generators)
	case r.script:
		what, field, known = "script", "Scripts.Simulators", sortedIDs(c.Scripts.Simulators)
	}
	problem := fmt.Sprintf("unknown %s %q", what, r.id)
	if other := (ref{script: !r.script, id: r.id}); (as == aUser || as == aGenerator) && c.has(as, other) {
		problem += fmt.Sprintf(" (did you mean %q?)", other)
	} else {
		problem += strict.Hint(r.id, known)
	}
	if len(known) == 0 {
		return fmt.Sprintf("%s; there is none, suite.Config.%s is empty", problem, field)
	}
	return fmt.Sprintf("%s; want one of %s", problem, listed(known))
}

func sortedIDs[V any](registry map[string]V) []string { return slices.Sorted(maps.Keys(registry)) }

// listed returns names for an error message: all of them, or the first ones of many.
func listed(names []string) string { return render.List(names, 20) }
