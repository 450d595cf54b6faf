package strict_test

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/agenttest/go/internal/strict"
)

func TestOneObjectOfManyMegabytes(t *testing.T) {
	const part = 24 << 20
	text := strings.Repeat("ein Löffel Öl, ", part/17)
	in := `{"document": "` + text + `",` + "\n" + `"list": [` + strings.Repeat(`"item", `, 200_000) + `0]}` + "\n" + `{"id": "next"}`
	d := strict.NewDecoder(strings.NewReader(in), "f")
	n, err := d.Next()
	if err != nil {
		t.Fatal(err)
	}
	if got := n.Get("document").Text; got != text {
		t.Errorf("got a text of %d bytes, want %d", len(got), len(text))
	}
	if got := len(n.Get("list").Items); got != 200_001 {
		t.Errorf("got %d items, want 200001", got)
	}
	if n, err = d.Next(); err != nil || n.Line != 3 || n.Get("id").Text != "next" {
		t.Errorf("the value after it: %+v, %v", n, err)
	}
}

func TestAMistakeAtTheEndOfManyMegabytes(t *testing.T) {
	in := "{\"list\": [\n" + strings.Repeat("  [1, 2, {\"a\": \"b\"}],\n", 200_000) + "  oops]}\n{\"id\": 2}"
	const want = "f.jsonl:200002:3: got oops, want a value; text needs double quotes (in the object that begins on line 1)\n= {\"id\": 2}"
	if got := readAll(strings.NewReader(in), nil); got != want {
		t.Errorf("got\n%.200s\nwant\n%s", got, want)
	}
}

// stream is a text that is made while it is read, so that it takes no memory itself.
type stream struct {
	left int
	make func(i int) string
	rest string
}

func (s *stream) Read(p []byte) (int, error) {
	if s.rest == "" {
		if s.left == 0 {
			return 0, io.EOF
		}
		s.left--
		s.rest = s.make(s.left)
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

func heap() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// Of a stream of 24 MB only the small part that is kept stays in memory.
func TestMemoryIsBoundedByWhatIsKept(t *testing.T) {
	filler := strings.Repeat("x", 1<<20)
	d := strict.NewDecoder(&stream{left: 24, make: func(i int) string {
		return fmt.Sprintf("{\"id\": \"case %d\", \"filler\": %q, \"args\": {\"n\": %d}}\n", i, filler, i)
	}}, "f")
	type kept struct {
		id   string
		args any
		raw  []byte
	}
	before := heap()
	var all []kept
	for k, err := range strict.All(d, func(v strict.Value) kept {
		o := v.Object()
		o.Field("filler").Text()
		args := o.Field("args")
		return kept{o.Required("id").Text(), args.Any(), args.Raw()}
	}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, k)
	}
	if grown := heap() - before; len(all) != 24 || grown > 6<<20 {
		t.Errorf("%d values keep %d bytes, want 24 values and at most 6 MB, buffers included", len(all), grown)
	}
	runtime.KeepAlive(all)
	runtime.KeepAlive(d)
}

// One large value does not make the buffers large for the rest of the stream.
func TestBuffersShrinkAgain(t *testing.T) {
	large := strings.Repeat(`["item", 1], `, 500_000)
	d := strict.NewDecoder(&stream{left: 1000, make: func(i int) string {
		if i == 998 {
			return "{\"list\": [" + large + "0]}\n"
		}
		return "{\"id\": 1}\n"
	}}, "f")
	for range 10 {
		if _, err := d.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if got := heap(); got > 10<<20 {
		t.Errorf("%d bytes in use after a value of 6 MB, want at most 10 MB", got)
	}
	runtime.KeepAlive(d)
}

func TestBlanksAndTextWithoutEndTakeNoMemory(t *testing.T) {
	for _, piece := range []string{strings.Repeat(" ", 1<<20), strings.Repeat("\n", 1<<20), "// " + strings.Repeat("x", 1<<20) + "\n", strings.Repeat("garbage ", 1<<17)} {
		d := strict.NewDecoder(&stream{left: 16, make: func(int) string { return piece }}, "f")
		for {
			if _, err := d.Next(); err == io.EOF {
				break
			}
		}
		if got := heap(); got > 8<<20 {
			t.Errorf("%d bytes in use after 16 MB of %.10q, want at most 8 MB", got, piece)
		}
		runtime.KeepAlive(d)
	}
}

// The strings of a small document share its memory. Those of a large one are copied out of it, once, those with escapes
// included, unless they are most of it.
func TestStringsAreCopiedAtMostOnce(t *testing.T) {
	read := func(v strict.Value) [3]string {
		o := v.Object()
		o.AllowUnknown()
		return [3]string{o.Field("a").Text(), o.Field("b").Text(), o.Field("c").Text()}
	}
	for _, c := range []struct {
		reason string
		file   string
		want   float64
	}{
		{"a small document: its source and the string with an escape", `{"a": "a string", "b": "another\n", "c": "third"}`, 2},
		{"a large one: its source and three strings", `{"a": "a string", "b": "another\n", "c": "third", "d": "` + strings.Repeat("x", 1<<13) + `"}`, 4},
		{"one that is mostly one string", `{"a": "a string", "b": "another\n", "c": "` + strings.Repeat("x", 1<<13) + `"}`, 3},
	} {
		data := bytes.Repeat([]byte(c.file+"\n"), 100)
		allocs := testing.AllocsPerRun(10, func() {
			for _, err := range strict.All(strict.NewDecoder(bytes.NewReader(data), "f"), read) {
				if err != nil {
					t.Fatal(err)
				}
			}
		})
		// Beside those of each value there are the buffers, once.
		if per := allocs / 100; per > c.want+0.5 {
			t.Errorf("%s: %.2f allocations for each value, want %v", c.reason, per, c.want)
		}
	}
}

// What is read from a value does not change when its memory is used for the next one, of the same shape or another.
func TestWhatIsReadOutlivesItsMemory(t *testing.T) {
	shapes := []string{
		`{"text": "text %d", "escaped": "\n%d", "number": %d, "list": ["%d", %d, {"key %d": %d}], "empty": []}`,
		`{"list": [[%d], ["%d", {}]], "key %d": {"key %d": "%d"}, "flags": [true, false, null, %d, %d]}`,
		`{"one %d": {"deep": [{"a": "%d"}, {"b": "%d"}, {"c": "%d"}, {"d": "%d"}, {"e": "%d"}, {"f": "\t%d"}]}}`,
	}
	var file bytes.Buffer
	var want []any
	for i := range 300 {
		line := fmt.Sprintf(shapes[i%len(shapes)], i, i, i, i, i, i, i)
		file.WriteString(line + "\n")
		want = append(want, standard(t, []byte(line)))
	}
	got := decodeAll(file.Bytes(), false)
	if len(got.messages) > 0 || !reflect.DeepEqual(got.values, want) {
		t.Fatalf("got %v and the mistakes %q, want %v", got.values, got.messages, want)
	}
	for i, raw := range got.raws {
		if value := standard(t, raw); !reflect.DeepEqual(value, want[i]) {
			t.Errorf("the source of value %d is %s, want %v", i, raw, want[i])
		}
	}
}

// One document with many values does not make the memory that is used again large for the rest of the stream.
func TestMemoryThatIsUsedAgainShrinks(t *testing.T) {
	many := `{"list": [` + strings.Repeat(`{"a": [1]}, `, 100_000) + "{}]}\n"
	d := strict.NewDecoder(&stream{left: 100, make: func(i int) string {
		if i == 98 {
			return many
		}
		return "{\"id\": 1}\n"
	}}, "f")
	n := 0
	for _, err := range strict.All(d, read) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 50 {
			if got := heap(); got > 10<<20 {
				t.Errorf("%d bytes in use after a value of 300,000 nodes, want at most 10 MB", got)
			}
		}
	}
}
