package suite

import (
	"context"
	"maps"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/strict"
	"github.com/agenttest/go/simulator"
)

// readSimulator reads who plays the user.
func (r *reader) readSimulator(v strict.Value) simulatorSpec {
	o := v.Object()
	s := simulatorSpec{}
	use := o.Field("use")
	persona, goal := o.Field("persona"), o.Field("goal")
	options := o.Field("options")
	s.Persona, s.Goal = persona.Text(), goal.Text()
	s.MaxTurns = o.Field("max_turns").IntFrom(1)
	s.Options = readOptions(options)
	if use.Present() {
		found, ok := r.ref(use, aUser)
		s.ref, s.wrong = found, !ok
		if ok {
			s.Use = use.Text()
		}
	}
	if s.Options == nil {
		return s
	}
	s.once(persona, "persona", s.Persona)
	s.once(goal, "goal", s.Goal)
	if rest := *s.Options; s.ref.script {
		rest.Metadata = nil
		if !rest.IsZero() {
			options.Errorf(`a script is given "metadata" and nothing else, want no connector, mode, search or skip`)
		}
	}
	return s
}

// once notes a field that stands in the metadata too, with another value.
func (s *simulatorSpec) once(v strict.Value, key, text string) {
	other, ok := s.Options.Metadata[key]
	if ok && v.Kind() == strict.KindString && other != any(text) {
		v.Errorf(`got %q, but "options.metadata.%s" is something else; they are the same, want it once`, text, key)
	}
}

// user returns the simulator that plays as the case says.
func (r *reader) user(s *simulatorSpec) simulator.Simulator {
	var options chat.Options
	if s.Options != nil {
		options = *s.Options
	}
	if s.ref.script {
		metadata := maps.Clone(options.Metadata)
		if metadata == nil {
			metadata = map[string]any{}
		}
		if s.Persona != "" {
			metadata["persona"] = s.Persona
		}
		if s.Goal != "" {
			metadata["goal"] = s.Goal
		}
		return scriptedUser{name: s.ref.String(), next: r.cfg.Scripts.Simulators[s.ref.id], metadata: metadata}
	}
	opts := []simulator.Option{simulator.Options(options)}
	if s.Persona != "" {
		opts = append(opts, simulator.Persona(s.Persona))
	}
	if s.Goal != "" {
		opts = append(opts, simulator.Goal(s.Goal))
	}
	return simulator.Agent(r.cfg.Agents[s.ref.id], opts...)
}

// scriptedUser is a simulator that is a Go function of the registry.
type scriptedUser struct {
	name     string
	next     SimulatorFunc
	metadata map[string]any
}

// Next calls the function.
func (s scriptedUser) Next(ctx context.Context, state *simulator.State) (simulator.Move, error) {
	return s.next(ctx, state, s.metadata)
}

// String returns "scripts:ID".
func (s scriptedUser) String() string { return s.name }
