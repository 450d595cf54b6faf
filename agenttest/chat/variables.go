package chat

import (
	"maps"
	"sync"
)

// Variables are named values of one conversation, set by the case, its hooks and its scripts. A nil *Variables is
// empty and cannot be set. Methods may be called from several goroutines.
type Variables struct {
	mu     sync.RWMutex
	values map[string]any
}

// NewVariables returns variables that hold a copy of values, which may be nil.
func NewVariables(values map[string]any) *Variables {
	return &Variables{values: maps.Clone(values)}
}

// Get returns the value of a variable and whether it is set.
func (v *Variables) Get(name string) (any, bool) {
	if v == nil {
		return nil, false
	}
	v.mu.RLock()
	defer v.mu.RUnlock()
	value, ok := v.values[name]
	return value, ok
}

// Set sets a variable.
func (v *Variables) Set(name string, value any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.values == nil {
		v.values = map[string]any{}
	}
	v.values[name] = value
}

// All returns a copy of all variables, nil when there are none.
func (v *Variables) All() map[string]any {
	if v == nil {
		return nil
	}
	v.mu.RLock()
	defer v.mu.RUnlock()
	if len(v.values) == 0 {
		return nil
	}
	return maps.Clone(v.values)
}
