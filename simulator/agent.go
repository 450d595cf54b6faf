package simulator

import (
	"context"
	"errors"

	"github.com/agenttest/go/agenttest/chat"
)

// Agent returns a simulator that asks a model to play the user.
func Agent(model chat.Agent, opts ...Option) Simulator {
	a := &agent{model: model}
	for _, o := range opts {
		o(a)
	}
	return a
}

// Option changes how [Agent] plays the user.
type Option func(*agent)

// Persona says who the user is: "New employee, unfamiliar with the expense process".
func Persona(text string) Option { return func(a *agent) { a.persona = text } }

// Goal says what the user wants to achieve: "Submit a $3500 travel expense".
func Goal(text string) Option { return func(a *agent) { a.goal = text } }

// Prompt replaces the built-in instructions.
func Prompt(text string) Option { return func(a *agent) { a.prompt = text } }

// Options are passed to the model.
func Options(o chat.Options) Option { return func(a *agent) { a.options = a.options.Merge(o) } }

// Metadata is passed to the model.
func Metadata(values map[string]any) Option {
	return Options(chat.Options{Metadata: values})
}

type agent struct {
	model                 chat.Agent
	persona, goal, prompt string
	options               chat.Options
}

func (a *agent) Next(ctx context.Context, s *State) (Move, error) {
	return Move{}, errors.New("not written yet")
}
