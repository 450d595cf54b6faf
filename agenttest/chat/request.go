package chat

// Request is what an [Agent] is asked in one turn.
type Request struct {
	// SessionID is fresh for each conversation and the same for all its turns.
	SessionID string `json:"session_id"`
	// Turn counts from 1. Within one turn an agent may be asked again, with the results of the tools it called.
	Turn int `json:"turn"`
	// Input is the user's message: text, attachments, or results that answer pending tool calls; or a message of
	// role tool that hands the agent the results of the calls it has just made.
	Input Message `json:"input"`
	// History is everything said before Input. It is shared with the engine, so it must not be changed; an append
	// to it copies.
	History []Message `json:"history"`
	Options Options   `json:"options"`
}

// Text returns the text of the input.
func (r *Request) Text() string { return r.Input.Text }

// Messages returns a fresh slice of the history followed by the input, as model APIs want it.
func (r *Request) Messages() []Message {
	all := make([]Message, len(r.History)+1)
	copy(all, r.History)
	all[len(r.History)] = r.Input
	return all
}
