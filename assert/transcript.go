package assert

import (
	"context"
	"time"

	"github.com/agenttest/go/agenttest/chat"
)

// InTranscript returns the assertion looking at everything up to the turn under judgement, or at a whole conversation,
// as if it were one turn: its text is everything the agent said, not what the user said; its tool calls are those of all
// turns; its data is the last there was; duration and usage are the sums.
//
//	{"type": "in_transcript", "assertion": {"type": "contains", "value": "EXP-2025-001"}}
func InTranscript(a chat.Assertion) chat.Assertion {
	i := inTranscript{inner: a}
	if err := validate(a); err != nil {
		i.notef("InTranscript: %w", err)
	}
	return i
}

type inTranscript struct {
	mistake
	inner chat.Assertion
}

func (i inTranscript) String() string { return call("InTranscript", written(i.inner)) }

// MarshalJSON writes {"type": "in_transcript", "assertion": …}.
func (i inTranscript) MarshalJSON() ([]byte, error) {
	return spell("in_transcript").add("assertion", spelling(i.inner)).json()
}

// CallsModel reports whether the assertion asks a model.
func (i inTranscript) CallsModel() bool { return chat.CallsModel(i.inner) }

func (i inTranscript) ignoringCase() (chat.Assertion, bool) {
	folded, ok := ignoringCase(i.inner)
	i.inner = folded
	return i, ok
}

func (i inTranscript) Check(ctx context.Context, v chat.View) chat.Verdict {
	if i.err != nil {
		return i.verdict()
	}
	return relabelled(i.inner.Check(ctx, joined(v)))
}

// Partly is that of the assertion itself.
func (i inTranscript) Partly(v chat.View) (chat.Verdict, bool) {
	bad, some := chat.Partly(i.inner, joined(v))
	return relabelled(bad), some
}

// Unwanted returns the failure of the assertion itself.
func (i inTranscript) Unwanted(v chat.View) chat.Verdict {
	return relabelled(chat.Opposite(i.inner, joined(v), chat.Pass()))
}

// relabelled calls the text what it is: the text assertions know nothing of several turns.
func relabelled(v chat.Verdict) chat.Verdict {
	if v.Reason == theReply {
		v.Reason = allReplies
	}
	return v
}

// joined returns a view of one turn that holds all turns of the conversation so far.
func joined(v chat.View) chat.View {
	turns := v.Turns()
	so := chat.View{Transcript: &chat.Transcript{Turns: turns}}
	one := &chat.Turn{Response: &chat.Response{Data: so.Data(), Usage: so.Usage()}, Duration: so.Duration(), Status: chat.Passed}
	known := true
	for i, t := range turns {
		known = known && measured(t)
		if i == 0 {
			one.Input, one.Start, one.Number = t.Input, t.Start, t.Number
		} else {
			one.Response.Messages = append(one.Response.Messages, t.Input)
		}
		if t.Response != nil {
			one.Response.Messages = append(one.Response.Messages, t.Response.Messages...)
		}
	}
	if !known { // one of unknown duration makes the sum unknown
		one.Start, one.Duration = time.Time{}, 0
	}
	return chat.View{Turn: one, Transcript: v.Transcript}
}
