package render

import (
	"strconv"
	"strings"
	"time"

	"github.com/agenttest/go/agenttest/chat"
)

// Duration returns d without zero units: 5m, not 5m0s; 1h30m.
func Duration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// Call returns a tool call on one line, with its result when it has one: lookup({"id":"A-1"}) → {"found":true}.
func Call(c chat.ToolCall) string {
	var b strings.Builder
	b.WriteString(Short(c.Name, 80))
	b.WriteByte('(')
	if len(c.Args) > 0 {
		b.WriteString(jsonText(c.Args, jsonLimit))
	}
	b.WriteByte(')')
	if c.Result != nil {
		b.WriteString(" → ")
		if c.Result.IsError {
			b.WriteString("error ")
		}
		b.WriteString(jsonText(c.Result.Content, jsonLimit))
	}
	return b.String()
}
