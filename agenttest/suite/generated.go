package suite

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/jsonx"
	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/internal/strict"
)

// generatedForm says in which form a generator gives its cases.
const generatedForm = `an array of cases, or an object with "cases" or "test_cases"`

// The fields under which a generator may give its cases.
var casesFields = []string{"cases", "test_cases"}

// replied returns the cases of an agent's reply as JSON: its structured data, or the last JSON in its text that is a
// list of cases, but not out of its thoughts. A reply that breaks off is an error: which of the cases are missing, or
// whether what is whole was only a draft, nobody can tell.
func replied(resp *chat.Response) (string, error) {
	if resp == nil {
		return "", errors.New("it gave no reply and no error")
	}
	if isList(resp.Data) {
		return string(resp.Data), nil
	}
	text := jsonx.WithoutThoughts(resp.Text())
	shown := render.Quote(resp.Text())
	if strings.TrimSpace(resp.Text()) == "" && len(resp.Data) > 0 {
		shown = render.JSON(resp.Data)
	}
	if resp.FinishReason == chat.FinishLength {
		return "", fmt.Errorf("the reply is cut off, the model has come to its limit; ask for fewer cases. It begins with %s", shown)
	}
	raw, ok := jsonx.Last(text, isList)
	switch {
	case !ok && jsonx.Array(onlyJSON(text)):
		return "", fmt.Errorf("the list of cases is empty; the reply is %s", shown)
	case !ok:
		return "", fmt.Errorf("the reply has no whole JSON that is %s; it is %s", generatedForm, shown)
	}
	if rest := text[strings.LastIndex(text, string(raw))+len(raw):]; begunList.MatchString(rest) {
		return "", fmt.Errorf("after the list of cases another one begins and is no whole JSON: %s; want one list, whole", render.Quote(begunList.FindString(rest)+after(begunList, rest)))
	}
	return string(raw), nil
}

// begunList is the beginning of a list of cases, or of a case.
var begunList = regexp.MustCompile(`\[\s*\{|\{\s*"(?:cases|test_cases|id)"\s*:`)

func after(re *regexp.Regexp, s string) string {
	if at := re.FindStringIndex(s); at != nil {
		return s[at[1]:]
	}
	return ""
}

// onlyJSON returns the one JSON value in a text.
func onlyJSON(text string) json.RawMessage {
	if all := jsonx.All(text); len(all) == 1 {
		return all[0]
	}
	return nil
}

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

// readGenerated reads cases that a generator has given, as strictly as those of a file.
func (l *loader) readGenerated(g generator, text string) {
	name := g.ref.String()
	l.improvised = !g.script
	root, err := strict.ParseJSON([]byte(text), name)
	if err == nil {
		unplace(root)
		var list *strict.Node
		if list, err = strict.Decode(root, name, listOfCases); err == nil {
			for i := range list.Items {
				if !l.readOne(&list.Items[i], i, name) {
					return
				}
			}
			return
		}
	}
	l.found = true
	l.mistake(relabelled(err, ""))
}

// readOne reads a case of the list. It reports whether reading goes on.
func (l *loader) readOne(n *strict.Node, i int, name string) bool {
	l.place = "cases[" + strconv.Itoa(i) + "]"
	label := l.place
	if id := n.Get("id"); id != nil && id.Kind == strict.KindString {
		label += fmt.Sprintf(" (%s)", render.Quote(id.Text))
	}
	spec, err := strict.Decode(n, name, l.readCase)
	return l.add(&spec, relabelled(err, label))
}

// unplace takes the lines from a tree: they are those of a text that nobody sees.
func unplace(n *strict.Node) {
	n.Line, n.Column = 0, 0
	for i := range n.Items {
		unplace(&n.Items[i])
	}
	for i := range n.Members {
		n.Members[i].Line, n.Members[i].Column = 0, 0
		unplace(&n.Members[i].Value)
	}
}

// relabelled returns the mistakes of an error with a label in place of lines.
func relabelled(err error, label string) error {
	list, ok := err.(strict.Errors)
	if !ok {
		return err
	}
	for _, e := range list {
		e.Line, e.Column = 0, 0
		switch {
		case label == "" && strings.HasPrefix(e.Path, "["): // the list itself
			e.Path = casesFields[0] + e.Path
		case label == "":
		case e.Path == "":
			e.Path = label
		default:
			e.Path, e.Message = label, e.Path+": "+e.Message
		}
	}
	return list
}

// listOfCases returns the array of cases. Beside it an object may have remarks, such as "reasoning"; another list or
// object could be cases, too.
func listOfCases(v strict.Value) *strict.Node {
	list := v
	switch v.Kind() {
	case strict.KindArray:
	case strict.KindObject:
		o := v.Object()
		list = o.Required(casesFields[0], casesFields[1:]...)
		for _, other := range o.Rest() {
			if other.Kind() == strict.KindArray || other.Kind() == strict.KindObject {
				other.Errorf("got %s, want the cases under %q and nothing but remarks beside them", other.Node().Describe(), casesFields[0])
			}
		}
	default:
		v.Errorf("got %s, want %s", v.Node().Describe(), generatedForm)
		return nil
	}
	n := list.Node()
	switch {
	case n == nil:
	case n.Kind != strict.KindArray:
		list.Errorf("got %s, want an array of cases", n.Describe())
	case len(n.Items) == 0:
		list.Errorf("the list of cases is empty")
	}
	return n
}
