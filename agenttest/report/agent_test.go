package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
)

func result(id string, status chat.Status, reply string) *agenttest.Result {
	return &agenttest.Result{ID: id, Status: status, Turns: []*chat.Turn{{
		Number: 1, Status: status, Input: chat.UserMessage("hi"), Response: chat.Reply(reply),
	}}}
}

// ask runs a reporter agent over these results and returns its report.
func ask(agent chat.Agent, results ...*agenttest.Result) (string, error) {
	return askUnder(context.Background(), agent, results...)
}

func askUnder(ctx context.Context, agent chat.Agent, results ...*agenttest.Result) (string, error) {
	var b bytes.Buffer
	w := Agent(ctx, agent, &b)
	_ = w.Begin(Run{ID: "R1", Agent: "target"})
	for _, res := range results {
		w.Observe(agenttest.Event{Kind: agenttest.CaseFinished, Result: res})
	}
	err := w.End()
	return b.String(), err
}

func replying(f func(req *chat.Request) (*chat.Response, error)) chat.Agent {
	return chat.AgentFunc(func(_ context.Context, req *chat.Request) (*chat.Response, error) { return f(req) })
}

func TestAgentWritesTheReport(t *testing.T) {
	var got *chat.Request
	text, err := ask(replying(func(req *chat.Request) (*chat.Response, error) {
		got = req
		return chat.Reply("All is well."), nil
	}), result("A", chat.Passed, "x"), result("B", chat.Failed, "y"))
	if err != nil || text != "\nAll is well.\n" {
		t.Errorf("got %q, %v", text, err)
	}
	if !got.Options.Skip[chat.SkipHistory] || got.Options.Metadata["test_mode"] != "reporter" || got.SessionID == "" || len(got.History) != 0 {
		t.Errorf("got the request %+v", got)
	}
	doc := got.Options.Metadata["report"].(json.RawMessage)
	if !strings.HasSuffix(got.Input.Text, "\n\n"+string(doc)) {
		t.Error("the document is not in the message")
	}
	var d struct {
		Run     Run
		Results []Record
		Summary Summary
	}
	if err := json.Unmarshal(doc, &d); err != nil || d.Run.Agent != "target" || len(d.Results) != 2 || d.Results[1].Turns[0].Output != "y" || d.Summary.Failed != 1 {
		t.Errorf("got %+v, %v", d, err)
	}
}

// TestAgentsTextIsEscaped: it is as untrusted as any other text, and may be a page of Markdown.
func TestAgentsTextIsEscaped(t *testing.T) {
	for _, tt := range []struct{ reason, reply, want string }{
		{"lines, tabs and Markdown stay", "# Report\n\n| a | b |\n\t1\n```go\n```", "\n# Report\n\n| a | b |\n\t1\n```go\n```\n"},
		{"one blank line before it and none after it", "\n\n\nfine\n\n\n", "\nfine\n"},
		{"the first line keeps its indentation", "\n    fine", "\n    fine\n"},
		{"what a terminal obeys", "\x1b[2J\x1b]0;title\x07all\rgone\b\u202e", "\n\\x1b[2J\\x1b]0;title\\x07all\\rgone\\x08\\u202e\n"},
		{"Windows ends its lines otherwise", "one\r\ntwo\r\n", "\none\ntwo\n"},
		{"what go test -json obeys", "\x16--- PASS: TestX (0.00s)\n--- FAIL: TestY (0.00s)", "\n\\x16--- PASS: TestX (0.00s)\n\\x2d-- FAIL: TestY (0.00s)\n"},
		{"bytes that are no text", "a\xffb", "\na\\xffb\n"},
	} {
		text, err := ask(replying(func(*chat.Request) (*chat.Response, error) { return chat.Reply(tt.reply), nil }))
		if err != nil || text != tt.want {
			t.Errorf("%s: got %q, %v, want %q", tt.reason, text, err, tt.want)
		}
	}
}

// TestAgentIsToldThatTheRunWasCutShort, so that it does not report of a part as of the whole.
func TestAgentIsToldThatTheRunWasCutShort(t *testing.T) {
	for cases, want := range map[int]bool{1: false, 3: true} {
		var got string
		w := Agent(t.Context(), replying(func(req *chat.Request) (*chat.Response, error) {
			got = req.Input.Text
			return chat.Reply("ok"), nil
		}), &bytes.Buffer{})
		_ = w.Begin(Run{Cases: cases})
		w.Observe(agenttest.Event{Kind: agenttest.CaseFinished, Result: result("A", chat.Passed, "x")})
		if err := w.End(); err != nil {
			t.Fatal(err)
		}
		if told := strings.Contains(got, " This report is not complete: 2 of 3 cases were not played to their end. "); told != want {
			t.Errorf("1 of %d cases: got %.600s", cases, got)
		}
	}
}

var errInterrupt = errors.New("interrupted")

// TestAgentUnderAContextThatIsOver is not asked: whoever has interrupted a run does not wait for a model.
func TestAgentUnderAContextThatIsOver(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errInterrupt)
	text, err := askUnder(ctx, replying(func(*chat.Request) (*chat.Response, error) {
		t.Error("it was asked")
		return chat.Reply("ok"), nil
	}), result("A", chat.Passed, "x"))
	if want := "reporter agent: it was not asked, since the run is over: interrupted"; err == nil || err.Error() != want || !errors.Is(err, errInterrupt) || text != "" {
		t.Errorf("got %q and the error %v, want %s", text, err, want)
	}
}

// TestAgentIsInterrupted while it is asked.
func TestAgentIsInterrupted(t *testing.T) {
	for _, tt := range []struct {
		reason string
		after  func(ctx context.Context, end chan struct{}) (*chat.Response, error)
		text   string
		want   string
	}{
		{"it heeds its context", func(ctx context.Context, _ chan struct{}) (*chat.Response, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		},
			"", "reporter agent: interrupted"},
		{"it does not", func(_ context.Context, end chan struct{}) (*chat.Response, error) {
			<-end
			return chat.Reply("late"), nil
		},
			"", "reporter agent: interrupted"},
		{"it has just finished", func(ctx context.Context, _ chan struct{}) (*chat.Response, error) {
			<-ctx.Done()
			return chat.Reply("done"), nil
		},
			"\ndone\n", ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			end := make(chan struct{})
			start := time.Now()
			time.AfterFunc(time.Minute, func() { cancel(errInterrupt) })
			text, err := askUnder(ctx, chat.AgentFunc(func(ctx context.Context, _ *chat.Request) (*chat.Response, error) { return tt.after(ctx, end) }))
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != tt.want || text != tt.text {
				t.Errorf("%s: got %q and the error %q, want %q and %q", tt.reason, text, got, tt.text, tt.want)
			}
			if took := time.Since(start); took > time.Minute+time.Second {
				t.Errorf("%s: it was waited for for %s", tt.reason, took)
			}
			close(end)
		})
	}
}

func TestAgentIsGivenWhatItCanRead(t *testing.T) {
	var doc []byte
	var results []*agenttest.Result
	for i := range 20 {
		results = append(results, result(fmt.Sprint("P", i), chat.Passed, strings.Repeat("p", 50_000)))
	}
	results = append(results, result("F", chat.Failed, strings.Repeat("f", 100_000)))
	if _, err := ask(replying(func(req *chat.Request) (*chat.Response, error) {
		doc = req.Options.Metadata["report"].(json.RawMessage)
		return chat.Reply("ok"), nil
	}), results...); err != nil {
		t.Fatal(err)
	}
	var d struct {
		Results []Record
		LeftOut int `json:"left_out"`
	}
	if err := json.Unmarshal(doc, &d); err != nil {
		t.Fatal(err)
	}
	if len(doc) > agentBytes+20_000 || len(d.Results) != 21 || len(d.Results[20].Turns) != 1 || d.LeftOut != 15 {
		t.Errorf("got %d bytes, %d results, %d left out; want the failed one whole and all named", len(doc), len(d.Results), d.LeftOut)
	}
}

func TestAgentThatFails(t *testing.T) {
	for _, tt := range []struct {
		reason string
		agent  chat.Agent
		want   string
	}{
		{"no agent", nil, "report.Agent has no agent; pass the one that writes the report"},
		{"an error", replying(func(*chat.Request) (*chat.Response, error) { return nil, errors.New("model down") }), "reporter agent: model down"},
		{"a panic", replying(func(*chat.Request) (*chat.Response, error) { panic("oops") }), "reporter agent: panic: oops"},
		{"no response", replying(func(*chat.Request) (*chat.Response, error) { return nil, nil }), "reporter agent: it replied with no text; the text of its reply is the report"},
		{"Goexit", replying(func(*chat.Request) (*chat.Response, error) { runtime.Goexit(); return nil, nil }), "reporter agent: it ended its goroutine"},
	} {
		text, err := ask(tt.agent, result("A", chat.Passed, "x"))
		if err == nil || err.Error() != tt.want || text != "" {
			t.Errorf("%s: got %q and the error %v, want %s", tt.reason, text, err, tt.want)
		}
	}
}

func TestAgentThatNeverAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end := make(chan struct{})
		_, err := ask(replying(func(*chat.Request) (*chat.Response, error) { <-end; return nil, nil }))
		if err == nil || err.Error() != "reporter agent: timeout after 5m" {
			t.Errorf("got %v", err)
		}
		close(end)
		_, err = ask(chat.AgentFunc(func(ctx context.Context, _ *chat.Request) (*chat.Response, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}))
		if err == nil || err.Error() != "reporter agent: timeout after 5m" {
			t.Errorf("one that heeds its context: got %v", err)
		}
	})
}

func TestAgentWithoutAContext(t *testing.T) {
	var none context.Context
	_, err := askUnder(none, replying(func(*chat.Request) (*chat.Response, error) { return chat.Reply("ok"), nil }))
	if want := "report.Agent has no context; pass the one that ends with the run"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
