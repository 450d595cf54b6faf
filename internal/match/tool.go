package match

import "strings"

// Tool reports whether a called tool's name is the wanted one: exactly, or behind a namespace that ends with "__", "."
// or "/", as servers put in front of the tools they offer ("mcp__expenses__create", "expenses.create"). It never
// matches a part of a word: "set" is not "reset" nor "reset_all". An empty name matches nothing.
func Tool(want, called string) bool {
	if want == "" {
		return false
	}
	if want == called {
		return true
	}
	namespace, ok := strings.CutSuffix(called, want)
	if !ok {
		return false
	}
	for _, sep := range [...]string{"__", ".", "/"} {
		if strings.HasSuffix(namespace, sep) && len(namespace) > len(sep) {
			return true
		}
	}
	return false
}
