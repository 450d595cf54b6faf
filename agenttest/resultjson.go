package agenttest

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/internal/checks"
	"github.com/agenttest/go/internal/render"
)

// MarshalJSON writes the result as one object: id, name, status, turns, final_assertions, total_turns, duration_ms and
// so on. Fields that say nothing are left out.
func (r *Result) MarshalJSON() ([]byte, error) {
	out := resultJSON{
		ID: r.ID, Name: r.Name, Status: r.Status, Blame: r.Blame, Error: r.Error, SkipReason: r.SkipReason,
		Turns: make([]turnJSON, len(r.Turns)), Final: checksJSON(r.Final), Checkpoints: slices.Clone(r.Checkpoints),
		GoalAchieved: r.GoalAchieved, GoalReason: r.GoalReason, Simulator: r.Simulator,
		SessionID: r.SessionID, Usage: writableUsage(r.Usage()), Notes: r.Notes,
		TotalTurns: len(r.Turns), DurationMS: r.Duration.Milliseconds(), Source: r.Source.String(),
	}
	if !r.Start.IsZero() {
		out.Start = &r.Start
	}
	for i, t := range r.Turns {
		out.Turns[i] = newTurnJSON(t)
	}
	for i := range out.Checkpoints {
		v := &out.Checkpoints[i].Verdict
		v.Score = writableNumber(v.Score)
	}
	return json.Marshal(out)
}

type resultJSON struct {
	ID           string              `json:"id,omitempty"`
	Name         string              `json:"name,omitempty"`
	Status       Status              `json:"status"`
	Blame        Blame               `json:"blame,omitempty"`
	Error        string              `json:"error,omitempty"`
	SkipReason   string              `json:"skip_reason,omitempty"`
	Turns        []turnJSON          `json:"turns"`
	Final        []checkJSON         `json:"final_assertions,omitempty"`
	Checkpoints  []checkpoint.Status `json:"checkpoints,omitempty"`
	GoalAchieved bool                `json:"goal_achieved,omitempty"`
	GoalReason   string              `json:"goal_reason,omitempty"`
	Simulator    string              `json:"simulator,omitempty"`
	SessionID    string              `json:"session_id,omitempty"`
	Usage        *chat.Usage         `json:"usage,omitempty"`
	Notes        []string            `json:"notes,omitempty"`
	TotalTurns   int                 `json:"total_turns"`
	Start        *time.Time          `json:"start,omitempty"`
	DurationMS   int64               `json:"duration_ms"`
	Source       string              `json:"source,omitempty"`
}

type turnJSON struct {
	Turn            int               `json:"turn"`
	Input           string            `json:"input"`
	Answers         []chat.ToolResult `json:"answers,omitempty"`
	Attachments     []chat.Attachment `json:"attachments,omitempty"`
	InputSource     chat.InputSource  `json:"input_source,omitempty"`
	Output          string            `json:"output"`
	ToolCalls       []chat.ToolCall   `json:"tool_calls,omitempty"`
	Data            json.RawMessage   `json:"data,omitempty"`
	AwaitingInput   bool              `json:"awaiting_input"`
	AwaitingReason  string            `json:"awaiting_reason,omitempty"`
	InputHint       string            `json:"input_hint,omitempty"`
	Assertions      []checkJSON       `json:"assertions,omitempty"`
	AssertionErrors []string          `json:"assertion_errors,omitempty"`
	Reached         []string          `json:"checkpoints_reached,omitempty"`
	Reasoning       string            `json:"simulator_reasoning,omitempty"`
	Error           string            `json:"error,omitempty"`
	SkipReason      string            `json:"skip_reason,omitempty"`
	Status          Status            `json:"status"`
	Blame           Blame             `json:"blame,omitempty"`
	Usage           *chat.Usage       `json:"usage,omitempty"`
	DurationMS      int64             `json:"duration_ms"`
}

func newTurnJSON(t *Turn) turnJSON {
	state := t.State()
	out := turnJSON{
		Turn: t.Number, Input: t.Input.Text, Answers: t.Input.ToolResults, InputSource: t.InputSource,
		Output: t.Text(), ToolCalls: t.ToolCalls(), Data: chat.ValidJSON(t.Data()),
		AwaitingInput: state.Awaiting, AwaitingReason: state.Reason, InputHint: state.Hint,
		Assertions: checksJSON(t.Checks), Reached: t.Reached, Reasoning: t.Reasoning,
		Error: t.Error, SkipReason: t.SkipReason, Status: t.Status, Blame: t.Blame,
		DurationMS: t.Duration.Milliseconds(),
	}
	if t.Response != nil {
		out.Usage = writableUsage(t.Response.Usage)
	}
	for i := range out.ToolCalls {
		out.ToolCalls[i].Metadata = writable(out.ToolCalls[i].Metadata)
	}
	for _, a := range t.Input.Attachments {
		a.Data = nil // the source names it; its bytes do not belong in a report
		a.Metadata = writable(a.Metadata)
		out.Attachments = append(out.Attachments, a)
	}
	for i := range t.Checks {
		if c := &t.Checks[i]; !c.OK() {
			out.AssertionErrors = append(out.AssertionErrors, render.Failure("", *c))
		}
	}
	return out
}

// checkJSON writes a check as its assertion's own spelling with the outcome added.
type checkJSON struct{ check *chat.Check }

func checksJSON(checks []chat.Check) []checkJSON {
	out := make([]checkJSON, len(checks))
	for i := range checks {
		out[i].check = &checks[i]
	}
	return out
}

type outcomeJSON struct {
	Rule        string     `json:"rule,omitempty"`
	Passed      bool       `json:"passed"`
	Status      Status     `json:"status,omitempty"`
	Message     string     `json:"error,omitempty"`
	Got         string     `json:"got,omitempty"`
	Want        string     `json:"want,omitempty"`
	Diff        string     `json:"diff,omitempty"`
	Score       *float64   `json:"score,omitempty"`
	Suggestions []string   `json:"suggestions,omitempty"`
	Blame       chat.Blame `json:"blame,omitempty"`
	NotRun      string     `json:"not_run,omitempty"`
	Source      string     `json:"source,omitempty"`
}

// MarshalJSON writes {"type": …, the assertion's fields, "passed": …}.
func (c checkJSON) MarshalJSON() ([]byte, error) {
	v := c.check.Verdict
	out := outcomeJSON{
		Rule: strings.ToLower(c.check.Kind.String()), NotRun: c.check.NotRun, Source: c.check.Source.String(),
	}
	if c.check.Kind == chat.KindFinally {
		out.Rule = ""
	}
	if c.check.NotRun == "" {
		out.Passed = v.Status == chat.Passed
		out.Score, out.Suggestions = writableNumber(v.Score), v.Suggestions
		if !out.Passed {
			out.Status, out.Blame, out.Message, out.Got, out.Want = v.Status, v.Blame, v.Reason, v.Got, v.Want
			out.Diff = v.Diff
		}
	}
	outcome, err := json.Marshal(out)
	if err != nil {
		return nil, err
	}
	return append(spelling(c.check.Assertion), outcome[1:]...), nil
}

// spelling returns the assertion as an open object: {"type":"contains","value":"x", — with the closing brace still to
// come after more fields.
func spelling(a Assertion) []byte {
	if raw := bytes.TrimSpace(ownSpelling(a)); len(raw) > 2 && raw[0] == '{' {
		return append(raw[:len(raw)-1:len(raw)-1], ',')
	}
	name, _ := json.Marshal(render.Name(a)) // a string always marshals
	return []byte(`{"type":"custom","name":` + string(name) + `,`)
}

// ownSpelling returns what the assertion writes of itself; nil where it cannot.
func ownSpelling(a Assertion) (raw []byte) {
	defer func() {
		if recover() != nil {
			raw = nil
		}
	}()
	if m, ok := a.(json.Marshaler); ok && !checks.IsNil(a) {
		raw, _ = json.Marshal(m) // nil with an error
	}
	return raw
}
