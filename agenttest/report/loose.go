package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
)

// call returns a tool call as the console shows it: create_expense({amount: 3500, type: "travel"}).
func call(c *chat.ToolCall, withResult bool) string {
	text := c.Name + "(" + loose(c.Args) + ")"
	if withResult && c.Result != nil {
		text += " → "
		if c.Result.IsError {
			text += "error "
		}
		text += loose(c.Result.Content)
	}
	return text
}

// loose returns JSON on one line with spaces, and without quotes around the keys that need none. What is no JSON
// stays as it is.
func loose(raw json.RawMessage) string {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return ""
	}
	if !json.Valid(raw) || raw[0] == '"' && bytes.IndexByte(raw, '\\') < 0 {
		return string(raw) // the second is a string that is written as it is shown
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var b strings.Builder
	if looseValue(&b, dec) != nil {
		return string(raw)
	}
	return b.String()
}

func looseValue(b *strings.Builder, dec *json.Decoder) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	switch v := token.(type) {
	case json.Delim:
		b.WriteRune(rune(v))
		for first := true; dec.More(); first = false {
			if !first {
				b.WriteString(", ")
			}
			if v == '{' {
				key, err := dec.Token()
				if err != nil {
					return err
				}
				name := key.(string)
				if !isName(name) {
					name = jsonString(name)
				}
				b.WriteString(name + ": ")
			}
			if err := looseValue(b, dec); err != nil {
				return err
			}
		}
		end, err := dec.Token()
		if err != nil {
			return err
		}
		b.WriteRune(rune(end.(json.Delim)))
	case string:
		b.WriteString(jsonString(v))
	case nil:
		b.WriteString("null")
	default:
		fmt.Fprint(b, v)
	}
	return nil
}

// jsonString returns s as a JSON string in which everything printable is itself.
func jsonString(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(s) != nil { // a string always encodes
		return strconv.Quote(s)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func isName(s string) bool {
	for i, r := range s {
		if r != '_' && !(r >= 'a' && r <= 'z') && !(r >= 'A' && r <= 'Z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}
