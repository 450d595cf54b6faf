package simulator

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
)

// What a model is told, in the place of the agent's words, when there are none. The first is also what a conversation
// begins with for a model that spoke first: model APIs want the first message to be the user's, and what the model
// wrote to stand behind the same words as when it wrote it.
const (
	opening = "[the conversation has not begun; write your first message]"
	silence = "[the assistant did not say anything]"
)

// voice says whose an entry of the conversation is.
type voice uint8

const (
	user      voice = iota // said by the user
	assistant              // said by the agent under test
	note                   // said by nobody: told about the conversation
)

// entry is one thing that was said or happened.
type entry struct {
	voice voice
	text  string
}

// story returns the conversation as somebody would tell it: what was said, and notes of what happened beside. Empty
// messages are left out, and reasoning is nobody's business.
func story(s *State) []entry {
	var told []entry
	add := func(v voice, text string) {
		if strings.TrimSpace(text) != "" {
			told = append(told, entry{v, text})
		}
	}
	turns := s.turns()
	for i, t := range turns {
		add(user, t.Input.Text)
		for _, a := range t.Input.Attachments {
			add(note, "[you attached "+attachmentName(a)+"]")
		}
		for _, r := range t.Input.ToolResults {
			add(note, fmt.Sprintf("[you answered %s: %s]", cmp.Or(r.Name, "the assistant's request"), cmp.Or(string(r.Content), "nothing")))
		}
		if t.Response == nil {
			continue
		}
		used, pending := toolUse(t.Response.ToolCalls())
		if len(used) > 0 {
			add(note, "[the assistant used tools: "+strings.Join(used, ", ")+"]")
		}
		add(assistant, t.Response.Text())
		for _, m := range t.Response.Messages {
			for _, a := range m.Attachments {
				add(note, "[the assistant attached "+attachmentName(a)+"]")
			}
		}
		for _, call := range pending {
			add(note, "[the assistant called "+call+" and waits for the result]")
		}
		hint := t.Response.InputHint
		if hint == "" && i == len(turns)-1 {
			hint = s.Awaiting.Hint
		}
		if hint != "" {
			add(note, "[the assistant waits for: "+hint+"]")
		}
	}
	return told
}

// toolUse returns the names of the tools that were used, each once with how often, and the calls that have no result,
// with their arguments, since these may be the question to the user.
func toolUse(calls []chat.ToolCall) (used, pending []string) {
	type count struct{ made, failed int }
	counts := map[string]*count{}
	var names []string
	for _, c := range calls {
		if c.Pending() {
			pending = append(pending, c.Name+"("+string(c.Args)+")")
			continue
		}
		if counts[c.Name] == nil {
			counts[c.Name] = &count{}
			names = append(names, c.Name)
		}
		counts[c.Name].made++
		if c.Result.IsError {
			counts[c.Name].failed++
		}
	}
	for _, name := range names {
		switch n := counts[name]; {
		case n.made == 1 && n.failed == 1:
			name += " (failed)"
		case n.failed > 0:
			name += fmt.Sprintf(" (%d times, %d failed)", n.made, n.failed)
		case n.made > 1:
			name += fmt.Sprintf(" (%d times)", n.made)
		}
		used = append(used, name)
	}
	return used, pending
}

func attachmentName(a chat.Attachment) string {
	return cmp.Or(a.Name, a.URI, a.Type, "a file")
}

// flip returns the conversation for a model that speaks as the user: what the user said is the model's own (role
// assistant), everything else is said to it (role user). Roles alternate, and the first and the last message are always
// of role user, so that there is at least one.
func flip(s *State) []chat.Message {
	var said []chat.Message
	add := func(role chat.Role, text string) {
		if n := len(said); n > 0 && said[n-1].Role == role {
			said[n-1].Text += "\n\n" + text
			return
		}
		said = append(said, chat.Message{Role: role, Text: text})
	}
	for _, e := range story(s) {
		role := chat.RoleUser
		if e.voice == user {
			role = chat.RoleAssistant
			if len(said) == 0 {
				add(chat.RoleUser, opening)
			}
		}
		add(role, e.text)
	}
	switch n := len(said); {
	case n == 0 && len(s.turns()) == 0:
		add(chat.RoleUser, opening)
	case n == 0 || said[n-1].Role == chat.RoleAssistant:
		add(chat.RoleUser, silence)
	}
	return said
}

// conversation returns the conversation as text for a prompt, nobody's words changed.
func conversation(s *State) string {
	var b strings.Builder
	for _, e := range story(s) {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		switch e.voice {
		case user:
			b.WriteString("User: ")
		case assistant:
			b.WriteString("Assistant: ")
		}
		b.WriteString(e.text)
	}
	return b.String()
}

// lastResponse returns the text of the last reply.
func lastResponse(s *State) string {
	if s.Transcript == nil {
		return ""
	}
	if t := s.Transcript.Last(); t != nil {
		return t.Text()
	}
	return ""
}

// toolResults returns the last result of each tool by its name; never nil.
func toolResults(s *State) map[string]any {
	results := map[string]any{}
	if s.Transcript == nil {
		return results
	}
	for _, call := range s.Transcript.View().ToolCalls() {
		if call.Result != nil {
			results[call.Name] = value(call.Result.Content)
		}
	}
	return results
}

// value returns JSON as a Go value that loses no digit of a number, and what is no JSON as a string.
func value(raw json.RawMessage) any {
	if len(raw) == 0 {
		return nil
	}
	d := json.NewDecoder(strings.NewReader(string(chat.ValidJSON(raw))))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return string(raw)
	}
	return v
}

// plain returns a value of the metadata as text: a string as it is, nothing as "", anything else as JSON.
func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	}
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}
