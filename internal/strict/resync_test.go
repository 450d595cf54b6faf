package strict_test

import (
	"strings"
	"testing"
	"testing/iotest"
)

// After a mistake reading goes on at the next line that can begin a value: what is good is still read, each mistake is
// reported once, and what is left of a broken value is not reported at all.
func TestReadingGoesOnAfterAMistake(t *testing.T) {
	const arr = "f.jsonl:1:1: got an array, want one object after another; remove the surrounding [ ] and the commas between the objects"
	tests := []struct {
		reason string
		in     string
		want   []string
	}{
		{"every bad line of many", `{"id": 1}
{"id": 2,}
{"id": 3}
{'id': 4}
{"id": 5}
{"id": 6} extra
{"id": 7`,
			[]string{
				`= {"id": 1}`,
				`f.jsonl:2:9: remove the comma before "}"`,
				`= {"id": 3}`,
				`f.jsonl:4:2: got a single quote; strings and field names need double quotes`,
				`= {"id": 5}`,
				`f.jsonl:6:11: got extra after the value, want the end of the line`,
				`f.jsonl:7:1: the object that begins here is not closed before the end of the file`,
			}},
		{"a line without its last bracket", `{"id": 1, "turns": [{"input": "x"}]
{"id": 2}`,
			[]string{
				`f.jsonl:1:36: missing "," or "}" here; line 2 goes on with "{"`,
				`= {"id": 2}`,
			}},
		{"a line without its last two brackets", `{"id": 1, "turns": [{"input": "x"}
{"id": 2}`,
			[]string{
				`f.jsonl:1:35: missing "," or "]" here; line 2 goes on with "{"`,
				`= {"id": 2}`,
			}},
		{"a line that ends in the middle", `{"id": 1, "input": "x",
{"id": 2}`,
			[]string{
				`f.jsonl:1:24: got "{" on line 2 after this comma, want a field name in double quotes`,
				`= {"id": 2}`,
			}},
		{"a quote that is missing", `{"id": "1, "input": "x"}
{"id": "2", "input": "x}
{"id": "3"}`,
			[]string{
				`f.jsonl:1:13: got input, want "," or "}"; a quote inside a string is written \"`,
				`f.jsonl:2:22: the string that begins here is not closed on its line; a line break in a string is written \n`,
				`= {"id": "3"}`,
			}},
		{"a mistake deep inside a pretty-printed object", `{
  "id": 1,
  "turns": [
    {"input": "x",},
    {
      "input": "y"
    },
    {"input": "z",}
  ]
}
{
  "id": 2
}`,
			[]string{
				`f.jsonl:4:18: remove the comma before "}" (in the object that begins on line 1)`,
				"= {\n  \"id\": 2\n}",
			}},
		{"a pretty-printed object without its last bracket", `{
  "id": 1,
  "turns": []

{
  "id": 2
}`,
			[]string{
				`f.jsonl:3:14: missing "," or "}" here; line 5 goes on with "{" (in the object that begins on line 1)`,
				"= {\n  \"id\": 2\n}",
			}},
		{"a pretty-printed object with one bracket too many", `{
  "id": 1
}
}
{"id": 2}`,
			[]string{
				"= {\n  \"id\": 1\n}",
				`f.jsonl:4:1: got "}", but nothing is open`,
				`= {"id": 2}`,
			}},
		{"a mistake in an object that is not indented", `{
"id": 1,
"turns": [
{"input": "x",},
{"input": "y"}
]
}
{
"id": 2
}`,
			[]string{
				`f.jsonl:4:14: remove the comma before "}" (in the object that begins on line 1)`,
				"= {\n\"id\": 2\n}",
			}},
		{"values that are all indented", `  {"id": 1,}
  {"id": 2}
    {"id": 3}`,
			[]string{
				`f.jsonl:1:11: remove the comma before "}"`,
				`= {"id": 2}`,
				`= {"id": 3}`,
			}},
		{"a file of lines with commas between them", `{"id": 1},
{"id": 2},
{"id": 3}`,
			[]string{
				`f.jsonl:1:10: got a comma after the value, want one value after another without commas between them`,
				`f.jsonl:2:10: got a comma after the value, want one value after another without commas between them`,
				`= {"id": 3}`,
			}},
		{"a file that is one array", `[
  {"id": 1, "x": "\"]"},
  {"id": 2}
]
`, []string{arr}},
		{"a file that is one array, not indented, with other mistakes", `[
{"id": 1, "x": 'a'},
{"id": "2},
{"id": 3}
]
`, []string{arr}},
		{"an array on the first line alone", `[{"id": 1}]
{"id": 2}`,
			[]string{arr, `= {"id": 2}`}},
		{"text between the values", `{"id": 1}
Here are some more:
and more
{"id": 2}`,
			[]string{`= {"id": 1}`, `f.jsonl:2:1: got Here, want an object`, `= {"id": 2}`}},
		{"comments and blank lines after a mistake", `{"id": 1,}

// {"id": 2}
{"id": 3}`,
			[]string{`f.jsonl:1:9: remove the comma before "}"`, `= {"id": 3}`}},
		{"a mistake in the last line", "{\"id\": 1}\n{\"id\": }",
			[]string{`= {"id": 1}`, `f.jsonl:2:8: got "}", want a value`}},
		{"CR LF", "{\"id\": 1,}\r\n\r\n{\"id\": 2}\r\n",
			[]string{`f.jsonl:1:9: remove the comma before "}"`, `= {"id": 2}`}},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			want := strings.Join(tt.want, "\n")
			if got := readAll(strings.NewReader(tt.in), nil); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if got := readAll(iotest.OneByteReader(strings.NewReader(tt.in)), nil); got != want {
				t.Errorf("byte by byte: got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestReadingGoesOnAfterAMistakeWithValuesOfAnyKind(t *testing.T) {
	const in = "1\n02\n3\n[4,]\n\"five\n\"six\"\ntrue\nnein\nnull"
	want := strings.Join([]string{
		`= 1`,
		`f.jsonl:2:1: the number 02 has a leading zero; drop it, or put text into double quotes`,
		`= 3`,
		`f.jsonl:4:3: remove the comma before "]"`,
		`f.jsonl:5:1: the string that begins here is not closed on its line; a line break in a string is written \n`,
		`= "six"`,
		`= true`,
		`f.jsonl:8:1: got nein, want a value; text needs double quotes`,
		`= null`,
	}, "\n")
	if got := readAll(strings.NewReader(in), anyKind); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAnArrayThatIsNotIndented(t *testing.T) {
	const in = "[\n1,\n2,,\n3,\n{\"a\": 4}\n]\n{\"b\": 5}"
	const want = "f.jsonl:3:3: got two commas in a row (in the array that begins on line 1)\n= {\"b\": 5}"
	if got := readAll(strings.NewReader(in), anyKind); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Reading must end even where every line is a mistake, and so must skipping a line that has no end.
func TestMistakesWithoutEnd(t *testing.T) {
	for _, line := range []string{"{\n", "{]\n", "[\n", "\"\n", "{\"a\":\n", "}\n", "\x00\n", "{\"a\":{\n"} {
		got := readAll(strings.NewReader(strings.Repeat(line, 2000)), nil)
		if n := strings.Count(got, "\n") + 1; n > 2000 {
			t.Errorf("%q: %d mistakes in 2000 lines", line, n)
		}
	}
	readAll(strings.NewReader("x"+strings.Repeat("y", 4<<20)), nil)
}
