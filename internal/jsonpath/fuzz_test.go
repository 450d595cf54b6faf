package jsonpath_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/agenttest/go/internal/jsonpath"
)

// FuzzEval looks values up in two ways: by the path, and by a walk over what encoding/json decodes.
func FuzzEval(f *testing.F) {
	const doc = `{"a":[{"b":1.50},{"b":null}],"a.b":{"*":"x"},"a":[{"b":9007199254740993}],"":0}`
	for _, path := range []string{"$", "$.a[0].b", "$.a[-1]", "$.a[*].b", "$['a.b']['*']", "$['']", "$.*", `$["\u0061"]`, "$..a", "$[?@]", "$[0:1]"} {
		f.Add(path, doc)
	}
	f.Fuzz(func(t *testing.T, source, doc string) {
		p, err := jsonpath.Parse(source)
		if err != nil {
			if !utf8.ValidString(err.Error()) {
				t.Errorf("the error is not valid UTF-8: %q", err)
			}
			return
		}
		if p.String() != source {
			t.Errorf("String is %q, want %q", p, source)
		}
		raw := json.RawMessage(doc)
		found, err := p.Eval(raw)
		if (err == nil) != json.Valid(raw) {
			t.Fatalf("%q: got error %v", doc, err)
		}
		if err != nil || !utf8.ValidString(doc) {
			return
		}
		if explained := p.Explain(raw); (explained == "") != (len(found) > 0) {
			t.Errorf("%s in %s: found %s, explained %q", source, doc, found, explained)
		}
		if p.Definite() && len(found) > 1 {
			t.Errorf("%s found %d values in %s", source, len(found), doc)
		}
		var got []string
		for _, v := range found {
			got = append(got, canonical(t, v))
		}
		want := walk(t, p, decode(t, raw))
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s in %s\n got  %q\n want %q", source, doc, got, want)
		}
	})
}

func decode(t *testing.T, raw []byte) any {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%q: %v", raw, err)
	}
	return v
}

func canonical(t *testing.T, raw []byte) string {
	out, err := json.Marshal(decode(t, raw))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// walk applies the steps of the path to the decoded value.
func walk(t *testing.T, p *jsonpath.Path, root any) []string {
	at := []any{root}
	for _, s := range p.Steps() {
		var next []any
		for _, v := range at {
			switch v := v.(type) {
			case map[string]any:
				if s.All {
					for _, e := range v {
						next = append(next, e)
					}
				} else if e, ok := v[s.Name]; ok && s.Member {
					next = append(next, e)
				}
			case []any:
				i := s.Index
				if i < 0 {
					i += len(v)
				}
				switch {
				case s.All:
					next = append(next, v...)
				case !s.Member && i >= 0 && i < len(v):
					next = append(next, v[i])
				}
			}
		}
		at = next
	}
	var out []string
	for _, v := range at {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(text))
	}
	return out
}
