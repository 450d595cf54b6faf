// Package browsertest opens the HTML report in a real browser. It is a module of its own, so that what drives the
// browser is no requirement of the library.
package browsertest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/agenttest/go/agenttest/report"
)

// chromium returns the path of the browser, or skips the test and says how to get one.
func chromium(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("CHROMIUM"); path != "" {
		return path
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium on this machine: install it (Debian: apt-get install chromium) or set CHROMIUM to its path")
	return ""
}

// tab is an open page, with all that went wrong in it.
type tab struct {
	context.Context
	t  *testing.T
	mu sync.Mutex
	// faults are script errors, messages of the console, refusals of the Content-Security-Policy, and dialogs.
	faults []string
	// requests are the addresses that were asked for beside the page itself.
	requests []string
}

// open opens a page from the disk in a fresh browser.
func open(t *testing.T, path string, first ...action) *tab {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium(t)), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-component-update", true),
		chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1200, 900),
	)
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start the browser: %v", err)
	}
	ctx, cancel = context.WithTimeout(ctx, time.Minute)
	t.Cleanup(cancel)
	tb := &tab{Context: ctx, t: t}
	address := (&url.URL{Scheme: "file", Path: path}).String()
	err := chromedp.Listen(ctx, func(e any) {
		tb.mu.Lock()
		defer tb.mu.Unlock()
		switch e := e.(type) {
		case *runtime.EventExceptionThrown:
			tb.faults = append(tb.faults, "exception: "+e.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			tb.faults = append(tb.faults, "console: "+string(e.Type))
		case *log.EventEntryAdded:
			tb.faults = append(tb.faults, "log: "+e.Entry.Text)
		case *page.EventJavascriptDialogOpening:
			tb.faults = append(tb.faults, "dialog: "+e.Message)
		case *network.EventRequestWillBeSent:
			if e.Request.URL != address {
				tb.requests = append(tb.requests, e.Request.URL)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	tb.do(command(network.Enable, network.EnableParams{}), command(log.Enable, cdp.Empty{}), command(runtime.Enable, cdp.Empty{}))
	tb.do(first...)
	tb.do(chromedp.Navigate(address), chromedp.WaitReady(chromedp.CSS("main")))
	return tb
}

func (tb *tab) do(actions ...action) {
	tb.t.Helper()
	if err := chromedp.Do(tb, actions...); err != nil {
		tb.t.Fatal(err)
	}
}

// eval returns what an expression of JavaScript is in the page.
func eval[T any](tb *tab, expression string) T {
	tb.t.Helper()
	out, err := chromedp.Run(tb, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		tb.t.Fatalf("%s: %v", expression, err)
	}
	return out
}

// quiet fails the test when anything ran, failed or was asked for that should not have been.
func (tb *tab) quiet() {
	tb.t.Helper()
	tb.mu.Lock()
	defer tb.mu.Unlock()
	if len(tb.faults) > 0 {
		tb.t.Errorf("in the page: %q", tb.faults)
	}
	if len(tb.requests) > 0 {
		tb.t.Errorf("the page asked for %q, want nothing beside itself", tb.requests)
	}
}

// shot writes a picture into the directory AGENTTEST_SCREENSHOTS, where that is set.
func (tb *tab) shot(name string) {
	tb.t.Helper()
	dir := os.Getenv("AGENTTEST_SCREENSHOTS")
	if dir == "" {
		return
	}
	data, err := chromedp.Run(tb, chromedp.CaptureScreenshot())
	if err != nil {
		tb.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), data, 0o644); err != nil {
		tb.t.Fatal(err)
	}
}

// write writes the report of these records.
func write(t *testing.T, run report.Run, records ...*report.Record) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.html")
	w, err := report.File(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Begin(run); err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := w.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	return path
}

// sample returns the records of the file testdata/run.jsonl.
func sample(t *testing.T) []*report.Record {
	t.Helper()
	f, err := os.Open("testdata/run.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []*report.Record
	for rec, err := range report.Read(f) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, rec)
	}
	return list
}

func run(cases int) report.Run {
	return report.Run{ID: "R1", Agent: "assistants.expense", Input: "./tests/*.jsonl", Cases: cases, Start: time.Date(2025, 3, 1, 9, 30, 0, 0, time.UTC)}
}

const visible = `[...document.querySelectorAll('.cases > li')].filter(li => !li.hidden).map(li => li.querySelector('.id').textContent).join(' ')`

func TestFilters(t *testing.T) {
	records := sample(t)
	tb := open(t, write(t, run(len(records)), records...))
	want := func(what, ids string) {
		t.Helper()
		if got := eval[string](tb, visible); got != ids {
			t.Errorf("%s: got the cases %q, want %q", what, got, ids)
		}
	}
	settle := js(`new Promise(done => setTimeout(() => done(true), 120))`)
	want("at first", "T001 T002 T003 T004 T005")
	if got := eval[string](tb, `document.querySelector('.rate').firstChild.textContent`); got != "50%" {
		t.Errorf("got the pass rate %q, want 50%%", got)
	}
	tb.do(chromedp.Click(chromedp.CSS("#show-passed")))
	want("without those that passed", "T002 T004 T005")
	if got := eval[string](tb, `document.querySelector('.count').textContent`); got != "3 of 5 cases" {
		t.Errorf("got the count %q", got)
	}
	tb.do(chromedp.Click(chromedp.CSS("#show-passed")))
	tb.do(set("#blame", "judge"))
	want("those a judge is to blame for", "T005")
	tb.do(set("#blame", ""))
	tb.do(chromedp.SendKeys(chromedp.CSS("#search"), "SHIPPED"), settle)
	want("a word of the agent, in any case", "T004")
	tb.do(set("#search", ""), chromedp.SendKeys(chromedp.CSS("#search"), "create_expense"), settle)
	want("the name of a tool", "T001")
	tb.do(set("#search", ""), chromedp.SendKeys(chromedp.CSS("#search"), "no such words"), settle)
	want("nothing", "")
	if !eval[bool](tb, `!document.querySelector('.empty').hidden`) {
		t.Error("it does not say that no case fits")
	}
	tb.quiet()
}

func TestConversation(t *testing.T) {
	records := sample(t)
	tb := open(t, write(t, run(len(records)), records...))
	tb.shot("light")
	if n := eval[int](tb, `document.querySelectorAll('.turn').length`); n != 0 {
		t.Errorf("%d turns are made before anybody asks for them", n)
	}
	tb.do(chromedp.Click(chromedp.CSS("#next")), chromedp.WaitVisible(chromedp.CSS(".turn.bad")))
	for what, expression := range map[string]string{
		"the case that failed is open":     `document.querySelector('details.case[open] .id').textContent === 'T004'`,
		"its failing turn is in view":      `(r => r.top >= 0 && r.top < innerHeight)(document.querySelector('.turn.bad').getBoundingClientRect())`,
		"its line has the focus":           `document.activeElement === document.querySelector('details.case[open] > summary')`,
		"user and agent have bubbles":      `document.querySelectorAll('details[open] .bubble.user').length === 2 && document.querySelectorAll('details[open] .bubble.agent').length === 2`,
		"tool calls show their arguments":  `document.querySelector('.turn.bad .tool dd').textContent === '{id: "A-1"}'`,
		"assertions are beside their turn": `document.querySelector('.turn.bad .checks li').textContent.includes('tool_called "refund"')`,
		"checkpoints are a timeline":       `[...document.querySelectorAll('.timeline li b')].map(b => b.textContent).join(' ') === 'found refunded thanked'`,
		"the page has landmarks":           `!!(document.querySelector('header') && document.querySelector('main') && document.querySelector('nav[aria-label]'))`,
		"every field has a name":           `[...document.querySelectorAll('input, select')].every(e => e.getAttribute('aria-label'))`,
	} {
		if !eval[bool](tb, expression) {
			t.Errorf("it is not so that %s", what)
		}
	}
	tb.shot("failing")
	tb.do(js(`document.querySelector('.cases summary').focus()`), chromedp.KeyEvent("\r"),
		chromedp.WaitVisible(chromedp.CSS("details[open] .checks .t-passed")))
	tb.quiet()
}

func TestDarkAndNarrow(t *testing.T) {
	records := sample(t)
	path := write(t, run(len(records)), records...)
	dark := open(t, path, scheme("dark"))
	if got := eval[string](dark, `getComputedStyle(document.body).backgroundColor`); got != "rgb(18, 21, 27)" {
		t.Errorf("dark: got the background %s", got)
	}
	dark.do(chromedp.Click(chromedp.CSS("#next")), chromedp.WaitVisible(chromedp.CSS(".turn.bad")))
	dark.shot("dark")
	dark.quiet()

	narrow := open(t, path, chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(2), chromedp.EmulateMobile))
	narrow.shot("narrow")
	narrow.do(chromedp.Click(chromedp.CSS("#next")), chromedp.WaitVisible(chromedp.CSS(".turn.bad")))
	if w := eval[int](narrow, `document.documentElement.scrollWidth`); w > 390 {
		t.Errorf("at 390 pixels the page is %d wide", w)
	}
	narrow.shot("narrow-failing")
	narrow.quiet()
}

// TestContrast: all text has the contrast to what is behind it that WCAG asks for (AA), light and dark.
func TestContrast(t *testing.T) {
	records := sample(t)
	path := write(t, run(len(records)), records...)
	for _, name := range []string{"light", "dark"} {
		tb := open(t, path, scheme(name))
		tb.do(js(`document.querySelectorAll('details.case > summary').forEach(s => s.click())`), chromedp.WaitVisible(chromedp.CSS(".turn.bad")))
		if got := eval[[]string](tb, contrast); len(got) > 0 {
			t.Errorf("%s: these have too little contrast: %q", name, got)
		}
	}
}

const contrast = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const parse = (c) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1); const d = canvas.getImageData(0, 0, 1, 1).data; return [d[0], d[1], d[2], d[3] / 255]; };
  const behind = (e) => { const layers = []; for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c[3] > 0) layers.push(c); if (c[3] === 1) break; }
    return layers.reverse().reduce((below, c) => [0, 1, 2].map(i => c[i] * c[3] + below[i] * (1 - c[3])), [255, 255, 255]); };
  const light = (c) => { const [r, g, b] = c.map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const bad = new Set();
  for (const e of document.querySelectorAll('#page *')) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility()) continue;
    const a = light(parse(getComputedStyle(e).color)), b = light(behind(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) bad.add(e.tagName + '.' + e.className + ' ' + ratio.toFixed(2));
  }
  return [...bad];
})()`

// TestHostileText puts attacks in every place of a record: the page shows them as they are, and nothing runs.
func TestHostileText(t *testing.T) {
	attacks := []string{
		`</script><script>document.title='owned';alert(1)</script>`, `<img src=x onerror="alert(1)">`, `<!--<script>`, `]]><svg onload=alert(1)>`,
		`javascript:alert(1)`, `"><iframe srcdoc="<script>parent.alert(1)</script>">`, `<style>*{display:none}</style>`, `<base href="http://127.0.0.1:9/">`,
		`<link rel=stylesheet href=http://127.0.0.1:9/x.css><meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">`, "a\u2028b\u2029c", `&lt;b&gt; \u003c`, "\u202egnp.exe",
		"__proto__", "constructor",
	}
	for i, attack := range attacks {
		text := string(jsonString(attack))
		line := strings.ReplaceAll(template, "TEXT", text)
		var records []*report.Record
		for rec, err := range report.Read(strings.NewReader(line)) {
			if err != nil {
				t.Fatalf("%q: %v", attack, err)
			}
			records = append(records, rec)
		}
		r := run(1)
		r.Agent, r.Input, r.Shard = attack, attack, attack
		tb := open(t, write(t, r, records...))
		tb.do(js(`document.querySelector('details.case > summary').click()`), chromedp.WaitVisible(chromedp.CSS(".turn")))
		for _, selector := range []string{"h1", ".case .id", ".bubble.user .text", ".bubble.agent .text", ".tool summary b", ".checks .text", ".timeline b", ".turn .problembox"} {
			if got := eval[string](tb, fmt.Sprintf(`document.querySelector(%q).textContent`, selector)); got != attack {
				t.Errorf("%s shows %q, want %q", selector, got, attack)
			}
		}
		if n := eval[int](tb, `document.querySelectorAll('script:not([type]), iframe, img, svg, base, link, #page style').length`); n != 1 {
			t.Errorf("%q made %d elements beside the page's own script", attack, n-1)
		}
		if title := eval[string](tb, `document.title`); title == "owned" {
			t.Errorf("%q ran", attack)
		}
		tb.quiet()
		if i == 0 {
			// And were an element to get in all the same, the policy of the page keeps it from running.
			tb.do(js(`(() => { const s = document.createElement('script'); s.textContent = 'window.owned = 1'; document.body.append(s);
				const d = document.createElement('div'); d.innerHTML = '<img src="http://127.0.0.1:9/x" onerror="window.owned = 2">'; document.body.append(d); })()`))
			if eval[bool](tb, `'owned' in window`) {
				t.Error("the Content-Security-Policy lets a foreign script run")
			}
		}
	}
}

const template = `{"id":TEXT,"name":"n","status":"failed","blame":"agent","error":TEXT,"simulator":TEXT,"session_id":TEXT,"source":TEXT,"notes":[TEXT],"total_turns":1,"duration_ms":5,
"goal_achieved":true,"goal_reason":TEXT,"checkpoints":[{"id":TEXT,"description":TEXT,"reached":false,"reason":TEXT}],
"turns":[{"turn":1,"input":TEXT,"input_source":TEXT,"output":TEXT,"tool_calls":[{"name":TEXT,"args":{"a":TEXT},"result":{"content":TEXT}}],
"assertions":[{"type":"custom","name":TEXT,"passed":false,"error":TEXT,"got":TEXT,"want":TEXT,"source":TEXT}],"checkpoints_reached":[TEXT],"simulator_reasoning":TEXT,"error":TEXT,
"attachments":[{"type":"image","source":TEXT}],"awaiting_input":true,"input_hint":TEXT,"status":"failed","duration_ms":5}],
"final_assertions":[{"type":"custom","name":TEXT,"passed":false,"error":TEXT}]}`

// TestCutOff opens a page that was cut off at many places: it shows the cases that are in it and says that it is not
// whole.
func TestCutOff(t *testing.T) {
	records := sample(t)
	path := write(t, run(len(records)), records...)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	second := strings.Index(string(data), `class="case">`)
	second += strings.Index(string(data)[second+1:], `class="case">`) + 1
	if err := os.WriteFile(path, data[:second+500], 0o600); err != nil {
		t.Fatal(err)
	}
	tb := open(t, path)
	if got := eval[string](tb, visible); got != "T001" {
		t.Errorf("got the cases %q, want the one that is whole", got)
	}
	if got := eval[string](tb, `document.querySelector('.warning').textContent`); got != "This report is not complete: 4 of 5 cases were not played to their end." {
		t.Errorf("got the remark %q", got)
	}
	tb.quiet()
}

// TestProblems of a run as a whole are at the top of the page, as the texts that they are.
func TestProblems(t *testing.T) {
	records := sample(t)
	about := run(len(records))
	about.Problems = []string{"shard 2/3 is missing: no record of it in a.jsonl", `the run of input "<b onclick=x>\u202e" (b.jsonl): 1 of 2 cases`}
	tb := open(t, write(t, about, records...))
	want := "This report is not complete:" + about.Problems[0] + about.Problems[1]
	if got := eval[string](tb, `document.querySelector('.warning').textContent`); got != want {
		t.Errorf("got the remark %q, want %q", got, want)
	}
	if got := eval[int](tb, `document.querySelectorAll('.warning b, .warning li').length`); got != 3 {
		t.Errorf("got %d elements in the remark, want its title and two problems", got)
	}
	tb.quiet()
}

// TestManyCases opens and filters 1,000 cases of 10 turns.
func TestManyCases(t *testing.T) {
	sample := sample(t)
	var lines strings.Builder
	for i := range 1000 {
		line := string(sample[i%len(sample)].JSON())
		line = strings.Replace(line, `"id":"T00`, fmt.Sprintf(`"id":"C%04d-T00`, i), 1)
		at := strings.Index(line, `"turns":[`) + len(`"turns":[`)
		filler := strings.Repeat(fmt.Sprintf(`{"turn":1,"input":"and then, for case %d?","output":%q,"status":"passed","duration_ms":%d},`, i, strings.Repeat("Some words of a reply. ", 15), i%97), 8)
		lines.WriteString(line[:at] + filler + line[at:] + "\n")
	}
	var records []*report.Record
	for rec, err := range report.Read(strings.NewReader(lines.String())) {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, rec)
	}
	path := write(t, run(1000), records...)
	info, _ := os.Stat(path)
	tb := open(t, path)
	times := eval[map[string]float64](tb, `new Promise(done => requestAnimationFrame(() => setTimeout(() => {
		const nav = performance.getEntriesByType('navigation')[0];
		const out = { ready: nav.domContentLoadedEventEnd };
		const frame = (f) => { const t = performance.now(); f(); document.body.offsetHeight; return performance.now() - t; };
		out.toggle = frame(() => document.querySelector('#show-passed').click());
		out.back = frame(() => document.querySelector('#show-passed').click());
		const search = document.querySelector('#search');
		search.value = 'shipped';
		const began = performance.now();
		search.dispatchEvent(new Event('input'));
		out.event = performance.now() - began;
		const look = () => document.querySelector('.count').textContent.startsWith('200 of') ? (out.search = performance.now() - began, done(out)) : setTimeout(look, 1);
		look();
	}, 0)))`)
	t.Logf("%.1f MB; ms to ready %.0f, hide the passed %.1f, show them %.1f, first search %.0f", float64(info.Size())/1e6, times["ready"], times["toggle"], times["back"], times["search"])
	if n := eval[int](tb, `document.querySelectorAll('.turn').length`); n != 0 {
		t.Errorf("%d turns are made before anybody asks for them", n)
	}
	if n := eval[int](tb, `document.querySelectorAll('.cases > li:not([hidden])').length`); n != 200 {
		t.Errorf("the search shows %d cases, want 200", n)
	}
	tb.quiet()
}
