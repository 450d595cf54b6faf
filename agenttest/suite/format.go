package suite

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/simulator"
)

// The structs below are the file format: what one object of a case file holds, after it was checked. Marshalled they are
// such an object again, in the canonical spelling of every field, which reads back as the same struct. The unexported
// fields are what the reader has found out: where the thing stands, and what it was built into.

// caseSpec is one case of a file.
type caseSpec struct {
	ID               string           `json:"id"`
	Name             string           `json:"name,omitempty"`
	Type             string           `json:"type,omitempty"`
	Mode             string           `json:"mode,omitempty"`
	Options          *chat.Options    `json:"options,omitempty"`
	Variables        map[string]any   `json:"variables,omitempty"`
	Tools            []toolSpec       `json:"tools,omitempty"`
	Input            string           `json:"input,omitempty"`
	Attachments      []attachmentSpec `json:"attachments,omitempty"`
	Assertions       []assertionSpec  `json:"assertions,omitempty"`
	Turns            []turnSpec       `json:"turns,omitempty"`
	Simulator        *simulatorSpec   `json:"simulator,omitempty"`
	Interactive      *interactiveSpec `json:"interactive,omitempty"`
	Checkpoints      []checkpointSpec `json:"checkpoints,omitempty"`
	Always           []assertionSpec  `json:"always,omitempty"`
	Never            []assertionSpec  `json:"never,omitempty"`
	Final            []assertionSpec  `json:"final_assertions,omitempty"`
	MaxTurns         int              `json:"max_turns,omitempty"`
	Timeout          duration         `json:"timeout,omitempty"`
	TurnTimeout      duration         `json:"turn_timeout,omitempty"`
	OnMissingInput   string           `json:"on_missing_input,omitempty"`
	OnSimulatorError string           `json:"on_simulator_error,omitempty"`
	Detect           string           `json:"detect,omitempty"`
	KeepGoing        bool             `json:"keep_going,omitempty"`
	UntilGoal        bool             `json:"until_goal,omitempty"`

	source  chat.Source
	opening chat.Source         // where Input stands
	dynamic bool                // a simulator or a person plays the user after the script
	user    simulator.Simulator // the case's own simulator or the suite's; nil for none
	human   simulator.Simulator // nil unless a person takes part
}

// turnSpec is one turn of a script.
type turnSpec struct {
	Input       string           `json:"input,omitempty"`
	Answer      *answerSpec      `json:"answer,omitempty"`
	Attachments []attachmentSpec `json:"attachments,omitempty"`
	Options     *chat.Options    `json:"options,omitempty"`
	Assertions  []assertionSpec  `json:"assertions,omitempty"`

	source chat.Source
}

// answerSpec answers a tool call that the agent left pending, by its id or by the tool's name.
type answerSpec struct {
	Call   string          `json:"call"`
	Result json.RawMessage `json:"result"`
}

// attachmentSpec is a file that travels with a message.
type attachmentSpec struct {
	Type   string `json:"type,omitempty"`
	Source string `json:"source"`
	Name   string `json:"name,omitempty"`
}

// assertionSpec is an assertion, which knows its own spelling.
type assertionSpec struct {
	chat.Assertion
	source chat.Source
}

// MarshalJSON writes the assertion's own spelling.
func (a assertionSpec) MarshalJSON() ([]byte, error) {
	if m, ok := a.Assertion.(json.Marshaler); ok {
		return m.MarshalJSON()
	}
	return nil, fmt.Errorf("the assertion %s has no spelling", a.Assertion) // all that are read have one
}

// simulatorSpec says who plays the user.
type simulatorSpec struct {
	Use      string        `json:"use,omitempty"`
	Persona  string        `json:"persona,omitempty"`
	Goal     string        `json:"goal,omitempty"`
	MaxTurns int           `json:"max_turns,omitempty"`
	Options  *chat.Options `json:"options,omitempty"`

	ref   ref
	found bool // ref leads somewhere
}

// interactiveSpec says whether a person takes part.
type interactiveSpec struct {
	Enabled bool     `json:"enabled"`
	Timeout duration `json:"timeout,omitempty"`
}

// checkpointSpec is something that a conversation must come to.
type checkpointSpec struct {
	ID          string        `json:"id"`
	Description string        `json:"description,omitempty"`
	After       []string      `json:"after,omitempty"`
	Optional    bool          `json:"optional,omitempty"`
	Assertion   assertionSpec `json:"assertion"`

	source chat.Source
}

// toolSpec is a stub: it answers the calls of a tool that the agent leaves without a result.
type toolSpec struct {
	Name    string          `json:"name"`
	Args    json.RawMessage `json:"args,omitempty"`
	Returns json.RawMessage `json:"returns,omitempty"`
	Error   string          `json:"error,omitempty"`

	want any // Args with its matchers
}

// duration is a length of time, written as "30s" or "5m".
type duration time.Duration

// MarshalText writes the duration without zero units.
func (d duration) MarshalText() ([]byte, error) {
	return []byte(render.Duration(time.Duration(d))), nil
}

// UnmarshalText reads what [time.ParseDuration] does.
func (d *duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	*d = duration(parsed)
	return err
}
