package simulator

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/jsonx"
	"github.com/agenttest/go/internal/render"
)

// unusable is a reply that says nothing the conversation could go on with, and for which the model may be asked again.
type unusable struct {
	what  string // for the error: "gave no input"
	hint  string // for the model
	reply string
}

// readReply reads the user's next move out of a model's reply: its structured data, else the last JSON object of its
// text that has a field of the contract, else the text itself.
func readReply(resp *chat.Response) (Move, *unusable, error) {
	if resp == nil {
		return Move{}, nil, errors.New("the model returned no response")
	}
	switch resp.FinishReason {
	case chat.FinishRefusal, chat.FinishContentFilter:
		return Move{}, nil, fmt.Errorf("the model refused to play the user (%s): %s", resp.FinishReason, render.Quote(resp.Text()))
	}
	if ofContract(resp.Data) {
		return readObject(resp.Data)
	}
	text := jsonx.WithoutThoughts(resp.Text())
	if misshapen(text) {
		return Move{}, &unusable{"gave no JSON object that could be read", hintBroken, text}, nil
	}
	if raw, ok := jsonx.Last(text, ofContract); ok {
		return readObject(raw)
	}
	switch {
	case text == "":
		return Move{}, &unusable{"gave no input", hintEmpty, resp.Text()}, nil
	case resp.FinishReason == chat.FinishLength:
		return Move{}, &unusable{"broke off in the middle", hintBroken, text}, nil
	default:
		return Move{Input: text}, nil, nil
	}
}

const (
	hintEmpty  = `[your last reply had an empty "input"; write what the user says next, or set "goal_achieved" to true]`
	hintBroken = `[your last reply could not be read; reply with one complete JSON object: {"input": "…", "goal_achieved": false, "reasoning": "…"}]`
)

// The fields of the contract. "message" is another name for "input".
const (
	fieldInput     = "input"
	fieldMessage   = "message"
	fieldGoal      = "goal_achieved"
	fieldReasoning = "reasoning"
)

var fieldNames = []string{fieldInput, fieldMessage, fieldGoal, fieldReasoning}

// ofContract reports whether raw is a JSON object with a field of the contract, of whatever type.
func ofContract(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	return slices.ContainsFunc(fieldNames, func(name string) bool { return jsonx.Has(raw, name) })
}

// readObject reads an object of the contract. A field that is null is a field that is not there; one of a wrong type is
// an error, since a guess would put words into the user's mouth.
func readObject(raw json.RawMessage) (Move, *unusable, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return Move{}, nil, fmt.Errorf("the model's reply is not a JSON object: %w", err)
	}
	var (
		move    Move
		message string
	)
	if err := errors.Join(
		read(fields, fieldInput, "a string", &move.Input),
		read(fields, fieldMessage, "a string", &message),
		read(fields, fieldGoal, "true or false", &move.GoalAchieved),
		read(fields, fieldReasoning, "a string", &move.Reasoning),
	); err != nil {
		return Move{}, nil, err
	}
	if strings.TrimSpace(move.Input) == "" {
		move.Input = message
	}
	if strings.TrimSpace(move.Input) == "" {
		move.Input = ""
		if !move.GoalAchieved {
			return Move{}, &unusable{"gave no input", hintEmpty, string(raw)}, nil
		}
	}
	return move, nil, nil
}

// read reads one field into a value of its type.
func read[T any](fields map[string]json.RawMessage, name, want string, into *T) error {
	raw, ok := fields[name]
	if !ok {
		return nil
	}
	if json.Unmarshal(raw, into) != nil {
		return fmt.Errorf("the model's reply has %q: got %s, want %s", name, render.JSON(raw), want)
	}
	return nil
}

// misshapen reports whether a text begins, perhaps in a fence, with what was meant for an object of the contract and is
// none: it breaks off, or the fields are wrapped in something else, such as a list. Said to the agent it would show it
// the model's reasoning, and an object inside one that breaks off is not the reply.
func misshapen(text string) bool {
	if fenced, ok := strings.CutPrefix(text, "```"); ok {
		text = strings.TrimSpace(strings.TrimPrefix(fenced, "json"))
	}
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		return false
	}
	if !slices.ContainsFunc(fieldNames, func(name string) bool { return strings.Contains(text, `"`+name+`"`) }) {
		return false
	}
	whole := jsonx.All(text)
	if len(whole) > 0 && strings.HasPrefix(text, string(whole[0])) {
		return !slices.ContainsFunc(whole, ofContract)
	}
	inside, ok := strings.CutPrefix(strings.TrimLeft(text, "[ \n\r\t"), "{")
	return ok && strings.HasPrefix(strings.TrimSpace(inside), `"`)
}
