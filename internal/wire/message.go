package wire

import (
	"encoding/base64"
	"encoding/json"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/strict"
)

func (r *reader) messages(v strict.Value) []chat.Message {
	var all []chat.Message
	for i, item := range v.Items() {
		all = append(all, r.message(item, i))
	}
	if v.Kind() == strict.KindArray && len(all) == 0 {
		v.Errorf("got an empty array, want at least one message")
	}
	return all
}

func (r *reader) message(v strict.Value, place int) chat.Message {
	o := open(v)
	role := o.need("role")
	m := chat.Message{
		Role:      r.role(role),
		Text:      o.opt("content").Text(),
		ToolCalls: strict.List(o.opt("tool_calls"), r.toolCall),
		Reasoning: o.opt("reasoning").Text(),
		Name:      o.opt("name").Text(),
		ID:        o.opt("id").Text(),
		Metadata:  o.opt("metadata").Map(),
	}
	results, index := o.opt("tool_results"), 0
	m.ToolResults = strict.List(results, func(v strict.Value) chat.ToolResult {
		r.results = append(r.results, result{v, place, index})
		index++
		return r.toolResult(v)
	})
	m.Attachments = strict.List(o.opt("attachments"), r.attachment)
	switch {
	case m.Role == chat.RoleTool && len(m.ToolResults) == 0:
		o.Errorf(`a message of role "tool" brings results, want them in "tool_results": [{"call_id": …, "content": …}]`)
	case m.Role == chat.RoleTool && len(m.ToolCalls) > 0:
		o.Errorf(`a message of role "tool" cannot call tools; put "tool_calls" into a message of role "assistant"`)
	case m.Role == chat.RoleAssistant && len(m.ToolResults) > 0:
		results.Errorf(`a message of role "assistant" has no results; put them into a message of role "tool", or "result" beside the call`)
	}
	o.close(r.IgnoreUnknown)
	return m
}

// role reads who speaks. The user's words are no part of a reply: an agent that sends them sends the whole conversation.
func (r *reader) role(v strict.Value) chat.Role {
	if n := v.Node(); n != nil && (n.Text == string(chat.RoleUser) || n.Text == string(chat.RoleSystem)) {
		v.Errorf(`got %q, want "assistant" or "tool"; a reply holds only what the agent said and did since the request`, n.Text)
		return ""
	}
	return chat.Role(v.OneOf(string(chat.RoleAssistant), string(chat.RoleTool)))
}

func (r *reader) toolCall(v strict.Value) chat.ToolCall {
	o := open(v)
	id := o.opt("id")
	c := chat.ToolCall{
		ID:       id.Text(),
		Name:     o.need("name").NonEmpty(),
		Args:     arguments(o.opt("args")),
		Metadata: o.opt("metadata").Map(),
	}
	answer, failed := o.opt("result"), o.opt("is_error")
	isError := failed.Bool()
	switch {
	case answer.Present():
		c.Result = &chat.ToolResult{CallID: c.ID, Name: c.Name, Content: answer.Raw(), IsError: isError}
	case isError:
		failed.Errorf(`got true, but there is no "result"; want what the tool said`)
	}
	if c.ID != "" {
		if r.calls[c.ID] {
			id.Errorf("got %q twice, want an id of its own for each call", c.ID)
		}
		if r.calls == nil {
			r.calls = map[string]bool{}
		}
		r.calls[c.ID] = true
	}
	o.close(r.IgnoreUnknown)
	return c
}

// arguments reads an object, or a string that holds the arguments as the model wrote them, which need not be JSON.
func arguments(v strict.Value) json.RawMessage {
	switch v.Kind() {
	case strict.KindAbsent:
		return nil
	case strict.KindObject:
		return v.Raw()
	case strict.KindString:
		return json.RawMessage(v.Text())
	default:
		v.Errorf("got %s, want an object of arguments", v.Node().Describe())
		return nil
	}
}

func (r *reader) toolResult(v strict.Value) chat.ToolResult {
	o := open(v)
	t := chat.ToolResult{
		CallID:  o.opt("call_id").Text(),
		Name:    o.opt("name").Text(),
		Content: o.need("content").Raw(),
		IsError: o.opt("is_error").Bool(),
	}
	o.close(r.IgnoreUnknown)
	return t
}

func (r *reader) attachment(v strict.Value) chat.Attachment {
	o := open(v)
	a := chat.Attachment{
		Type:     o.opt("type").Text(),
		Name:     o.opt("name").Text(),
		MIME:     o.opt("mime").Text(),
		URI:      o.opt("source").Text(),
		Data:     strict.Parse(o.opt("data"), base64.StdEncoding.DecodeString),
		Metadata: o.opt("metadata").Map(),
	}
	o.close(r.IgnoreUnknown)
	return a
}

// checkResults notes the results that answer no call: a result that joins nothing is lost without a word, and its call
// looks as if it were still open.
func (r *reader) checkResults(resp *chat.Response) {
	if len(r.results) == 0 {
		return
	}
	joined := map[*chat.ToolResult]bool{}
	for _, c := range resp.ToolCalls() {
		joined[c.Result] = true
	}
	for _, at := range r.results {
		got := &resp.Messages[at.message].ToolResults[at.index]
		switch {
		case joined[got] || r.earlier(got.CallID):
		case got.CallID == "":
			at.at.Errorf(`answers no call: no call without an id and a result is left before it; want the "call_id" of the call`)
		default:
			at.at.Errorf(`answers no call: "call_id" is %q, want the id of a call that was made before and has no result yet`, got.CallID)
		}
	}
}

// earlier reports whether a call of this id was made before this request.
func (r *reader) earlier(id string) bool {
	if id == "" || r.calls[id] {
		return false
	}
	for i := range r.Request.History {
		for _, c := range r.Request.History[i].ToolCalls {
			if c.ID == id {
				return true
			}
		}
	}
	return false
}
