package match_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/agenttest/go/internal/match"
	"pgregory.net/rapid"
)

// drawValue draws a JSON value as encoding/json decodes it.
func drawValue(t *rapid.T, depth int) any {
	kinds := 6
	if depth == 0 {
		kinds = 4
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "bool")
	case 2:
		return rapid.Int64().Draw(t, "number")
	case 3:
		return rapid.String().Draw(t, "string")
	case 4:
		array := make([]any, rapid.IntRange(0, 3).Draw(t, "length"))
		for i := range array {
			array[i] = drawValue(t, depth-1)
		}
		return array
	default:
		return drawObject(t, depth)
	}
}

func drawObject(t *rapid.T, depth int) object {
	o := object{}
	for range rapid.IntRange(0, 4).Draw(t, "keys") {
		o[rapid.StringN(0, 3, -1).Draw(t, "key")] = drawValue(t, depth-1)
	}
	return o
}

func TestSubsetProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := drawObject(t, 3)
		raw, err := json.Marshal(whole)
		if err != nil {
			t.Fatal(err)
		}
		part := maps.Clone(whole)
		for _, key := range slices.Sorted(maps.Keys(whole)) {
			if rapid.Bool().Draw(t, "drop") {
				delete(part, key)
			}
		}
		want, err := match.Compile(part)
		if err != nil {
			t.Fatal(err)
		}
		if bad := want.Subset("$", raw); !bad.OK() {
			t.Fatalf("%v is no subset of %s: %v", part, raw, bad)
		}
		if exact := want.Equal("$", raw).OK(); exact != (len(part) == len(whole)) {
			t.Fatalf("%v equals %s: %v", part, raw, exact)
		}
		part["a key that is not there"] = nil
		if want, err = match.Compile(part); err != nil {
			t.Fatal(err)
		}
		if want.Subset("$", raw).OK() || want.Equal("$", raw).OK() {
			t.Fatalf("%v matches %s, which has no such key", part, raw)
		}
	})
}
