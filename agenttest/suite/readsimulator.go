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
	use, persona, goal, options := o.Field("use"), o.Field("persona"), o.Field("goal"), o.Field("options")
	s := simulatorSpec{
		Persona:  persona.Text(),
		Goal:     goal.Text(),
		MaxTurns: o.Field("max_turns").IntFrom(1),
		Options:  readOptions(options),
	}
	switch {
	case use.Present():
		s.Use = use.Text()
		s.ref, s.found = r.ref(use, aUser)
	case r.cfg.Simulator != "":
		s.ref, s.found = r.defaultUser()
	case v.Kind() == strict.KindObject:
		v.Errorf(`missing field "use", and suite.Config.Simulator names no simulator either`)
	}
	if s.Options == nil {
		return s
	}
	s.once(persona, "persona", s.Persona)
	s.once(goal, "goal", s.Goal)
	rest := *s.Options
	rest.Metadata = nil
	if s.ref.script && !rest.IsZero() {
		options.Errorf(`a script is given "metadata" and nothing else, want no connector, mode, search or skip`)
	}
	return s
}

// defaultUser returns the suite's simulator; false when its name leads nowhere, which is reported once for the suite.
func (r *reader) defaultUser() (ref, bool) {
	found, problem := r.cfg.find(aUser, r.cfg.Simulator)
	return found, problem == ""
}

// once notes a field that stands in the metadata too, with another value.
func (s *simulatorSpec) once(v strict.Value, key, text string) {
	other, ok := s.Options.Metadata[key]
	if ok && v.Kind() == strict.KindString && other != any(text) {
		v.Errorf(`got %q, but "options.metadata.%s" is something else; they are the same, want it once`, text, key)
	}
}

// user returns the simulator that plays as the case says, under the name that the case has for it.
func (r *reader) user(s *simulatorSpec) simulator.Simulator {
	name := s.ref.id
	if s.ref.script {
		name = s.ref.String()
	}
	return namedUser{r.unnamedUser(s), name}
}

func (r *reader) unnamedUser(s *simulatorSpec) simulator.Simulator {
	var options chat.Options
	if s.Options != nil {
		options = *s.Options
	}
	if s.ref.script {
		script := r.cfg.Scripts.Simulators[s.ref.id]
		f, ok := script.(SimulatorFunc)
		if !ok {
			return script
		}
		described := map[string]any{}
		if s.Persona != "" {
			described["persona"] = s.Persona
		}
		if s.Goal != "" {
			described["goal"] = s.Goal
		}
		return scriptedUser{next: f, metadata: chat.MergeMetadata(options.Metadata, described)}
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
	next     SimulatorFunc
	metadata map[string]any
}

// Next calls the function.
func (s scriptedUser) Next(ctx context.Context, state *simulator.State) (simulator.Move, error) {
	return s.next(ctx, state, maps.Clone(s.metadata))
}

// namedUser is a simulator of the registry that reports call by its id.
type namedUser struct {
	simulator.Simulator
	name string
}

// String returns "ID" of an agent, "scripts:ID" of a script.
func (u namedUser) String() string { return u.name }

// Human reports whether it is a person.
func (u namedUser) Human() bool { return simulator.IsHuman(u.Simulator) }

// Unwrap returns the simulator itself.
func (u namedUser) Unwrap() simulator.Simulator { return u.Simulator }

// Validate reports what the simulator says is wrong with it.
func (u namedUser) Validate() error {
	if v, ok := u.Simulator.(chat.Validator); ok {
		return v.Validate()
	}
	return nil
}
