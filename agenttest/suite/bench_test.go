package suite_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest/suite"
)

// The kinds of case that BenchmarkLoad reads, each of about a kilobyte.
const (
	conversation = `{"id": "T%06d", "name": "Expense Reimbursement - Happy Path", "mode": "static", ` +
		`"options": {"connector": "openai-gpt4", "skip": {"history": true}, "metadata": {"scenario": "edge-case"}}, ` +
		`"turns": [` +
		`{"input": "I want to submit an expense report for the trip to Beijing that I made with my colleagues last week, ` +
		`and I have all the receipts here, but some of them are in Chinese; is that a problem?", ` +
		`"assertions": [{"type": "contains", "value": "type of expense"}, {"type": "not_contains", "value": "error"}]}, ` +
		`{"input": "Business travel to Beijing, flight $2000, hotel $1500, and a dinner with the customer for which I have ` +
		`a handwritten receipt only", "assertions": [{"type": "tool_called", "name": "create_expense", "with": {"amount": 3500}}]}, ` +
		`{"input": "Yes, confirm", "assertions": [{"type": "contains", "value": "submitted"}]}], ` +
		`"final_assertions": [{"type": "json_path", "path": "$.expense.status", "value": "submitted"}], "timeout": "2m"}` + "\n"

	coverage = `{"id": "T%06d", "name": "Complete coffee order", "options": {"metadata": {"scenario": "edge-case", "seed": 7, "channel": "phone"}}, ` +
		`"turns": [{"input": "Hi, I would like to order a \"medium\" coffee, please", "assertions": [{"type": "contains", "value": "milk"}]}], ` +
		`"simulator": {"use": "sim", "options": {"metadata": {"persona": "A customer in a hurry", "goal": "Order a latte with oat milk"}}}, ` +
		`"checkpoints": [` +
		`{"id": "ask_milk", "description": "Agent asks for the milk", "assert": {"type": "contains", "value": "milk"}}, ` +
		`{"id": "ask_name", "description": "Agent asks for the name", "assert": {"type": "regex", "value": "(?i)your name|who is it for"}}, ` +
		`{"id": "order", "description": "Agent places the order", "after": ["ask_milk"], "assert": {"type": "tool_called", "name": "place_order", "with": {"size": "medium", "milk": "oat"}}}, ` +
		`{"id": "confirm", "description": "Agent confirms it", "after": ["order", "ask_name"], "assert": {"type": "regex", "value": "(?i)confirm(ed)?"}}], ` +
		`"never": [{"type": "tool_called", "name": "refund"}], "max_turns": 8}` + "\n"
)

// BenchmarkLoad loads a file with suite.Load, which reads, checks and builds the cases, and decodes it with encoding/json
// into plain structs, which does nothing of that but the reading. It reports how many times as long loading takes, and
// the memory that a case takes while and after it is loaded.
//
// Files of 100 MB are loaded when their name is asked for: -bench BenchmarkLoad/100MB.
func BenchmarkLoad(b *testing.B) {
	for _, size := range []struct {
		name  string
		bytes int
	}{{"10MB", 10e6}, {"100MB", 100e6}} {
		b.Run(size.name, func(b *testing.B) {
			if size.bytes > 10e6 && !strings.Contains(flag.Lookup("test.bench").Value.String(), size.name) {
				b.Skipf("it takes a while; ask for it with -bench BenchmarkLoad/%s", size.name)
			}
			b.Run("conversations", func(b *testing.B) { benchmarkLoad(b, conversation, size.bytes) })
			b.Run("coverage", func(b *testing.B) { benchmarkLoad(b, coverage, size.bytes) })
		})
	}
}

func benchmarkLoad(b *testing.B, line string, size int) {
	path := filepath.Join(b.TempDir(), "cases.jsonl")
	n := size / len(line)
	size = writeCases(b, path, line, n)
	ours, theirs := time.Hour, time.Hour // the best times: others may be using the machine
	var kept, allocated uint64
	const rounds = 3
	for b.Loop() {
		for range rounds {
			before := memory()
			begin := time.Now()
			cases, err := suite.Load(path, registry())
			ours = min(ours, time.Since(begin))
			if err != nil || len(cases) != n {
				b.Fatal(len(cases), err)
			}
			allocated += memory().TotalAlloc - before.TotalAlloc
			kept += memory().HeapAlloc - before.HeapAlloc
			runtime.KeepAlive(cases)
			cases = nil

			memory()
			begin = time.Now()
			plain := decodePlain(b, path)
			theirs = min(theirs, time.Since(begin))
			if len(plain) != n {
				b.Fatal(len(plain))
			}
		}
	}
	b.ReportMetric(float64(size)/ours.Seconds()/1e6, "MB/s")
	b.ReportMetric(float64(size)/theirs.Seconds()/1e6, "stdlib-MB/s")
	b.ReportMetric(ours.Seconds()/theirs.Seconds(), "x-stdlib")
	loaded := rounds * float64(b.N) * float64(n)
	b.ReportMetric(float64(allocated)/loaded, "allocated-B/case")
	b.ReportMetric(float64(kept)/loaded, "kept-B/case")
}

// BenchmarkAll streams the cases of a file, as a dry run does. The heap must not grow with the file.
func BenchmarkAll(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 50_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "cases.jsonl")
			writeCases(b, path, conversation, n)
			cfg := registry()
			b.ReportAllocs()
			var most uint64
			for b.Loop() {
				read := 0
				for l, err := range suite.All(b.Context(), path, cfg) {
					if err != nil {
						b.Fatal(err)
					}
					if _, err := l.MarshalJSON(); err != nil {
						b.Fatal(err)
					}
					if read++; read == n {
						most = max(most, memory().HeapAlloc)
					}
				}
			}
			b.ReportMetric(float64(most)/(1<<20), "MB-heap")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/case")
		})
	}
}

// memory returns the state of the heap without garbage.
func memory() runtime.MemStats {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m
}

// writeCases writes n cases, each with a number of its own, and returns the size of the file.
func writeCases(b *testing.B, path, line string, n int) (size int) {
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	for i := range n {
		written, _ := fmt.Fprintf(w, line, i) // Flush returns its error
		size += written
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return size
}

// The structs that encoding/json decodes the cases into.
type (
	plainCase struct {
		ID, Name, Mode, Timeout string
		Options                 *plainOptions
		Turns                   []plainTurn
		Simulator               *plainSimulator
		Checkpoints             []plainCheckpoint
		Never                   []plainAssertion
		FinalAssertions         []plainAssertion `json:"final_assertions"`
		MaxTurns                int              `json:"max_turns"`
	}
	plainTurn struct {
		Input      string
		Assertions []plainAssertion
	}
	plainSimulator struct {
		Use     string
		Options *plainOptions
	}
	plainCheckpoint struct {
		ID, Description string
		After           []string
		Assert          plainAssertion
	}
	plainAssertion struct {
		Type, Name, Path string
		Value, With      json.RawMessage
	}
	plainOptions struct {
		Connector string
		Skip      map[string]bool
		Metadata  map[string]any
	}
)

func decodePlain(b *testing.B, path string) []plainCase {
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	dec := json.NewDecoder(f)
	var cases []plainCase
	for {
		var c plainCase
		switch err := dec.Decode(&c); err {
		case nil:
			cases = append(cases, c)
		case io.EOF:
			return cases
		default:
			b.Fatal(err)
		}
	}
}
