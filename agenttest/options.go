package agenttest

import (
	"maps"
	"slices"

	"github.com/agenttest/go/agenttest/chat"
)

// ownOptions returns a copy of the options that shares nothing with them that JSON can hold, so that whoever changes
// his own changes nobody else's.
func ownOptions(o Options) Options {
	o.Skip = maps.Clone(o.Skip)
	o.Metadata, _ = ownValue(o.Metadata).(map[string]any)
	o.Search = ownValue(o.Search)
	return o
}

func ownValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		own := maps.Clone(v)
		for key, value := range own {
			own[key] = ownValue(value)
		}
		return own
	case []any:
		own := slices.Clone(v)
		for i, value := range own {
			own[i] = ownValue(value)
		}
		return own
	default:
		return v
	}
}

// optionsOf returns the case's options with the turn's put over them; nil when there are none.
func (p *player) optionsOf(in *input) *chat.Options {
	switch {
	case in.script != nil && !in.script.options.IsZero():
		merged := p.c.options.Merge(in.script.options)
		return &merged
	case p.c.options.IsZero():
		return nil
	default:
		return &p.c.options
	}
}
