package suite

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/agenttest/go/internal/strict"
	"github.com/agenttest/go/simulator"
)

// LoadText loads one case, with this person at the terminal.
func LoadText(t *testing.T, cfg Config, human simulator.Simulator, text string) Loaded {
	t.Helper()
	l, result := collector(cfg)
	l.newHuman = func(time.Duration) simulator.Simulator { return human }
	l.read(strings.NewReader(text), "cases.jsonl")
	cases, err := result()
	if err != nil || len(cases) != 1 {
		t.Fatalf("got %d cases and the error %v", len(cases), err)
	}
	return cases[0]
}

// LoadReader loads the cases of a stream, with nobody at the terminal.
func LoadReader(r io.Reader, file string, cfg Config) ([]Loaded, error) {
	l, result := collector(cfg)
	l.newHuman = func(time.Duration) simulator.Simulator {
		return simulator.Func(func(context.Context, *simulator.State) (simulator.Move, error) {
			return simulator.Move{}, simulator.ErrNoTerminal
		})
	}
	l.read(r, file)
	return result()
}

// collector returns a loader, and what gives the cases that it has read.
func collector(cfg Config) (*loader, func() ([]Loaded, error)) {
	var c collection
	l := newLoader(context.Background(), cfg, c.add)
	var errs strict.Errors
	cfg.check(&errs)
	l.mistake(errs.Err())
	return l, c.result
}

// SubtestName is the name of a case's subtest.
func SubtestName(id string) string { return subtestName(id) }

// Rewrite reads all cases of a stream and then writes them again, in the canonical spelling, one a line.
func Rewrite(r io.Reader, cfg Config) ([]byte, error) {
	l, _ := collector(cfg)
	l.files.in(".")
	var specs []caseSpec
	for spec, err := range strict.All(strict.NewDecoder(r, "cases.jsonl"), l.readCase) {
		if err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i := range specs {
		if err := enc.Encode(&specs[i]); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// ShardVariables are all environment variables that say which shard is played.
func ShardVariables() []string {
	names := []string{shardVar, shardTotalVar, timingsVar}
	for _, e := range environments {
		for _, name := range []string{e.marker, e.index, e.total} {
			if name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// PickShard returns the ids of the cases of a shard, with these timings unless they are nil.
func PickShard(ids []string, index, of int, ms map[string]float64) []string {
	cases := make([]Loaded, len(ids))
	for i, id := range ids {
		cases[i].ID = id
	}
	s := shard{index: index, of: of}
	if ms != nil {
		s.timings = &timings{ms: ms, mean: 10}
	}
	var picked []string
	for _, l := range s.pick(cases) {
		picked = append(picked, l.ID)
	}
	return picked
}

// LoadWith loads the cases of a stream, with these people at the terminal.
func LoadWith(person func() simulator.Simulator, r io.Reader, cfg Config) ([]Loaded, error) {
	l, result := collector(cfg)
	l.newHuman = func(time.Duration) simulator.Simulator { return person() }
	l.read(r, "cases.jsonl")
	return result()
}

// ConversationWith is Conversation with this person.
func ConversationWith(human simulator.Simulator, cfg Config) (Loaded, error) {
	return one(cfg, nil, func(r *reader) *caseSpec {
		r.newHuman = func(time.Duration) simulator.Simulator { return human }
		return conversation(r)
	})
}

// What generators are told of the format, and what the reader knows.
const FormatGuide = formatGuide + simulatorGuide + judgeGuide + scriptGuide

var AssertionTypes = assertionTypes

// Each is each, for the tests of the pool.
var Each = each
