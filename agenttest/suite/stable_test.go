package suite_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/assert"
)

// rewritten returns a case with these assertions as it is written after it was read, or the error.
func rewritten(t rapid.TB, path, assertions string) (string, error) {
	t.Helper()
	if err := os.WriteFile(path, []byte(`{"id":"a","input":"hi","assertions":[`+assertions+`]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for l, err := range suite.All(context.Background(), path, registry()) {
		if err != nil {
			return "", err
		}
		line, err := l.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSuffix(strings.TrimPrefix(string(line), `{"id":"a","input":"hi","assertions":[`), "]}"), nil
	}
	return "", fmt.Errorf("no case in %s", assertions)
}

// What a file says, in whatever spelling, is written in the one spelling that it is written in ever after.
func TestAssertionsOfFilesAreWrittenAlikeForEver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cases.jsonl")
	for _, s := range spellings {
		once, err := rewritten(t, path, s.file)
		if err != nil {
			t.Fatal(err)
		}
		if twice, err := rewritten(t, path, once); err != nil || twice != once {
			t.Errorf("%s\nfirst  %s\nsecond %s, %v", s.file, once, twice, err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		file := spelled(t, 3)
		once, err := rewritten(t, path, file)
		if err != nil {
			t.Skip(err)
		}
		if twice, err := rewritten(t, path, once); err != nil || twice != once {
			t.Fatalf("%s\nfirst  %s\nsecond %s, %v", file, once, twice, err)
		}
	})
}

// spelled draws an assertion as a file spells it, with others in it at most so deep.
func spelled(t *rapid.T, depth int) string {
	file := rapid.SampledFrom(spellings).Draw(t, "spelling").file
	if depth > 0 {
		switch inner := func() string { return spelled(t, depth-1) }; rapid.IntRange(0, 6).Draw(t, "kind") {
		case 0:
			file = `{"type": "not", "assertion": ` + inner() + `}`
		case 1:
			file = `{"type": "in_transcript", "assertion": ` + inner() + `}`
		case 2:
			file = `{"type": "all", "assertions": [` + inner() + `, ` + inner() + `]}`
		case 3:
			file = `{"type": "any", "assert": ` + inner() + `}`
		case 4:
			file = `{"type": "not_contains", "value": "x"}`
		}
	}
	more := func(field, value string) {
		if !strings.Contains(file, `"`+field+`"`) && rapid.Bool().Draw(t, field) {
			file = `{"` + field + `": ` + value + `, ` + file[1:]
		}
	}
	more("negate", "true")
	more("message", `"a < b"`)
	more("ignore_case", "true")
	return file
}

// What Go builds is written in the spelling that it has when it was read again.
func TestAssertionsOfGoAreWrittenAsTheyAreRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cases.jsonl")
	rapid.Check(t, func(t *rapid.T) {
		a := built(t, 5)
		if v, ok := a.(chat.Validator); ok && v.Validate() != nil {
			t.Skip(v.Validate())
		}
		once, err := a.(json.Marshaler).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if twice, err := rewritten(t, path, string(once)); err != nil || twice != string(once) {
			t.Fatalf("%s\nfirst  %s\nsecond %s, %v", a, once, twice, err)
		}
	})
}

// built draws an assertion as Go builds it, with others in it at most so deep.
func built(t *rapid.T, depth int) chat.Assertion {
	if depth == 0 {
		return rapid.SampledFrom([]chat.Assertion{assert.Contains("x"), assert.Regex("x+"), assert.Equals("x"), assert.ToolCalled("x")}).Draw(t, "assertion")
	}
	inner := built(t, depth-1)
	switch rapid.IntRange(0, 7).Draw(t, "kind") {
	case 0, 1:
		return assert.Not(inner)
	case 2, 3:
		return assert.Message(rapid.SampledFrom([]string{"one", "two"}).Draw(t, "words"), inner)
	case 4:
		return assert.IgnoreCase(inner)
	case 5:
		return assert.All(inner)
	case 6:
		return assert.InTranscript(inner)
	default:
		return inner
	}
}
