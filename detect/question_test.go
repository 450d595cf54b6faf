package detect_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agenttest/go/detect"
)

// A labelled reply: text, and whether it waits for the user.
type labelled struct {
	Text     string `json:"text"`
	Awaiting bool   `json:"awaiting"`
	Kind     string `json:"kind"`
	Round    int    `json:"round"`
}

// A score counts how the heuristic does on labelled replies.
type score struct{ right, wrong, falseAlarms, alarms int }

func (s score) accuracy() float64  { return float64(s.right) / float64(s.right+s.wrong) }
func (s score) precision() float64 { return 1 - float64(s.falseAlarms)/float64(s.alarms) }
func (s score) String() string {
	return fmt.Sprintf("accuracy %.4f, precision of awaiting %.4f, on %d replies", s.accuracy(), s.precision(), s.right+s.wrong)
}

func (s *score) add(r labelled) (right bool) {
	got := detect.IsQuestion(r.Text)
	if got {
		s.alarms++
	}
	if got && !r.Awaiting {
		s.falseAlarms++
	}
	if got == r.Awaiting {
		s.right++
	} else {
		s.wrong++
	}
	return got == r.Awaiting
}

func read(t testing.TB, name string) []labelled {
	t.Helper()
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) && strings.HasPrefix(name, "..") {
		t.Skipf("the labelled dialogues are not here: %v (they are CC BY-SA 4.0 and no part of this module)", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var replies []labelled
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var r labelled
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%s:%d: %v", name, len(replies)+1, err)
		}
		replies = append(replies, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return replies
}

// Replies of the kinds that models write. Those of replies.jsonl were labelled before there were any rules, those of
// later.jsonl in rounds, each before the rules had seen it.
func TestOwnReplies(t *testing.T) {
	for _, name := range []string{"replies.jsonl", "later.jsonl"} {
		t.Run(name, func(t *testing.T) {
			var all score
			kinds := map[string]bool{}
			for _, r := range read(t, filepath.Join("testdata", name)) {
				if !all.add(r) {
					t.Logf("%s: awaiting: got %t, want %t: %q", r.Kind, !r.Awaiting, r.Awaiting, r.Text)
				}
				kinds[r.Kind] = true
			}
			t.Logf("%v of %d kinds", all, len(kinds))
			if all.right+all.wrong < 150 {
				t.Errorf("the table has %d replies, want at least 150", all.right+all.wrong)
			}
			if all.accuracy() < 0.97 {
				t.Errorf("accuracy: got %.4f, want at least 0.97", all.accuracy())
			}
			if all.precision() < 0.98 {
				t.Errorf("precision of awaiting: got %.4f, want at least 0.98", all.precision())
			}
		})
	}
}

// heldBack reports whether a reply belongs to the half of the dialogues that the rules were not tuned on.
func heldBack(r labelled) bool {
	h := fnv.New64a()
	_, _ = h.Write([]byte(r.Text))
	return h.Sum64()>>32%2 == 1
}

func TestServiceDialogues(t *testing.T) {
	var tuned, held score
	for _, r := range read(t, "../../shared/data/detect/sgd-train.jsonl") {
		if heldBack(r) {
			held.add(r) // its errors are not printed: nobody is to look at them
		} else {
			tuned.add(r)
		}
	}
	t.Logf("tuned on:  %v", tuned)
	t.Logf("held back: %v", held)
	if held.accuracy() < 0.96 {
		t.Errorf("accuracy on the half held back: got %.4f, want at least 0.96", held.accuracy())
	}
	if held.precision() < 0.98 {
		t.Errorf("precision of awaiting on the half held back: got %.4f, want at least 0.98", held.precision())
	}
}
