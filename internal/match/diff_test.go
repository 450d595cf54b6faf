package match_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/agenttest/go/internal/match"
)

func TestDiff(t *testing.T) {
	got, err := match.Decode(json.RawMessage(`{"a":1.0,"b":[1,{"c":2,"x":1},3],"d":"e","new":null}`))
	if err != nil {
		t.Fatal(err)
	}
	want := compile(t, object{"a": 1, "b": []any{1, object{"c": 3}, 3}, "d": match.Regex("^x"), "gone": true})

	exact := strings.Join([]string{
		`  {`,
		`    "b": [`,
		`      [1] {`,
		`-       "c": 3`,
		`+       "c": 2`,
		`+       "x": 1`,
		`      }`,
		`      … 2 equal elements`,
		`    ]`,
		`-   "d": Matching("^x")`,
		`+   "d": "e"`,
		`-   "gone": true`,
		`+   "new": null`,
		`    … 1 equal key`,
		`  }`,
		``,
	}, "\n")
	if diff := want.Diff(match.Exact, got); diff != exact {
		t.Errorf("exact:\n%s\nwant:\n%s", diff, exact)
	}
	if diff := want.Diff(match.Subset, got); strings.Contains(diff, `"new"`) || strings.Contains(diff, `"x"`) {
		t.Errorf("as a subset, keys nobody asked for are no difference:\n%s", diff)
	}
	if diff := want.Diff(match.Exact, match.Value{}); !strings.HasPrefix(diff, "- {") || strings.Contains(diff, "+") {
		t.Errorf("of a missing value there is nothing to show:\n%s", diff)
	}
}

func TestDiffOfEqualValuesIsEmpty(t *testing.T) {
	got, _ := match.Decode(json.RawMessage(`{"a":1.0}`))
	if diff := compile(t, object{"a": 1}).Diff(match.Exact, got); diff != "" {
		t.Errorf("got %q, want nothing: 1 and 1.0 are one number", diff)
	}
}

func TestDiffIsBounded(t *testing.T) {
	raw := "[" + strings.Repeat(`{"a":1},`, 9999) + `{"a":1}]`
	got, _ := match.Decode(json.RawMessage(raw))
	want := compile(t, json.RawMessage(strings.ReplaceAll(raw, "1", "2")))
	if n := strings.Count(want.Diff(match.Exact, got), "\n"); n > 70 {
		t.Errorf("got %d lines, want a bounded number", n)
	}
}
