package detect

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
)

// The tools by which agents usually ask their user.
var usual = [...]string{"request_confirmation", "ask_user", "get_user_input"}

// ToolsDetector looks for calls of tools that ask the user; see [Tools]. The zero value knows the usual tools. It is
// immutable and may be used from several goroutines.
type ToolsDetector struct{ names []string }

// Tools returns a detector that finds the agent waiting when it has called a tool that asks the user and the call has
// no result yet. These are request_confirmation, ask_user and get_user_input, and the tools named here. A call fits a
// name when its tool has exactly that name, or that name after a namespace: "hr__ask_user", "hr.ask_user" and
// "hr/ask_user" fit "ask_user". "ask_username" does not.
func Tools(names ...string) ToolsDetector { return ToolsDetector{slices.Clone(names)} }

// Detect returns whether a call waits for the user, with the question that the call asks as the hint. Such a call is a
// declaration of the agent. A nil response has the zero state.
func (d ToolsDetector) Detect(r *chat.Response) chat.State {
	if r == nil {
		return chat.State{}
	}
	state, _ := d.called(r)
	return state
}

// Asks reports whether a tool of this name asks the user.
func (d ToolsDetector) Asks(tool string) bool {
	for _, name := range usual {
		if named(tool, name) {
			return true
		}
	}
	for _, name := range d.names {
		if named(tool, name) {
			return true
		}
	}
	return false
}

// Validate returns an error when a tool was given without a name, which would fit no call.
func (d ToolsDetector) Validate() error {
	for i, name := range d.names {
		if strings.TrimSpace(name) == "" {
			return fmt.Errorf("detect: tool name %d of %d is empty; want the name of a tool that asks the user, or leave it out", i+1, len(d.names))
		}
	}
	return nil
}

// called returns the state that calls without a result tell, and whether they tell one.
func (d ToolsDetector) called(r *chat.Response) (chat.State, bool) {
	for _, call := range r.ToolCalls() {
		if call.Pending() && d.Asks(call.Name) {
			hint := r.InputHint
			if hint == "" {
				hint = asked(call.Args)
			}
			return chat.State{Awaiting: true, Declared: true, Reason: ReasonTool, Hint: hint}, true
		}
	}
	return completed, false
}

// named reports whether a tool has a name, with or without a namespace before it.
func named(tool, name string) bool {
	space, ok := strings.CutSuffix(tool, name)
	switch {
	case !ok || name == "":
		return false
	case space == "":
		return true
	}
	return strings.HasSuffix(space, "__") || strings.HasSuffix(space, ".") || strings.HasSuffix(space, "/")
}

// asked returns the question in the arguments of a call, empty when it has none under one of the usual keys.
func asked(args json.RawMessage) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(args, &fields) != nil {
		return ""
	}
	for _, key := range []string{"question", "prompt", "message", "text", "hint"} {
		var text string
		if json.Unmarshal(fields[key], &text) == nil && text != "" {
			return text
		}
	}
	return ""
}
