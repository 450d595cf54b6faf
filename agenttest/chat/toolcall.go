package chat

import (
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// ToolCall is a call of a tool by the agent. It counts from the moment it is made: a call without a result is a call.
type ToolCall struct {
	// ID joins the call with its result. It may be empty: then results join by order.
	ID   string `json:"id,omitempty"`
	Name string `json:"name"`
	// Args are the arguments as the agent sent them, normally a JSON object. Models do send invalid JSON; it is
	// kept as it came, and assertions on the arguments say so.
	Args json.RawMessage `json:"args,omitempty"`
	// Result is the result, once it is known. An agent may set it itself, or send a message of role tool, which
	// [Response.ToolCalls] joins.
	Result *ToolResult `json:"result,omitempty"`
	// Metadata round-trips what a framework needs to find again in the history.
	Metadata map[string]any `json:"metadata,omitempty"`
}

// ToolResult is what a tool answered.
type ToolResult struct {
	// CallID is the ID of the call that this answers.
	CallID string `json:"call_id,omitempty"`
	Name   string `json:"name,omitempty"`
	// Content is the answer as JSON; plain text is a JSON string.
	Content json.RawMessage `json:"content,omitempty"`
	// IsError says that the tool failed; Content then tells how.
	IsError bool `json:"is_error,omitempty"`
}

// Call returns a tool call with arguments given as Go values; see [JSON]. A nil args is a call without arguments.
func Call(name string, args any) ToolCall {
	c := ToolCall{Name: name}
	if args != nil {
		c.Args = JSON(args)
	}
	return c
}

// Returning returns a copy of the call with this result.
func (c ToolCall) Returning(result any) ToolCall {
	c.Result = &ToolResult{CallID: c.ID, Name: c.Name, Content: JSON(result)}
	return c
}

// Failing returns a copy of the call whose tool failed with this message.
func (c ToolCall) Failing(message string) ToolCall {
	c.Result = &ToolResult{CallID: c.ID, Name: c.Name, Content: JSON(message), IsError: true}
	return c
}

// Pending reports whether the call has no result yet.
func (c *ToolCall) Pending() bool { return c.Result == nil }

// MarshalJSON writes arguments that are no valid JSON as a string, so that one bad call cannot lose a whole record.
func (c ToolCall) MarshalJSON() ([]byte, error) {
	type plain ToolCall
	c.Args = ValidJSON(c.Args)
	return json.Marshal(plain(c))
}

// MarshalJSON writes content that is no valid JSON as a string, so that one bad result cannot lose a whole record.
func (r ToolResult) MarshalJSON() ([]byte, error) {
	type plain ToolResult
	r.Content = ValidJSON(r.Content)
	return json.Marshal(plain(r))
}

// ValidJSON returns raw when it is valid JSON, nil when it is empty, and otherwise a JSON string that holds its text.
func ValidJSON(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return nil
	}
	if json.Valid(raw) && utf8.Valid(raw) {
		return raw
	}
	text, err := json.Marshal(string(raw))
	if err != nil { // a string always marshals
		return json.RawMessage("null")
	}
	return text
}

// joinCalls returns the calls that messages make, with the results that messages (and calls themselves) carry. A
// result joins the first call that has none yet and the same id, but one made since the user last spoke before older
// ones: agents that count their calls from 1 in every turn use the ids again. Results and calls without ids join by
// order, and by name where the result gives one. It returns nil when there are no calls.
func joinCalls(messages []Message) []ToolCall {
	n := 0
	for i := range messages {
		n += len(messages[i].ToolCalls)
	}
	if n == 0 {
		return nil
	}
	calls := make([]ToolCall, 0, n)
	var waiting map[string][]int // ids of calls that wait for their result, to their places; built when needed
	open := 0                    // first place that may still wait for a result without an id
	since := 0                   // place of the first call since the user last spoke
	for i := range messages {
		m := &messages[i]
		if m.Role == RoleUser {
			since = len(calls)
		}
		for _, c := range m.ToolCalls {
			if c.Result == nil && c.ID != "" {
				if waiting == nil {
					waiting = make(map[string][]int, n)
				}
				at := waiting[c.ID]
				n := 0 // how many of this turn wait before it
				for n < len(at) && at[n] >= since {
					n++
				}
				waiting[c.ID] = slices.Insert(at, n, len(calls))
			}
			calls = append(calls, c)
		}
		for j := range m.ToolResults {
			r := &m.ToolResults[j]
			if r.CallID != "" {
				if at := waiting[r.CallID]; len(at) > 0 {
					calls[at[0]].Result = r
					waiting[r.CallID] = at[1:]
				}
				continue
			}
			for open < len(calls) && (calls[open].Result != nil || calls[open].ID != "") {
				open++
			}
			for k := open; k < len(calls); k++ {
				c := &calls[k]
				if c.Result == nil && c.ID == "" && (r.Name == "" || r.Name == c.Name) {
					c.Result = r
					break
				}
			}
		}
	}
	return calls
}
