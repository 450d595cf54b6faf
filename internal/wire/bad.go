package wire

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/internal/strict"
)

// wanted is what a reply looks like, for messages about something else.
const wanted = `one JSON object such as {"content": "Hello"}`

// parse reads the JSON of a reply. The errors say what people who write agents need to hear.
func parse(reply []byte) (*strict.Node, error) {
	text := bytes.TrimSpace(bytes.TrimPrefix(reply, []byte("\uFEFF")))
	switch {
	case len(text) == 0:
		return nil, errors.New("it is empty, want " + wanted)
	case !utf8.Valid(text):
		return nil, errors.New("it is not UTF-8, want " + wanted + " in UTF-8")
	case text[0] != '{':
		return nil, errors.New("want " + wanted)
	}
	node, err := strict.ParseJSON(text, "")
	if err != nil {
		return nil, problems(err)
	}
	return node, nil
}

// problems returns the errors of a reply with their paths, and where they are of syntax with their places in it.
func problems(err error) error {
	var list strict.Errors
	if !errors.As(err, &list) {
		return err
	}
	texts := make([]string, len(list))
	for i, e := range list {
		switch {
		case e.Path != "":
			texts[i] = e.Path + ": " + e.Message
		case e.Line > 1:
			texts[i] = fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
		case e.Column > 1:
			texts[i] = fmt.Sprintf("column %d: %s", e.Column, e.Message)
		default:
			texts[i] = e.Message
		}
	}
	return errors.New(strings.Join(texts, "\n    "))
}

// badReply returns the error of a reply that cannot be read, with its beginning and its end.
func badReply(reply []byte, problem error) error {
	if text := bytes.TrimSpace(reply); len(text) > 0 {
		return fmt.Errorf("%w\n  got: %s", problem, render.Quote(string(text)))
	}
	return problem
}
