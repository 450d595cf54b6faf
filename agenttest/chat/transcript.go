package chat

// Transcript is the record of a conversation.
type Transcript struct {
	// ID and Name are those of the case; either may be empty.
	ID, Name  string
	SessionID string
	Turns     []*Turn
	Variables *Variables
}

// NewTranscript returns the transcript of a conversation that was recorded elsewhere. Each message of the user begins
// a turn, and what follows it up to the next one is the agent's response; messages before the first message of the
// user are the response of a turn with an empty input. System messages are left out.
func NewTranscript(messages ...Message) *Transcript {
	t := &Transcript{}
	var turn *Turn
	begin := func(input Message) {
		turn = &Turn{InputSource: InputStatic, Input: input, Status: Passed, Response: &Response{}}
		t.Append(turn)
	}
	for _, m := range messages {
		switch m.Role {
		case RoleSystem:
		case RoleUser:
			begin(m)
		default:
			if turn == nil {
				begin(Message{Role: RoleUser})
			}
			turn.Response.Messages = append(turn.Response.Messages, m)
		}
	}
	return t
}

// Append adds a turn, numbers it when it has no number, and makes the conversation visible from it.
func (t *Transcript) Append(turn *Turn) {
	if turn.Number == 0 {
		turn.Number = len(t.Turns) + 1
	}
	turn.transcript = t
	t.Turns = append(t.Turns, turn)
}

// Last returns the last turn, nil when there is none.
func (t *Transcript) Last() *Turn {
	if t == nil || len(t.Turns) == 0 {
		return nil
	}
	return t.Turns[len(t.Turns)-1]
}

// Messages returns all messages of the conversation in order.
func (t *Transcript) Messages() []Message {
	n := 0
	for _, turn := range t.Turns {
		n++
		if turn.Response != nil {
			n += len(turn.Response.Messages)
		}
	}
	all := make([]Message, 0, n)
	for _, turn := range t.Turns {
		all = append(all, turn.Input)
		if turn.Response != nil {
			all = append(all, turn.Response.Messages...)
		}
	}
	return all
}

// View lets assertions look at the whole conversation.
func (t *Transcript) View() View { return View{Transcript: t} }
