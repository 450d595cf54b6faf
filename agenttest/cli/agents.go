package cli

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os/exec"
	"slices"
	"strings"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/adapter/command"
	"github.com/agenttest/go/agenttest/adapter/httpagent"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/internal/strict"
)

// The ways to write an agent that is not registered.
const (
	execPrefix  = "exec:"
	httpPrefix  = "http://"
	httpsPrefix = "https://"
)

// elsewhere reports whether a reference to an agent is a program or a service.
func elsewhere(text string) bool {
	return strings.HasPrefix(text, execPrefix) || strings.HasPrefix(text, httpPrefix) || strings.HasPrefix(text, httpsPrefix)
}

// connect returns the agent that is a program or a service, with these headers.
func connect(text string, headers []header) (agenttest.Agent, error) {
	line, isProgram := strings.CutPrefix(text, execPrefix)
	if !isProgram {
		agent := httpagent.New(text)
		for _, h := range headers {
			agent = agent.Header(h.name, h.value)
		}
		return agent, agent.Validate()
	}
	if len(headers) > 0 {
		return nil, errors.New("a program takes no --header")
	}
	list, err := words(line)
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return nil, fmt.Errorf(`got %q, want a program, as in "exec:python3 agent.py"`, text)
	}
	if _, err := exec.LookPath(list[0]); err != nil { // said once here, not once a case
		return nil, fmt.Errorf("the program cannot be run: %w", err)
	}
	agent := command.New(list[0], list[1:]...)
	return agent, agent.Validate()
}

// registry collects the agents of a run: those of the binary and those of the command line.
type registry struct {
	agents  suite.Agents
	headers map[string][]header // by the id of the agent they are for; "" for the target
}

// newRegistry reads --agent and --header over the agents of the binary, of which those of the command line replace any.
func newRegistry(registered suite.Agents, agents, headers []string) (*registry, error) {
	r := &registry{agents: maps.Clone(registered), headers: map[string][]header{}}
	if r.agents == nil {
		r.agents = suite.Agents{}
	}
	for _, text := range headers {
		h, err := readHeader(text)
		if err != nil {
			return nil, fmt.Errorf("--header: %w", err)
		}
		r.headers[h.agent] = append(r.headers[h.agent], h)
	}
	given := map[string]bool{}
	for _, text := range agents {
		id, where, ok := strings.Cut(text, "=")
		switch {
		case !ok || id == "" || strings.Contains(id, ":"):
			return nil, fmt.Errorf("--agent: got %q, want an id and a program or an address, as in workers.test.judge=http://127.0.0.1:9000/judge", shown(text))
		case given[id]:
			return nil, fmt.Errorf("--agent: %q is given twice", id)
		case !elsewhere(where):
			return nil, fmt.Errorf(`--agent %s: got %q, want "exec:PROGRAM" or "http://ADDRESS"`, id, shown(where))
		}
		agent, err := connect(where, r.headers[id])
		if err != nil {
			return nil, fmt.Errorf("--agent %s: %w", id, err)
		}
		given[id], r.agents[id] = true, agent
	}
	for _, id := range slices.Sorted(maps.Keys(r.headers)) {
		if id != "" && !given[id] {
			return nil, fmt.Errorf("--header: got a header for %q, want the id of an --agent that is a service", id)
		}
	}
	return r, nil
}

// named returns the id of the agent that a flag names, under which it is registered from now on if it is a program or a
// service. Headers without an id are the target's.
func (r *registry) named(flag, text string, headers []header) (string, error) {
	if !elsewhere(text) {
		if len(headers) > 0 {
			return "", errors.New("--header: the agent under test is no service, want --name http://ADDRESS")
		}
		return r.registered(flag, text)
	}
	agent, err := connect(text, headers)
	if err != nil {
		return "", fmt.Errorf("%s: %w", flag, err)
	}
	id := shown(text)
	for n := 2; r.agents[id] != nil; n++ { // as when one program plays the user too
		id = fmt.Sprintf("%s#%d", shown(text), n)
	}
	r.agents[id] = agent
	return id, nil
}

// registered returns the id of an agent that a flag names, which must be there.
func (r *registry) registered(flag, text string) (string, error) {
	id := strings.TrimPrefix(text, agentsPrefix)
	if id != "" && r.agents[id] != nil {
		return id, nil
	}
	return "", fmt.Errorf("%s: unknown agent %q%s; want %s", flag, text, strict.Hint(id, sortedIDs(r.agents)), r.names())
}

// names says how an agent can be named.
func (r *registry) names() string {
	const elsewhere = "exec:PROGRAM or http://ADDRESS"
	if len(r.agents) == 0 {
		return elsewhere
	}
	return strings.Join(sortedIDs(r.agents), ", ") + ", " + elsewhere
}

// shown returns what a program or service is called in messages and reports: its arguments, its password and its query
// may be secrets.
func shown(text string) string {
	id, where, ok := strings.Cut(text, "=")
	if ok && elsewhere(where) {
		return id + "=" + shown(where)
	}
	switch {
	case strings.HasPrefix(text, execPrefix):
		if list, err := words(strings.TrimPrefix(text, execPrefix)); err == nil && len(list) > 0 {
			return execPrefix + list[0]
		}
		return execPrefix + "…"
	case elsewhere(text):
		return httpagent.New(text).String()
	}
	return text
}

// header is an HTTP header for one agent; the target's where no id is given.
type header struct{ agent, name, value string }

// readHeader reads "Name: value" or "ID=Name: value". The value may be a secret and is never shown.
func readHeader(text string) (header, error) {
	name, value, ok := strings.Cut(text, ":")
	id, rest, hasID := strings.Cut(name, "=")
	if hasID {
		name = rest
	}
	name = strings.TrimSpace(name)
	if !ok || name == "" || hasID && id == "" || !validHeaderName(name) {
		return header{}, errors.New(`want "Name: value", as in "Authorization: Bearer KEY", or "ID=Name: value" for an --agent`)
	}
	h := header{name: http.CanonicalHeaderKey(name), value: strings.TrimSpace(value)}
	if hasID {
		h.agent = id
	}
	return h, nil
}

// validHeaderName reports whether a name is a token of RFC 9110, section 5.6.2.
func validHeaderName(name string) bool {
	for _, r := range name {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
		if !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", r) {
			return false
		}
	}
	return true
}
