package jsonpath_test

import (
	"testing"

	"github.com/agenttest/go/internal/jsonpath"
)

func TestParseErrors(t *testing.T) {
	tests := []struct{ path, want, reason string }{
		{``, `path "", position 1: got the end, want "$"`, "an empty path"},
		{`expense.status`, `path "expense.status", position 1: got "e", want "$"; write "$.expense.status"`, "the dollar is not optional, and the way out is said"},
		{`#.x`, `path "#.x", position 1: got "#", want "$"`, "no way out where none is known"},
		{`$a`, `path "$a", position 2: got "a", want ".", "[" or the end`, "a name needs a dot"},
		{`$.`, `path "$.", position 3: got the end, want a name`, "a dot needs a name"},
		{`$.a..b`, `path "$.a..b", position 5: the descendant operator ".." is not supported; a path is made of $ .name ['name'] [0] [-1] [*]`, "descendants"},
		{`$.[0]`, `path "$.[0]", position 3: got "[", want a name; leave the "." out`, "a dot before a bracket"},
		{`$.items.0`, `path "$.items.0", position 9: got "0", want a name; write an index as [0]`, "an index is no name"},
		{`$.content-type`, `path "$.content-type", position 10: got "-", want ".", "[" or the end; write ['content-type'] for a name that is not plain`, "a dash"},
		{`$.a b.c`, `path "$.a b.c", position 4: got " ", want ".", "[" or the end; write ['a b'] for a name that is not plain`, "a blank"},
		{`$.a `, `path "$.a ", position 4: got " ", want ".", "[" or the end`, "white space is no part of a path"},
		{`$.#`, `path "$.#", position 3: got "#", want a name`, "operators of gjson are no names"},
		{`$['a`, "path \"$['a\", position 5: got the end, want the closing quote '", "an open quote"},
		{`$['a'`, "path \"$['a'\", position 6: got the end, want \"]\"", "an open bracket"},
		{`$['a"]`, "path `$['a\"]`, position 7: got the end, want the closing quote '", "the other quote does not close"},
		{`$[a]`, `path "$[a]", position 3: got "a", want a quoted name, an index or "*"`, "a name without quotes"},
		{`$[]`, `path "$[]", position 3: got "]", want a quoted name, an index or "*"`, "nothing"},
		{`$[01]`, `path "$[01]", position 3: got the index 01, want it without a leading zero or -0`, "a leading zero"},
		{`$[-0]`, `path "$[-0]", position 3: got the index -0, want it without a leading zero or -0`, "minus zero"},
		{`$[-]`, `path "$[-]", position 4: got "]", want a digit`, "minus nothing"},
		{`$[99999999999999999999]`, `path "$[99999999999999999999]", position 3: the index is out of range`, "an index beyond any array"},
		{`$[0:2]`, `path "$[0:2]", position 4: a slice [from:to] is not supported; a path is made of $ .name ['name'] [0] [-1] [*]`, "slices"},
		{`$[:2]`, `path "$[:2]", position 3: a slice [from:to] is not supported; a path is made of $ .name ['name'] [0] [-1] [*]`, "slices without a start"},
		{`$[0,1]`, `path "$[0,1]", position 4: a union [a,b] is not supported; a path is made of $ .name ['name'] [0] [-1] [*]`, "unions"},
		{`$[?@.a]`, `path "$[?@.a]", position 3: a filter [?…] is not supported; a path is made of $ .name ['name'] [0] [-1] [*]`, "filters"},
		{`$['\x']`, "path `$['\\x']`, position 5: got \"x\", want one of b f n r t u / \\ ' after a backslash", "an unknown escape"},
		{`$['\u12']`, "path `$['\\u12']`, position 8: got \"'\", want a hexadecimal digit", "a short escape"},
		{`$['\ud800']`, "path `$['\\ud800']`, position 10: got \"'\", want the second half of a surrogate pair", "half a character"},
		{"$['\n']", `path "$['\n']", position 4: got "\n", want a character that is no control character; write it as \u00XX`, "a raw control character"},
		{"$.a\xff", `path "$.a\xff": it is not valid UTF-8`, "broken text"},
		{`$.名前-x`, `path "$.名前-x", position 5: got "-", want ".", "[" or the end; write ['名前-x'] for a name that is not plain`, "positions count characters"},
	}
	for _, tt := range tests {
		_, err := jsonpath.Parse(tt.path)
		if err == nil {
			t.Errorf("%s: %q is a path, want an error", tt.reason, tt.path)
		} else if err.Error() != tt.want {
			t.Errorf("%s:\n got  %s\n want %s", tt.reason, err, tt.want)
		}
	}
}

func TestPathSaysWhatItNeeds(t *testing.T) {
	tests := []struct {
		path, root string
		definite   bool
		names      int
	}{
		{"$", "", true, 0},
		{"$.a['b'][0].c", "object", true, 2},
		{"$[0].a", "array", true, 0},
		{"$[*].a", "", false, 0},
		{"$.a.*", "object", false, 1},
	}
	for _, tt := range tests {
		p, err := jsonpath.Parse(tt.path)
		if err != nil {
			t.Fatal(err)
		}
		if p.String() != tt.path || p.Root() != tt.root || p.Definite() != tt.definite || len(p.Names()) != tt.names {
			t.Errorf("%s: String %q, Root %q, Definite %v, Names %q", tt.path, p, p.Root(), p.Definite(), p.Names())
		}
	}
}
