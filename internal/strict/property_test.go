package strict_test

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/agenttest/go/internal/strict"
	"pgregory.net/rapid"
)

// jsonValue generates what encoding/json can write.
func jsonValue(depth int) *rapid.Generator[any] {
	text := rapid.Map(rapid.String(), func(s string) string { return strings.ToValidUTF8(s, "?") })
	kinds := []*rapid.Generator[any]{
		rapid.Just[any](nil),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Map(text, func(s string) any { return s }),
		rapid.Map(rapid.Int64(), func(n int64) any { return n }),
		rapid.Map(rapid.Float64Range(-1e300, 1e300), func(f float64) any { return f }),
	}
	if depth > 0 {
		inner := rapid.Deferred(func() *rapid.Generator[any] { return jsonValue(depth - 1) })
		kinds = append(kinds,
			rapid.Map(rapid.SliceOfN(inner, 0, 5), func(s []any) any { return s }),
			rapid.Map(rapid.MapOfN(text, inner, 0, 5), func(m map[string]any) any { return m }),
		)
	}
	return rapid.OneOf(kinds...)
}

func standard(t rapid.TB, data []byte) any {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("encoding/json rejects %q: %v", data, err)
	}
	return v
}

// Whatever encoding/json writes, in whatever layout, is read as encoding/json reads it.
func TestStreamsAreReadAsEncodingJSONReadsThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var file bytes.Buffer
		var want []any
		for range rapid.IntRange(0, 4).Draw(t, "values") {
			value := jsonValue(4).Draw(t, "value")
			data, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			file.WriteString(rapid.SampledFrom([]string{"", "\n", "  ", "// note\n", "\t// note\r\n\r\n"}).Draw(t, "before"))
			if rapid.Bool().Draw(t, "pretty") {
				// A comment line after each line of the value.
				var pretty bytes.Buffer
				if err := json.Indent(&pretty, data, "", " "); err != nil {
					t.Fatal(err)
				}
				lines := rapid.SampledFrom([]string{"\n", "\r\n", "\n  // in between: \"{[\n"}).Draw(t, "line end")
				file.WriteString(strings.ReplaceAll(pretty.String(), "\n", lines))
			} else {
				file.Write(data)
			}
			file.WriteString("\n")
			want = append(want, standard(t, data))
		}
		r := io.Reader(bytes.NewReader(file.Bytes()))
		if rapid.Bool().Draw(t, "byte by byte") {
			r = iotest.OneByteReader(r)
		}
		d := strict.NewDecoder(r, "f")
		d.AnyKind = true
		for _, w := range want {
			n, err := d.Next()
			if err != nil {
				t.Fatalf("%q: %v", file.String(), err)
			}
			if got := n.Interface(); !reflect.DeepEqual(got, w) {
				t.Fatalf("%q: got %#v, want %#v", file.String(), got, w)
			}
			if got := standard(t, n.Raw()); !reflect.DeepEqual(got, w) {
				t.Fatalf("%q: the JSON of the node is %s", file.String(), n.Raw())
			}
		}
		if _, err := d.Next(); err != io.EOF {
			t.Fatalf("got %v, want io.EOF", err)
		}
	})
}

// A mistake in one line of many does not touch the others, wherever in the line it is.
func TestALineDoesNotHarmItsNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data, err := json.Marshal(map[string]any{"value": jsonValue(3).Draw(t, "value")})
		if err != nil {
			t.Fatal(err)
		}
		cut := rapid.IntRange(0, len(data)-1).Draw(t, "cut")
		in := "{\"before\":1}\n" + string(data[:cut]) + "\n{\"after\":2}\n{\"end\":3}\n"
		got := readAll(strings.NewReader(in), nil)
		if !strings.HasPrefix(got, "= {\"before\":1}\n") || !strings.HasSuffix(got, "\n= {\"end\":3}") {
			t.Fatalf("%q: got\n%s", in, got)
		}
		mistakes := strings.Count(got, "f.jsonl:")
		if want := min(cut, 1); mistakes != want {
			t.Fatalf("%q: %d mistakes, want %d:\n%s", in, mistakes, want, got)
		}
		if !strings.Contains(got, "\n= {\"after\":2}\n") && !strings.HasSuffix(string(data[:cut]), ":") && !endsInArray(data[:cut]) {
			t.Fatalf("%q: the line after the mistake is lost:\n%s", in, got)
		}
	})
}

// endsInArray reports whether what follows could be an item of an array: then a broken line takes the next one in.
func endsInArray(data []byte) bool {
	return bytes.HasSuffix(data, []byte("[")) || bytes.HasSuffix(data, []byte(","))
}

func FuzzDecoder(f *testing.F) {
	for _, seed := range []string{
		`{"a":1}`, "{\"a\":1,}\n{\"b\":2}", "[1,2]", "\ufeff// c\n{\n// c\n\"a\":\n[]}\r\n", `{"a":"\ud83d\ude00\u00e9\n"}`, `{"a":1,"a":2}`,
		"{\"a\":\"\xff\"}", `{"a":NaN}`, `{"a":-0.5e+10}`, "{\n\"a\": {\n\"b\": 1,}\n}\n{}", "\xff\xfe", "{\"a\":\"x\n{}", "{}{}", "12 13", "{\"a\"\r}",
	} {
		f.Add([]byte(seed), true)
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, data []byte, any bool) {
		read := func(r io.Reader) (values []*strict.Node, messages []string) {
			d := strict.NewDecoder(r, "f")
			d.AnyKind, d.MaxDepth = any, 50
			for range len(data) + 2 {
				n, err := d.Next()
				switch {
				case err == io.EOF:
					return values, messages
				case err != nil:
					messages = append(messages, err.Error())
				default:
					values = append(values, n)
				}
			}
			t.Fatalf("%q: reading does not end", data)
			return nil, nil
		}
		values, messages := read(bytes.NewReader(data))
		slow, slowMessages := read(iotest.OneByteReader(bytes.NewReader(data)))
		if !reflect.DeepEqual(messages, slowMessages) || len(values) != len(slow) {
			t.Fatalf("%q: byte by byte it reads differently: %d values, %q; %d values, %q", data, len(values), messages, len(slow), slowMessages)
		}
		if again := decodeAll(data, any); !reflect.DeepEqual(again.messages, messages) || len(again.values) != len(values) {
			t.Fatalf("%q: decoded it reads differently: %d values, %q; %d values, %q", data, len(values), messages, len(again.values), again.messages)
		} else {
			for i, n := range values {
				if !reflect.DeepEqual(again.values[i], n.Interface()) || !bytes.Equal(again.raws[i], n.Raw()) {
					t.Fatalf("%q: value %d is %#v, and was decoded as %#v from %s", data, i, n.Interface(), again.values[i], again.raws[i])
				}
			}
		}
		for _, n := range values {
			raw := n.Raw()
			if !json.Valid(raw) {
				t.Fatalf("%q: %q was accepted and is not valid", data, raw)
			}
			if !reflect.DeepEqual(n.Interface(), standard(t, raw)) {
				t.Fatalf("%q: %q was read as %#v", data, raw, n.Interface())
			}
		}
		// What is one good value is accepted, unless it is one of the things that only this package rejects.
		if n, err := strict.ParseJSON(data, "f"); err != nil && json.Valid(data) && !stricter(err.Error()) {
			t.Fatalf("%q is valid and was rejected: %v", data, err)
		} else if err == nil && json.Valid(data) && !reflect.DeepEqual(n.Interface(), standard(t, data)) {
			t.Fatalf("%q was read as %#v", data, n.Interface())
		}
	})
}

// decoded is what All makes of a stream.
type decoded struct {
	values   []any
	raws     []json.RawMessage
	messages []string
}

// decodeAll reads a stream with All and keeps everything, so that what was still in memory that is used again would
// differ from what Next returns.
func decodeAll(data []byte, anyKind bool) (all decoded) {
	d := strict.NewDecoder(bytes.NewReader(data), "f")
	d.AnyKind, d.MaxDepth = anyKind, 50
	type kept struct {
		value any
		raw   json.RawMessage
	}
	for k, err := range strict.All(d, func(v strict.Value) kept { return kept{read(v), v.Raw()} }) {
		if err != nil {
			all.messages = append(all.messages, err.Error())
			continue
		}
		all.values, all.raws = append(all.values, k.value), append(all.raws, k.raw)
	}
	return all
}

// read is Value.Any, made of everything else that a Value offers.
func read(v strict.Value) any {
	switch v.Kind() {
	case strict.KindObject:
		m := map[string]any{}
		for key, member := range v.Object().Rest() {
			m[key] = read(member)
		}
		return m
	case strict.KindArray:
		return strict.List(v, read)
	case strict.KindString:
		return v.Text()
	case strict.KindNumber:
		return v.Number()
	case strict.KindBool:
		return v.Bool()
	default:
		return v.OrNull().Any()
	}
}

func stricter(message string) bool {
	for _, rule := range []string{"duplicate field", "invalid UTF-8", "surrogate", "nested more deeply"} {
		if strings.Contains(message, rule) {
			return true
		}
	}
	return false
}

func FuzzDidYouMean(f *testing.F) {
	f.Add("assertons", "assertions")
	f.Fuzz(func(t *testing.T, got, known string) {
		if word := strict.DidYouMean(got, []string{known}); word != "" && word != known {
			t.Fatalf("got %q, which is not among the words", word)
		}
	})
}
