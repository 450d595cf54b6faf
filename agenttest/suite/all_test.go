package suite_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/suite"
)

// stream returns what All yields, a line each: an id, or a mistake with dir as DIR.
func stream(t testing.TB, dir, input string, cfg suite.Config) (lines []string) {
	t.Helper()
	for l, err := range suite.All(t.Context(), input, cfg) {
		line := l.ID
		if err != nil {
			if l.ID != "" || l.Agent != nil {
				t.Errorf("got the case %s beside the error %v", l.ID, err)
			}
			line = strings.ReplaceAll(err.Error(), dir, "DIR")
		}
		lines = append(lines, line)
	}
	return lines
}

func TestAllYieldsMistakesAtTheirPlaces(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.jsonl", "{\"id\": \"1\", \"input\": \"hi\"}\n{\"id\": \"2\", \"input\": 3, \"nmae\": \"x\"}\n{\"id\": \"3\", \"input\": \"hi\"}\n")
	write(t, dir, "b.jsonl", "{\"id\": \"3\", \"input\": \"hi\"}\nx\n")
	got := stream(t, dir, filepath.Join(dir, "*.jsonl"), registry())
	want := []string{
		"1",
		"DIR/a.jsonl:2: input: got the number 3, want a string",
		`DIR/a.jsonl:2: unknown field "nmae" (did you mean "name"?)`,
		`DIR/b.jsonl:1: id: duplicate id "3", first used at DIR/a.jsonl:3`,
		"DIR/b.jsonl:2:1: got x, want an object",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	cfg := registry()
	cfg.Target, cfg.Simulator = "targte", "simm"
	want = append([]string{
		`suite.Config.Target: unknown agent "targte" (did you mean "target"?); want one of judge, sim, target`,
		`suite.Config.Simulator: unknown agent "simm" (did you mean "sim"?); want one of judge, sim, target`,
	}, want[1:]...)
	if got := stream(t, dir, filepath.Join(dir, "*.jsonl"), cfg); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestAllEndsWithItsLoopAndItsContext(t *testing.T) {
	path := greetings(t, 10)
	all := suite.All(t.Context(), path, registry())
	for range 2 { // it may be ranged over again
		n := 0
		for range all {
			if n++; n == 3 {
				break
			}
		}
		if n != 3 {
			t.Errorf("got %d cases, want to leave after three", n)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	var got []string
	for l, err := range suite.All(ctx, path, registry()) {
		got = append(got, l.ID+fmt.Sprint(err))
		cancel(errors.New("stopped by hand"))
	}
	if want := []string{"T000<nil>", "reading stopped: stopped by hand"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	bad := write(t, t.TempDir(), "bad.jsonl", "x\ny\nz\n")
	for _, err := range suite.All(t.Context(), bad, registry()) {
		if err == nil {
			t.Error("got no error")
		}
		break
	}
}

func TestADirectoryIsItsCaseFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "b.jsonl", `{"id": "b", "input": "hi"}`)
	write(t, dir, "a.NDJSON", `{"id": "a", "input": "hi"}`)
	write(t, dir, "c.json", "{\n  \"id\": \"c\",\n  \"input\": \"hi\"\n}")
	write(t, dir, "notes.md", "not read")
	write(t, dir, ".d.jsonl", "not read")
	write(t, dir, "golden/d.jsonl", "not read")
	write(t, dir, "d.jsonl/x", "not read")
	if got, want := stream(t, dir, dir, registry()), []string{"a", "b", "c"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for name, want := range map[string]bool{"a.jsonl": true, "x/a.JSON": true, "a.ndjson": true, "a.txt": false, ".a.json": false, "jsonl": false} {
		if got := suite.IsCaseFile(name); got != want {
			t.Errorf("%s: got %t, want %t", name, got, want)
		}
	}
}

// A file may be called like a generator: then a path leads to it.
func TestThePrefixWinsOverAFile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, dir, "agents:gen.jsonl", `{"id": "from the file", "input": "hi"}`)
	if got, want := stream(t, dir, "./agents:gen.jsonl", registry()), []string{"from the file"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	want := []string{`agents:gen.jsonl: unknown agent "gen.jsonl"; want one of judge, sim, target`}
	if got := stream(t, dir, "agents:gen.jsonl", registry()); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// written returns the cases of an input as lines of a case file.
func written(t testing.TB, input string, cfg suite.Config) string {
	t.Helper()
	var b strings.Builder
	for l, err := range suite.All(t.Context(), input, cfg) {
		if err != nil {
			t.Fatal(err)
		}
		line, err := l.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	return b.String()
}

func TestWrittenCasesLoadAgainUnchanged(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "receipt.jpg", "\xff\xd8\xff\xe0")
	write(t, dir, "cases.jsonl", everyField+"\n"+`
		// Everything that JSON escapes or HTML does.
		{"id": "<&>", "name": "\u2028 \"quoted\" \\ Grüße 日本 🙂", "input": "a < b && c > d", "assert": {"type": "equals", "value": {"x": "<&>", "big": 9007199254740993}}}
		{"id": "attached", "input": "here", "attachments": [{"source": "file://./receipt.jpg"}], "timeout": "1h30m0s"}
		{"id": "led", "interactive": {"enabled": true, "timeout": "1m"}}
		{"id": "off", "input": "hi", "interactive": {"enabled": false}}`)
	cfg := registry()
	cfg.OnMissingInput = agenttest.MissingFail
	once := written(t, filepath.Join(dir, "cases.jsonl"), cfg)
	if !strings.Contains(once, `{"id":"<&>",`) || !strings.Contains(once, `"a < b && c > d"`) || !strings.Contains(once, `"file://./receipt.jpg"`) {
		t.Errorf("got\n%s\nwant <, > and & as they are, and attachments as they were written", once)
	}
	if n := strings.Count(once, "\n"); n != 6 {
		t.Errorf("got %d lines, want one for each of 6 cases:\n%s", n, once)
	}
	write(t, dir, "again.jsonl", once)
	if twice := written(t, filepath.Join(dir, "again.jsonl"), cfg); twice != once {
		t.Errorf("written again it is\n%s\nwant\n%s", twice, once)
	}
}

func TestWrittenCasesPlayTheSame(t *testing.T) {
	text := `{"id": "a", "turns": [{"input": "one", "assert": {"type": "contains", "value": "one"}}, {"input": "two", "assert": {"type": "contains", "value": "<one>"}}]}
		{"id": "b", "input": "hi", "simulator": {"use": "scripts:scripted-user"}, "max_turns": 3, "checkpoints": [{"id": "c", "assert": {"type": "contains", "value": "go on"}}]}
		{"id": "c", "input": "hi", "never": {"type": "regex", "value": "h."}}`
	dir := t.TempDir()
	write(t, dir, "1.jsonl", text)
	write(t, dir, "2.jsonl", written(t, filepath.Join(dir, "1.jsonl"), registry()))
	verdicts := func(name string) (all []string) {
		cases, err := suite.Load(filepath.Join(dir, name), registry())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			res := agenttest.Play(t.Context(), c.Agent, c.Case)
			all = append(all, fmt.Sprint(res.ID, res.Status, res.Error, len(res.Turns), res.Simulator))
		}
		return all
	}
	if got, want := verdicts("2.jsonl"), verdicts("1.jsonl"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWhatCannotBeWritten(t *testing.T) {
	const want = "the case is there to be played and cannot be written; cases of suite.All, of a generator and of suite.Message can"
	conversation, err := suite.Conversation(registry())
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []suite.Loaded{{}, conversation, load(t, registry(), `{"id": "a", "input": "hi"}`)[0]} {
		if _, err := l.MarshalJSON(); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", l.ID, err, want)
		}
		if _, err := json.Marshal(l); err == nil {
			t.Errorf("%s: json.Marshal returned no error", l.ID)
		}
	}
}

func TestListing(t *testing.T) {
	cfg := registry()
	cfg.Simulator = "agents:sim"
	var got []string
	path := write(t, t.TempDir(), "a.jsonl", `
		{"id": "T001", "name": "Expense Flow", "turns": [{"input": "a"}, {"input": "b"}, {"input": "c", "assert": {"type": "contains", "value": "c"}}]}
		{"id": "T002", "input": "hi"}
		{"id": "T003", "name": "T003", "attachments": [{"source": "https://example.test"}]}
		{"id": "T004", "input": "hi", "simulator": {"goal": "x", "persona": "y"}}
		{"id": "T005", "simulator": {"use": "scripts:scripted-user"}}
		{"id": "T006", "interactive": {"enabled": true}}`)
	for l, err := range suite.All(t.Context(), path, cfg) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%s; %d, %q, %t, %t", l, l.Turns(), l.Simulator(), l.Interactive(), l.ChecksNothing()))
	}
	want := []string{
		`[T001] Expense Flow (3 turns); 3, "", false, false`,
		`[T002] (1 turn); 1, "", false, true`,
		`[T003] (1 turn); 1, "", false, true`,
		`[T004] (simulator: sim); 1, "sim", false, false`,
		`[T005] (simulator: scripts:scripted-user); 0, "scripts:scripted-user", false, false`,
		`[T006] (human); 0, "", true, true`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
