package strict

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Value is a node on its way into a Go value: it knows the path that leads to it, and notes what is wrong with it. Its
// methods take it as a value of some type; where it is of another they note an error and return the zero value. An
// absent value, such as a field that is not there, gives zero values without an error.
//
// A Value belongs to the call of [Decode] that handed it out and must not outlive it.
type Value struct {
	step
	ledger *ledger
}

// Present reports whether the value is there. A null is there.
func (v Value) Present() bool { return v.node != nil }

// Kind returns the kind of the value, [KindAbsent] when it is not there.
func (v Value) Kind() Kind {
	if v.node == nil {
		return KindAbsent
	}
	return v.node.Kind
}

// OrNull returns v, and an absent value in place of a null. Without it a null is an error for every method but
// [Value.Any], [Value.Raw] and [Value.Node].
func (v Value) OrNull() Value {
	if v.Kind() == KindNull {
		v.node = nil
	}
	return v
}

// Node returns the node, nil when the value is absent. Under [All] it must not outlive the value.
func (v Value) Node() *Node { return v.node }

// File returns the name of the file.
func (v Value) File() string { return v.ledger.file }

// Line returns the line on which the value begins; 0 when it is absent.
func (v Value) Line() int {
	if v.node == nil {
		return 0
	}
	return v.node.Line
}

// Path returns the path that leads to the value: "turns[2].input". It is empty for the whole document.
func (v Value) Path() string { return v.path() }

// Errorf notes an error at the value. It may be called any number of times. An error of an absent value stands at what
// the value would be in.
func (v Value) Errorf(format string, args ...any) {
	line, column := v.place()
	v.ledger.add(line, column, v.Path(), fmt.Sprintf(format, args...))
}

// want notes that the value is not what it should be.
func (v Value) want(what string, args ...any) {
	v.Errorf("got %s, want %s", v.node.Describe(), fmt.Sprintf(what, args...))
}

// is reports whether the value is of this kind, and notes an error when it is of another.
func (v Value) is(kind Kind, what string) bool {
	if v.node == nil {
		return false
	}
	if v.node.Kind != kind {
		v.want("%s", what)
		return false
	}
	return true
}

// Text returns the text of a string.
//
// It is a copy, so that keeping it does not keep the document, unless the document is small (up to 4 KiB) or mostly this
// text. The same holds for the strings that the other methods return.
func (v Value) Text() string {
	if !v.is(KindString, "a string") {
		return ""
	}
	return v.ledger.text(v.node)
}

// NonEmpty returns the text of a string that must not be empty.
func (v Value) NonEmpty() string {
	s := v.Text()
	if s == "" && v.Kind() == KindString {
		v.want("some text")
	}
	return s
}

// OneOf returns the text of a string that must be one of these words.
func (v Value) OneOf(words ...string) string {
	if v.node == nil {
		return ""
	}
	if v.node.Kind == KindString {
		for _, w := range words {
			if v.node.Text == w {
				return w
			}
		}
	}
	v.want("%s%s", oneOf(words), Hint(v.node.Text, words))
	return ""
}

// oneOf returns the words quoted: `"skip", "fail" or "end"`.
func oneOf(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strconv.Quote(w)
	}
	if n := len(quoted) - 1; n > 0 {
		return strings.Join(quoted[:n], ", ") + " or " + quoted[n]
	}
	return strings.Join(quoted, "")
}

// Bool returns a bool.
func (v Value) Bool() bool { return v.is(KindBool, "true or false") && v.node.Text == "true" }

// Int returns a whole number.
func (v Value) Int() int {
	return v.int(math.MinInt)
}

// IntFrom returns a whole number that must be at least lowest.
func (v Value) IntFrom(lowest int) int {
	return v.int(lowest)
}

func (v Value) int(lowest int) int {
	if v.node == nil {
		return 0
	}
	n, err := 0, strconv.ErrSyntax
	if v.node.Kind == KindNumber {
		n, err = strconv.Atoi(v.node.Text)
	}
	if err == nil && n >= lowest {
		return n
	}
	what := "a whole number"
	if lowest > math.MinInt {
		what += " of at least " + strconv.Itoa(lowest)
	}
	if errors.Is(err, strconv.ErrRange) {
		what += fmt.Sprintf(" that fits into %d bits", strconv.IntSize)
	}
	v.want("%s", what)
	return 0
}

// Float returns a number. Digits beyond those of a float64 are lost; see [Value.Number].
func (v Value) Float() float64 {
	if !v.is(KindNumber, "a number") {
		return 0
	}
	f, err := strconv.ParseFloat(v.node.Text, 64)
	if err != nil {
		v.want("a number that a float64 can hold")
		return 0
	}
	return f
}

// FloatIn returns a number that must lie between lowest and highest, both included.
func (v Value) FloatIn(lowest, highest float64) float64 {
	f := v.Float()
	if v.Kind() == KindNumber && (f < lowest || f > highest) {
		v.want("a number from %v to %v", lowest, highest)
		return 0
	}
	return f
}

// Number returns a number with all its digits.
func (v Value) Number() json.Number {
	if !v.is(KindNumber, "a number") {
		return ""
	}
	return json.Number(v.ledger.own(v.node.Text))
}

// Duration returns a length of time, written as a string in the syntax of [time.ParseDuration]. A number without a
// unit is an error, and so is a negative duration.
func (v Value) Duration() time.Duration {
	const what = `a duration such as "30s" or "5m"`
	if !v.is(KindString, what) {
		return 0
	}
	s := v.node.Text
	d, err := time.ParseDuration(s)
	// ParseDuration accepts "0"; a unit is wanted there too.
	if err != nil || d < 0 || s[len(s)-1] < 'a' {
		v.want(what)
		return 0
	}
	return d
}

// Any returns the value as map[string]any, []any, string, json.Number, bool or nil.
func (v Value) Any() any {
	if v.node == nil {
		return nil
	}
	return v.node.tree(v.ledger)
}

// Map returns an object as a map, as Any does; nil when the value is absent.
func (v Value) Map() map[string]any {
	if !v.is(KindObject, "an object") {
		return nil
	}
	return v.Any().(map[string]any)
}

// Raw returns a value of any kind as JSON in memory of its own; nil when it is absent.
func (v Value) Raw() json.RawMessage {
	if v.node == nil {
		return nil
	}
	return v.node.Raw()
}

// Parse returns what parse makes of the text of a string, and notes its error at the value:
//
//	pattern := strict.Parse(o.Field("pattern"), regexp.Compile)
//
// It returns the zero value when the value is absent.
func Parse[T any](v Value, parse func(string) (T, error)) T {
	var zero T
	if !v.is(KindString, "a string") {
		return zero
	}
	result, err := parse(v.Text())
	if err != nil {
		v.Errorf("%v", err)
		return zero
	}
	return result
}
