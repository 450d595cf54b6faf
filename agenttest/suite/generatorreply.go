package suite

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/jsonx"
	"github.com/agenttest/go/internal/render"
)

// replied returns the cases of an agent's reply as JSON: its structured data, or the last JSON in its text that is a
// list of cases, but not out of its thoughts. Models draft and then answer, so the same cases may come before it. But
// no case may be lost without a word: a reply that was not finished, that breaks off, or that has cases anywhere else is
// an error.
func replied(resp *chat.Response) (string, error) {
	if resp == nil {
		return "", errors.New("it gave no reply and no error")
	}
	shown := render.Quote(resp.Text())
	if strings.TrimSpace(resp.Text()) == "" && len(resp.Data) > 0 {
		shown = render.JSON(resp.Data)
	}
	if err := finished(resp.FinishReason, shown); err != nil {
		return "", err
	}
	text := jsonx.WithoutThoughts(resp.Text())
	all := jsonx.All(text)
	if isList(resp.Data) {
		if lost := lostCases(resp.Data, all...); len(lost) > 0 {
			return "", fmt.Errorf("the structured data of the reply is without %s, which its text has; want one list that has all cases", listed(lost))
		}
		return string(resp.Data), nil
	}
	last := len(all) - 1
	for last >= 0 && !isList(all[last]) {
		last--
	}
	switch {
	case last < 0 && len(all) == 1 && isEmptyArray(all[0]):
		return "", fmt.Errorf("the list of cases is empty; the reply is %s", shown)
	case last < 0:
		return "", fmt.Errorf("the reply has no whole JSON that is %s; it is %s", generatedForm, shown)
	}
	list := all[last]
	if rest := text[strings.LastIndex(text, string(list))+len(list):]; begunList.MatchString(rest) {
		at := begunList.FindStringIndex(rest)
		return "", fmt.Errorf("after the list of cases another one begins: %s; want one list, whole", render.Quote(rest[at[0]:]))
	}
	if lost := lostCases(list, all[:last]...); len(lost) > 0 {
		return "", fmt.Errorf("the last list of cases in the reply is without %s, which came before it; want one list that has all cases", listed(lost))
	}
	if lost := lostCases(list, resp.Data); len(lost) > 0 {
		return "", fmt.Errorf("the list of cases in the text of the reply is without %s, which its structured data has; want one list that has all cases", listed(lost))
	}
	return string(list), nil
}

// finished returns an error when the model stopped before the end of its reply: which cases are missing, or whether what
// is whole was only a draft, nobody can tell.
func finished(why chat.FinishReason, shown string) error {
	switch why {
	case chat.FinishLength:
		return fmt.Errorf("the reply is cut off, the model has come to its limit; ask for fewer cases. It begins with %s", shown)
	case chat.FinishRefusal, chat.FinishContentFilter:
		return fmt.Errorf("the model refused to write cases (%s): %s", why, shown)
	case chat.FinishError, chat.FinishInterrupted, chat.FinishPaused:
		return fmt.Errorf("the model has not come to the end of its reply (%s): %s", why, shown)
	}
	return nil
}

// begunList is the beginning of a list of cases, or of a case.
var begunList = regexp.MustCompile(`\[\s*\{|\{\s*"(?:cases|test_cases|id)"\s*:`)

// isList reports whether a JSON value may be a list of cases: an array of objects, or an object that has one.
func isList(raw json.RawMessage) bool {
	for _, field := range casesFields {
		if jsonx.Has(raw, field) {
			return true
		}
	}
	if !jsonx.Array(raw) {
		return false
	}
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil || len(items) == 0 {
		return false
	}
	for _, item := range items {
		if !jsonx.Object(item) {
			return false
		}
	}
	return true
}

func isEmptyArray(raw json.RawMessage) bool {
	var items []json.RawMessage
	return jsonx.Array(raw) && json.Unmarshal(raw, &items) == nil && len(items) == 0
}

// lostCases returns the ids of cases in other JSON that the list does not have, quoted, each once.
func lostCases(list json.RawMessage, others ...json.RawMessage) []string {
	known := map[string]bool{}
	for id := range caseIDs(list, nil) {
		known[id] = true
	}
	var lost []string
	for _, other := range others {
		for id := range caseIDs(other, caseMarks) {
			if !known[id] {
				known[id] = true
				lost = append(lost, render.Quote(id))
			}
		}
	}
	return lost
}

// caseMarks are fields of which a case has one or more beside its id, and hardly anything else that a model writes.
var caseMarks = []string{"input", "turns", "simulator", "checkpoints"}

// caseIDs returns the ids of the cases in a JSON value, however deep they are in it. An object with an id is a case if it
// has one of the marks; without marks, whatever it has.
func caseIDs(raw json.RawMessage, marks []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		var root any
		if json.Unmarshal(raw, &root) != nil {
			return
		}
		var walk func(v any) bool
		walk = func(v any) bool {
			switch v := v.(type) {
			case []any:
				return !slices.ContainsFunc(v, func(item any) bool { return !walk(item) })
			case map[string]any:
				has := func(field string) bool { _, ok := v[field]; return ok }
				if id, ok := v["id"].(string); ok && (marks == nil || slices.ContainsFunc(marks, has)) {
					return yield(id)
				}
				return !slices.ContainsFunc(sortedIDs(v), func(field string) bool { return !walk(v[field]) })
			}
			return true
		}
		walk(root)
	}
}
