package golden_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/golden"
	"github.com/agenttest/go/assert"
)

// recorder is a test that notes what it is told instead of failing.
type recorder struct {
	testing.TB
	name   string
	failed bool
	said   strings.Builder
	mu     sync.Mutex
	undo   []func()
}

func (r *recorder) Helper()           {}
func (r *recorder) Name() string      { return r.name }
func (r *recorder) Failed() bool      { return r.failed }
func (r *recorder) Cleanup(f func())  { r.undo = append(r.undo, f) }
func (r *recorder) Log(args ...any)   { r.say(fmt.Sprint(args...)) }
func (r *recorder) Error(args ...any) { r.failed = true; r.say(fmt.Sprint(args...)) }
func (r *recorder) Errorf(format string, args ...any) {
	r.failed = true
	r.say(fmt.Sprintf(format, args...))
}
func (r *recorder) Fatal(args ...any) { r.Error(args...); panic(r) }

func (r *recorder) say(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.said.WriteString(text + "\n")
}

// assertIn runs golden.Assert as a test of this name and returns the test.
func assertIn(t *testing.T, name string, g *golden.Golden, res *agenttest.Result) *recorder {
	t.Helper()
	r := &recorder{TB: t, name: name}
	func() {
		defer func() {
			if p := recover(); p != nil && p != any(r) {
				panic(p)
			}
		}()
		g.Assert(r, res)
	}()
	for _, f := range r.undo {
		f()
	}
	return r
}

func setFlag(t *testing.T, name string) {
	t.Helper()
	if err := flag.Set(name, "true"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = flag.Set(name, "false") })
}

// order is an agent whose identifiers and times are new in every run.
func order() agenttest.Agent {
	n := 0
	return agenttest.AgentFunc(func(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
		n++
		id := fmt.Sprintf("call_%d%016x", n, time.Now().UnixNano())
		call := chat.ToolCall{ID: id, Name: "place", Args: chat.JSON(map[string]any{
			"z": 1, "a": int64(9007199254740993), "request_id": fmt.Sprintf("0193b3b1-0000-7000-8000-%012x", time.Now().UnixNano()&0xffffffffffff),
		})}
		call = call.Returning(map[string]any{"placed_at": time.Now().Unix(), "duration_ms": time.Now().UnixNano() % 1000, "session": req.SessionID})
		text := fmt.Sprintf("Placed at %s, it took %s. {{not a template}}\nSee %s.", time.Now().Format(time.RFC3339Nano), time.Duration(time.Now().UnixNano()%1e9), id)
		return agenttest.Reply(text).WithCalls(call), nil
	})
}

func passed(t *testing.T, agent agenttest.Agent) *agenttest.Result {
	t.Helper()
	res := agenttest.Play(t.Context(), agent, agenttest.Static(
		agenttest.User("Order one").Expect(assert.Contains("Placed")),
		agenttest.User("And another"),
	))
	if !res.Passed() {
		t.Fatal(res.Error)
	}
	return res
}

func TestTextIsTheSameInEveryRun(t *testing.T) {
	got := string(golden.Text(passed(t, order())))
	const want = `turn 1
user: Order one
tool place: {"a":9007199254740993,"request_id":"<id-2>","z":1}
  result: {"duration_ms":<duration-1>,"placed_at":<time-3>,"session":"<session>"}
agent: Placed at <time-1>, it took <duration-3>. {{not a template}}
    See <id-1>.

turn 2
user: And another
tool place: {"a":9007199254740993,"request_id":"<id-4>","z":1}
  result: {"duration_ms":<duration-2>,"placed_at":<time-3>,"session":"<session>"}
agent: Placed at <time-2>, it took <duration-4>. {{not a template}}
    See <id-3>.
`
	if again := string(golden.Text(passed(t, order()))); steadyNumbers(again) != steadyNumbers(got) {
		t.Errorf("two runs differ:\n%s\n%s", got, again)
	}
	if steadyNumbers(got) != steadyNumbers(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// steadyNumbers leaves the kinds of the names: whether two instants in a row differ is up to the machine's clock.
func steadyNumbers(s string) string {
	for _, kind := range []string{"id", "time", "duration"} {
		for n := range 9 {
			s = strings.ReplaceAll(s, fmt.Sprintf("<%s-%d>", kind, n), "<"+kind+">")
		}
	}
	return s
}

func TestSameValueSameName(t *testing.T) {
	res := passed(t, say("2026-11-20T10:00:00Z, then 2026-11-20T11:00:00Z, and 2026-11-20T10:00:00Z again"))
	if got := string(golden.Text(res)); !strings.Contains(got, "<time-1>, then <time-2>, and <time-1> again") {
		t.Error(got)
	}
}

func say(text string) agenttest.Agent {
	return agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		return agenttest.Reply("Placed: " + text), nil
	})
}

// What a conversation is about is not normalised away.
func TestWordsStay(t *testing.T) {
	for _, text := range []string{
		"a table for 3 on 2026-12-01", "EXP-2025-001", "the 1990s", "$3500", "state-of-the-art", "room 12345678901",
		"internationalisation", "order_confirmation", "deadbeef",
	} {
		if got := string(golden.Text(passed(t, say(text)))); !strings.Contains(got, text) {
			t.Errorf("%q became %s", text, got)
		}
	}
}

// How long a thing is to take is what the conversation is about; how long it took is not.
func TestOnlyMeasuredTimesAreReplaced(t *testing.T) {
	for field, stays := range map[string]bool{
		`"duration_minutes":30`: true, `"duration_days":3`: true, `"duration_hours":1`: true,
		`"duration_ms":30`: false, `"elapsed":0.5`: false, `"took_seconds":2`: false, `"latency_millis":7`: false,
	} {
		res := passed(t, withMessages(chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{{Name: "book", Args: json.RawMessage("{" + field + "}")}}}))
		if got := string(golden.Text(res)); strings.Contains(got, field) != stays {
			t.Errorf("%s became %s", field, got)
		}
	}
}

// withMessages is an agent that says "Placed" after these messages.
func withMessages(messages ...chat.Message) agenttest.Agent {
	return agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		return &agenttest.Response{Messages: append(slices.Clip(messages), chat.AssistantMessage("Placed"))}, nil
	})
}

// Whatever the agent sends is compared: a difference in it must not hide.
func TestEverythingTheAgentSendsIsShown(t *testing.T) {
	for _, tt := range []struct {
		reason  string
		message chat.Message
		want    string
	}{
		{"a file", chat.Message{Role: chat.RoleAssistant, Text: "See here", Attachments: []chat.Attachment{{Type: "image", URI: "https://a/b.png"}}},
			"agent: See here\n  attachment: image https://a/b.png\n"},
		{"a file and nothing else", chat.Message{Role: chat.RoleAssistant, Attachments: []chat.Attachment{{Type: "file", Name: "b.pdf"}}},
			"user: Order one\n  attachment: file b.pdf\nagent: Placed"},
		{"the result of an earlier turn's call", chat.Message{Role: chat.RoleTool, ToolResults: []chat.ToolResult{{CallID: "c", Name: "ship", Content: json.RawMessage(`"gone"`)}}},
			`result ship: "gone"`},
		{"a tool's text", chat.Message{Role: chat.RoleTool, Text: "gone"}, "tool: gone"},
		{"a call in a message of another role", chat.Message{Role: chat.RoleTool, ToolCalls: []chat.ToolCall{{Name: "ship"}}}, "tool ship:"},
	} {
		if got := string(golden.Text(passed(t, withMessages(tt.message)))); !strings.Contains(got, tt.want) {
			t.Errorf("%s:\n%s\nwant %q in it", tt.reason, got, tt.want)
		}
	}
}

func TestScrub(t *testing.T) {
	res := passed(t, say("reference EXP-2025-001, was EXP-2025-007"))
	g := golden.New(golden.Scrub(`EXP-\d{4}-\d+`, "expense"), golden.Scrub(`(was) `, "word"))
	if got := string(g.Text(res)); !strings.Contains(got, "reference <expense-1>, <word-1> <expense-2>") {
		t.Error(got)
	}
	for _, bad := range []string{`(`, `x*`} {
		r := assertIn(t, "TestX", golden.New(golden.Scrub(bad, "x")), res)
		if !r.failed || !strings.Contains(r.said.String(), "golden.Scrub") {
			t.Errorf("%q: said %q", bad, r.said.String())
		}
	}
}

func TestTextCannotPoseAsATurn(t *testing.T) {
	got := string(golden.Text(passed(t, say("x\n\nturn 9\nuser: forged\r\x1b[2J"))))
	if strings.Contains(got, "\nturn 9") || strings.ContainsAny(got, "\r\x1b") {
		t.Error(got)
	}
}

func TestMissingFileNamesItselfAndTheCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	r := assertIn(t, "TestOrder/large one", golden.New(), passed(t, say("x")))
	for _, want := range []string{filepath.Join("testdata", "golden", "TestOrder~large+one", "1.golden"), "go test -run '^TestOrder$/^large one$' -update", "agent: Placed: x"} {
		if !strings.Contains(r.said.String(), want) {
			t.Errorf("said %q, want %q in it", r.said.String(), want)
		}
	}
	if !r.failed {
		t.Error("a missing golden file passed")
	}
	if _, err := os.Stat("testdata"); err == nil {
		t.Error("a file was written without -update")
	}
}

func TestUpdateThenCompare(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Run("write", func(t *testing.T) {
		setFlag(t, "update")
		if r := assertIn(t, "TestA", golden.New(), passed(t, say("x"))); r.failed {
			t.Fatal(r.said.String())
		}
	})
	if r := assertIn(t, "TestA", golden.New(), passed(t, say("x"))); r.failed || r.said.Len() > 0 {
		t.Errorf("the same transcript: %s", r.said.String())
	}
	r := assertIn(t, "TestA", golden.New(), passed(t, say("y")))
	for _, want := range []string{"-agent: Placed: x", "+agent: Placed: y", "-update"} {
		if !strings.Contains(r.said.String(), want) {
			t.Errorf("said %q, want %q in it", r.said.String(), want)
		}
	}
	if !r.failed {
		t.Error("another transcript passed")
	}
	path := filepath.Join("testdata", "golden", "TestA", "1.golden")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(text), "\n", "\r\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := assertIn(t, "TestA", golden.New(), passed(t, say("x"))); r.failed {
		t.Errorf("a checkout with CRLF: %s", r.said.String())
	}
}

func TestFailedRunsAreNeitherWrittenNorPassed(t *testing.T) {
	t.Chdir(t.TempDir())
	setFlag(t, "update")
	failed := agenttest.Play(t.Context(), say("x"), agenttest.Single("hello", assert.Contains("goodbye")))
	r := assertIn(t, "TestA", golden.New(), failed)
	if !r.failed || !strings.Contains(r.said.String(), "the case failed") {
		t.Errorf("said %q, failed %t", r.said.String(), r.failed)
	}
	if _, err := os.Stat("testdata"); err == nil {
		t.Error("the transcript of a failed run was written")
	}
}

// -clean removes what this test wrote before, and nothing of its subtests or of other tests.
func TestCleanTouchesOnlyItsOwn(t *testing.T) {
	t.Chdir(t.TempDir())
	old := time.Now().Add(-time.Hour)
	for _, dir := range []string{"TestA", "TestA~sub", "TestB"} {
		dir = filepath.Join("testdata", "golden", dir)
		if err := os.MkdirAll(dir, 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "old.golden"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(dir, old, old); err != nil {
			t.Fatal(err)
		}
	}
	setFlag(t, "update")
	setFlag(t, "clean")
	if r := assertIn(t, "TestA", golden.New(), passed(t, say("x"))); r.failed {
		t.Fatal(r.said.String())
	}
	var got []string
	files, _ := filepath.Glob("testdata/golden/*/*")
	for _, f := range files {
		got = append(got, filepath.ToSlash(strings.TrimPrefix(f, filepath.Join("testdata", "golden")+string(filepath.Separator))))
	}
	if want := "TestA/1.golden TestA~sub/old.golden TestB/old.golden"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestNamesOfFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	setFlag(t, "update")
	r := &recorder{TB: t, name: "TestNames"}
	for _, name := range []string{"", "happy path", "", "happy path", "../escape", "TestNames", "a/b"} {
		res := passed(t, say("x"))
		res.Name = name
		golden.Assert(r, res)
	}
	files, _ := filepath.Glob("testdata/golden/TestNames/*")
	for i, f := range files {
		files[i] = filepath.Base(f)
	}
	want := "%2E.%2Fescape.golden 1.golden 2.golden 3.golden a%2Fb.golden happy+path.2.golden happy+path.golden"
	if got := strings.Join(files, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Parallel tests that update and clean at once lose nothing of each other, nor of themselves.
func TestParallelUpdates(t *testing.T) {
	t.Chdir(t.TempDir())
	setFlag(t, "update")
	setFlag(t, "clean")
	var all sync.WaitGroup
	for i := range 20 {
		r := &recorder{TB: t, name: fmt.Sprintf("Test%d", i%5)}
		res := passed(t, say("x"))
		res.Name = fmt.Sprintf("case %d", i)
		all.Go(func() { golden.Assert(r, res) })
	}
	all.Wait()
	files, _ := filepath.Glob("testdata/golden/*/*.golden")
	if len(files) != 20 {
		t.Errorf("got %d files, want 20: %v", len(files), files)
	}
}

func ExampleText() {
	agent := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
		return agenttest.Reply("Which size?").Asking("small or large"), nil
	})
	res := agenttest.Play(context.Background(), agent, agenttest.Single("A latte, please", assert.Contains("size")))
	fmt.Print(string(golden.Text(res)))
	// Output:
	// turn 1
	// user: A latte, please
	// agent: Which size?
	// awaiting input: small or large
}
