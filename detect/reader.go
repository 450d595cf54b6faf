package detect

import "strings"

// A reader goes through a reply line by line and sentence by sentence, and keeps the question that stands open.
type reader struct {
	lex    *lexicon
	text   string
	tokens [maxTokens]token // of the sentence under the eye
	n      int
	place  place // of the next token

	question question
	spoken   bool // something has been said
	listed   bool // the lines before are a list
	answered bool // and it belongs to the question that stood open before it
	stepping bool // the sentence before tells how to operate something
	handed   handed
	kept     question // what stood open before something was handed over
}

// What a reply hands over is not said to its user: the question in a letter is asked by whoever sends it.
type handed uint8

const (
	nothing   handed = iota
	promised         // "Here is a draft:", and what it is comes next
	items            // a list, up to its end
	writing          // text, up to a rule or the end of the reply
	signature        // the lines after "Best regards,"
)

// read reads a whole reply and returns the question that stands open at its end.
func read(lex *lexicon, text string) question {
	r := reader{lex: lex, text: text}
	pos, fence := windowed(text)
	for blank := true; pos < len(text); {
		from, to := pos, lineEnd(text, pos)
		pos = min(to+1, len(text))
		shape, at := shapeOf(text[from:to])
		if fence != 0 {
			if shape == fenceLine && closesFence(text[from+at:to], fence) {
				fence = 0
			}
			continue
		}
		if shape == empty {
			blank = true
			if r.handed == signature {
				r.takeBack()
			}
			continue
		}
		switch {
		case shape == fenceLine:
			fence = text[from+at]
			r.object()
		case shape == quotation || shape == row || shape == prose && blank && !r.listed && indented(text[from:to]):
			r.object()
		case shape == rule:
			r.rule()
		case shape == item:
			r.item(from+at, to)
		default:
			for shape == prose && pos < len(text) && runsOn(text[from:to], text[pos:lineEnd(text, pos)]) {
				to = lineEnd(text, pos)
				pos = min(to+1, len(text))
			}
			r.line(from+at, to, shape, at > 0)
		}
		blank = false
	}
	if r.handed == signature {
		r.takeBack()
	}
	return r.question
}

// line reads a line of prose or a heading.
func (r *reader) line(from, to int, shape shape, setIn bool) {
	if r.listed && !setIn {
		r.listed = false
		if r.handed == items {
			r.takeBack()
		}
	}
	text := r.text[from:to]
	switch {
	case r.handed == signature:
		return
	case r.handed == promised:
		r.handed = writing
	case r.handed == nothing && shape == prose && (r.spoken && salutation(text) || subject(text)):
		r.hand(writing)
		return
	}
	if r.handed == writing && signOff(text) {
		r.handed = signature
		return
	}
	switch {
	case r.listed:
		shape = item
	case shape == prose && bold(text):
		shape = heading
	}
	r.sentences(from, to, shape)
}

// item reads an item of a list. When a question only the user can answer stood open before the list, the items are
// what it asks for or what to choose from, whatever they say.
func (r *reader) item(from, to int) {
	if !r.listed {
		r.listed, r.answered = true, r.question.open && r.question.firm
	}
	switch {
	case r.answered:
	case r.handed == promised:
		r.handed = items
	case r.handed == items || r.handed == signature:
	default:
		r.sentences(from, to, item)
	}
}

// object takes a block of code, a table or a quotation into account.
func (r *reader) object() {
	if r.handed == promised {
		r.takeBack()
	}
	r.question.look()
}

// rule takes a ruled line into account, which ends what is handed over unless it stands before it.
func (r *reader) rule() {
	r.listed = false
	if r.handed != nothing && r.handed != promised {
		r.takeBack()
	}
}

// hand begins something that is handed over.
func (r *reader) hand(h handed) { r.handed, r.kept = h, r.question }

// takeBack ends what is handed over: it has asked nothing.
func (r *reader) takeBack() { r.handed, r.question = nothing, r.kept }

// sentences reads the sentences of one line.
func (r *reader) sentences(from, to int, shape shape) {
	for at := from; at < to; {
		var s sentence
		s, at = r.next(at, to)
		l := r.listen(s)
		a := judge(s, l, shape, r.stepping, !r.spoken)
		r.stepping = a == instructs
		r.spoken = r.spoken || s.words > 0
		if r.handed == writing && l&offer == 0 && a != courteous && a != supports {
			r.question = r.kept
			continue
		}
		short := s.words <= 5 && !s.marked && !s.headed && s.from == from && at >= to // a line like an item, without its mark
		r.question.hear(s, a, l, shape == item || short, from)
		if s.headed && at >= to && shape == prose && r.handed == nothing && l&(presents|work) == presents|work && l&needs == 0 {
			r.hand(promised)
		}
	}
}

// unquoted returns a reply without the space around it and without the quotation marks that hold the whole of it.
func unquoted(text string) string {
	text = strings.TrimSpace(text)
	for _, marks := range [...][2]string{{`"`, `"`}, {"“", "”"}, {"«", "»"}, {"「", "」"}} {
		if inner, ok := strings.CutPrefix(text, marks[0]); ok {
			if said, rest, ok := strings.Cut(inner, marks[1]); ok && rest == "" {
				return strings.TrimSpace(said)
			}
		}
	}
	return text
}
