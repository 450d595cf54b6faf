package suite_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"testing"

	"github.com/agenttest/go/agenttest/suite"
)

// manyCases returns a file of cases of about a kilobyte each.
func manyCases(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, `{"id": "T%06d", "name": "Expense Reimbursement - Happy Path", "mode": "static", `+
			`"options": {"connector": "openai-gpt4", "skip": {"history": true}, "metadata": {"scenario": "edge-case"}}, `+
			`"turns": [`+
			`{"input": "I want to submit an expense report for the trip to Beijing that I made with my colleagues last week, `+
			`and I have all the receipts here, but some of them are in Chinese; is that a problem?", `+
			`"assertions": [{"type": "contains", "value": "type of expense"}, {"type": "not_contains", "value": "error"}]}, `+
			`{"input": "Business travel to Beijing, flight $2000, hotel $1500, and a dinner with the customer for which I have `+
			`a handwritten receipt only", "assertions": [{"type": "tool_called", "name": "create_expense", "with": {"amount": 3500}}]}, `+
			`{"input": "Yes, confirm", "assertions": [{"type": "contains", "value": "submitted"}]}], `+
			`"final_assertions": [{"type": "json_path", "path": "$.expense.status", "value": "submitted"}], "timeout": "2m"}`+"\n", i)
	}
	return b.Bytes()
}

// BenchmarkLoad reads, checks and builds the cases of one file.
func BenchmarkLoad(b *testing.B) {
	const n = 10_000
	file := manyCases(n)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		cases, err := suite.LoadReader(bytes.NewReader(file), "cases.jsonl", registry())
		if err != nil || len(cases) != n {
			b.Fatal(len(cases), err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/case")
}

// BenchmarkStandardLibrary decodes the same bytes into plain structs, checks nothing and builds nothing.
func BenchmarkStandardLibrary(b *testing.B) {
	type assertion struct {
		Type, Name, Path string
		Value            json.RawMessage
		With             json.RawMessage
	}
	type options struct {
		Connector string
		Skip      map[string]bool
		Metadata  map[string]any
	}
	type turn struct {
		Input      string
		Assertions []assertion
	}
	type plain struct {
		ID, Name, Mode, Timeout string
		Options                 *options
		Turns                   []turn
		FinalAssertions         []assertion `json:"final_assertions"`
	}
	const n = 10_000
	file := manyCases(n)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		dec := json.NewDecoder(bytes.NewReader(file))
		cases := make([]plain, 0, n)
		for {
			var c plain
			err := dec.Decode(&c)
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
			cases = append(cases, c)
		}
		if len(cases) != n {
			b.Fatal(len(cases))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/case")
}
