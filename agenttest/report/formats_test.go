package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/agenttest/report"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/internal/render"
)

// jsonDocument is what programs read of the JSON report.
type jsonDocument struct {
	Run     report.Run
	Results []*report.Record
	Summary report.Summary
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	run := theRun
	run.Cases = 5
	tell(t, report.JSON(&b), run, all()...)
	var doc jsonDocument
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Run.Agent != "assistants.expense" || len(doc.Results) != 5 || doc.Results[3].ID != "T004" || doc.Summary.Failed != 1 || !doc.Summary.Complete {
		t.Errorf("got %+v", doc)
	}
	b.Reset()
	tell(t, report.JSON(&b), theRun)
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil || doc.Summary.Complete {
		t.Errorf("a run without a case: %v, complete: %v, want a document of a run that is not complete", err, doc.Summary.Complete)
	}
}

// junitReport is what CI systems read of JUnit XML.
type junitReport struct {
	XMLName  xml.Name `xml:"testsuites"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Suite    struct {
		Name     string  `xml:"name,attr"`
		Tests    int     `xml:"tests,attr"`
		Failures int     `xml:"failures,attr"`
		Errors   int     `xml:"errors,attr"`
		Skipped  int     `xml:"skipped,attr"`
		Time     float64 `xml:"time,attr"`
		Stamp    string  `xml:"timestamp,attr"`
		Cases    []struct {
			Name       string  `xml:"name,attr"`
			Class      string  `xml:"classname,attr"`
			Time       float64 `xml:"time,attr"`
			File       string  `xml:"file,attr"`
			Line       int     `xml:"line,attr"`
			Properties []struct {
				Name  string `xml:"name,attr"`
				Value string `xml:"value,attr"`
			} `xml:"properties>property"`
			Failure *junitProblem `xml:"failure"`
			Error   *junitProblem `xml:"error"`
			Skipped *junitProblem `xml:"skipped"`
			Out     string        `xml:"system-out"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

type junitProblem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

func junit(t tb, data []byte) (r junitReport) {
	t.Helper()
	if err := xml.Unmarshal(data, &r); err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	return r
}

func TestJUnit(t *testing.T) {
	var b bytes.Buffer
	tell(t, report.JUnit(&b), theRun, all()...)
	r := junit(t, b.Bytes())
	s := r.Suite
	if r.Tests != 5 || r.Failures != 1 || s.Name != "assistants.expense" || s.Tests != 5 || s.Failures != 1 || s.Errors != 1 || s.Skipped != 1 || s.Time != 21.1 || s.Stamp != "2025-03-01T09:30:00" {
		t.Errorf("got the suite %+v", s)
	}
	if c := s.Cases[0]; c.Name != "T001 Expense Reimbursement Flow" || c.Class != "assistants.expense" || c.Time != 7.1 || c.Failure != nil || c.Error != nil || c.Skipped != nil {
		t.Errorf("passed: got %+v", c)
	}
	if c := s.Cases[1]; c.Skipped == nil || c.Skipped.Message != "agent awaiting input, no next turn defined" {
		t.Errorf("skipped: got %+v", c)
	}
	c := s.Cases[3]
	if c.Failure == nil || c.Failure.Message != "missing checkpoints: refunded" || c.Failure.Type != "agent" || c.File != "refunds.jsonl" || c.Line != 12 {
		t.Errorf("failed: got %+v", c)
	}
	for _, want := range []string{
		`turn 2: tool_called "refund": tools called: got ["lookup"], want "refund" among them`,
		`checkpoint refunded not reached: ToolCalled("refund"): not called`, "missing checkpoints: refunded", "at refunds.jsonl:12",
	} {
		if !strings.Contains(c.Failure.Text, want) {
			t.Errorf("failed: want %q in\n%s", want, c.Failure.Text)
		}
	}
	if !strings.Contains(c.Out, `Agent: [tool: lookup({id: "A-1"}) → {found: true}]`) {
		t.Errorf("system-out does not tell the conversation:\n%s", c.Out)
	}
	if fmt.Sprint(c.Properties) != "[{id T004} {blame agent} {turns 2} {session_id S-4} {simulator agent (an angry customer)} {missing_checkpoints refunded}]" {
		t.Errorf("got the properties %v", c.Properties)
	}
	if c := s.Cases[4]; c.Error == nil || c.Error.Type != "judge" || c.Failure != nil {
		t.Errorf("errored: got %+v", c)
	}
}

func TestMarkdown(t *testing.T) {
	var b bytes.Buffer
	run := theRun
	run.Cases = 5
	tell(t, report.Markdown(&b), run, all()...)
	text := b.String()
	for _, want := range []string{
		"## Agent test: <code>assistants&#46;expense</code>\n",
		"| 5 | 2 | 1 | 1 | 1 | 50 % | 11 | 21.1s | 2.6s | 9.0s |\n",
		"To blame: agent 1&#44; judge 1\n",
		"<details><summary>❌ <code>T004 Refund</code> missing checkpoints&#58; refunded</summary>\n\n```text\n► [T004] Refund",
		"<details><summary>All 5 cases</summary>",
		"| ✅ | <code>T001 Expense Reimbursement Flow</code> | 3 | 7.1s |\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "not complete") {
		t.Error("a run that is complete is told to be unfinished")
	}
}

// TestARunThatWasCutShort ends with fewer cases than it was to have, as after an interrupt or the first failure: no
// format may look like that of a run of just these.
func TestARunThatWasCutShort(t *testing.T) {
	for _, tt := range []struct {
		reason string
		run    report.Run
		cases  int
		ended  bool
		want   string // empty for a report that is complete
	}{
		{"ended early", report.Run{Cases: 40}, 2, true, "38 of 40 cases were not played to their end"},
		{"all but one", report.Run{Cases: 3}, 2, true, "1 of 3 cases was not played to its end"},
		{"nothing was played", report.Run{Cases: 3}, 0, true, "3 of 3 cases were not played to their end"},
		{"killed", report.Run{Cases: 40}, 2, false, "38 of 40 cases were not played to their end"},
		{"killed at the very end", report.Run{Cases: 2}, 2, false, "the run did not come to its end"},
		{"killed, and nobody knows how many cases it had", report.Run{}, 2, false, "the run did not come to its end"},
		{"problems are told in their own words", report.Run{Cases: 2, Problems: []string{"a shard is missing"}}, 2, true, "a shard is missing"},
		{"problems of a run that is cut short", report.Run{Cases: 3, Problems: []string{"a shard is missing"}}, 2, true, "a shard is missing"},
		{"all are there", report.Run{Cases: 2}, 2, true, ""},
		{"all of an unknown number", report.Run{}, 2, true, ""},
	} {
		dir := t.TempDir()
		var group []report.Reporter
		for _, name := range []string{"r.xml", "r.md", "r.json", "r.html"} {
			w, err := report.File(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			defer w.End()
			group = append(group, w)
		}
		var xml, md bytes.Buffer
		if tt.ended { // what a pipe gets must be the same
			group = append(group, report.JUnit(&xml), report.Markdown(&md))
		}
		tt.run.Agent, tt.run.Start = "x", began
		g := report.All(group...)
		if err := g.Begin(tt.run); err != nil {
			t.Fatal(err)
		}
		for range tt.cases {
			finish(g, expenseFlow())
		}
		if tt.ended {
			if err := g.End(); err != nil {
				t.Fatal(err)
			}
		}
		file := func(name string) []byte {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			return data
		}

		r := junit(t, file("r.xml"))
		var own *junitProblem
		for _, c := range r.Suite.Cases {
			if c.Name == "(the whole run)" {
				own = c.Error
			}
		}
		switch whole := tt.want == ""; {
		case whole && (own != nil || r.Suite.Errors != 0 || r.Tests != tt.cases):
			t.Errorf("%s: JUnit: got %+v, want no error", tt.reason, r)
		case !whole && (own == nil || own.Message != "This report is not complete: "+tt.want || own.Text != tt.want || own.Type != "harness"):
			t.Errorf("%s: JUnit: got the error %+v of the whole run", tt.reason, own)
		case !whole && (r.Errors != 1 || r.Suite.Errors != 1 || r.Tests != tt.cases+1 || len(r.Suite.Cases) != tt.cases+1):
			t.Errorf("%s: JUnit: got the totals of %+v", tt.reason, r)
		}
		text := shown(string(file("r.md")))
		if strings.Contains(text, "This report is not complete") != (tt.want != "") || !strings.Contains(text, tt.want) {
			t.Errorf("%s: Markdown: want %q in\n%s", tt.reason, tt.want, text)
		}
		if strings.Contains(text, "<summary>All") != (tt.want == "") {
			t.Errorf("%s: Markdown speaks of all cases:\n%s", tt.reason, text)
		}
		var doc jsonDocument
		if err := json.Unmarshal(file("r.json"), &doc); err != nil || doc.Summary.Complete != (tt.want == "") {
			t.Errorf("%s: JSON: got %+v, %v", tt.reason, doc.Summary, err)
		}
		if complete := strings.Contains(string(file("r.html")), `"complete":true`); complete != (tt.want == "") {
			t.Errorf("%s: HTML: got complete %v", tt.reason, complete)
		}
		if tt.ended && (!bytes.Equal(xml.Bytes(), file("r.xml")) || !bytes.Equal(md.Bytes(), file("r.md"))) {
			t.Errorf("%s: a pipe gets something else than the file", tt.reason)
		}
	}
}

func TestMarkdownStaysBelowWhatGitHubTakes(t *testing.T) {
	var b bytes.Buffer
	w := report.Markdown(&b)
	for i := range 100 {
		res := refund()
		res.ID = fmt.Sprintf("%s-%d", strings.Repeat("|*_", 50), i)
		res.Turns[1].Response = chat.Reply(strings.Repeat("long <b> reply ", 4000))
		rec := records(t, res)[0]
		if err := w.Add(rec); err != nil {
			t.Fatal(err)
		}
	}
	small := records(t, expenseFlow())[0]
	for range 3000 {
		if err := w.Add(small); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 1<<20 {
		t.Errorf("got %d bytes, want at most 1 MiB", b.Len())
	}
	for _, want := range []string{"cases more did not pass and did not fit here.", "… and "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("want %q: what is left out must be told", want)
		}
	}
}

// TestFilesAreWholeAtAnyMoment looks at each file after each case, as one would find it after a kill.
func TestFilesAreWholeAtAnyMoment(t *testing.T) {
	dir := t.TempDir()
	check := map[string]func(data []byte, cases int, ended bool) string{
		"r.jsonl": func(data []byte, cases int, _ bool) string {
			recs, err := readAll(bytes.NewReader(data))
			return problem(err, len(recs), cases)
		},
		"r.json": func(data []byte, cases int, ended bool) string {
			var doc jsonDocument
			err := json.Unmarshal(data, &doc)
			if doc.Summary.Complete != ended || doc.Summary.Total != cases {
				return fmt.Sprintf("summary %+v", doc.Summary)
			}
			return problem(err, len(doc.Results), cases)
		},
		"r.xml": func(data []byte, cases int, ended bool) string {
			r := junit(t, data)
			if !ended { // the run as a whole is an error until then
				cases++
				if last := r.Suite.Cases[len(r.Suite.Cases)-1]; last.Name != "(the whole run)" || last.Error == nil || r.Suite.Errors == 0 {
					return "it looks like the report of a run that is complete"
				}
			}
			if r.Suite.Tests != cases || r.Tests != cases {
				return fmt.Sprintf("head tells %d tests", r.Suite.Tests)
			}
			return problem(nil, len(r.Suite.Cases), cases)
		},
		"r.md": func(data []byte, cases int, ended bool) string {
			text := string(data)
			if strings.Contains(text, "This report is not complete") == ended {
				return "it does not tell whether the run is complete"
			}
			if cases > 0 && strings.Contains(text, fmt.Sprintf("<summary>All %d cases<", cases)) != ended || strings.Count(text, "<details>") != strings.Count(text, "</details>") {
				return "not whole:\n" + text
			}
			return ""
		},
		"r.html": func(data []byte, cases int, ended bool) string {
			text := string(data)
			if !strings.HasSuffix(text, "</body>\n</html>\n") || strings.Count(text, `class="summary"`) != 1 || strings.Contains(text, `"complete":true`) != ended {
				return "not whole"
			}
			return problem(nil, strings.Count(text, `class="case">{`), cases)
		},
	}
	var group []report.Reporter
	for name := range check {
		w, err := report.File(filepath.Join(dir, "new", name))
		if err != nil {
			t.Fatal(err)
		}
		group = append(group, w)
	}
	look := func(cases int, ended bool) {
		t.Helper()
		for name, f := range check {
			data, err := os.ReadFile(filepath.Join(dir, "new", name))
			if err != nil {
				t.Fatal(err)
			}
			if what := f(data, cases, ended); what != "" {
				t.Errorf("%s after %d cases (ended: %v): %s", name, cases, ended, what)
			}
		}
	}
	r := report.All(group...)
	run := theRun
	run.Cases = 5
	if err := r.Begin(run); err != nil {
		t.Fatal(err)
	}
	look(0, false)
	for i, res := range all() {
		finish(r, res)
		look(i+1, false)
	}
	if err := r.End(); err != nil {
		t.Fatal(err)
	}
	look(5, true)
}

func problem(err error, got, want int) string {
	if err != nil || got != want {
		return fmt.Sprintf("%d cases, want %d (%v)", got, want, err)
	}
	return ""
}

// TestKill kills a process in the middle of a run, many times over in its life: every case that it knew to be finished
// is in its files.
func TestKill(t *testing.T) {
	if dir := os.Getenv("REPORT_TEST_KILL"); dir != "" {
		reportForever(dir)
		return
	}
	dir := t.TempDir()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, "-test.run", "^TestKill$")
	cmd.Env = append(os.Environ(), "REPORT_TEST_KILL="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	known := 0
	buf := make([]byte, 64)
	for known < 200 { // a byte for each case that has finished
		n, err := out.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		known += n
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	f, err := os.Open(filepath.Join(dir, "r.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	recs, err := readAll(f)
	if err != nil || len(recs) < known {
		t.Errorf("got %d whole lines (%v), want at least the %d that had finished", len(recs), err, known)
	}
}

func reportForever(dir string) {
	w, err := report.File(filepath.Join(dir, "r.jsonl"))
	if err != nil {
		panic(err)
	}
	for {
		finish(w, refund())
		fmt.Print(".")
	}
}

func TestFileRefuses(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ path, want string }{
		{"report.pdf", `report file "report.pdf": got the ending ".pdf", want .jsonl, .json, .html, .xml or .md`},
		{"report", `report file "report": got the ending "", want .jsonl, .json, .html, .xml or .md`},
		{filepath.Join(dir, "file", "x.json"), "not a directory"},
	} {
		if _, err := report.File(tt.path); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.path, err, tt.want)
		}
	}
}

// TestFullDisk: the error of a write is told at once and by End, and nothing is written after it.
func TestFullDisk(t *testing.T) {
	for name, writer := range map[string]func(*full) *report.Writer{
		"console":  func(w *full) *report.Writer { return report.Console(w, report.ConsoleOptions{}) },
		"jsonl":    func(w *full) *report.Writer { return report.JSONL(w) },
		"json":     func(w *full) *report.Writer { return report.JSON(w) },
		"junit":    func(w *full) *report.Writer { return report.JUnit(w) },
		"markdown": func(w *full) *report.Writer { return report.Markdown(w) },
		"html":     func(w *full) *report.Writer { return report.HTML(w) },
	} {
		for _, room := range []int{0, 100, 2000} {
			out := &full{room: room}
			w := writer(out)
			_ = w.Begin(theRun)
			for _, res := range all() {
				finish(w, res)
			}
			size := out.has.Len()
			if err := w.End(); !errors.Is(err, errFull) || !errors.Is(w.Err(), errFull) {
				t.Errorf("%s with room for %d bytes: got %v, want %v", name, room, err, errFull)
			}
			if name != "junit" && name != "markdown" && out.has.Len() != size {
				t.Errorf("%s with room for %d bytes: it wrote on after the error", name, room)
			}
			if err := w.End(); !errors.Is(err, errFull) {
				t.Errorf("%s: a second End: got %v", name, err)
			}
		}
	}
}

func TestDevFull(t *testing.T) {
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer f.Close()
	w := report.JSONL(f)
	finish(w, refund())
	if err := w.Err(); err == nil || !strings.Contains(err.Error(), "no space left on device") {
		t.Errorf("got %v", err)
	}
}

// hostile are texts that try to leave the place they are shown in.
var hostile = []string{
	"</script><script>alert(1)</script>", "<!-- <script>", "<img src=x onerror=alert(1)>", "]]>", "--><svg onload=alert(1)>",
	"```\n</details>\n# gone", "````````", "| a | b |\n|--|--|", "[x](javascript:alert(1)) ![x](http://e.example/x.png)", "@everyone #1 www.example.com",
	"\x1b[2J\x1b]0;title\x07", "\x16--- PASS: forged\r\n", "\x00\x01\x7f\u0085\ufffe\uffff", "a\u202eb\u2066c\u2028d\u2029e\ufeff", "\xff\xfe broken \xc3(",
	"&amp; &lt; &#60; \\u003c", `"'` + "`", "  \t ", "\U000e0041tags", "👨‍👩‍👧 报销 e\u0301",
}

// withText returns a result that says the text in every place there is.
func withText(s string) *agenttest.Result {
	res := refund()
	res.ID, res.Name, res.Error, res.SessionID, res.Simulator, res.GoalReason = s, s+"!", s, s, s, s
	res.Notes, res.GoalAchieved = []string{s}, true
	res.Source = chat.Source{File: s, Line: 1}
	for _, t := range res.Turns {
		t.Input.Text, t.Reasoning, t.Error, t.Reached = s, s, s, []string{s}
		t.Response = chat.Reply(s).Asking(s).WithCalls(chat.Call(s, map[string]any{s: s}).Returning(s), chat.ToolCall{Name: s, Args: json.RawMessage(s)})
		t.Checks = []chat.Check{judged(assert.Contains(s), chat.Mismatch(s, s, s))}
	}
	for i := range res.Checkpoints {
		res.Checkpoints[i].ID, res.Checkpoints[i].Description, res.Checkpoints[i].Reason = s, s, s
	}
	return res
}

// FuzzHostile shows any text in every place of every format: it must come out again as it went in, and leave its place
// nowhere. The HTML page is tried in a browser by the module in the folder browsertest.
func FuzzHostile(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		run := theRun
		run.Agent, run.Input, run.Shard = s, s, s
		reports := map[string]*bytes.Buffer{}
		add := func(name string, f func(*bytes.Buffer) *report.Writer) {
			b := &bytes.Buffer{}
			reports[name] = b
			tell(t, f(b), run, withText(s))
		}
		add("console", func(b *bytes.Buffer) *report.Writer {
			return report.Console(b, report.ConsoleOptions{Color: report.ColorNever, Verbose: true})
		})
		add("jsonl", func(b *bytes.Buffer) *report.Writer { return report.JSONL(b) })
		add("junit", func(b *bytes.Buffer) *report.Writer { return report.JUnit(b) })
		add("markdown", func(b *bytes.Buffer) *report.Writer { return report.Markdown(b) })
		add("html", func(b *bytes.Buffer) *report.Writer { return report.HTML(b) })

		for _, name := range []string{"console", "markdown"} {
			if text := reports[name].String(); render.Escape(text) != text {
				t.Errorf("the %s holds what a terminal obeys", name)
			}
		}
		valid := strings.ToValidUTF8(s, "\ufffd")
		recs, err := readAll(reports["jsonl"])
		if err != nil || len(recs) != 1 || recs[0].Turns[0].Output != jsonText(s) && recs[0].Turns[0].Output != valid {
			t.Errorf("JSONL: got %v, %v, want the output %q", recs, err, valid)
		}
		r := junit(t, reports["junit"].Bytes())
		if got, want := r.Suite.Cases[0].Properties[0].Value, seen(jsonText(s)); s != "" && got != want {
			t.Errorf("JUnit: got the id %q, want %q", got, want)
		}
		checkPage(t, reports["html"].String(), jsonText(s))
		checkMarkdown(t, reports["markdown"].String(), jsonText(s))
	})
}

// jsonText returns what JSON keeps of a text: all of it but broken UTF-8.
func jsonText(s string) string {
	data, _ := json.Marshal(s)
	var out string
	_ = json.Unmarshal(data, &out)
	return out
}

// seen returns a text as JUnit shows it.
func seen(s string) string {
	return strings.NewReplacer("\ufffe", `\ufffe`, "\uffff", `\uffff`).Replace(render.Escape(s))
}

var element = regexp.MustCompile(`(?s)<script type="application/json" class="([a-z]+)">(.*?)</script>\n`)

// checkPage: between the page's own elements there is nothing, and the data in them is the text.
func checkPage(t *testing.T, page, want string) {
	t.Helper()
	_, data, _ := strings.Cut(page, `<div id="page"></div>`+"\n")
	if rest := element.ReplaceAllString(data, ""); rest != "</body>\n</html>\n" {
		t.Errorf("HTML: there is %q beside the page's own data", rest)
	}
	for _, m := range element.FindAllStringSubmatch(data, -1) {
		if strings.ContainsAny(m[2], "<>&\u2028\u2029") {
			t.Errorf("HTML: the data of a %s is not escaped", m[1])
		}
		var c struct {
			Turns []struct{ Input, Output string }
		}
		if err := json.Unmarshal([]byte(m[2]), &c); err != nil {
			t.Errorf("HTML: %v", err)
		}
		if m[1] == "case" && (c.Turns[0].Input != want || c.Turns[1].Output != want) {
			t.Errorf("HTML: got %q, want %q", c.Turns[0].Input, want)
		}
	}
	head, _, _ := strings.Cut(page, "<style>")
	if strings.Count(head, "<") != strings.Count(htmlHead(t), "<") {
		t.Errorf("HTML: the title broke the head:\n%s", head)
	}
}

func htmlHead(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	tell(t, report.HTML(&b), theRun)
	head, _, _ := strings.Cut(b.String(), "<style>")
	return head
}

var codeSpan = regexp.MustCompile(`<code>(.*?)</code>`)

// checkMarkdown: outside of the fenced conversation there is no markup but the report's own.
func checkMarkdown(t *testing.T, text, want string) {
	t.Helper()
	spans := codeSpan.FindAllStringSubmatch(text, -1)
	if len(spans) == 0 {
		return
	}
	label := render.Prefix(want+" "+want+"!", 150)
	found := want == ""
	flat := strings.NewReplacer("\n", " ", "\t", " ").Replace(render.Escape(label))
	for _, m := range spans {
		if regexp.MustCompile("[^&#;A-Za-z0-9 \u0080-\U0010ffff]").MatchString(m[1]) {
			t.Errorf("Markdown: %q may be markup", m[1])
		}
		found = found || html.UnescapeString(m[1]) == flat
	}
	if !found {
		t.Errorf("Markdown: no code span says %q", flat)
	}
	if n, m := strings.Count(text, "\n<details>"), strings.Count(text, "\n</details>\n"); n != 2 || m < 2 {
		t.Errorf("Markdown: %d foldings are opened and %d closed", n, m)
	}
}

func TestHostileText(t *testing.T) {
	for _, s := range hostile {
		var b bytes.Buffer
		tell(t, report.Markdown(&b), theRun, withText(s))
		fences := regexp.MustCompile("(?m)^(`{3,})").FindAllString(b.String(), -1)
		if len(fences) < 2 || fences[0] != fences[len(fences)-1] {
			t.Errorf("%q: got the fences %q, want the same at both ends", s, fences)
		}
		for _, f := range fences[1 : len(fences)-1] {
			if len(f) >= len(fences[0]) {
				t.Errorf("%q: %q ends the fence %q", s, f, fences[0])
			}
		}
	}
}
