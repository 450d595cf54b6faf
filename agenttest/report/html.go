package report

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // for the page's style and script
	"encoding/base64"
	"html"
	"io"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
)

// HTML returns a reporter that writes one page that needs nothing else: no network, no other file. The page shows the
// summary, filters the cases by outcome, blame and text, and shows each as a conversation. What agents and users said is
// data in it: the page's Content-Security-Policy lets no script run but the page's own, which only ever sets texts.
//
// The page is a head, then a block of data for each case, then the totals: it is written as the cases finish, and a page
// that was cut off shows the cases that are in it and says that it is not whole.
func HTML(w io.Writer) *Writer { return &Writer{format: &document{w: w, layout: htmlLayout{}}} }

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

type htmlLayout struct{}

func (htmlLayout) totalsFirst() bool { return false }

func (htmlLayout) head(run *Run, _ Summary, _ bool) []byte {
	title := "Agent test report"
	if name := firstOf(run.Agent, run.Input); name != "" {
		title = clean(name) + " · agent test report"
	}
	var b bytes.Buffer
	b.WriteString("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	b.WriteString(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ` + hash(pageScript) +
		`; style-src ` + hash(pageStyle) + `; base-uri 'none'; form-action 'none'">` + "\n")
	b.WriteString("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n")
	b.WriteString("<meta name=\"referrer\" content=\"no-referrer\">\n")
	b.WriteString("<title>" + html.EscapeString(title) + "</title>\n")
	b.WriteString("<style>" + pageStyle + "</style>\n<script>" + pageScript + "</script>\n</head>\n<body>\n")
	b.WriteString("<noscript><p>This report is shown by its own script. Without it, read the JSONL or Markdown report.</p></noscript>\n<div id=\"page\"></div>\n")
	b.WriteString(block("run", run))
	return b.Bytes()
}

func (htmlLayout) item(rec *Record) []byte { return []byte(block("case", pageOf(rec))) }

func (htmlLayout) place(_ *Record, item []byte) []byte { return item }

func (htmlLayout) foot(_ *Run, s Summary) []byte {
	return []byte(block("summary", s) + "</body>\n</html>\n")
}

// block returns data for the page's script. In its JSON <, >, & and the two line separators of Unicode are escaped, so
// that nothing in it ends the element or begins another.
func block(class string, v any) string {
	return `<script type="application/json" class="` + class + `">` + string(encode(v)) + "</script>\n"
}

// hash returns the source expression that lets exactly this text of a script or style run.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// pageCase is a case as the page's script shows it.
type pageCase struct {
	ID          string           `json:"id"`
	Name        string           `json:"name,omitempty"`
	Status      chat.Status      `json:"status"`
	Blame       chat.Blame       `json:"blame,omitempty"`
	Problem     string           `json:"problem,omitempty"`
	Error       string           `json:"error,omitempty"`
	Skip        string           `json:"skip,omitempty"`
	Hint        string           `json:"hint,omitempty"`
	Turns       []pageTurn       `json:"turns"`
	Final       []pageCheck      `json:"final,omitempty"`
	Checkpoints []pageCheckpoint `json:"checkpoints,omitempty"`
	Goal        string           `json:"goal,omitempty"`
	Simulator   string           `json:"simulator,omitempty"`
	Session     string           `json:"session,omitempty"`
	Notes       []string         `json:"notes,omitempty"`
	Usage       *chat.Usage      `json:"usage,omitempty"`
	Source      string           `json:"source,omitempty"`
	Shard       string           `json:"shard,omitempty"`
	MS          int64            `json:"ms"`
	Failing     int              `json:"failing"` // index of the turn to look at, -1 for none
}

type pageTurn struct {
	N         int         `json:"n"`
	Source    string      `json:"source,omitempty"`
	Input     string      `json:"input"`
	Attached  []string    `json:"attached,omitempty"`
	Output    string      `json:"output"`
	Calls     []pageCall  `json:"calls,omitempty"`
	Checks    []pageCheck `json:"checks,omitempty"`
	Reached   []string    `json:"reached,omitempty"`
	Reasoning string      `json:"reasoning,omitempty"`
	Awaiting  string      `json:"awaiting,omitempty"`
	Error     string      `json:"error,omitempty"`
	Skip      string      `json:"skip,omitempty"`
	Status    chat.Status `json:"status"`
	MS        int64       `json:"ms"`
}

type pageCall struct {
	Name    string `json:"name"`
	Args    string `json:"args,omitempty"`
	Result  string `json:"result,omitempty"`
	Error   bool   `json:"error,omitempty"`
	Pending bool   `json:"pending,omitempty"`
}

type pageCheck struct {
	Status  chat.Status `json:"status"` // empty when it was not run
	Label   string      `json:"label"`
	Problem string      `json:"problem,omitempty"`
	Source  string      `json:"source,omitempty"`
}

type pageCheckpoint struct {
	ID       string   `json:"id"`
	About    string   `json:"about,omitempty"`
	After    []string `json:"after,omitempty"`
	Optional bool     `json:"optional,omitempty"`
	Reached  bool     `json:"reached,omitempty"`
	Turn     int      `json:"turn,omitempty"`
	Reason   string   `json:"reason,omitempty"`
}

func pageOf(r *Record) pageCase {
	p := pageCase{
		ID: r.ID, Name: r.Name, Status: r.Status, Blame: r.Blame, Problem: r.problem(), Error: r.Error, Skip: r.SkipReason,
		Turns: make([]pageTurn, len(r.Turns)), Final: pageChecks(r.Final), Simulator: r.Simulator, Session: r.SessionID,
		Notes: r.Notes, Usage: r.Usage, Source: r.Source, MS: r.DurationMS, Failing: r.failingTurn(),
	}
	if r.Run != nil {
		p.Shard = r.Run.Shard
	}
	if r.GoalAchieved {
		p.Goal = firstOf(r.GoalReason, "the simulator says so")
	}
	if r.Status == chat.Skipped && len(r.Turns) > 0 && r.Turns[len(r.Turns)-1].AwaitingInput {
		p.Hint = hintEither
	}
	for _, c := range r.Checkpoints {
		p.Checkpoints = append(p.Checkpoints, pageCheckpoint{
			ID: c.ID, About: c.Description, After: c.After, Optional: c.Optional, Reached: c.Reached, Turn: c.Turn, Reason: c.Reason,
		})
	}
	for i := range r.Turns {
		p.Turns[i] = pageTurnOf(&r.Turns[i])
	}
	return p
}

func pageTurnOf(t *TurnRecord) pageTurn {
	p := pageTurn{
		N: t.Turn, Input: t.Input, Output: t.Output, Checks: pageChecks(t.Assertions), Reached: t.Reached,
		Reasoning: t.Reasoning, Error: t.Error, Skip: t.SkipReason, Status: t.Status, MS: t.DurationMS,
	}
	if t.InputSource != chat.InputStatic {
		p.Source = string(t.InputSource)
	}
	if t.AwaitingInput {
		p.Awaiting = firstOf(t.InputHint, strings.ReplaceAll(t.AwaitingReason, "_", " "), "awaiting input")
	}
	for _, a := range t.Attachments {
		p.Attached = append(p.Attached, strings.TrimSpace(a.Type+" "+firstOf(a.URI, a.Name)))
	}
	if t.Input == "" {
		for _, a := range t.Answers {
			p.Attached = append(p.Attached, "answers "+a.Name+": "+loose(a.Content))
		}
	}
	for i := range t.ToolCalls {
		c := &t.ToolCalls[i]
		call := pageCall{Name: c.Name, Args: loose(c.Args), Pending: c.Result == nil}
		if c.Result != nil {
			call.Result, call.Error = firstOf(loose(c.Result.Content), "nothing"), c.Result.IsError
		}
		p.Calls = append(p.Calls, call)
	}
	return p
}

func pageChecks(checks []CheckRecord) []pageCheck {
	var list []pageCheck
	for i := range checks {
		c := &checks[i]
		list = append(list, pageCheck{Status: c.state(), Label: c.Label(), Problem: c.Problem(), Source: c.Source})
	}
	return list
}
