package suite_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/assert"
)

// TestTheFormatGuideIsTrue loads every example that a generator is shown, and looks for every type of assertion in it.
func TestTheFormatGuideIsTrue(t *testing.T) {
	cfg := registry()
	cfg.Agents["ID"] = echo
	cfg.Scripts.Assertions["ID"] = assert.ScriptFunc(cfg.Scripts.Assertions["amount"])
	examples := map[string]int{}
	for line := range strings.Lines(suite.FormatGuide) {
		line = strings.TrimSpace(line)
		text := line
		switch {
		case strings.HasPrefix(line, `{"id"`):
		case strings.HasPrefix(line, `{"type"`):
			text = `{"id": "a", "input": "hi", "assertions": [` + line + `]}`
			kind, _, _ := strings.Cut(strings.TrimPrefix(line, `{"type": "`), `"`)
			examples[kind]++
		default:
			continue
		}
		cases, err := suite.LoadReader(strings.NewReader(text), "guide", cfg)
		if err != nil || len(cases) != 1 {
			t.Errorf("%s: got %d cases and the error %v", line, len(cases), err)
		}
	}
	for _, kind := range suite.AssertionTypes {
		if examples[kind] == 0 {
			t.Errorf("the guide has no assertion of type %q", kind)
		}
	}
	_, err := suite.LoadReader(strings.NewReader(`{"id": "a", "input": "hi", "qqqqqqqqqqqqqqqq": 1}`), "guide", cfg)
	_, fields, _ := strings.Cut(fmt.Sprint(err), "the fields here are ")
	for line := range strings.Lines(suite.FormatGuide) { // the table of fields
		names, _, ok := strings.Cut(line, "  ")
		if !ok || strings.HasPrefix(line, "{") {
			continue
		}
		for _, name := range strings.Split(names, ", ") {
			if !strings.Contains(" "+fields+",", " "+name+",") {
				t.Errorf("the guide has the field %q, which the reader does not know", name)
			}
		}
	}
}
