package detect

import "strings"

// A question is what stands open while a reply is read.
type question struct {
	from, to int
	open     bool
	firm     bool // only the user can answer it
	leads    bool // anything that follows closes it
	demand   bool // it was a bare imperative, and may turn out to be one of the steps of an instruction
	choice   bool // a list that follows holds its options
	patience int  // telling sentences that it still outlives
	told     bool // one of them has followed
}

// The number of telling sentences that a question outlives. It is there for the explanation that often follows a
// question, and ends where a reply goes on to something else. A question may be one the agent asks only to answer it
// itself; an offer or a request is none.
const (
	patience      = 2
	offerPatience = 4
)

// hear takes one sentence into account, which stands on the line that begins at from. An item that goes on after its
// question has answered it.
func (q *question) hear(s sentence, a act, l label, item bool, from int) {
	if q.open && q.leads && a != requests && a != wonders && s.words > 0 {
		q.open = false
	}
	switch a {
	case requests, wonders, leads:
		firm := a == requests || q.open && q.firm && !q.told
		left := patience
		if !s.asks || l&(offer|ask) != 0 {
			left = offerPatience
		}
		*q = question{from: s.from, to: s.to, open: true, firm: firm, leads: a == leads,
			demand: l&demand != 0 && l&(please|personal) == 0, choice: l&choice != 0, patience: left}
		return
	case answers:
		if !q.told || !q.firm {
			q.open = false
		}
	case instructs:
		if !q.firm || q.demand {
			q.open = false
		}
	case tells:
		switch {
		case item && q.from >= from:
			q.open = false
		case item:
			q.look()
		case !q.firm:
			q.open = false
		default:
			if q.patience--; q.patience < 0 {
				q.open = false
			}
		}
		q.told = true
	}
}

// look takes something into account that is no sentence: a list item, a table, a block of code.
func (q *question) look() {
	if !q.firm && !q.choice {
		q.open = false
	}
}

// hint returns the sentence that asks, without the markup around it.
func hint(text string) string {
	return strings.Trim(text, " \t\r\n*_#>`~")
}
