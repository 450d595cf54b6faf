package suite_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/simulator"
)

// loadError loads the pattern and returns the error with dir as DIR.
func loadError(t *testing.T, dir, pattern string, cfg suite.Config) string {
	t.Helper()
	cases, err := suite.Load(pattern, cfg)
	if err == nil {
		t.Fatalf("got %d cases and no error", len(cases))
	}
	return strings.ReplaceAll(err.Error(), dir, "DIR")
}

func TestFilesAreReadInTheOrderOfTheirNames(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "b.jsonl", `{"id": "3", "input": "hi"}`)
	write(t, dir, "a.jsonl", "{\"id\": \"1\", \"input\": \"hi\"}\n{\"id\": \"2\", \"input\": \"hi\"}")
	write(t, dir, "c.json", `not read`)
	write(t, dir, "empty.jsonl", "// nothing here yet\n")
	cases, err := suite.Load(filepath.Join(dir, "*.jsonl"), registry())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range cases {
		got = append(got, c.ID+" "+c.Source.String())
	}
	if want := "1 a.jsonl:1, 2 a.jsonl:2, 3 b.jsonl:1"; strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
}

func TestAFileWhoseNameLooksLikeAPattern(t *testing.T) {
	path := write(t, t.TempDir(), "cases[1].jsonl", `{"id": "1", "input": "hi"}`)
	if cases, err := suite.Load(path, registry()); err != nil || len(cases) != 1 {
		t.Errorf("got %d cases and the error %v, want one", len(cases), err)
	}
}

func TestNothingToRunIsAnError(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, dir, "empty/a.jsonl", "")
	write(t, dir, "empty/b.jsonl", "\n// a comment\n\n")
	write(t, dir, "none/below/a.jsonl", "not read")
	write(t, dir, "none/x.jsonl/a.jsonl", "nor this")
	write(t, dir, "none/.hidden.jsonl", "nor this")
	write(t, dir, "none/readme.md", "nor this")
	write(t, dir, "dir.jsonl/a.txt", "nor this")
	for pattern, want := range map[string]string{
		"testdata/*.jsonl": `no file matches "testdata/*.jsonl", looked for in DIR`,
		"missing.jsonl":    `no file matches "missing.jsonl", looked for in DIR`,
		dir + "/x.jsonl":   `no file matches "DIR/x.jsonl"`,
		"":                 `no file matches "", looked for in DIR`,
		"empty/*.jsonl":    `there is no case in empty/a.jsonl, empty/b.jsonl`,
		"empty":            `there is no case in empty/a.jsonl, empty/b.jsonl`,
		"none":             `none: no case file in this directory; looked for *.jsonl, *.ndjson and *.json, not in directories below it`,
		"d*":               `dir.jsonl: is a directory, want files, as in "dir.jsonl/*.jsonl"`,
		"agent:gen?n=1":    `no file matches "agent:gen?n=1", looked for in DIR (did you mean "agents:gen?n=1"?)`,
		"C:\\cases.jsonl":  `no file matches "C:\\cases.jsonl", looked for in DIR`,
		"Hello, you":       `no file matches "Hello, you", looked for in DIR`,
		"[":                `the pattern "[" cannot be read: syntax error in pattern`,
	} {
		if got := loadError(t, dir, pattern, registry()); got != want {
			t.Errorf("%q: got %s, want %s", pattern, got, want)
		}
	}
}

func TestMistakesOfAllFilesAreReportedAtOnce(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.jsonl", "{\"id\": \"1\", \"input\": \"hi\"}\n{\"id\": \"2\"}")
	write(t, dir, "b.jsonl", "{\"id\": \"1\", \"input\": \"hi\"}\nx\n{\"id\": \"3\", \"input\": \"hi\", \"timeout\": \"5 minutes\"}")
	write(t, dir, "c.jsonl", `{"id": "4", "input": "hi"}`)
	write(t, dir, "d.jsonl/e", "a directory")
	cfg := registry()
	cfg.Target = "targte"
	want := strings.ReplaceAll(strings.Trim(`
suite.Config.Target: unknown agent "targte" (did you mean "target"?); want one of judge, sim, target
DIR/a.jsonl:2: no initial input; want "input", "turns" or "simulator"
DIR/b.jsonl:1: id: duplicate id "1", first used at DIR/a.jsonl:1
DIR/b.jsonl:2:1: got x, want an object
DIR/b.jsonl:3: timeout: got the string "5 minutes", want a duration such as "30s" or "5m"
DIR/d.jsonl: is a directory, want files, as in "DIR/d.jsonl/*.jsonl"
`, "\n"), "/", string(filepath.Separator))
	if got := loadError(t, dir, filepath.Join(dir, "*.jsonl"), cfg); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestMistakesInTheConfiguration(t *testing.T) {
	many := suite.Agents{}
	for i := range 23 {
		many[fmt.Sprintf("a%02d", i)] = echo
	}
	for _, c := range []struct {
		reason string
		cfg    suite.Config
		want   string
	}{
		{"no agents", suite.Config{},
			`suite.Config.Agents: there are none; register the agent under test, as in suite.Agents{"assistants.expense": expense.New()}`},
		{"several agents and no target", suite.Config{Agents: suite.Agents{"b": echo, "a": echo}},
			`suite.Config.Target: want the id of the agent under test, one of a, b`},
		{"an unknown target", suite.Config{Agents: many, Target: "a99"},
			`suite.Config.Target: unknown agent "a99" (did you mean "a09"?); want one of a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19 and 3 more`},
		{"a target that is a script", suite.Config{Agents: suite.Agents{"a": echo}, Target: "scripts:a"},
			`suite.Config.Target: got the script "scripts:a", want an agent, as in "agents:ID"`},
		{"a nil agent", suite.Config{Agents: suite.Agents{"a": nil}},
			`suite.Config.Agents["a"] is nil`},
		{"a nil pointer", suite.Config{Agents: suite.Agents{"a": (*recorder)(nil)}},
			`suite.Config.Agents["a"] is nil`},
		{"an empty id", suite.Config{Agents: suite.Agents{"": echo}},
			`suite.Config.Agents: an id is empty`},
		{"an id with its prefix", suite.Config{Agents: suite.Agents{"agents:a": echo}},
			`suite.Config.Agents["agents:a"]: register it without the prefix, as "a"`},
		{"a nil script", suite.Config{Agents: suite.Agents{"a": echo}, Scripts: suite.Scripts{Assertions: map[string]assert.ScriptFunc{"s": nil}}},
			`suite.Config.Scripts.Assertions["s"] is nil`},
		{"a simulator with its prefix", suite.Config{Agents: suite.Agents{"a": echo}, Scripts: suite.Scripts{Simulators: map[string]simulator.Simulator{"scripts:s": nil}}},
			`suite.Config.Scripts.Simulators["scripts:s"]: register it without the prefix, as "s"`},
		{"a nil simulator", suite.Config{Agents: suite.Agents{"a": echo}, Scripts: suite.Scripts{Simulators: map[string]simulator.Simulator{"s": suite.SimulatorFunc(nil)}}},
			`suite.Config.Scripts.Simulators["s"] is nil`},
		{"a simulator that says nothing", suite.Config{Agents: suite.Agents{"a": echo}, Scripts: suite.Scripts{Simulators: map[string]simulator.Simulator{"s": simulator.Script()}}},
			`suite.Config.Scripts.Simulators["s"]: simulator.Script has no lines; write what the user says: simulator.Script("Hello", "Yes")`},
		{"an unknown simulator", suite.Config{Agents: suite.Agents{"a": echo}, Simulator: "scripts:s"},
			`suite.Config.Simulator: unknown script "s"; there is none, suite.Config.Scripts.Simulators is empty`},
		{"a negative timeout", suite.Config{Agents: suite.Agents{"a": echo}, Timeout: -1},
			`suite.Config.Timeout: got -1ns, want a duration above 0, or 0 for 5m`},
	} {
		t.Run(c.reason, func(t *testing.T) {
			dir := t.TempDir()
			path := write(t, dir, "cases.jsonl", `{"id": "a", "input": "hi"}`)
			if got := loadError(t, dir, path, c.cfg); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestTheOnlyAgentIsTheTarget(t *testing.T) {
	cases := load(t, suite.Config{Agents: suite.Agents{"anything": echo}}, `{"id": "a", "input": "hi", "assert": {"type": "contains", "value": "hi"}}`)
	wantStatus(t, agenttest.Play(t.Context(), cases[0].Agent, cases[0].Case), agenttest.Passed, "")
}

func TestRootThatIsNotThere(t *testing.T) {
	dir := t.TempDir()
	cfg := registry()
	cfg.Root = filepath.Join(dir, "missing")
	path := write(t, dir, "cases.jsonl", `{"id": "a", "input": "hi", "attachments": [{"source": "file://a.txt"}, {"source": "file://b.txt"}]}`)
	_, err := suite.Load(path, cfg)
	if err == nil || !errors.Is(err, os.ErrNotExist) && !strings.Contains(err.Error(), "cannot be opened") {
		t.Errorf("got %v, want an error that names the root", err)
	}
	if n := strings.Count(err.Error(), "\n") + 1; n != 2 {
		t.Errorf("got %d problems, want one for each attachment:\n%v", n, err)
	}
}

// TestSubtestsHaveOneLevelAndPredictableNames compares our names with those that the testing package makes of them.
func TestSubtestsHaveOneLevelAndPredictableNames(t *testing.T) {
	for id, want := range map[string]string{
		"T001":          "T001",
		"a b":           "a_b",
		"c/d/e":         "c_d_e",
		"a\tb\u00a0c":   "a_b_c",
		"a\x16--- PASS": `a\x16---_PASS`,
		"f\u2028g":      "f_g",
		"a\u200bb":      `a\u200bb`,
		"Grüße 日本 🙂":    "Grüße_日本_🙂",
		"a.b-c_d(e)+":   "a.b-c_d(e)+",
	} {
		name := suite.SubtestName(id)
		t.Run(name, func(t *testing.T) {
			_, got, _ := strings.Cut(t.Name(), "/")
			if got != name || name != want {
				t.Errorf("%q: got %q, which the testing package makes %q; want %q", id, name, got, want)
			}
		})
	}
}

// brokenReader fails after its text.
type brokenReader struct{ text io.Reader }

func (r *brokenReader) Read(p []byte) (int, error) {
	n, err := r.text.Read(p)
	if err == io.EOF {
		err = errors.New("input/output error")
	}
	return n, err
}

func TestAFileThatCannotBeReadToItsEnd(t *testing.T) {
	cases, err := suite.LoadReader(&brokenReader{strings.NewReader("{\"id\": \"a\", \"input\": \"hi\"}\n")}, "a.jsonl", registry())
	if err == nil || err.Error() != "a.jsonl:2:1: reading stopped here: input/output error" || cases != nil {
		t.Errorf("got %d cases and %v, want the reader's error and no cases", len(cases), err)
	}
}

// The memory in which a case is read and built is used again for the next one: nothing of a case may lie there.
func TestCasesAreTheSameBesideOthers(t *testing.T) {
	lines := []string{strings.ReplaceAll(everyField[:strings.Index(everyField, "\n{\"id\": \"T002\"")], "\n", " ")}
	for i, s := range spellings {
		lines = append(lines, fmt.Sprintf(`{"id": "%d", "turns": [{"input": "first %d", "assert": [%s, {"type": "regex", "value": "first %d$"}]}, `+
			`{"input": "second %d"}], "options": {"metadata": {"n": %d, "list": ["%d\n"]}}}`, i, i, s.file, i%3, i, i, i))
	}
	file := strings.Join(lines, "\n")
	var alone strings.Builder
	for _, line := range lines {
		written, err := suite.Rewrite(strings.NewReader(line), registry())
		if err != nil {
			t.Fatal(err)
		}
		alone.Write(written)
	}
	if together, err := suite.Rewrite(strings.NewReader(file), registry()); err != nil || string(together) != alone.String() {
		t.Errorf("together they are (%v)\n%s\nalone\n%s", err, together, alone.String())
	}
	for i, c := range load(t, registry(), file)[1:] {
		res := agenttest.Play(t.Context(), echo, c.Case.KeepGoing())
		if len(res.Turns) != 2 || res.Turns[0].Input.Text != fmt.Sprintf("first %d", i) || res.Turns[1].Input.Text != fmt.Sprintf("second %d", i) {
			t.Fatalf("case %s was played as %+v", c.ID, res.Turns)
		}
		checks := res.Turns[0].Checks
		if got, want := checks[len(checks)-1].Verdict.Status == agenttest.Passed, i < 3; got != want {
			t.Errorf("case %s: its regular expression matched: %v, want %v", c.ID, got, want)
		}
	}
}

// Of cases that nobody keeps only the ids stay in memory, to find the ones that occur twice.
func TestOnlyIDsAreRemembered(t *testing.T) {
	const cases, size = 10_000, 3 << 10
	filler := strings.Repeat("x", size)
	before, after := memory().HeapAlloc, uint64(0)
	r, w := io.Pipe()
	go func() {
		fmt.Fprintln(w, "a mistake, so that no case is kept")
		for i := range cases {
			fmt.Fprintf(w, `{"id": "T%d", "turns": [{"input": %q}, {"input": "bye", "assert": {"type": "regex", "value": "%d"}}]}`+"\n", i, filler, i)
		}
		after = memory().HeapAlloc
		w.Close()
	}()
	if _, err := suite.LoadReader(r, "cases.jsonl", registry()); err == nil || strings.Count(err.Error(), "\n") > 0 {
		t.Fatalf("got the error %v, want one mistake", err)
	}
	if grown := int64(after) - int64(before); grown > cases*size/3 {
		t.Errorf("%d cases of %d bytes keep %d bytes, want at most a third", cases, size, grown)
	}
}
