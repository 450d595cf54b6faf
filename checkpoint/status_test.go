package checkpoint_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/checkpoint"
)

func TestStatusSaysWhyACheckpointWasNotReached(t *testing.T) {
	c := follow(t,
		checkpoint.New("ask", says("type")),
		checkpoint.New("call", says("created")),
		checkpoint.New("confirm", says("submitted")).After("ask", "call", "ask"),
	)
	if got, want := c.status("ask").Reason, "no turn was judged"; got != want {
		t.Errorf("before the first turn: got %q, want %q", got, want)
	}
	c.reaches("Hello\nthere")
	for id, want := range map[string]string{
		"ask":     `Contains("type"): reply: got "Hello\nthere", want "type"`,
		"confirm": "after: waits for ask, call", // an id that was named twice is waited for once
	} {
		if got := c.status(id).Reason; got != want {
			t.Errorf("%s: got %q, want %q", id, got, want)
		}
	}
	c.reaches("type", "ask")
	if got, want := c.status("confirm").Reason, "after: waits for call"; got != want {
		t.Errorf("confirm: got %q, want %q", got, want)
	}
}

// The reason goes into a list of checkpoints: one line, whatever the agent or a user's own assertion said.
func TestTheReasonIsOneShortPrintableLine(t *testing.T) {
	for reason, a := range map[string]chat.Assertion{
		"a reply of megabytes": does(func(context.Context, chat.View) chat.Verdict {
			return chat.Mismatch("reply", strings.Repeat("ü\n", 1<<20), "x")
		}),
		"control bytes":                  does(func(context.Context, chat.View) chat.Verdict { return chat.Fail("\x1b[2J\x16--- PASS: a\r\nb") }),
		"invalid UTF-8":                  does(func(context.Context, chat.View) chat.Verdict { return chat.Fail("\xff\xfe") }),
		"a String method that panics":    mute{},
		"a want without anything it got": does(func(context.Context, chat.View) chat.Verdict { return chat.Mismatch("tools", "", "some\ntool") }),
	} {
		c := follow(t, checkpoint.New("c", a))
		c.reaches("hello")
		got := c.status("c").Reason
		if got == "" || strings.ContainsAny(got, "\n\r\x1b\x16") || !utf8.ValidString(got) || utf8.RuneCountInString(got) > 1000 {
			t.Errorf("%s: got %q", reason, got)
		}
	}
}

func TestStatusAsJSON(t *testing.T) {
	score := 0.4
	c := follow(t,
		at(3, "ask", says("type")).Describe("Agent asks for the type"),
		at(4, "kind", judge(does(func(context.Context, chat.View) chat.Verdict {
			return chat.Verdict{Status: chat.Failed, Blame: chat.BlameAgent, Reason: "rude", Score: &score, Suggestions: []string{"greet"}}
		}))).Optional(),
		at(5, "confirm", says("submitted")).After("call"),
		at(6, "call", says("created")),
		at(7, "lost", cannotMarshal{}),
	)
	c.reaches("type", "ask")
	data, err := json.MarshalIndent(c.tracker.Status(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	want := `[
 {
  "id": "ask",
  "description": "Agent asks for the type",
  "assertion": {
   "type": "contains",
   "value": "type"
  },
  "reached": true,
  "turn": 1,
  "source": "cases.jsonl:3"
 },
 {
  "id": "kind",
  "optional": true,
  "assertion": {
   "name": "Func(…)",
   "type": "custom"
  },
  "reached": false,
  "reason": "Func(…): rude",
  "score": 0.4,
  "suggestions": [
   "greet"
  ],
  "source": "cases.jsonl:4"
 },
 {
  "id": "confirm",
  "after": [
   "call"
  ],
  "assertion": {
   "type": "contains",
   "value": "submitted"
  },
  "reached": false,
  "reason": "after: waits for call",
  "source": "cases.jsonl:5"
 },
 {
  "id": "call",
  "assertion": {
   "type": "contains",
   "value": "created"
  },
  "reached": false,
  "reason": "Contains(\"created\"): reply: got \"type\", want \"created\"",
  "source": "cases.jsonl:6"
 },
 {
  "id": "lost",
  "assertion": {
   "name": "Lost()",
   "type": "custom"
  },
  "reached": false,
  "reason": "Lost(): no",
  "source": "cases.jsonl:7"
 }
]`
	if string(data) != want {
		t.Errorf("got:\n%s\nwant:\n%s", data, want)
	}
}

func TestAFaultAsJSONNamesWhoIsToBlame(t *testing.T) {
	c := follow(t, at(1, "kind", broken("no verdict")))
	c.reply("hello")
	data, err := json.Marshal(c.tracker.Status()[0])
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":"kind","assertion":{"name":"Func(…)","type":"custom"},"reached":false,"status":"errored","blame":"judge","reason":"Func(…): no verdict","source":"cases.jsonl:1"}`
	if string(data) != want {
		t.Errorf("got:\n%s\nwant:\n%s", data, want)
	}
}

// mute is an assertion that panics when it is asked for its name.
type mute struct{}

func (mute) Check(context.Context, chat.View) chat.Verdict { return chat.Fail("no") }
func (mute) String() string                                { panic("no name") }

// cannotMarshal is an assertion that cannot write itself.
type cannotMarshal struct{}

func (cannotMarshal) Check(context.Context, chat.View) chat.Verdict { return chat.Fail("no") }
func (cannotMarshal) String() string                                { return "Lost()" }
func (cannotMarshal) MarshalJSON() ([]byte, error)                  { return nil, errors.New("cannot") }
