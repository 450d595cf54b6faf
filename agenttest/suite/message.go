package suite

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/internal/strict"
)

// Message returns a case of one turn, called "message", in which the user says this text and nothing is expected of the
// reply. A person may override it with Config.Interactive. An empty text, one that is not UTF-8, and mistakes in the
// configuration are errors.
func Message(text string, cfg Config) (Loaded, error) {
	var wrong error
	switch {
	case strings.TrimSpace(text) == "":
		wrong = errors.New("the message is empty, want what the user says")
	case !utf8.ValidString(text):
		wrong = errors.New("the message is not UTF-8")
	}
	return one(cfg, wrong, func(r *reader) *caseSpec {
		return &caseSpec{ID: "message", Input: text, human: r.personIn(nil)}
	})
}

// conversationLimit bounds the agent's time in a conversation with a person, who ends it when they like.
const conversationLimit = 24 * time.Hour

// Conversation returns a case, called "conversation", in which a person at the terminal talks to the agent: they speak
// first, and when they end the input (Ctrl-D, or an empty line) the case passes unless the agent has failed. There is no
// limit to the number of turns; Config.Timeout, or 5 minutes, bounds each of the agent's replies. Without a terminal, or
// when the person says nothing at all, the case is skipped. Mistakes in the configuration are errors.
func Conversation(cfg Config) (Loaded, error) {
	return one(cfg, nil, conversation)
}

func conversation(r *reader) *caseSpec {
	own := &interactiveSpec{Enabled: true}
	return &caseSpec{
		ID: "conversation", Mode: dynamic, Interactive: own, dynamic: true, human: r.personIn(own),
		OnMissingInput: string(agenttest.MissingEnd), // the person has the last word, whatever the agent waits for
		Timeout:        duration(conversationLimit), TurnTimeout: duration(cmp.Or(r.cfg.Timeout, agenttest.DefaultTimeout)),
	}
}

// one returns the case that make describes, or all that is wrong with it and with the configuration.
func one(cfg Config, wrong error, make func(*reader) *caseSpec) (Loaded, error) {
	var errs strict.Errors
	cfg.check(&errs)
	errs.Add(wrong)
	if err := errs.Err(); err != nil {
		return Loaded{}, err
	}
	l := newLoader(context.Background(), cfg, nil)
	spec := make(l.reader)
	l.keep = spec.Interactive == nil
	return l.loaded(spec), nil
}
