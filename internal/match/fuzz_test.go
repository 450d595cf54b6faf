package match_test

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/agenttest/go/internal/match"
)

// FuzzNumbers compares the comparison with exact rational numbers.
func FuzzNumbers(f *testing.F) {
	for _, pair := range [][2]string{{"1", "1.0"}, {"10", "1e1"}, {"-0", "0"}, {"0.010", "1E-2"}, {"9007199254740993", "9007199254740992"}, {"100e-2", "1"}, {"-1.5", "1.5"}} {
		f.Add(pair[0], pair[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a) > 30 || len(b) > 30 || !number(a) || !number(b) {
			t.Skip()
		}
		x, ok1 := new(big.Rat).SetString(a)
		y, ok2 := new(big.Rat).SetString(b)
		if !ok1 || !ok2 { // an exponent that math/big refuses
			t.Skip()
		}
		want, err := match.Compile(json.RawMessage(a))
		if err != nil {
			t.Fatal(err)
		}
		if got := want.Equal("$", json.RawMessage(b)).OK(); got != (x.Cmp(y) == 0) {
			t.Errorf("%s equals %s: got %v", a, b, got)
		}
		if got := match.Integral(a); got != x.IsInt() {
			t.Errorf("Integral(%s) = %v", a, got)
		}
	})
}

func number(s string) bool {
	if s == "" || !strings.Contains("-0123456789", s[:1]) || strings.TrimSpace(s) != s {
		return false
	}
	if e := strings.IndexAny(s, "eE"); e >= 0 && len(s)-e > 6 { // math/big would compute it
		return false
	}
	return json.Valid([]byte(s))
}

// FuzzEqual checks that every JSON value equals itself, spelled in any way, as want and as got.
func FuzzEqual(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.50,{"b":null}],"a":"\u00e9"}`, `{"$regex":"x"}`, `"\ud800"`, `[]`, "\"\xff\""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		raw := json.RawMessage(s)
		want, err := match.Compile(raw)
		if err != nil {
			t.Skip()
		}
		if bad := want.Equal("$", raw); !bad.OK() {
			t.Errorf("%q does not equal itself: %v", s, bad)
		}
		if bad := want.Subset("$", raw); !bad.OK() {
			t.Errorf("%q is no subset of itself: %v", s, bad)
		}
		if bad := want.Equal("$", json.RawMessage(want.String())); !bad.OK() {
			t.Errorf("%q does not equal its String %s: %v", s, want, bad)
		}
		file, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		back, err := fromFile(t, string(file))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		again, err := match.Compile(back)
		if err != nil {
			t.Fatal(err)
		}
		if bad := again.Equal("$", raw); !bad.OK() {
			t.Errorf("%q written to a file and read back: %v", s, bad)
		}
	})
}
