package cli

import (
	"maps"
	"slices"
)

// sortedIDs returns the ids of a registry in their order.
func sortedIDs[V any](registry map[string]V) []string { return slices.Sorted(maps.Keys(registry)) }
