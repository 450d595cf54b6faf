package assert

import (
	"encoding/json"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/jsonpath"
	"github.com/agenttest/go/internal/jsonx"
	"github.com/agenttest/go/internal/match"
)

// What a whole conversation offers to paths beside the agent's own state.
const (
	toolResults = "tool_results"
	variables   = "variables"
)

// overlay returns the document in which a path of a whole conversation is looked up when it begins with tool_results or
// variables and the state, an object or none at all, has no such key. ok is false for every other path.
func overlay(v chat.View, p *jsonpath.Path, state json.RawMessage) (doc json.RawMessage, bad *chat.Verdict, ok bool) {
	names := p.Names()
	if len(names) == 0 || names[0] != toolResults && names[0] != variables {
		return nil, nil, false
	}
	if len(state) > 0 && !jsonx.Object(state) || jsonx.Has(state, names[0]) {
		return nil, nil, false
	}
	wanted := ""
	if len(names) > 1 {
		wanted = names[1]
	}
	members := map[string]json.RawMessage{}
	if names[0] == toolResults {
		lastResults(v, wanted, p.Len() > 2, members)
	} else if bad := variablesOf(v, wanted, members); bad != nil {
		return nil, bad, true
	}
	raw, err := json.Marshal(map[string]map[string]json.RawMessage{names[0]: members})
	if err != nil {
		fault := chat.Fault(chat.BlameHarness, "%s: %v", p, err)
		return nil, &fault, true
	}
	return raw, nil, true
}

// lastResults puts in the last result of each tool by its name, and that of the wanted tool also where it was called
// under a namespace. deeper says that the path goes on inside of the wanted one's result.
func lastResults(v chat.View, wanted string, deeper bool, members map[string]json.RawMessage) {
	calls := v.ToolCalls()
	for _, c := range calls {
		if c.Result == nil {
			continue
		}
		content := chat.ValidJSON(c.Result.Content)
		if len(content) == 0 {
			content = json.RawMessage("null")
		}
		name := c.Name
		if match.Tool(wanted, name) {
			name = wanted
			if deeper {
				content = unwrapped(content)
			}
		}
		members[name] = content
	}
}

func variablesOf(v chat.View, wanted string, members map[string]json.RawMessage) *chat.Verdict {
	for name, value := range v.Variables().All() {
		raw, err := json.Marshal(value)
		if err != nil {
			if name != wanted {
				continue // nobody asks for it
			}
			bad := chat.Fault(chat.BlameCase, "the variable %q holds a %T, which cannot be written as JSON: %v", name, value, err)
			return &bad
		}
		members[name] = raw
	}
	return nil
}
