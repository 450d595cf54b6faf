package report

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
)

// Record is the result of a case as reports have it: what the JSON of a result says, decoded. Every format is written
// from it, so that a report can be made from a run and from the records of runs elsewhere alike. A record that is
// being reported must not be changed.
type Record struct {
	// Run says which run the record is of; nil in a record that does not say.
	Run          *Run               `json:"run"`
	ID           string             `json:"id"`
	Name         string             `json:"name"`
	Status       chat.Status        `json:"status"`
	Blame        chat.Blame         `json:"blame"`
	Error        string             `json:"error"`
	SkipReason   string             `json:"skip_reason"`
	Turns        []TurnRecord       `json:"turns"`
	Final        []CheckRecord      `json:"final_assertions"`
	Checkpoints  []CheckpointRecord `json:"checkpoints"`
	GoalAchieved bool               `json:"goal_achieved"`
	GoalReason   string             `json:"goal_reason"`
	Simulator    string             `json:"simulator"`
	SessionID    string             `json:"session_id"`
	Usage        *chat.Usage        `json:"usage"`
	Notes        []string           `json:"notes"`
	TotalTurns   int                `json:"total_turns"`
	Start        time.Time          `json:"start"`
	DurationMS   int64              `json:"duration_ms"`
	// Source is where the case was written: "cases.jsonl:12".
	Source string `json:"source"`

	raw json.RawMessage
}

// TurnRecord is one turn of a [Record].
type TurnRecord struct {
	Turn           int               `json:"turn"`
	Input          string            `json:"input"`
	Answers        []chat.ToolResult `json:"answers"`
	Attachments    []chat.Attachment `json:"attachments"`
	InputSource    chat.InputSource  `json:"input_source"`
	Output         string            `json:"output"`
	ToolCalls      []chat.ToolCall   `json:"tool_calls"`
	Data           json.RawMessage   `json:"data"`
	AwaitingInput  bool              `json:"awaiting_input"`
	AwaitingReason string            `json:"awaiting_reason"`
	InputHint      string            `json:"input_hint"`
	Assertions     []CheckRecord     `json:"assertions"`
	Reached        []string          `json:"checkpoints_reached"`
	Reasoning      string            `json:"simulator_reasoning"`
	Error          string            `json:"error"`
	SkipReason     string            `json:"skip_reason"`
	Status         chat.Status       `json:"status"`
	Blame          chat.Blame        `json:"blame"`
	DurationMS     int64             `json:"duration_ms"`
}

// CheckpointRecord is what became of one checkpoint of a [Record].
type CheckpointRecord struct {
	ID          string   `json:"id"`
	Description string   `json:"description"`
	Optional    bool     `json:"optional"`
	After       []string `json:"after"`
	Reached     bool     `json:"reached"`
	Turn        int      `json:"turn"`
	Reason      string   `json:"reason"`
}

// CheckRecord is one assertion of a [Record] with what came out.
type CheckRecord struct {
	// Fields are those of the assertion as case files spell it, the outcome left out.
	Fields map[string]json.RawMessage
	// Rule is the list the assertion is from: "require", "always", "never"; empty for the others.
	Rule   string
	Passed bool
	Status chat.Status // empty when it passed
	// Message, Got, Want and Diff say why it did not pass; see [CheckRecord.Problem].
	Message     string
	Got         string
	Want        string
	Diff        string
	Score       *float64
	Suggestions []string
	Blame       chat.Blame
	NotRun      string
	Source      string
}

// UnmarshalJSON reads an assertion and its outcome, which share one object.
func (c *CheckRecord) UnmarshalJSON(data []byte) error {
	*c = CheckRecord{}
	if err := json.Unmarshal(data, &c.Fields); err != nil {
		return err
	}
	for _, f := range [...]struct {
		key  string
		into any
	}{
		{"rule", &c.Rule}, {"passed", &c.Passed}, {"status", &c.Status}, {"error", &c.Message}, {"got", &c.Got}, {"want", &c.Want},
		{"diff", &c.Diff}, {"score", &c.Score}, {"suggestions", &c.Suggestions}, {"blame", &c.Blame}, {"not_run", &c.NotRun}, {"source", &c.Source},
	} {
		raw, ok := c.Fields[f.key]
		if !ok {
			continue
		}
		delete(c.Fields, f.key)
		if passed, ok := f.into.(*bool); ok { // what nearly every check has, and nothing else
			*passed = string(raw) == "true"
			continue
		}
		// An assertion of the user's own may have a field with the name of one of ours and another type. That field then
		// says nothing of the outcome; the others are read all the same.
		_ = json.Unmarshal(raw, f.into)
	}
	return nil
}

// NewRecord returns the record of a result. Where the result cannot be encoded the record says so instead of holding
// the conversation, and the error is returned with it.
func NewRecord(res *agenttest.Result, run Run) (*Record, error) {
	line, problem := json.Marshal(res)
	rec := &Record{}
	if problem == nil {
		problem = json.Unmarshal(line, rec)
	}
	if problem != nil {
		problem = fmt.Errorf("report: the result of %q cannot be written as JSON: %w", cmp.Or(res.ID, res.Name, "a case"), problem)
		rec, line = unwritable(res, problem)
	}
	rec.Run = &run
	about, err := json.Marshal(run)
	if err != nil { // a year that RFC 3339 has no place for
		return rec, errors.Join(problem, err)
	}
	line = append(line[:len(line)-1:len(line)-1], `,"run":`...)
	rec.raw = append(append(line, about...), '}')
	return rec, problem
}

// JSON returns the record as one line of JSON without a line break: as it was read, or the result's own JSON with the
// run added.
func (r *Record) JSON() json.RawMessage { return r.raw }

// unwritable returns the record of a result whose conversation cannot be encoded.
func unwritable(res *agenttest.Result, problem error) (*Record, []byte) {
	bare := &agenttest.Result{
		ID: res.ID, Name: res.Name, Status: res.Status, Blame: res.Blame, Error: res.Error, SkipReason: res.SkipReason,
		SessionID: res.SessionID, Duration: res.Duration, Source: res.Source,
		Notes: []string{problem.Error() + "; the conversation is left out"},
	}
	rec := &Record{}
	line, err := json.Marshal(bare)
	if err == nil {
		err = json.Unmarshal(line, rec)
	}
	if err != nil { // texts and numbers alone always encode
		panic("report: " + err.Error())
	}
	return rec, line
}

// label names the case in messages.
func (r *Record) label() string {
	switch {
	case r.ID == "":
		return cmp.Or(r.Name, "(a case without a name)")
	case r.Name == "" || r.Name == r.ID:
		return r.ID
	default:
		return r.ID + " " + r.Name
	}
}

// turns returns how many turns were played.
func (r *Record) turns() int { return max(r.TotalTurns, len(r.Turns)) }
