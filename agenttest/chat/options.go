package chat

import "maps"

// Names of what [Options.Skip] can switch off, as the case files spell them.
const (
	SkipHistory = "history"
	SkipTrace   = "trace"
)

// Options are the settings a case passes to the agent beside the message. The zero value asks for nothing.
type Options struct {
	// Connector names the model or provider to use.
	Connector string `json:"connector,omitempty"`
	// Mode is the agent's own mode, such as "chat".
	Mode string `json:"mode,omitempty"`
	// Search controls the agent's search; its form is the agent's own. Nil leaves it unsaid.
	Search any `json:"search,omitempty"`
	// Skip switches off features of the agent's platform by name: "history", "trace" and others.
	Skip map[string]bool `json:"skip,omitempty"`
	// Metadata is handed to the agent as it is.
	Metadata map[string]any `json:"metadata,omitempty"`
}

// IsZero reports whether the options ask for nothing.
func (o *Options) IsZero() bool {
	return o.Connector == "" && o.Mode == "" && o.Search == nil && len(o.Skip) == 0 && len(o.Metadata) == 0
}

// Merge returns these options with every setting that over has put in place of the same setting here. Skip merges
// name by name, Metadata key by key and deeply: two objects under one key are merged, anything else is replaced.
// Neither operand is changed.
func (o Options) Merge(over Options) Options {
	if over.IsZero() {
		return o
	}
	if over.Connector != "" {
		o.Connector = over.Connector
	}
	if over.Mode != "" {
		o.Mode = over.Mode
	}
	if over.Search != nil {
		o.Search = over.Search
	}
	if len(over.Skip) > 0 {
		skip := make(map[string]bool, len(o.Skip)+len(over.Skip))
		maps.Copy(skip, o.Skip)
		maps.Copy(skip, over.Skip)
		o.Skip = skip
	}
	o.Metadata = MergeMetadata(o.Metadata, over.Metadata)
	return o
}

// MergeMetadata returns base with the keys of over put in place, deeply: two objects under one key are merged,
// anything else is replaced. Neither operand is changed, and where one is empty the other is returned as it is.
func MergeMetadata(base, over map[string]any) map[string]any {
	if len(over) == 0 {
		return base
	}
	if len(base) == 0 {
		return over
	}
	merged := make(map[string]any, len(base)+len(over))
	maps.Copy(merged, base)
	for key, value := range over {
		if inner, ok := value.(map[string]any); ok {
			if below, ok := merged[key].(map[string]any); ok {
				merged[key] = MergeMetadata(below, inner)
				continue
			}
		}
		merged[key] = value
	}
	return merged
}
