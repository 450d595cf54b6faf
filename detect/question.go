package detect

import (
	"sync"

	"github.com/agenttest/go/agenttest/chat"
)

// QuestionDetector reads the text of the reply; see [Question]. The zero value is ready to use.
type QuestionDetector struct{}

// Question returns a detector that finds the agent waiting when [IsQuestion] says so of what it said last. The state
// is a guess and never declared; its hint is the sentence that asks.
func Question() QuestionDetector { return QuestionDetector{} }

// Detect returns what the text of the reply tells. A nil response has the zero state.
func (QuestionDetector) Detect(r *chat.Response) chat.State {
	if r == nil {
		return chat.State{}
	}
	if sentence, ok := asking(spoken(r)); ok {
		return chat.State{Awaiting: true, Reason: ReasonQuestion, Hint: sentence}
	}
	return completed
}

// IsQuestion reports whether a reply of an agent reads as if the agent now waited for its user: it ends by asking
// something, by requesting something, or by reading back what the user wants. See the package comment for the rules
// and for how often they are right. Text that is no valid UTF-8 is read as far as it goes.
func IsQuestion(text string) bool {
	_, ok := asking(text)
	return ok
}

// asking returns the sentence of a reply by which the agent asks, and whether there is one.
func asking(text string) (string, bool) {
	text = unquoted(text)
	q := read(lexiconOf(), text)
	if !q.open {
		return "", false
	}
	return hint(text[q.from:q.to]), true
}

// lexiconOf is built when the first reply is read, so that importing the package costs nothing.
var lexiconOf = sync.OnceValue(func() *lexicon {
	lex := compile(englishFillers+" "+otherFillers, englishJoins+" "+otherJoins, english, languages)
	lex.scripts = indexScripts(scriptCues)
	return lex
})

// spoken returns what the agent said last: the text after its last tool call, or, when it said nothing after that,
// the text before it.
func spoken(r *chat.Response) string {
	last := len(r.Messages) - 1
	for last >= 0 && !speaks(&r.Messages[last]) {
		last--
	}
	if last < 0 {
		return ""
	}
	first := last
	for first > 0 && speaks(&r.Messages[first-1]) && len(r.Messages[first-1].ToolCalls) == 0 {
		first--
	}
	if first == last {
		return r.Messages[last].Text
	}
	said := chat.Response{Messages: r.Messages[first : last+1]}
	return said.Text()
}

func speaks(m *chat.Message) bool { return m.FromAgent() && m.Text != "" }
