package strict_test

import (
	"bytes"
	"fmt"
	"io"
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

// Strings are copied out of the source once, those with escapes included.
func TestStringsAreCopiedOnce(t *testing.T) {
	data := bytes.Repeat([]byte("{\"a\": \"a string\", \"b\": \"another\\n\", \"c\": \"third\"}\n"), 100)
	read := func(v strict.Value) [3]string {
		o := v.Object()
		return [3]string{o.Field("a").Text(), o.Field("b").Text(), o.Field("c").Text()}
	}
	allocs := testing.AllocsPerRun(10, func() {
		for _, err := range strict.All(strict.NewDecoder(bytes.NewReader(data), "f"), read) {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	// The source, the items, the members and the Object of each value, three strings, and the buffers once.
	if per := allocs / 100; per > 7.5 {
		t.Errorf("%.2f allocations for each value, want 7", per)
	}
}
