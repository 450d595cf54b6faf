package assert

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/match"
	"github.com/agenttest/go/internal/render"
)

// named reports whether a tool's name is the wanted one.
func (c *ToolCallAssertion) named(name string) bool {
	if c.re != nil {
		return c.re.MatchString(name)
	}
	return match.Tool(c.name, name)
}

// actual is a call with its arguments read once.
type actual struct {
	chat.ToolCall
	number int // counting from 1
	args   match.Value
	err    error
	read   bool
}

func actuals(v chat.View) []actual {
	calls := v.ToolCalls()
	out := make([]actual, len(calls))
	for i, c := range calls {
		out[i] = actual{ToolCall: c, number: i + 1}
	}
	return out
}

// rawArgs returns the arguments, "{}" for none.
func (a *actual) rawArgs() json.RawMessage {
	if len(a.Args) == 0 {
		return json.RawMessage("{}")
	}
	return a.Args
}

func (a *actual) decode() {
	if !a.read {
		a.args, a.err = match.Decode(a.rawArgs())
		a.read = true
	}
}

// miss returns how a call of the right tool is not the wanted one; nothing when it is.
func (c *ToolCallAssertion) miss(a *actual) match.Mismatches {
	if c.argsSet {
		a.decode()
		if a.err != nil {
			return match.Mismatches{{Path: "args", Reason: "not valid JSON (" + a.err.Error() + "): " + render.Quote(string(a.Args))}}
		}
		if bad := c.args.Compare(c.mode, "args", a.args); !bad.OK() {
			return bad
		}
	}
	if c.where != nil && !c.where(a.rawArgs()) {
		return match.Mismatches{{Path: "args", Got: render.JSON(a.rawArgs()), Want: "what the Where function accepts"}}
	}
	return nil
}

// called is the tool as a failure names it.
func (c *ToolCallAssertion) called() string {
	if c.pattern != "" {
		return "a tool that matches " + render.Quote(c.pattern)
	}
	return strconv.Quote(c.name)
}

// shownCalls is how many calls a failure lists.
const shownCalls = 10

// callLines lists calls on lines of their own, each with what is wrong with it.
func callLines(calls []*actual, misses []match.Mismatches) string {
	var b strings.Builder
	for i, a := range calls {
		if i == shownCalls {
			fmt.Fprintf(&b, "\nand %d more", len(calls)-i)
			break
		}
		fmt.Fprintf(&b, "\ncall %d: %s", a.number, callText(a.ToolCall))
		if misses != nil {
			b.WriteString(": " + misses[i].String())
		}
	}
	return b.String()
}

// callText is a call without its result.
func callText(c chat.ToolCall) string {
	c.Result = nil
	return render.Call(c)
}

// names lists the names of the tools called, ["lookup","refund"], or none.
func names(calls []actual) string {
	if len(calls) == 0 {
		return "none"
	}
	const shown = 20
	parts := make([]string, 0, min(len(calls), shown))
	for _, c := range calls[:min(len(calls), shown)] {
		parts = append(parts, strconv.Quote(render.Short(c.Name, 60)))
	}
	list := "[" + strings.Join(parts, ", ") + "]"
	if more := len(calls) - shown; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}
