package suite

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/internal/strict"
)

// generatedForm says in which form a generator gives its cases.
const generatedForm = `an array of cases, or an object with "cases" or "test_cases"`

// The fields under which a generator may give its cases.
var casesFields = []string{"cases", "test_cases"}

// readGenerated reads cases that a generator has given, as strictly as those of a file. Fewer than were asked for are a
// mistake, since a run of one case of fifty looks as good as that of all; more are not.
func (l *loader) readGenerated(g generator, text string) {
	name := g.ref.String()
	l.improvised = !g.script
	root, err := strict.ParseJSON([]byte(text), name)
	if err == nil {
		unplace(root)
		var list *strict.Node
		if list, err = strict.Decode(root, name, listOfCases); err == nil {
			if n := len(list.Items); n > 0 && n < g.in.Count {
				l.mistake(&strict.Error{File: name, Path: paramCount, Message: fmt.Sprintf(
					"asked for %s, got %d; ask again, or for fewer, or leave count out if any number will do", render.Count(g.in.Count, "case"), n)})
			}
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
