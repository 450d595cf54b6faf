package strict_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/agenttest/go/internal/strict"
)

// readAll returns what a decoder makes of a text: a line "= JSON" for each value and a line for each mistake.
func readAll(r io.Reader, set func(*strict.Decoder)) string {
	d := strict.NewDecoder(r, "f.jsonl")
	if set != nil {
		set(d)
	}
	var out []string
	for {
		n, err := d.Next()
		switch {
		case err == io.EOF:
			return strings.Join(out, "\n")
		case err != nil:
			out = append(out, err.Error())
		default:
			out = append(out, fmt.Sprintf("= %s", n.Raw()))
		}
	}
}

func anyKind(d *strict.Decoder) { d.AnyKind = true }

func TestNextAccepts(t *testing.T) {
	tests := []struct {
		reason string
		in     string
		want   string
	}{
		{"an empty file", "", ""},
		{"blank lines only", "\n \t\n\r\n", ""},
		{"one object a line", "{\"a\":1}\n{\"b\":2}\n", "= {\"a\":1}\n= {\"b\":2}"},
		{"no line feed at the end", `{"a":1}`, `= {"a":1}`},
		{"blanks around", "  {\"a\":1} \t \n", `= {"a":1}`},
		{"blank lines between", "\n{}\n\n\n{}\n\n", "= {}\n= {}"},
		{"CR LF", "{\"a\":1}\r\n\r\n{\"b\":2}\r\n", "= {\"a\":1}\n= {\"b\":2}"},
		{"several lines", "{\n  \"a\": [\n    1\n  ]\n}\n{}\n", "= {\n  \"a\": [\n    1\n  ]\n}\n= {}"},
		{"a byte order mark", "\ufeff{}\n", "= {}"},
		{"a byte order mark alone", "\ufeff", ""},
		{"comment lines", "// first\n{}\n  // second\n\t//\n{}\n// end", "= {}\n= {}"},
		{"comment lines of CR LF", "// one\r\n{}\r\n// two\r\n", "= {}"},
		{"a comment line inside a value is blanked in its source", "{\n// é\n\"a\":1\n}", "= {\n     \n\"a\":1\n}"},
		{"// inside a string", `{"a":"http://x"}`, `= {"a":"http://x"}`},
		{"all escapes", `{"a":"\"\\\/\b\f\n\r\t\u0000\u00e9\u20AC\ud83d\ude00"}`, `= {"a":"\"\\\/\b\f\n\r\t\u0000\u00e9\u20AC\ud83d\ude00"}`},
		{"all shapes of number", `{"a":[0,-0,1.0,1.5e3,1E-2,0e+1,-12,123456789012345678901234567890]}`, `= {"a":[0,-0,1.0,1.5e3,1E-2,0e+1,-12,123456789012345678901234567890]}`},
		{"DEL and characters of every width", "{\"\x7f\":\"aé€😀\"}", "= {\"\x7f\":\"aé€😀\"}"},
		{"empty ones", `{"":{},"a":[],"b":""}`, `= {"":{},"a":[],"b":""}`},
		{"a key that only differs in case", `{"a":1,"A":2}`, `= {"a":1,"A":2}`},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			if got := readAll(strings.NewReader(tt.in), nil); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
			if got := readAll(iotest.OneByteReader(strings.NewReader(tt.in)), nil); got != tt.want {
				t.Errorf("byte by byte: got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestNextAcceptsValuesOfAnyKind(t *testing.T) {
	const in = "1\n-2.5e3\n\"x\"\ntrue\nfalse\nnull\n[1,\n {}]\n{}"
	const want = "= 1\n= -2.5e3\n= \"x\"\n= true\n= false\n= null\n= [1,\n {}]\n= {}"
	if got := readAll(strings.NewReader(in), anyKind); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestNextRejects(t *testing.T) {
	const closed = "the string that begins here is not closed on its line; a line break in a string is written \\n"
	tests := []struct {
		in   string
		want string
	}{
		// Commas, colons, brackets.
		{`{"a":1,}`, `1:7: remove the comma before "}"`},
		{"{\n  \"a\": 1,\n}", `2:9: remove the comma before "}" (in the object that begins on line 1)`},
		{`{"a":[1,]}`, `1:8: remove the comma before "]"`},
		{`{"a":[,1]}`, `1:7: got ",", want a value`},
		{`{,}`, `1:2: got ",", want a field name in double quotes`},
		{`{"a":1,,"b":2}`, `1:8: got two commas in a row`},
		{`{"a":[1,,2]}`, `1:9: got two commas in a row`},
		{`{"a" 1}`, `1:6: got 1, want ":" after the field name`},
		{`{"a"=1}`, `1:5: got "=", want ":" after the field name`},
		{`{"a"}`, `1:5: got "}", want ":" after the field name`},
		{"{\"a\"\n1}", `1:5: missing ":" after the field name`},
		{`{"a":}`, `1:6: got "}", want a value`},
		{`{"a":1 "b":2}`, `1:8: got a string, want "," or "}"`},
		{`{"a":1;"b":2}`, `1:7: got ";", want "," or "}"`},
		{"{\n \"é\": \"ü\"\n \"b\": 2\n}", `2:10: missing "," or "}" here; line 3 goes on with a string (in the object that begins on line 1)`},
		{`{"a":[1 2]}`, `1:9: got 2, want "," or "]"`},
		{`{"a":[1,2}`, `1:10: got "}", want "]" to close the array that begins in column 6`},
		{"{\n\"a\":{\n\"b\":1]}", `3:6: got "]", want "}" to close the object that begins on line 2 (in the object that begins on line 1)`},
		{`{`, `1:1: the object that begins here is not closed before the end of the file`},
		{"{\"a\":[1,\n {\"b\":\n", `2:2: the object that begins here is not closed before the end of the file (in the object that begins on line 1)`},
		{`{"a":1,`, `1:1: the object that begins here is not closed before the end of the file`},
		{`{"a"`, `1:1: the object that begins here is not closed before the end of the file`},
		{`{"a":[`, `1:6: the array that begins here is not closed before the end of the file`},

		// What is no object.
		{`hello`, `1:1: got hello, want an object`},
		{`"x"`, `1:1: got a string, want an object`},
		{`12`, `1:1: got 12, want an object`},
		{`null`, `1:1: got null, want an object`},
		{`}`, `1:1: got "}", but nothing is open`},
		{`,`, `1:1: got a comma, want one object after another without commas between them`},
		{"[\n{\"id\":1},\n{\"id\":\"]\", \"x\": [2]}\n]\n", `1:1: got an array, want one object after another; remove the surrounding [ ] and the commas between the objects`},

		// What follows a value.
		{`{"a":1} x`, `1:9: got x after the value, want the end of the line`},
		{`{"a":1},`, `1:8: got a comma after the value, want one value after another without commas between them`},
		{`{"a":1} {"b":2}`, `1:9: got a second value on the line; begin it on a line of its own`},
		{`{"a":1}}`, `1:8: got "}", but nothing is open`},
		{"{}\r{}", `1:4: got a carriage return without a line feed; end lines with LF or CR LF`},
		{"// c\r{}\r{}\r", `1:9: got a carriage return without a line feed; end lines with LF or CR LF`},

		// Quotes and names.
		{`{'a':1}`, `1:2: got a single quote; strings and field names need double quotes`},
		{`{"a":'x'}`, `1:6: got a single quote; strings and field names need double quotes`},
		{`{“a”:1}`, `1:2: got the typographic quote “; strings and field names need plain double quotes`},
		{`{a:1}`, `1:2: the field name a needs double quotes`},
		{`{1:2}`, `1:2: the field name 1 needs double quotes`},
		{`{"id": "a, "input": "b"}`, `1:13: got input, want "," or "}"; a quote inside a string is written \"`},

		// Words and numbers.
		{`{"a":True}`, `1:6: got True, want true`},
		{`{"a":FALSE}`, `1:6: got FALSE, want false`},
		{`{"a":Null}`, `1:6: got Null, want null`},
		{`{"a":None}`, `1:6: got None, want null`},
		{`{"a":undefined}`, `1:6: got undefined, want null`},
		{`{"a":tru}`, `1:6: got tru, want a value (did you mean "true"?)`},
		{`{"a":truer}`, `1:6: got truer, want a value (did you mean "true"?)`},
		{`{"a":hello}`, `1:6: got hello, want a value; text needs double quotes`},
		{`{"a":é}`, `1:6: got "é", want a value`},
		{`{"a":NaN}`, `1:6: JSON has no number NaN; write null or a string`},
		{`{"a":-Infinity}`, `1:6: JSON has no number -Infinity; write null or a string`},
		{`{"a":012}`, `1:6: the number 012 has a leading zero; drop it, or put text into double quotes`},
		{`{"a":-01}`, `1:6: the number -01 has a leading zero; drop it, or put text into double quotes`},
		{`{"a":+1}`, `1:6: got +1, want a number without the plus sign`},
		{`{"a":.5}`, `1:6: got .5, want a number with a digit before the point`},
		{`{"a":-.5}`, `1:6: got -.5, want a number with a digit before the point`},
		{`{"a":1.}`, `1:6: got 1., want a number with a digit after the point`},
		{`{"a":1.e5}`, `1:6: got 1.e5, want a number with a digit after the point`},
		{`{"a":1e}`, `1:6: 1e is no number; text needs double quotes`},
		{`{"a":-}`, `1:6: - is no number; text needs double quotes`},
		{`{"a":0x1F}`, `1:6: got 0x1F, want a decimal number`},
		{`{"a":1_000}`, `1:6: got 1_000, want a number without underscores`},
		{`{"a":30s}`, `1:6: 30s is no number; text needs double quotes`},
		{`{"a":2024-01-02}`, `1:6: 2024-01-02 is no number; text needs double quotes`},

		// Strings.
		{"{\"a\":\"x}\n", `1:6: ` + closed},
		{`{"a":"x`, `1:6: ` + closed},
		{`{"a":"x\`, `1:6: ` + closed},
		{`{"a":"x\u12`, `1:6: ` + closed},
		{`{"a":"x\ud83d\u`, `1:6: ` + closed},
		{"{\"a\":\"\xe2\x82", `1:6: ` + closed},
		{"{\"a\":\"x\r\ny\"}", `1:6: ` + closed},
		{"{\"a\":\"x\\\ny\"}", `1:6: ` + closed},
		{"{\"a\":\"x\ty\"}", `1:8: got a tab in a string; it is written \t`},
		{"{\"a\":\"é\x01\"}", `1:8: got the control character U+0001 in a string; it is written \u0001`},
		{`{"a":"\d+"}`, `1:7: \d is no escape; a backslash in a string is written \\`},
		{`{"a":"\é"}`, `1:7: got a backslash that begins no escape; a backslash in a string is written \\`},
		{`{"a":"it\'s"}`, `1:9: \' is no escape; a single quote stands for itself`},
		{`{"a":"\u12g4"}`, `1:7: \u must be followed by four hexadecimal digits`},
		{`{"a":"\ud800"}`, `1:7: \ud800 is one half of a surrogate pair, want a whole character`},
		{`{"a":"\ud800\u0041"}`, `1:7: \ud800 is one half of a surrogate pair, want a whole character`},
		{`{"\udc00":1}`, `1:3: \udc00 is one half of a surrogate pair, want a whole character`},
		{"{\"a\":\"\xff\"}", `1:7: invalid UTF-8 (the byte 0xff); save the file as UTF-8`},
		{"{\"a\":\"\xed\xa0\x80\"}", `1:7: invalid UTF-8 (the byte 0xed); save the file as UTF-8`},
		{"{\"a\":\"\xc0\x80\"}", `1:7: invalid UTF-8 (the byte 0xc0); save the file as UTF-8`},
		{"{\xe9:1}", `1:2: invalid UTF-8 (the byte 0xe9); save the file as UTF-8`},

		// Comments, marks, stray bytes.
		{`{"a":1} // c`, `1:9: a comment needs a line of its own`},
		{"{\"a\":1, // c\n\"b\":2}", `1:9: a comment needs a line of its own`},
		{`{"a" // c`, `1:6: a comment needs a line of its own`},
		{`{"a":1 // c`, `1:8: a comment needs a line of its own`},
		{`/* x */`, `1:1: got "/"; a comment is a line of its own that begins with //`},
		{"{\n# c\n}", `2:1: got "#"; a comment is a line of its own that begins with // (in the object that begins on line 1)`},
		{" \ufeff{}", `1:2: got a byte order mark; it can only stand at the start of the file`},
		{"\xff\xfe{\x00}\x00", `1:1: the file is encoded as UTF-16; save it as UTF-8`},
		{"{\"a\":\x00}", `1:6: got the control character U+0000`},
		{"{}\x00", `1:3: got the control character U+0000`},
	}
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			want := "f.jsonl:" + tt.want
			if got := readAll(strings.NewReader(tt.in), nil); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if got := readAll(iotest.OneByteReader(strings.NewReader(tt.in)), nil); got != want {
				t.Errorf("byte by byte: got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestDuplicateFieldsAreAllReported(t *testing.T) {
	const in = `{"a": 1,
 "b": [{"c": 1, "\u0063": 2}, {"x y": {"d": 1, "d": 2, "d": 3}}],
 "a": 2}
{"good": 1}`
	const want = `f.jsonl:2: b[0]: duplicate field "c" (first given in column 9)
f.jsonl:2: b[1]["x y"]: duplicate field "d" (first given in column 40)
f.jsonl:2: b[1]["x y"]: duplicate field "d" (first given in column 40)
f.jsonl:3: duplicate field "a" (first given on line 1)
= {"good": 1}`
	if got := readAll(strings.NewReader(in), nil); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestDuplicateAmongManyFields(t *testing.T) {
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, "\"k%d\":0,\n", i)
	}
	got := readAll(strings.NewReader("{"+b.String()+`"k700":1}`), nil)
	if want := `f.jsonl:1001: duplicate field "k700" (first given on line 701)`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := readAll(strings.NewReader("{"+b.String()+`"k":1}`), nil); !strings.HasPrefix(got, "= {") {
		t.Errorf("got %s, want the value", got)
	}
}

func TestLimits(t *testing.T) {
	limit := func(d *strict.Decoder) { d.MaxDepth, d.MaxSize = 3, 20 }
	tests := []struct{ reason, in, want string }{
		{"just deep enough", `{"a":[{}]}`, `= {"a":[{}]}`},
		{"too deep", "{\"a\":[{\"b\":[]}]}\n{}", "f.jsonl:1:12: nested more deeply than 3 levels\n= {}"},
		{"just small enough", `{"a":"12345678901"}  ` + "\n\n", `= {"a":"12345678901"}`},
		{"too large by one byte", "{\"a\":\"1234567890123\"}\n{}", "f.jsonl:1:1: the value that begins here is larger than 20 bytes\n= {}"},
		{"much too large", "{\"a\":\"" + strings.Repeat("x", 1<<20) + "\"}\n{}", "f.jsonl:1:1: the value that begins here is larger than 20 bytes\n= {}"},
		{"much too large and never closed", "{}\n{\"a\":\"" + strings.Repeat("x", 1<<20), "= {}\nf.jsonl:2:1: the value that begins here is larger than 20 bytes"},
		{"many blanks after a value", "{\"a\":1}" + strings.Repeat(" ", 1<<20) + "\n{}", "= {\"a\":1}\n= {}"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			if got := readAll(strings.NewReader(tt.in), limit); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
	deep := strings.Repeat("[", strict.DefaultMaxDepth) + strings.Repeat("]", strict.DefaultMaxDepth)
	if got := readAll(strings.NewReader(deep), anyKind); got != "= "+deep {
		t.Errorf("%d levels: got %.80s", strict.DefaultMaxDepth, got)
	}
	if got, want := readAll(strings.NewReader("["+deep+"]"), anyKind), "f.jsonl:1:501: nested more deeply than 500 levels"; got != want {
		t.Errorf("got %.80s, want %s", got, want)
	}
	large := `{"a":"` + strings.Repeat("x", 1<<20) + `"}`
	if got, want := readAll(strings.NewReader(large), func(d *strict.Decoder) { d.MaxSize = 1 << 20 }), "f.jsonl:1:1: the value that begins here is larger than 1 MiB"; got != want {
		t.Errorf("got %.80s, want %s", got, want)
	}
}

func TestPlaces(t *testing.T) {
	const in = "\ufeff// first\r\n{\"é😀\": \"ü\", \"b\": [1,\r\n\t\"x\"]}"
	d := strict.NewDecoder(strings.NewReader(in), "f")
	n, err := d.Next()
	if err != nil {
		t.Fatal(err)
	}
	place := func(line, column int) string { return fmt.Sprintf("%d:%d", line, column) }
	b := n.Members[1]
	tests := []struct{ what, got, want string }{
		{"the object", place(n.Line, n.Column), "2:1"},
		{"its first key", place(n.Members[0].Line, n.Members[0].Column), "2:2"},
		{"the first value, after wide characters", place(n.Members[0].Value.Line, n.Members[0].Value.Column), "2:8"},
		{"the second key", place(b.Line, b.Column), "2:13"},
		{"the array", place(b.Value.Line, b.Value.Column), "2:18"},
		{"its first item", place(b.Value.Items[0].Line, b.Value.Items[0].Column), "2:19"},
		{"its second item, on another line", place(b.Value.Items[1].Line, b.Value.Items[1].Column), "3:2"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.what, tt.got, tt.want)
		}
	}
}

func TestFailingReader(t *testing.T) {
	broken := errors.New("the disk is gone")
	for _, in := range []string{"", "{}\n", "{}", "{}\n{\"a\":", "{}\n{\"a\":\"x", "{}\n//",
		`{"a":tru`, `{"a":-`, `{"a":"\u12`, `{"a":"\ud83d\u`, `{"a":"\`, "{\"a\":\"\xe2", `{"a":1,`, `{"a" `,
	} {
		d := strict.NewDecoder(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)), "f")
		var failures, ends, others int
		for range 5 {
			switch _, err := d.Next(); {
			case err == io.EOF:
				ends++
			case err != nil && errors.Is(err, broken):
				failures++
				if ends > 0 {
					t.Errorf("%q: io.EOF before the failure", in)
				}
			case err != nil:
				others++
			}
		}
		if failures != 1 || ends == 0 {
			t.Errorf("%q: the failure was reported %d times, the end %d times, want once and then the end", in, failures, ends)
		}
		// What the failure cut off is not taken for a mistake of the file.
		if others > 0 {
			t.Errorf("%q: %d mistakes beside the failure", in, others)
		}
	}
	got := readAll(io.MultiReader(strings.NewReader("{}\n{\"a\":"), iotest.ErrReader(broken)), nil)
	if want := "= {}\nf.jsonl:2:6: reading stopped here: the disk is gone"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	stuck := readerFunc(func([]byte) (int, error) { return 0, nil })
	if _, err := strict.NewDecoder(stuck, "f").Next(); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a reader that returns nothing for ever: got %v, want io.ErrNoProgress", err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A program that writes a line and then waits must be answered before it writes the next one.
func TestNextDoesNotReadBeyondTheLine(t *testing.T) {
	lines := []string{"{\"a\":1}\n", "// note\n{\"b\":\n", "2}\r\n"}
	d := strict.NewDecoder(readerFunc(func(p []byte) (int, error) {
		if len(lines) == 0 {
			t.Fatal("Next reads on although the value is complete")
		}
		n := copy(p, lines[0])
		lines = lines[1:]
		return n, nil
	}), "f")
	for _, left := range []int{2, 0} {
		if _, err := d.Next(); err != nil || len(lines) != left {
			t.Fatalf("error %v, %d lines not read, want %d", err, len(lines), left)
		}
	}
}

func TestParseJSON(t *testing.T) {
	tests := []struct{ reason, in, want string }{
		{"an object", "// a world\n{\"a\": [1]}\n", ""},
		{"an array", "\ufeff[1,\n2]\n// end", ""},
		{"a number", "12", ""},
		{"nothing", "\n // nothing\n", "f.json:3:1: the document is empty, want a JSON value"},
		{"two values", "{}\n{}", "f.json:2:1: got more after the value that begins on line 1, want one value"},
		{"garbage after it", "{}\nx", "f.json:2:1: got more after the value that begins on line 1, want one value"},
		{"a mistake", "{\"a\": 01}", "f.json:1:7: the number 01 has a leading zero; drop it, or put text into double quotes"},
		{"a trailing comma in an array", "[1,]", `f.json:1:3: remove the comma before "]"`},
		{"UTF-16", "\xfe\xff\x00{", "f.json:1:1: the file is encoded as UTF-16; save it as UTF-8"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			n, err := strict.ParseJSON([]byte(tt.in), "f.json")
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != tt.want || (n == nil) != (tt.want != "") {
				t.Errorf("got %v, %q, want %q", n, got, tt.want)
			}
		})
	}
}
