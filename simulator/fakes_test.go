package simulator_test

import (
	"context"
	"sync"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/simulator"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// model is an agent that gives prepared responses and keeps what it was asked.
type model struct {
	mu       sync.Mutex
	replies  []*chat.Response
	requests []*chat.Request
}

func says(texts ...string) *model {
	m := &model{}
	for _, text := range texts {
		m.replies = append(m.replies, chat.Reply(text))
	}
	return m
}

func (m *model) Respond(_ context.Context, req *chat.Request) (*chat.Response, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = append(m.requests, req)
	if len(m.replies) == 0 {
		return nil, nil
	}
	next := m.replies[0]
	m.replies = m.replies[1:]
	return next, nil
}

// asked returns the only request, and fails the test when there was not exactly one.
func (m *model) asked(t *testing.T) *chat.Request {
	t.Helper()
	if len(m.requests) != 1 {
		t.Fatalf("the model was asked %d times, want once", len(m.requests))
	}
	return m.requests[0]
}

// next makes one move in a conversation and fails the test on an error.
func next(t *testing.T, s simulator.Simulator, state *simulator.State) simulator.Move {
	t.Helper()
	move, err := s.Next(t.Context(), state)
	if err != nil {
		t.Fatalf("Next: %v", err)
	}
	return move
}

// after returns the state of a conversation of these turns.
func after(turns ...*chat.Turn) *simulator.State {
	s := &simulator.State{TestID: "T001", SessionID: "s-1", MaxTurns: 10, Transcript: &chat.Transcript{}}
	for _, t := range turns {
		s.Transcript.Append(t)
	}
	s.Turn = len(turns) + 1
	return s
}

// turn is a simulated turn: what the user said and what the agent did.
func turn(input string, response *chat.Response) *chat.Turn {
	return &chat.Turn{InputSource: chat.InputSimulated, Input: chat.UserMessage(input), Response: response}
}

// object is what a model that keeps the contract replies.
func object(input string) string {
	return string(chat.JSON(map[string]any{"input": input, "goal_achieved": false, "reasoning": "because"}))
}
