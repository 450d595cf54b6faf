package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// JUnit returns a reporter that writes JUnit XML, as CI systems read it: one suite, a test case for each case, with
// failed as failure, errored as error, skipped as skipped, and the conversation as system-out. A run that has problems as a
// whole, or has not come to its end with all its cases, is an errored test case of its own, since viewers know nothing of
// the cases that are not there. Since its head tells the totals, it is written by End; a file that [File] has opened is
// kept whole as the cases finish. Characters that XML cannot hold are written as they are seen in a terminal's report,
// as \x1b.
func JUnit(w io.Writer) *Writer { return &Writer{format: &document{w: w, layout: &junitLayout{}}} }

// junitLayout keeps what of the head is the same each time.
type junitLayout struct{ suite, rest string }

func (*junitLayout) totalsFirst() bool { return true }

// totalsWidth is what the totals take in the head, twice, where they have room to grow.
const totalsWidth = 120

func (j *junitLayout) head(run *Run, s Summary, room bool) []byte {
	if j.rest == "" {
		j.about(run)
	}
	own := 0
	if wrong(run, s) != nil {
		own = 1
	}
	totals := fmt.Sprintf(`tests="%d" failures="%d" errors="%d" skipped="%d" time="%s"`, s.Total+own, s.Failed, s.Errored+own, s.Skipped, seconds(s.Elapsed))
	if room {
		totals += strings.Repeat(" ", max(totalsWidth-len(totals), 0))
	}
	return []byte(`<?xml version="1.0" encoding="UTF-8"?>` + "\n<testsuites name=\"agenttest\" " + totals + ">\n" + j.suite + totals + ">\n" + j.rest)
}

func (j *junitLayout) about(run *Run) {
	name := firstOf(run.Agent, run.Input, "agenttest")
	j.suite = fmt.Sprintf("<testsuite name=\"%s\" timestamp=\"%s\" ", xmlText(name), run.Start.UTC().Format("2006-01-02T15:04:05"))
	var b bytes.Buffer
	b.WriteString("<properties>\n")
	property(&b, "agent", run.Agent)
	property(&b, "input", run.Input)
	property(&b, "run", run.ID)
	property(&b, "shard", run.Shard)
	b.WriteString("</properties>\n")
	if len(run.Problems) > 0 {
		b.WriteString(wholeRun(run.Problems))
	}
	j.rest = b.String()
}

// wholeRun returns the test case that says what is wrong with the run as a whole.
func wholeRun(problems []string) string {
	return fmt.Sprintf("<testcase name=\"(the whole run)\" classname=\"agenttest\" time=\"0.000\">\n<error message=\"%s\" type=\"harness\">%s</error>\n</testcase>\n",
		xmlText(notComplete+": "+render.Prefix(problems[0], 500)), xmlText(strings.Join(problems, "\n")))
}

func property(b *bytes.Buffer, name, value string) {
	if value != "" {
		fmt.Fprintf(b, "<property name=\"%s\" value=\"%s\"/>\n", xmlText(name), xmlText(value))
	}
}

func seconds(ms int64) string {
	return strconv.FormatFloat(float64(ms)/float64(time.Second/time.Millisecond), 'f', 3, 64)
}

func (*junitLayout) item(rec *Record) []byte {
	var b bytes.Buffer
	file, line, _ := strings.Cut(rec.Source, ":")
	class := "agenttest"
	if rec.Run != nil {
		class = firstOf(rec.Run.Agent, class)
	}
	fmt.Fprintf(&b, "<testcase name=\"%s\" classname=\"%s\" time=\"%s\"", xmlText(rec.label()), xmlText(class), seconds(rec.DurationMS))
	if file != "" {
		fmt.Fprintf(&b, " file=\"%s\"", xmlText(file))
		if _, err := strconv.Atoi(line); err == nil {
			fmt.Fprintf(&b, " line=\"%s\"", line)
		}
	}
	b.WriteString(">\n<properties>\n")
	property(&b, "id", rec.ID)
	property(&b, "blame", string(rec.Blame))
	property(&b, "turns", strconv.Itoa(rec.turns()))
	property(&b, "session_id", rec.SessionID)
	property(&b, "simulator", rec.Simulator)
	if len(rec.Checkpoints) > 0 {
		property(&b, "missing_checkpoints", strings.Join(rec.missing(), ", "))
	}
	b.WriteString("</properties>\n")
	message := xmlText(render.Prefix(rec.problem(), 500))
	switch rec.Status {
	case chat.Passed:
	case chat.Skipped:
		fmt.Fprintf(&b, "<skipped message=\"%s\"/>\n", message)
	case chat.Failed:
		fmt.Fprintf(&b, "<failure message=\"%s\" type=\"%s\">%s</failure>\n", message, xmlText(firstOf(string(rec.Blame), "agent")), xmlText(problems(rec)))
	default:
		fmt.Fprintf(&b, "<error message=\"%s\" type=\"%s\">%s</error>\n", message, xmlText(firstOf(string(rec.Blame), "harness")), xmlText(problems(rec)))
	}
	t := tree{verbose: true, hint: hintEither}
	b.WriteString("<system-out>" + xmlText(t.text(rec)) + "</system-out>\n</testcase>\n")
	return b.Bytes()
}

func (*junitLayout) place(_ *Record, item []byte) []byte { return item }

// foot says what is missing, until nothing is. Problems of the run are known from the start and stand in the head.
func (*junitLayout) foot(run *Run, s Summary) []byte {
	own := ""
	if problems := wrong(run, s); problems != nil && len(run.Problems) == 0 {
		own = wholeRun(problems)
	}
	return []byte(own + "</testsuite>\n</testsuites>\n")
}

// problems returns everything that is wrong with a case, one thing below the other.
func problems(r *Record) string {
	var all []string
	for i := range r.Turns {
		t := &r.Turns[i]
		for j := range t.Assertions {
			if c := &t.Assertions[j]; !c.OK() {
				all = append(all, fmt.Sprintf("turn %d: %s: %s", t.Turn, c.Label(), hang(c.Problem(), 4)))
			}
		}
		if t.Error != "" && t.Error != r.Error {
			all = append(all, fmt.Sprintf("turn %d: %s", t.Turn, t.Error))
		}
	}
	for i := range r.Final {
		if c := &r.Final[i]; !c.OK() {
			all = append(all, "finally: "+c.Label()+": "+hang(c.Problem(), 4))
		}
	}
	for _, c := range r.Checkpoints {
		if !c.Reached && !c.Optional {
			all = append(all, "checkpoint "+c.ID+" not reached: "+c.Reason)
		}
	}
	if r.Error != "" {
		all = append(all, r.Error)
	}
	if r.Source != "" {
		all = append(all, "at "+r.Source)
	}
	return strings.Join(all, "\n")
}

// xmlText returns text as character data or an attribute's value.
func xmlText(s string) string {
	s = xmlForbidden.Replace(render.Escape(s))
	var b bytes.Buffer
	if xml.EscapeText(&b, []byte(s)) != nil { // a buffer takes everything
		return ""
	}
	return b.String()
}

// xmlForbidden shows the characters that are forbidden in XML and harmless in a terminal.
var xmlForbidden = strings.NewReplacer("\ufffe", `\ufffe`, "\uffff", `\uffff`)
