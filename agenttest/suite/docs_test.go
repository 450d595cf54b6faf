package suite_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/suite"
)

// TestEveryFieldIsInTheManual asks every kind of object for the fields it knows, which an unknown field makes it list.
func TestEveryFieldIsInTheManual(t *testing.T) {
	manual, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, frame := range []string{
		`{"id": "a", "input": "hi", %s}`,
		`{"id": "a", "turns": [{"input": "hi", %s}]}`,
		`{"id": "a", "turns": [{"input": "hi"}, {"answer": {"call": "x", "result": 1, %s}}]}`,
		`{"id": "a", "input": "hi", "attachments": [{"source": "https://example.test", %s}]}`,
		`{"id": "a", "simulator": {"use": "sim", %s}}`,
		`{"id": "a", "simulator": {"use": "sim"}, "checkpoints": [{"id": "c", "assert": {"type": "contains", "value": "x"}, %s}]}`,
		`{"id": "a", "input": "hi", "interactive": {%s}}`,
		`{"id": "a", "input": "hi", "tools": [{"name": "x", "returns": 1, %s}]}`,
		`{"id": "a", "input": "hi", "options": {%s}}`,
		`{"id": "a", "input": "hi", "assert": {"type": "contains", "value": "x", %s}}`,
		`{"id": "a", "input": "hi", "assert": {"type": "regex", "value": "x", %s}}`,
		`{"id": "a", "input": "hi", "assert": {"type": "json_path", "path": "$.a", "value": "x", %s}}`,
		`{"id": "a", "input": "hi", "assert": {"type": "schema", "schema": {"type": "object"}, %s}}`,
		`{"id": "a", "input": "hi", "assert": {"type": "tool_called", "name": "x", %s}}`,
		`{"id": "a", "input": "hi", "assert": {"type": "tool_result", "name": "x", "value": 1, %s}}`,
		`{"id": "a", "input": "hi", "assert": {"type": "trajectory", "mode": "strict", "calls": [], %s}}`,
		`{"id": "a", "input": "hi", "assert": {"type": "agent", "use": "judge", "criteria": "x", %s}}`,
		`{"id": "a", "input": "hi", "assert": {"type": "script", "use": "amount", %s}}`,
		`{"id": "a", "input": "hi", "assert": {"type": "not", "assert": {"type": "contains", "value": "x"}, %s}}`,
		`{"id": "a", "input": "hi", "assert": {"type": "all", "assert": {"type": "contains", "value": "x"}, %s}}`,
	} {
		text := fmt.Sprintf(frame, `"qqqqqqqqqqqqqqqq": 1`)
		_, err := suite.LoadReader(strings.NewReader(text), "f.jsonl", registry())
		_, fields, ok := strings.Cut(fmt.Sprint(err), "the fields here are ")
		if !ok {
			t.Errorf("%s: got %v, want the list of fields", text, err)
		}
		for _, field := range strings.Split(fields, ", ") {
			if !regexp.MustCompile(`\b` + field + `\b`).Match(manual) {
				t.Errorf("%s: the field %q is not in doc.go", frame, field)
			}
		}
	}
}
