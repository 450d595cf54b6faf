package wire

import (
	"fmt"
	"math"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/strict"
)

// Decode reads the response to the request. The error is a [*Reported] when the agent says that it failed, and otherwise
// tells everything that is wrong with the reply, with its beginning.
func (x *Exchange) Decode(reply []byte) (*chat.Response, error) {
	node, err := parse(reply)
	if err != nil {
		return nil, badReply(reply, err)
	}
	r := &reader{Exchange: x}
	resp, err := strict.Decode(node, "", r.response)
	if err != nil {
		return nil, badReply(reply, problems(err))
	}
	if r.reported != "" {
		return nil, &Reported{Text: r.reported}
	}
	return resp, nil
}

// reader reads one reply.
type reader struct {
	*Exchange
	reported string
	calls    map[string]bool // the ids of the calls so far
	results  []result        // in the order of the reply
}

// result is a tool result with the place it was read from.
type result struct {
	at             strict.Value
	message, index int
}

func (r *reader) response(v strict.Value) *chat.Response {
	o := open(v)
	resp := &chat.Response{}
	r.echoes(o)
	content, calls, messages := o.opt("content"), o.opt("tool_calls"), o.opt("messages")
	text, reasoning := content.Text(), o.opt("reasoning").Text()
	list := strict.List(calls, r.toolCall)
	data := o.opt("data")
	resp.Data = data.Raw()

	awaiting, completed := o.opt("awaiting_input"), o.opt("completed")
	switch yes, no := awaiting.Bool(), completed.Bool(); {
	case yes && no:
		completed.Errorf(`got true beside "awaiting_input": true, want one of them: the agent waits for the user, or it is done`)
	case yes:
		resp.Awaiting = chat.AwaitingYes
	case no:
		resp.Awaiting = chat.AwaitingNo
	}
	resp.InputHint = o.opt("input_hint").Text()
	resp.RawFinishReason = o.opt("finish_reason").Text()
	resp.FinishReason = chat.ParseFinishReason(resp.RawFinishReason)
	resp.Usage = strict.Optional(o.opt("usage"), r.usage)
	resp.Model = o.opt("model").Text()
	resp.Metadata = o.opt("metadata").Map()
	failure := o.opt("error")
	r.reported = failure.Text()

	switch {
	case messages.Present():
		resp.Messages = r.messages(messages)
		if text != "" || len(list) > 0 || reasoning != "" {
			messages.Errorf(`cannot stand beside "content", "tool_calls" or "reasoning"; put all of the reply into "messages"`)
		}
	case content.Present() || len(list) > 0 || data.Present():
		said := chat.Reply(text)
		if len(list) > 0 {
			said.WithCalls(list...)
		}
		resp.Messages = said.Messages
		resp.Messages[0].Reasoning = reasoning
	case r.reported != "" || failure.Present() && failure.Kind() != strict.KindString:
	case o.Node().Get("content") == nil:
		o.Required("content") // which says so, unless a misspelt name does
	default:
		o.Errorf(`"content" is null and there is nothing else; want at least {"content": ""}`)
	}
	r.checkResults(resp)
	o.close(r.IgnoreUnknown)
	return resp
}

// echoes checks what a reply repeats of its request, so that a reply to another one is noticed.
func (r *reader) echoes(o *object) {
	if id := o.opt("id"); id.Present() && id.Node().Describe() != fmt.Sprintf("the number %d", r.ID) {
		id.Errorf("got %s, want the number %d, the id of the request: this is the reply to another one", id.Node().Describe(), r.ID)
	}
	session := o.opt("session_id")
	if got := session.Text(); session.Kind() == strict.KindString && got != r.Request.SessionID {
		session.Errorf("got %q, want %q, the session of the request: this is the reply to another one", got, r.Request.SessionID)
	}
}

func (r *reader) usage(v strict.Value) chat.Usage {
	o := open(v)
	count := func(v strict.Value) int64 { return int64(v.IntFrom(0)) }
	u := chat.Usage{
		InputTokens:      count(o.need("input_tokens")),
		OutputTokens:     count(o.need("output_tokens")),
		CacheReadTokens:  count(o.opt("cache_read_tokens")),
		CacheWriteTokens: count(o.opt("cache_write_tokens")),
		ReasoningTokens:  count(o.opt("reasoning_tokens")),
		Calls:            o.opt("calls").IntFrom(0),
		CostUSD:          strict.Optional(o.opt("cost_usd"), cost),
	}
	o.close(r.IgnoreUnknown)
	return u
}

func cost(v strict.Value) float64 {
	f := v.Float()
	if f < 0 {
		v.Errorf("got the number %v, want a cost of at least 0", f)
	}
	return math.Max(f, 0)
}
