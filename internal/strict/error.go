package strict

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Error is one mistake in a file.
type Error struct {
	// File is the name the reader was given; may be empty.
	File string
	// Line and Column count from 1; 0 is unknown. The column counts characters.
	Line, Column int
	// Path leads to the value within its document: "turns[2].assertions[0].type". Empty for the whole document and
	// for errors of syntax.
	Path string
	// Message says what was got, what was wanted and, where it is not plain, what to do.
	Message string
	// Err is the cause, when there is one: what a reader returned.
	Err error

	syntax bool // there is no path, so the column is printed
}

// Error returns the message after its place: "cases.jsonl:12: turns[2].input: got the number 3, want a string". For
// an error of syntax the place has a column as well.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		if e.File == "" {
			b.WriteString("line ")
		} else {
			b.WriteByte(':')
		}
		b.WriteString(strconv.Itoa(e.Line))
		if e.syntax && e.Column > 0 {
			b.WriteByte(':')
			b.WriteString(strconv.Itoa(e.Column))
		}
	}
	if b.Len() > 0 {
		b.WriteString(": ")
	}
	if e.Path != "" {
		b.WriteString(e.Path)
		b.WriteString(": ")
	}
	b.WriteString(e.Message)
	return b.String()
}

// Unwrap returns the cause, or nil.
func (e *Error) Unwrap() error { return e.Err }

// Errors is a list of mistakes. The nil list is no error: return [Errors.Err] from a function, not the list itself.
type Errors []*Error

// Error returns all messages, one a line, sorted by file, line and column.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es.sorted() {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the mistakes, sorted as Error prints them.
func (es Errors) Unwrap() []error {
	all := make([]error, len(es))
	for i, e := range es.sorted() {
		all[i] = e
	}
	return all
}

// Err returns the list as an error, sorted; nil when it is empty.
func (es Errors) Err() error {
	if len(es) == 0 {
		return nil
	}
	return es.sorted()
}

// Add appends the mistakes of err: an [Errors], an [*Error], or any other error, which becomes one without a place. A
// nil error adds nothing.
func (es *Errors) Add(err error) {
	if err == nil {
		return
	}
	var list Errors
	var one *Error
	switch {
	case errors.As(err, &list):
		*es = append(*es, list...)
	case errors.As(err, &one):
		*es = append(*es, one)
	default:
		*es = append(*es, &Error{Message: err.Error(), Err: err})
	}
}

func (es Errors) sorted() Errors {
	less := func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	}
	if slices.IsSortedFunc(es, less) {
		return es
	}
	es = slices.Clone(es)
	slices.SortStableFunc(es, less)
	return es
}
