package agenttest

import (
	"encoding/json"
	"math"

	"github.com/agenttest/go/agenttest/chat"
)

// One value that JSON cannot hold must not lose the record of a whole run: it is left out.

// writable returns the entries that can be written as JSON.
func writable(m map[string]any) map[string]any {
	if _, err := json.Marshal(m); err == nil {
		return m
	}
	kept := make(map[string]any, len(m))
	for key, value := range m {
		if _, err := json.Marshal(value); err == nil {
			kept[key] = value
		}
	}
	return kept
}

// writableNumber returns nil for what is no number, or an endless one.
func writableNumber(f *float64) *float64 {
	if f == nil || math.IsNaN(*f) || math.IsInf(*f, 0) {
		return nil
	}
	return f
}

// writableUsage returns the usage with a cost that can be written.
func writableUsage(u *chat.Usage) *chat.Usage {
	if u == nil || u.CostUSD == nil {
		return u
	}
	known := *u
	known.CostUSD = writableNumber(u.CostUSD)
	return &known
}
