package suite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/internal/strict"
	"github.com/agenttest/go/simulator"
)

// reader reads the objects of case files, and finds everything about them that can be wrong before a case is played.
type reader struct {
	cfg   *Config
	files attachmentFiles
	// place is where the case that is being read stands, for one that stands in no file.
	place string
	// seen are the ids so far and the names of their subtests, with the id and where it stands.
	seen map[string]seen
	// humans are shared between cases.
	humans   map[time.Duration]simulator.Simulator
	newHuman func(time.Duration) simulator.Simulator
	// regexes are assertions by their patterns: the cases of a suite often share some, and compiling one takes as long
	// as reading a case.
	regexes map[string]chat.Assertion
	// turns and checkpoints are memory for those of one case while it is built.
	turns       []agenttest.UserTurn
	checkpoints []checkpoint.Checkpoint
}

// seen is an id and where it stands.
type seen struct {
	id    string
	at    chat.Source
	place string // of a case that stands in no file
}

// String returns where the id stands.
func (s seen) String() string {
	if s.place != "" {
		return s.place
	}
	return fmt.Sprintf("%s:%d", s.at.File, s.at.Line)
}

func newReader(cfg *Config) *reader {
	return &reader{
		cfg: cfg, seen: map[string]seen{}, humans: map[time.Duration]simulator.Simulator{}, regexes: map[string]chat.Assertion{},
		newHuman: func(d time.Duration) simulator.Simulator { return simulator.Human(simulator.Timeout(d)) },
	}
}

// at returns the place of a value.
func at(v strict.Value) chat.Source { return chat.Source{File: v.File(), Line: v.Line()} }

// readID reads an id, which must be no other case's, neither by itself nor as the name of a subtest.
func (r *reader) readID(v strict.Value) string {
	id := strings.Clone(v.NonEmpty()) // it stays here when the case is gone, and must not keep the text of the case
	if id == "" {
		return ""
	}
	name := subtestName(id)
	before, taken := r.seen[name]
	switch {
	case !taken:
		r.seen[name] = seen{id, at(v), r.place}
	case before.id == id:
		v.Errorf("duplicate id %q, first used at %s", id, before)
	default:
		v.Errorf("the ids %q and %q (at %s) make the same subtest, %q; change one of them", id, before.id, before, name)
	}
	return id
}

// subtestName returns the name under which a case is run: its id with everything in it that would make a level of its
// own, or that the testing package would rewrite, replaced in the way that it does.
func subtestName(id string) string {
	odd := func(r rune) bool { return r == '/' || r == ' ' || !strconv.IsPrint(r) }
	if strings.IndexFunc(id, odd) < 0 {
		return id
	}
	var b strings.Builder
	for _, r := range id {
		switch {
		case r == '/', unicode.IsSpace(r):
			b.WriteByte('_')
		case !strconv.IsPrint(r):
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// ref reads a reference to an agent or a script; false when it leads nowhere.
func (r *reader) ref(v strict.Value, as role) (ref, bool) {
	text := v.NonEmpty()
	if text == "" {
		return ref{}, false
	}
	found, problem := r.cfg.find(as, text)
	if problem != "" {
		v.Errorf("%s", problem)
		return found, false
	}
	return found, true
}

// regex returns the assertion that the reply matches a pattern.
func (r *reader) regex(pattern string) chat.Assertion {
	a := r.regexes[pattern]
	if a == nil {
		if len(r.regexes) == maxRegexes {
			clear(r.regexes)
		}
		a = assert.Regex(pattern)
		r.regexes[pattern] = a
	}
	return a
}

// maxRegexes bounds the memory of regular expressions that no case may have anymore.
const maxRegexes = 1000

// some reads an array that must not be empty.
func some[T any](v strict.Value, what string, read func(strict.Value) T) []T {
	list := strict.List(v, read)
	if v.Kind() == strict.KindArray && len(list) == 0 {
		v.Errorf("got an empty array, want at least one %s", what)
	}
	return list
}

// positive reads a duration that must be longer than nothing: 0 would mean a default of ours.
func positive(v strict.Value) duration {
	d := v.Duration()
	if d != 0 || v.Kind() != strict.KindString {
		return duration(d)
	}
	if text := v.Text(); text != "" && text[len(text)-1] >= 'a' {
		if zero, err := time.ParseDuration(text); err == nil && zero == 0 {
			v.Errorf("got the string %q, want a duration above 0; leave the field out for the default", text)
		}
	}
	return 0
}

// compact returns a value as JSON on one line; nil when it is absent.
func compact(v strict.Value) json.RawMessage {
	raw := v.Raw()
	if raw == nil {
		return nil
	}
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil { // what the decoder accepts is JSON
		v.Errorf("%v", err)
		return nil
	}
	return b.Bytes()
}

// data returns a free-form value as encoding/json would, with one exception: an integer that a float64 cannot hold is a
// json.Number, so that no digit is lost.
func data(v strict.Value) any { return plainNumbers(v.Any()) }

func plainNumbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			return v
		}
		if !strings.ContainsAny(string(v), ".eE") {
			if n, err := v.Int64(); err != nil || n > 1<<53 || n < -1<<53 {
				return v
			}
		}
		return f
	case map[string]any:
		for key, value := range v {
			v[key] = plainNumbers(value)
		}
	case []any:
		for i, value := range v {
			v[i] = plainNumbers(value)
		}
	}
	return v
}

// readOptions reads what is passed to an agent; nil when the value is absent.
func readOptions(v strict.Value) *chat.Options {
	if !v.Present() {
		return nil
	}
	o := v.Object()
	return &chat.Options{
		Connector: o.Field("connector").Text(),
		Mode:      o.Field("mode").Text(),
		Search:    data(o.Field("search")),
		Skip:      strict.Map(o.Field("skip"), strict.Value.Bool),
		Metadata:  readMetadata(o.Field("metadata")),
	}
}

func readMetadata(v strict.Value) map[string]any {
	m := v.Map()
	plainNumbers(m)
	return m
}
