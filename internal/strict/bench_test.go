package strict_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"testing"
	"time"

	"github.com/agenttest/go/internal/strict"
)

// The structs of a case file, as encoding/json and as this package fill them.
type (
	benchCase struct {
		ID          string            `json:"id"`
		Name        string            `json:"name"`
		Input       string            `json:"input"`
		Turns       []benchTurn       `json:"turns"`
		Simulator   *benchSimulator   `json:"simulator"`
		Checkpoints []benchCheckpoint `json:"checkpoints"`
		Options     benchOptions      `json:"options"`
		MaxTurns    int               `json:"max_turns"`
		Timeout     string            `json:"timeout"`
	}
	benchTurn struct {
		Input      string           `json:"input"`
		Assertions []benchAssertion `json:"assertions"`
	}
	benchAssertion struct {
		Type  string          `json:"type"`
		Value json.RawMessage `json:"value"`
		Path  string          `json:"path"`
		Name  string          `json:"name"`
	}
	benchSimulator struct {
		Use     string       `json:"use"`
		Options benchOptions `json:"options"`
	}
	benchCheckpoint struct {
		ID          string         `json:"id"`
		Description string         `json:"description"`
		After       []string       `json:"after"`
		Assertion   benchAssertion `json:"assertion"`
	}
	benchOptions struct {
		Connector string          `json:"connector"`
		Skip      map[string]bool `json:"skip"`
		Metadata  map[string]any  `json:"metadata"`
	}
)

func readBenchCase(v strict.Value) benchCase {
	o := v.Object()
	return benchCase{
		ID:          o.Required("id").NonEmpty(),
		Name:        o.Field("name").Text(),
		Input:       o.Field("input").Text(),
		Turns:       strict.List(o.Field("turns"), readBenchTurn),
		Simulator:   strict.Optional(o.Field("simulator"), readBenchSimulator),
		Checkpoints: strict.List(o.Field("checkpoints"), readBenchCheckpoint),
		Options:     readBenchOptions(o.Field("options")),
		MaxTurns:    o.Field("max_turns").IntFrom(1),
		Timeout:     o.Field("timeout").Text(),
	}
}

func readBenchTurn(v strict.Value) benchTurn {
	o := v.Object()
	return benchTurn{
		Input:      o.Required("input").Text(),
		Assertions: strict.OneOrList(o.Field("assertions", "assert"), readBenchAssertion),
	}
}

func readBenchAssertion(v strict.Value) benchAssertion {
	o := v.Object()
	return benchAssertion{
		Type:  o.Required("type").OneOf("contains", "regex", "json_path", "tool_called"),
		Value: o.Field("value").Raw(),
		Path:  o.Field("path").Text(),
		Name:  o.Field("name").Text(),
	}
}

func readBenchSimulator(v strict.Value) benchSimulator {
	o := v.Object()
	return benchSimulator{Use: o.Required("use").Text(), Options: readBenchOptions(o.Field("options"))}
}

func readBenchCheckpoint(v strict.Value) benchCheckpoint {
	o := v.Object()
	return benchCheckpoint{
		ID:          o.Required("id").Text(),
		Description: o.Field("description").Text(),
		After:       strict.List(o.Field("after"), strict.Value.Text),
		Assertion:   readBenchAssertion(o.Required("assertion", "assert")),
	}
}

func readBenchOptions(v strict.Value) benchOptions {
	o := v.Object()
	return benchOptions{
		Connector: o.Field("connector").Text(),
		Skip:      strict.Map(o.Field("skip"), strict.Value.Bool),
		Metadata:  o.Field("metadata").Map(),
	}
}

// benchFile returns n cases of about 1 kB, one a line: half static, half dynamic.
func benchFile(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		if i%2 == 0 {
			fmt.Fprintf(&b, `{"id": "T%06d", "name": "Expense reimbursement, the happy path", "options": {"connector": "openai-gpt4", "skip": {"history": true}}, "turns": [`+
				`{"input": "I want to submit an expense report", "assertions": [{"type": "contains", "value": "type of expense"}]}, `+
				`{"input": "Business travel to Beijing, $3500 — flights and hotel\nfor two", "assertions": [{"type": "tool_called", "name": "create_expense", "value": {"amount": 3500, "currency": "USD"}}, {"type": "json_path", "path": "$.expense.amount", "value": 3500}]}, `+
				`{"input": "Ja, bestätigen, \"so\" wie es ist", "assertions": [{"type": "regex", "value": "EXP-\\d{4}-\\d+"}, {"type": "contains", "value": "submitted"}, {"type": "json_path", "path": "$.expense.status", "value": "submitted"}]}, `+
				`{"input": "And what happens next? How long does the approval normally take, and whom do I ask about it?", "assertions": [{"type": "contains", "value": "manager"}]}], `+
				`"max_turns": 10, "timeout": "2m"}`+"\n", i)
			continue
		}
		fmt.Fprintf(&b, `{"id": "T%06d", "name": "Complete coffee order", "input": "Hi, I would like to order a coffee please", "simulator": {"use": "tests.simulator-agent", "options": {"metadata": {"persona": "A customer who wants to order a medium latte with oat milk and is in a hurry", "goal": "Successfully complete a coffee order", "seed": %d, "patience": 0.75}}}, "checkpoints": [`+
			`{"id": "greeting", "description": "Agent greets and asks for order", "assert": {"type": "regex", "value": "(?i)(order|like|help)"}}, `+
			`{"id": "ask_size", "description": "Agent asks for size", "after": ["greeting"], "assert": {"type": "regex", "value": "(?i)size"}}, `+
			`{"id": "ask_milk", "description": "Agent asks for the milk", "after": ["greeting"], "assert": {"type": "contains", "value": "milk"}}, `+
			`{"id": "confirm_order", "description": "Agent confirms the order", "after": ["ask_size", "ask_milk"], "assert": {"type": "regex", "value": "(?i)confirm"}}], "max_turns": 8}`+"\n", i, i)
	}
	return b.Bytes()
}

func decodeStrict(tb testing.TB, data []byte, keep func(benchCase)) {
	for c, err := range strict.All(strict.NewDecoder(bytes.NewReader(data), "cases.jsonl"), readBenchCase) {
		if err != nil {
			tb.Fatal(err)
		}
		keep(c)
	}
}

func decodeJSON(tb testing.TB, data []byte, keep func(benchCase)) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	for {
		// What encoding/json calls assert is another field; the files are given in its spelling.
		var c benchCase
		err := d.Decode(&c)
		if err == io.EOF {
			return
		}
		if err != nil {
			tb.Fatal(err)
		}
		keep(c)
	}
}

// BenchmarkCases decodes a case file of 10 MB with this package and with encoding/json, both keeping everything, and
// reports how many times as long it takes.
func BenchmarkCases(b *testing.B) {
	data := benchFile(10_000)
	plain := bytes.ReplaceAll(data, []byte(`"assert":`), []byte(`"assertion":`))
	var ours, theirs time.Duration
	measure := func(total *time.Duration, decode func(testing.TB, []byte, func(benchCase)), data []byte) {
		var kept []benchCase
		runtime.GC()
		begin := time.Now()
		decode(b, data, func(c benchCase) { kept = append(kept, c) })
		*total += time.Since(begin)
		if len(kept) != 10_000 {
			b.Fatal(len(kept))
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		measure(&ours, decodeStrict, plain)
		measure(&theirs, decodeJSON, plain)
	}
	mb := float64(len(data)) * float64(b.N) / 1e6
	b.ReportMetric(mb/ours.Seconds(), "MB/s")
	b.ReportMetric(mb/theirs.Seconds(), "json-MB/s")
	b.ReportMetric(ours.Seconds()/theirs.Seconds(), "x-json")
}

// BenchmarkDecode reads the same file with this package alone, keeping nothing.
func BenchmarkDecode(b *testing.B) {
	data := benchFile(10_000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		decodeStrict(b, data, func(benchCase) {})
	}
}

// BenchmarkNext builds the nodes of the same file and decodes nothing.
func BenchmarkNext(b *testing.B) {
	data := benchFile(10_000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		d := strict.NewDecoder(bytes.NewReader(data), "cases.jsonl")
		for {
			if _, err := d.Next(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}
