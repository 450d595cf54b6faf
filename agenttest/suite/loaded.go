package suite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// Loaded is a case ready to be played: agenttest.Play(ctx, l.Agent, l.Case).
type Loaded struct {
	// ID is the case's id, and Name its name, which may be empty.
	ID, Name string
	// Source is the file, as the input led to it, and the line on which the case begins. Of a generated case it names the
	// generator and has no line; of one that was made of a message it is zero.
	Source chat.Source
	// Case is the case itself, with everything set that file and configuration say.
	Case agenttest.Case
	// Agent is the agent under test.
	Agent agenttest.Agent

	spec       *caseSpec // what was read; nil where it is not kept
	person     bool      // a person takes part
	user       string
	turns      int
	unchecked  bool
	improvised bool   // a model has made it, so that no two runs have the same
	picked     *whole // what it was picked from, as the case of one shard; nil where it was not
}

// loaded returns the case that a spec describes.
func (l *loader) loaded(spec *caseSpec) Loaded {
	c := l.build(spec)
	loaded := Loaded{
		ID: spec.ID, Name: spec.Name, Source: spec.source, Case: c, Agent: l.target,
		turns: spec.turns(), unchecked: c.ChecksNothing(), improvised: l.improvised,
	}
	if spec.user != nil {
		loaded.user = fmt.Sprint(spec.user)
	}
	switch {
	case !spec.withPerson():
	case l.cfg.SkipInteractive:
		loaded.Case = skipped(c, spec)
	default:
		loaded.person = true
	}
	if l.keep {
		kept := *spec
		loaded.spec = &kept
	}
	return loaded
}

// Turns returns how many turns are written in the case. Those of a simulator or a person come on top of them.
func (l Loaded) Turns() int { return l.turns }

// Simulator returns who plays the user after these turns, as reports name it: the id of an agent, or "scripts:ID". It
// is empty where nobody does.
func (l Loaded) Simulator() string { return l.user }

// Interactive reports whether a person takes part.
func (l Loaded) Interactive() bool { return l.person }

// ChecksNothing reports whether the case passes whenever the agent answers, since nothing is expected of it.
func (l Loaded) ChecksNothing() bool { return l.unchecked }

// String returns the case as a list shows it, unescaped: "[T001] Expense Flow (3 turns)", "[T002] (simulator: ID)".
func (l Loaded) String() string {
	s := "[" + l.ID + "]"
	if l.Name != "" && l.Name != l.ID {
		s += " " + l.Name
	}
	switch {
	case l.user != "":
		return s + " (simulator: " + l.user + ")"
	case l.turns == 0:
		return s + " (human)"
	default:
		return s + " (" + render.Count(l.turns, "turn") + ")"
	}
}

// MarshalJSON returns the case as one line of a case file, in the canonical spelling: loaded again with the same
// configuration it is the same case, and is written as the same line. "<", ">" and "&" stand as they are, which
// json.Marshal changes and a json.Encoder without SetEscapeHTML leaves. Attachments are written as they were read, so
// that "file://" is relative to wherever the line is put, or to Config.Root.
//
// Cases of [All], of a generator and of [Message] can be written. Those that [Load] has read from files cannot, which
// spares the memory, nor can a [Conversation]: that is an error.
func (l Loaded) MarshalJSON() ([]byte, error) {
	if l.spec == nil {
		return nil, errors.New("the case is there to be played and cannot be written; cases of suite.All, of a generator and of suite.Message can")
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(l.spec); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
