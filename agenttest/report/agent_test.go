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
	var b bytes.Buffer
	w := Agent(agent, &b)
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
	if err != nil || text != "All is well.\n" {
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
	})
}
