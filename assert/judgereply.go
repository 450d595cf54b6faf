package assert

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/jsonx"
	"github.com/agenttest/go/internal/render"
)

// opinion is what a judge answered.
type opinion struct {
	passed      bool
	score       *float64
	badScore    string // a score that is no number, as it is written
	reason      string
	suggestions []string
}

// readOpinion reads a judge's answer from its structured data or its text: the last JSON object with "passed", but not
// out of its thoughts. Nothing is taken for granted and no word of prose is read; whatever is not exactly an answer is an
// error that shows it.
func readOpinion(r *chat.Response) (opinion, error) {
	has := func(raw json.RawMessage) bool { return jsonx.Has(raw, "passed") }
	raw := json.RawMessage(bytes.TrimSpace(r.Data))
	if !has(raw) {
		var ok bool
		if raw, ok = jsonx.Last(jsonx.WithoutThoughts(r.Text()), has); !ok {
			return opinion{}, fmt.Errorf("the judge's reply has no JSON object with \"passed\": got %s, want %s", shownReply(r), answerForm)
		}
	}
	fields, err := members(raw)
	if err != nil {
		return opinion{}, fmt.Errorf("the judge's reply: %w in %s", err, render.JSON(raw))
	}
	var o opinion
	switch string(fields["passed"]) {
	case "true":
		o.passed = true
	case "false":
	default:
		return opinion{}, fmt.Errorf("the judge's \"passed\": got %s, want true or false; it replied %s", render.JSON(fields["passed"]), render.JSON(raw))
	}
	if score, ok := fields["score"]; ok && string(score) != "null" {
		var x float64
		if err := json.Unmarshal(score, &x); err != nil {
			o.badScore = render.JSON(score) // matters only where a score is wanted
		} else {
			o.score = &x
		}
	}
	o.reason = textOf(fields["reason"])
	o.suggestions = suggestionsOf(fields["suggestions"])
	return o, nil
}

func shownReply(r *chat.Response) string {
	text := r.Text()
	if strings.TrimSpace(text) == "" && len(r.Data) > 0 {
		return render.JSON(r.Data)
	}
	return render.Quote(text)
}

// members returns the members of an object. A name that stands twice is an error: of two verdicts neither is the judge's.
func members(raw json.RawMessage) (map[string]json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	fields := map[string]json.RawMessage{}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		key, ok := name.(string)
		if !ok {
			return nil, errors.New("not an object")
		}
		if _, twice := fields[key]; twice {
			return nil, fmt.Errorf("%q stands twice", key)
		}
		fields[key] = value
	}
	return fields, nil
}

// textOf returns a text; JSON of another type as it is written.
func textOf(raw json.RawMessage) string {
	var s string
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return ""
	case json.Unmarshal(raw, &s) == nil:
		return strings.TrimSpace(s)
	default:
		return string(raw)
	}
}

func suggestionsOf(raw json.RawMessage) []string {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		list = []json.RawMessage{raw}
	}
	var out []string
	for _, s := range list {
		if text := textOf(s); text != "" {
			out = append(out, text)
		}
	}
	return out
}
