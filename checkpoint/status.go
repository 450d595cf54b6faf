package checkpoint

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// Status is what became of one checkpoint.
type Status struct {
	ID, Description   string
	Optional, Reached bool
	// Turn is the number of the turn that reached it; 0 when none did.
	Turn int
	// Reason says in one line why it was not reached when it was last looked at: `ToolCalled("x"): …` or "after: waits
	// for a, b". Empty when it was reached.
	Reason    string
	Assertion chat.Assertion
	// Verdict is the last one; the zero value when the checkpoint was never judged.
	Verdict chat.Verdict
	Source  chat.Source
	// After are the ids it comes after.
	After []string
}

// Status returns what became of every checkpoint, in the order of declaration.
func (t *Tracker) Status() []Status {
	t.mu.Lock()
	defer t.mu.Unlock()
	reached := make(map[string]bool, len(t.items))
	for i := range t.items {
		reached[t.items[i].id] = reached[t.items[i].id] || t.items[i].reached
	}
	all := make([]Status, len(t.items))
	for i := range t.items {
		it := &t.items[i]
		all[i] = Status{
			ID: it.id, Description: it.description, Optional: it.optional, Reached: it.reached, Turn: it.turn,
			Assertion: it.assertion, Verdict: it.verdict, Source: it.source, After: it.Requires(),
		}
		if !it.reached {
			all[i].Reason = t.reason(it, reached)
		}
	}
	return all
}

func (t *Tracker) reason(it *item, reached map[string]bool) string {
	if it.waits > 0 {
		var ids []string
		for _, id := range it.after {
			if short := render.Short(id, 80); !reached[id] && !slices.Contains(ids, short) {
				ids = append(ids, short)
			}
		}
		return "after: waits for " + strings.Join(ids, ", ")
	}
	switch {
	case it.verdict.Status != "":
		return explain(it.assertion, it.verdict)
	case t.turns == 0:
		return "no turn was judged"
	case it.judge && it.optional && t.missing == 0 && t.required > 0:
		return "not asked: all required checkpoints were reached before"
	default:
		return "not judged"
	}
}

// explain returns an assertion and what it said, on one line: Contains("a"): no such text: got "b", want "a".
func explain(a chat.Assertion, v chat.Verdict) string {
	var b strings.Builder
	b.WriteString(name(a))
	add := func(label, text string) {
		if text != "" {
			b.WriteString(label + render.Short(text, 300))
		}
	}
	reason, _, _ := strings.Cut(v.Reason, "\n")
	add(": ", reason)
	add(": got ", v.Got)
	if v.Got == "" {
		add(": want ", v.Want)
	} else {
		add(", want ", v.Want)
	}
	return b.String()
}

// name returns the assertion as its user wrote it. String may be a user's own and is asked while a report is made,
// when nobody expects it to panic.
func name(a chat.Assertion) (s string) {
	defer func() {
		if recover() != nil {
			s = fmt.Sprintf("%T", a)
		}
	}()
	return render.Name(a)
}

// MarshalJSON writes the status with the names of case files: id, description, optional, reached, turn, after, assertion
// and, while it is not reached, reason; what a judge added as score and suggestions; the blame of a fault. Empty fields
// are left out, except reached.
func (s Status) MarshalJSON() ([]byte, error) {
	out := struct {
		ID          string          `json:"id"`
		Description string          `json:"description,omitempty"`
		Optional    bool            `json:"optional,omitempty"`
		After       []string        `json:"after,omitempty"`
		Assertion   json.RawMessage `json:"assertion,omitempty"`
		Reached     bool            `json:"reached"`
		Turn        int             `json:"turn,omitempty"`
		Status      chat.Status     `json:"status,omitempty"`
		Blame       chat.Blame      `json:"blame,omitempty"`
		Reason      string          `json:"reason,omitempty"`
		Score       *float64        `json:"score,omitempty"`
		Suggestions []string        `json:"suggestions,omitempty"`
		Source      string          `json:"source,omitempty"`
	}{
		ID: s.ID, Description: s.Description, Optional: s.Optional, After: s.After, Assertion: spelling(s.Assertion),
		Reached: s.Reached, Turn: s.Turn, Reason: s.Reason,
		Score: s.Verdict.Score, Suggestions: s.Verdict.Suggestions, Source: s.Source.String(),
	}
	if s.Verdict.Status == chat.Errored {
		out.Status, out.Blame = s.Verdict.Status, s.Verdict.Blame
	}
	return json.Marshal(out)
}

// spelling returns an assertion as case files spell it, or by its name when it has no such form; nil when there is no
// assertion. One that cannot be written must not lose the whole report.
func spelling(a chat.Assertion) (raw json.RawMessage) {
	if a == nil {
		return nil
	}
	named := func() json.RawMessage { return chat.JSON(map[string]string{"type": "custom", "name": name(a)}) }
	defer func() {
		if recover() != nil {
			raw = named()
		}
	}()
	if m, ok := a.(json.Marshaler); ok {
		if raw, err := json.Marshal(m); err == nil {
			return raw
		}
	}
	return named()
}
