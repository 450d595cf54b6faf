package detect

// A label is what the words of a sentence say about its speech act. A sentence may carry several; [judge]
// weighs them.
type label uint64

const (
	// ask: asks the user for something: a request, a stated need, a yes to a plan.
	ask label = 1 << iota
	// sure: like ask, and stronger than veto: "Let me know if I should go ahead."
	sure
	// open: has the form of a question whose mark is missing: "what is the name of the project".
	open
	// declares: the question word of a sentence like that begins a statement: "How much it costs depends on …".
	declares
	// demand: an imperative that asks outside of instructions and lists: "choose one".
	demand
	// bare: an imperative that asks only together with please or purpose: "send it again".
	bare
	// gives: a bare imperative to hand something over, which please makes a request even among instructions.
	gives
	// prompt: a bare imperative that asks when nothing follows: "Enter the amount".
	prompt
	// personal: an imperative whose object is the speaker, "tell me", which asks even inside a list.
	personal
	// please: a polite word that makes a request of a bare imperative.
	please
	// asset: names something that only the user has; with please it is asked for.
	asset
	// purpose: says what the agent does with the answer: "so that I can look it up".
	purpose
	// readback: repeats what the user wants, for a yes: "You want a table for two."
	readback
	// gerund and counted: together they read a transaction back: "Booking a table for two."
	gerund
	counted
	// ensures: with counted and without you, it asks to check what was arranged: "Please ensure the table is for 3."
	ensures
	// terse: with counted, a reply that is nothing but what the user wants, for a yes: "Two seats on the 7:15 to Leeds."
	terse
	// done: something has happened or is under way, so nothing is read back.
	done
	// finite: the sentence has a verb of its own, so that a gerund before it is its subject.
	finite
	// steps: tells how to operate something; its imperatives are instructions.
	steps
	// veto: a courtesy or a notice that has the form of a request: "Let me know if you need anything else."
	veto
	// notice: like veto, and weaker than personal: "Please note …", "Please wait …".
	notice
	// courtesy: thanks, wishes, goodbyes: they neither ask nor answer.
	courtesy
	// you: speaks to this user about this matter, so that only the user can answer.
	you
	// generic: asks in everybody's name or in the reader's voice: "How do I reset my password?"
	generic
	// aside: a question that only leads over to what follows: "Not sure yet?"
	aside
	// choice: a question that a list may follow as its options.
	choice
	// answer: opens an answer: "Yes, …", "It depends …".
	answer
	// support: helps to answer a question that stands before it: "You can find it on the invoice."
	support
	// offer: what an agent says to its user about the text it has just written: "Should I make it shorter?"
	offer
	// presents and work: together with a colon at the end they hand over something written: "Here is a draft:".
	presents
	work
	// needs: the agent presents what it needs itself: "Here are a few questions to get started:".
	needs
)

// A place says where in a sentence a pattern may begin.
type place uint8

const (
	// anywhere in the sentence.
	anywhere place = iota
	// soft: at the beginning of a clause, or after "and", "or", "then".
	soft
	// clause: at the beginning of a clause, after words like "okay" and "so".
	clause
	// start: at the beginning of the sentence, after words like "okay" and "so".
	start
)

// A cue gives a label to sentences that contain a pattern; see [compile] for how patterns are written.
type cue struct {
	place   place
	label   label
	pattern string
}
