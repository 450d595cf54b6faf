package strict_test

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/agenttest/go/internal/strict"
)

func Example() {
	type turn struct {
		Line    int
		Input   string
		Timeout time.Duration
		After   []string
	}
	readTurn := func(v strict.Value) turn {
		o := v.Object()
		return turn{
			Line:    o.Line(),
			Input:   o.Required("input").Text(),
			Timeout: o.Field("timeout").Duration(),
			After:   strict.List(o.Field("after"), strict.Value.Text),
		}
	}
	file := `// The happy path.
{"input": "I want to submit an expense report", "timeout": "30s", "after": ["hello"]}
{"input": "Business travel", "timeout": 30}
{"inptu": "Yes, confirm"}
{"input": "Thanks",}
`
	for t, err := range strict.All(strict.NewDecoder(strings.NewReader(file), "turns.jsonl"), readTurn) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("turn on line %d: %s %s %s\n", t.Line, t.Input, t.Timeout, t.After)
	}
	// Output:
	// turn on line 2: I want to submit an expense report 30s [hello]
	// turns.jsonl:3: timeout: got the number 30, want a duration such as "30s" or "5m"
	// turns.jsonl:4: unknown field "inptu" (did you mean "input"?)
	// turns.jsonl:5:19: remove the comma before "}"
}

func ExampleParse() {
	n, _ := strict.ParseJSON([]byte(`{"pattern": "EXP-(\\d+"}`), "case.json")
	_, err := strict.Decode(n, "case.json", func(v strict.Value) *regexp.Regexp {
		return strict.Parse(v.Object().Field("pattern"), regexp.Compile)
	})
	fmt.Println(err)
	// Output:
	// case.json:1: pattern: error parsing regexp: missing closing ): `EXP-(\d+`
}
