package simulator

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// Agent returns a simulator that asks a model to play the user; the package documentation has the contract. It keeps
// nothing between calls, so that it may serve several conversations at once if the model does. A nil model and a bad
// prompt are usage errors.
func Agent(model chat.Agent, opts ...Option) Simulator {
	a := &agent{model: model}
	for _, o := range opts {
		o(a)
	}
	a.build()
	return a
}

// Option changes how [Agent] plays the user.
type Option func(*agent)

// Persona says who the user is: "New employee, unfamiliar with the expense process". Without it the metadata's own
// "persona" is taken.
func Persona(text string) Option { return func(a *agent) { a.persona = text } }

// Goal says what the user wants to achieve: "Submit a $3500 travel expense". Without it the metadata's own "goal" is
// taken.
func Goal(text string) Option { return func(a *agent) { a.goal = text } }

// Prompt replaces the built-in instructions; the description of the reply is added to it in any case. {{persona}},
// {{goal}}, {{conversation}}, {{last_response}}, {{turn_number}}, {{max_turns}}, {{test_id}}, {{session_id}}, the keys of
// [Metadata] and the case's {{variables.NAME}} are filled in; another name is a usage error. An empty text is the
// built-in instructions.
func Prompt(text string) Option { return func(a *agent) { a.prompt = text } }

// Options are passed to the model: connector, mode, search, skip and metadata. Given more than once they are merged.
// Skipping the history cannot be switched off, and metadata cannot replace what the engine says of the run.
func Options(o chat.Options) Option { return func(a *agent) { a.options = a.options.Merge(o) } }

// Metadata is passed to the model beside what the engine says of the run, which it cannot replace.
func Metadata(values map[string]any) Option { return Options(chat.Options{Metadata: values}) }

type agent struct {
	model                 chat.Agent
	persona, goal, prompt string
	options               chat.Options
	instructions          template
	err                   error // what Validate reports
}

// build works out everything that is the same for all turns.
func (a *agent) build() {
	// The maps are the caller's; what they change afterwards is not for conversations under way.
	a.options.Skip = with(a.options.Skip, chat.SkipHistory, true)
	a.persona = a.describe("persona", a.persona)
	a.goal = a.describe("goal", a.goal)
	text := a.prompt
	if text == "" {
		text = builtin
	}
	var err error
	a.instructions, err = parseTemplate(text+"\n\n"+contract, a.options.Metadata)
	if err != nil {
		a.err = fmt.Errorf("simulator.Prompt: %w", err)
	}
	if a.model == nil {
		a.err = errors.New("simulator.Agent has no model; pass an agent that plays the user")
	}
}

// Validate reports a missing model, what the model itself reports, and a prompt with an unknown placeholder.
func (a *agent) Validate() error {
	if a.err != nil {
		return a.err
	}
	if v, ok := chat.As[chat.Validator](a.model); ok {
		if err := v.Validate(); err != nil {
			return fmt.Errorf("simulator.Agent: the model: %w", err)
		}
	}
	return nil
}

// String returns "agent", with the persona where there is one.
func (a *agent) String() string {
	if a.persona == "" {
		return "agent"
	}
	return "agent (" + render.Short(a.persona, 60) + ")"
}

// Next asks the model for the user's next move, and once more when its reply says nothing.
func (a *agent) Next(ctx context.Context, s *State) (Move, error) {
	if a.err != nil {
		return Move{}, a.err
	}
	req, err := a.request(s)
	if err != nil {
		return Move{}, err
	}
	move, unusable, err := a.ask(ctx, req)
	if err != nil || unusable == nil {
		return move, err
	}
	again := *req // the model may have kept the first one
	again.Input.Text += "\n\n" + unusable.hint
	move, second, err := a.ask(ctx, &again)
	if err != nil {
		return Move{}, err
	}
	if second != nil {
		return Move{}, fmt.Errorf("the model was asked twice and %s; its last reply was %s", second.what, render.Quote(second.reply))
	}
	return move, nil
}

// ask sends one request. A reply that cannot be used but may be asked for again is neither a move nor an error.
func (a *agent) ask(ctx context.Context, req *chat.Request) (Move, *unusable, error) {
	resp, err := a.model.Respond(ctx, req)
	if err != nil {
		return Move{}, nil, err
	}
	return readReply(resp)
}

// request returns what the model is asked for the turn to come.
func (a *agent) request(s *State) (*chat.Request, error) {
	system, err := a.instructions.fill(a, s)
	if err != nil {
		return nil, fmt.Errorf("simulator.Prompt: %w", err)
	}
	said := flip(s)
	history := make([]chat.Message, 0, len(said))
	history = append(history, chat.Message{Role: chat.RoleSystem, Text: system})
	history = append(history, said[:len(said)-1]...)
	options := a.options
	options.Skip = maps.Clone(options.Skip)
	options.Metadata = a.metadata(s)
	session := s.SessionID
	if session != "" {
		// A platform that runs both agents must not mix the two sides of one conversation.
		session += "-simulator"
	}
	return &chat.Request{SessionID: session, Turn: s.Turn, Input: said[len(said)-1], History: history, Options: options}, nil
}

// metadata returns the user's metadata with what the engine says of the run put over it.
func (a *agent) metadata(s *State) map[string]any {
	values := make(map[string]any, len(a.options.Metadata)+10)
	maps.Copy(values, a.options.Metadata)
	maps.Copy(values, map[string]any{
		"test_mode":     "simulator",
		"test_id":       s.TestID,
		"session_id":    s.SessionID,
		"turn_number":   s.Turn,
		"turn_count":    len(s.turns()),
		"max_turns":     s.MaxTurns,
		"tool_results":  toolResults(s),
		"last_response": lastResponse(s),
	})
	return values
}

// describe settles the persona or the goal: an option wins over the metadata's own value, which may be of any form and
// is passed on as it is. It returns the text for the instructions.
func (a *agent) describe(key, option string) string {
	own := a.options.Metadata[key]
	if option != "" || own == nil {
		a.options.Metadata = with(a.options.Metadata, key, any(option))
		return option
	}
	return plain(own)
}

// with returns a copy of the map with one more entry.
func with[V any](values map[string]V, key string, value V) map[string]V {
	more := make(map[string]V, len(values)+1)
	maps.Copy(more, values)
	more[key] = value
	return more
}
