package detect

// An act is what a sentence does in the exchange between agent and user.
type act uint8

const (
	tells     act = iota // gives information
	requests             // asks this user for something only the user can give
	wonders              // asks, but what follows may answer
	leads                // asks only to lead over to what follows
	supports             // helps to answer the question before it
	courteous            // thanks, wishes, says goodbye; neither asks nor tells
	answers              // opens with the answer to the question before it
	instructs            // tells how to operate something
)

// listen returns the labels of a sentence whose tokens have just been read.
func (r *reader) listen(s sentence) label {
	var l label
	for i := 0; i < r.n; i++ {
		t, next := r.tokens[i], unknown
		if i+1 < r.n {
			next = r.tokens[i+1].id
		}
		patterns := r.lex.first[t.id]
		for j := range patterns {
			p := &patterns[j]
			if p.place > t.place || l&p.label == p.label || p.then != nil && p.then[next>>6]&(1<<(next&63)) == 0 {
				continue
			}
			if follows(p.parts[1:], r.tokens[i+1:r.n]) {
				l |= p.label
			}
		}
	}
	if s.script != 0 {
		l |= r.lex.scriptLabels(r.text[s.from:s.to], s.script)
	}
	return l
}

// judge returns what a sentence with these labels does. In a list, only questions and requests that name the speaker
// ask, since the items of instructions are imperatives too; nor does a bare imperative ask that follows an instruction.
// The first sentence of a reply may read back what the user wants without any verb.
func judge(s sentence, l label, in shape, stepping, first bool) act {
	switch {
	case s.words == 0:
		return courteous
	case s.asks && l&aside != 0 && l&you == 0:
		return leads
	case s.asks && in == heading && l&offer == 0:
		return wonders
	case s.asks && l&(you|ask|sure) != 0 && l&generic == 0:
		return requests
	case s.asks:
		return wonders
	case in == heading && l&(ask|please|personal) == 0:
		return courteous
	case l&sure != 0:
		return requests
	case l&veto != 0, l&notice != 0 && l&personal == 0:
		return courteous
	}
	if in != item || l&(personal|please) != 0 {
		switch {
		case l&ask != 0,
			l&bare != 0 && l&(please|purpose) != 0 && l&steps == 0,
			l&(please|purpose) == please|purpose,
			l&(please|gives) == please|gives,
			l&(please|asset) == please|asset && l&steps == 0,
			l&please != 0 && s.headed,
			l&demand != 0 && l&steps == 0 && !stepping,
			l&readback != 0 && l&done == 0,
			l&(gerund|counted|done|finite) == gerund|counted,
			l&(ensures|counted|you) == ensures|counted,
			l&(terse|counted|done|finite) == terse|counted && first && in == prose:
			return requests
		case l&(open|you|generic|declares) == open|you:
			return requests
		case l&(open|declares) == open, l&prompt != 0 && l&steps == 0 && !stepping && in == prose:
			return wonders
		}
	}
	switch {
	case l&steps != 0 || stepping && l&(demand|bare) != 0:
		return instructs
	case l&answer != 0:
		return answers
	case l&courtesy != 0:
		return courteous
	case l&support != 0 || s.bracket || s.headed:
		return supports
	default:
		return tells
	}
}
