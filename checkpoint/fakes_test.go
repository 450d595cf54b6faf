package checkpoint_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/checkpoint"
)

// says is an assertion that a reply contains a text.
type says string

func (s says) Check(_ context.Context, v chat.View) chat.Verdict {
	if strings.Contains(v.Text(), string(s)) {
		return chat.Pass()
	}
	return chat.Mismatch("reply", fmt.Sprintf("%q", v.Text()), fmt.Sprintf("%q", string(s)))
}

func (s says) String() string { return fmt.Sprintf("Contains(%q)", string(s)) }

func (s says) MarshalJSON() ([]byte, error) {
	return []byte(fmt.Sprintf(`{"type":"contains","value":%q}`, string(s))), nil
}

// counted counts how often an assertion is run, and says whether it calls a model.
type counted struct {
	chat.Assertion
	judge bool
	calls atomic.Int64
}

func (c *counted) CallsModel() bool { return c.judge }

func (c *counted) Check(ctx context.Context, v chat.View) chat.Verdict {
	c.calls.Add(1)
	return c.Assertion.Check(ctx, v)
}

func judge(a chat.Assertion) *counted { return &counted{Assertion: a, judge: true} }
func cheap(a chat.Assertion) *counted { return &counted{Assertion: a} }

// does is an assertion made of a function.
type does func(ctx context.Context, v chat.View) chat.Verdict

func (f does) Check(ctx context.Context, v chat.View) chat.Verdict { return f(ctx, v) }
func (f does) String() string                                      { return "Func(…)" }

// broken is an assertion that cannot be judged.
func broken(reason string) does {
	return func(context.Context, chat.View) chat.Verdict { return chat.Fault(chat.BlameJudge, "%s", reason) }
}

// conversation plays replies one after the other and lets a tracker judge each.
type conversation struct {
	t          *testing.T
	transcript *chat.Transcript
	tracker    *checkpoint.Tracker
}

func follow(t *testing.T, cs ...checkpoint.Checkpoint) *conversation {
	t.Helper()
	if err := checkpoint.Validate(cs); err != nil {
		t.Fatalf("Validate: %v", err)
	}
	return &conversation{t: t, transcript: &chat.Transcript{}, tracker: checkpoint.Track(cs)}
}

// reply adds a turn with this reply and returns what the tracker says of it.
func (c *conversation) reply(text string) ([]string, *checkpoint.Fault) {
	turn := &chat.Turn{Response: chat.Reply(text)}
	c.transcript.Append(turn)
	return c.tracker.Observe(c.t.Context(), turn.View())
}

// reaches adds a turn with this reply and fails the test unless it reaches exactly these checkpoints, without a fault.
func (c *conversation) reaches(reply string, want ...string) {
	c.t.Helper()
	got, fault := c.reply(reply)
	if fault != nil {
		c.t.Fatalf("reply %q: unexpected fault: %v", reply, fault)
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		c.t.Fatalf("reply %q: reached %q, want %q", reply, got, want)
	}
}

// status returns the status of one checkpoint.
func (c *conversation) status(id string) checkpoint.Status {
	c.t.Helper()
	for _, s := range c.tracker.Status() {
		if s.ID == id {
			return s
		}
	}
	c.t.Fatalf("no status of %q", id)
	return checkpoint.Status{}
}
