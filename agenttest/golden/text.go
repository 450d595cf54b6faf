package golden

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// text returns the transcript before anything in it is replaced. Every line of what somebody said but the first is
// indented, so that no text can pose as another turn.
func text(res *agenttest.Result) string {
	var b strings.Builder
	for i, t := range res.Turns {
		if i > 0 {
			b.WriteByte('\n')
		}
		writeTurn(&b, t)
	}
	if res.GoalAchieved {
		b.WriteString("\ngoal achieved\n")
	}
	return b.String()
}

func writeTurn(b *strings.Builder, t *chat.Turn) {
	fmt.Fprintf(b, "turn %d\n", t.Number)
	who := "user"
	switch t.InputSource {
	case chat.InputSimulated, chat.InputHuman, chat.InputWorld:
		who += " (" + string(t.InputSource) + ")"
	}
	if t.Input.Text != "" || len(t.Input.ToolResults) == 0 {
		field(b, who, t.Input.Text)
	}
	if t.Input.Text == "" {
		for _, r := range t.Input.ToolResults {
			label := who + " answers " + render.Line(r.Name)
			if r.IsError {
				label += " with an error"
			}
			value(b, label, r.Content)
		}
	}
	writeAttachments(b, "", t.Input.Attachments)
	writeReply(b, t)
	if state := t.State(); state.Declared && state.Awaiting {
		field(b, "awaiting input", state.Hint)
	} else if state.Declared {
		b.WriteString("completed\n")
	}
	if t.Response != nil && len(t.Response.Data) > 0 {
		value(b, "data", t.Response.Data)
	}
	if len(t.Reached) > 0 {
		field(b, "reached", strings.Join(t.Reached, ", "))
	}
}

func writeAttachments(b *strings.Builder, indent string, attachments []chat.Attachment) {
	for _, a := range attachments {
		field(b, indent+"attachment", strings.TrimSpace(a.Type+" "+cmp.Or(a.URI, a.Name)))
	}
}

// writeReply writes the agent's messages in their order, each tool call with its result.
func writeReply(b *strings.Builder, t *chat.Turn) {
	if t.Response == nil {
		return
	}
	calls := t.ToolCalls()
	joined := map[*chat.ToolResult]bool{}
	for i := range calls {
		joined[calls[i].Result] = true
	}
	for i := range t.Response.Messages {
		m := &t.Response.Messages[i]
		made := calls[:len(m.ToolCalls)]
		calls = calls[len(made):]
		for j := range m.ToolResults {
			if r := &m.ToolResults[j]; !joined[r] { // of a call in an earlier turn
				writeResult(b, "result "+render.Line(r.Name), r)
			}
		}
		if m.Empty() || m.Text != "" && (m.Role != chat.RoleTool || len(m.ToolResults) == 0) {
			who := "agent"
			switch {
			case m.Name != "":
				who += " " + render.Line(m.Name)
			case !m.FromAgent():
				who = render.Line(string(m.Role))
			}
			field(b, who, m.Text)
		}
		writeAttachments(b, "  ", m.Attachments)
		for _, c := range made {
			writeCall(b, c)
		}
	}
}

func writeCall(b *strings.Builder, c chat.ToolCall) {
	value(b, "tool "+render.Line(c.Name), c.Args)
	if c.Result == nil {
		b.WriteString("  pending\n")
		return
	}
	writeResult(b, "  result", c.Result)
}

func writeResult(b *strings.Builder, label string, r *chat.ToolResult) {
	if r.IsError {
		label = strings.Replace(label, "result", "error", 1)
	}
	value(b, label, r.Content)
}

// field writes one labelled text.
func field(b *strings.Builder, label, text string) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(strings.TrimRight(render.Escape(text), "\n"), "\n", "\n    ")
	if text == "" {
		b.WriteString(label + ":\n")
		return
	}
	b.WriteString(label + ": " + text + "\n")
}

// value writes one labelled JSON value with sorted keys: on the label's line when it is short, else indented.
func value(b *strings.Builder, label string, raw json.RawMessage) {
	if len(raw) == 0 {
		b.WriteString(label + ":\n")
		return
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber() // 64-bit integers keep their digits
	var v any
	if !json.Valid(raw) || decoder.Decode(&v) != nil {
		field(b, label+" (no JSON)", string(raw))
		return
	}
	short := encode(v, "")
	if len(short) > 100 {
		short = encode(v, "  ")
	}
	field(b, label, short)
}

func encode(v any, indent string) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	if err := encoder.Encode(v); err != nil { // it was just decoded
		return fmt.Sprint(v)
	}
	return out.String()
}
