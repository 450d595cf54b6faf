package agenttest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/detect"
	"github.com/agenttest/go/internal/match"
	"github.com/agenttest/go/internal/render"
)

// maxToolRounds bounds how often an agent may call tools within one turn.
const maxToolRounds = 50

// callTools executes the calls that the agent left without a result. It returns the results, and whether they answer
// all that was called, so that the agent can go on.
func (p *player) callTools(ctx context.Context, resp *chat.Response) (results []chat.ToolResult, again bool, err error) {
	again = true
	for _, call := range resp.ToolCalls() {
		if !call.Pending() {
			continue
		}
		result, err := p.callTool(ctx, call)
		switch {
		case ctx.Err() != nil:
			return nil, false, ctx.Err()
		case err != nil:
			return nil, false, fmt.Errorf("tool error: %s: %w", render.Short(call.Name, 80), err)
		}
		if result == nil {
			again = false
			continue
		}
		answer := *result
		answer.CallID, answer.Name = call.ID, call.Name
		results = append(results, answer)
	}
	return results, again, nil
}

func (p *player) callTool(ctx context.Context, call chat.ToolCall) (*chat.ToolResult, error) {
	if p.asksUser(call.Name) {
		return nil, nil
	}
	for _, env := range p.c.tools {
		_, g := p.enter(partTool)
		stop := p.watch(ctx, g)
		result, err := env.CallTool(ctx, call)
		g.leave()
		stop()
		if err != nil || result != nil {
			return result, err
		}
	}
	return nil, nil
}

// asksUser reports whether a tool of this name asks the user, who alone can answer it.
func (p *player) asksUser(tool string) bool {
	if d, ok := p.decides.(interface{ Asks(tool string) bool }); ok {
		return d.Asks(tool)
	}
	return detect.Tools().Asks(tool)
}

// merge adds what the agent did next to what it did before in the same turn. What it said last of its state counts;
// usage adds up and is unknown when a part of it is.
func merge(before, after *chat.Response) *chat.Response {
	all := *after
	all.Messages = append(slices.Clip(before.Messages), after.Messages...)
	if string(bytes.TrimSpace(all.Data)) == "null" || len(all.Data) == 0 {
		all.Data = before.Data
	}
	all.Usage = before.Usage.Add(after.Usage)
	if all.Metadata == nil {
		all.Metadata = before.Metadata
	}
	return &all
}

// ToolStub is an [Environment] that stands in for one tool: it takes the calls of that name, with these arguments if any
// are given, and answers them. It is an immutable value. The zero value takes no call.
type ToolStub struct {
	name string
	want *match.Want // nil for any arguments
	err  error       // what is wrong with the arguments given
	do   func(context.Context, json.RawMessage) (any, error)
}

// Stub returns a stub for calls of the tool, which answers null until [ToolStub.Return], [ToolStub.Fail] or
// [ToolStub.Do] says otherwise. The name is matched as assertions match it: exactly, or as the last part of a namespaced name.
func Stub(tool string) ToolStub {
	return ToolStub{name: tool, do: func(context.Context, json.RawMessage) (any, error) { return nil, nil }}
}

// With limits the stub to calls whose arguments contain these, as assert.ToolCalled(…).With does.
func (s ToolStub) With(args any) ToolStub {
	want, err := match.Compile(args)
	s.want, s.err = &want, err
	return s
}

// Return makes the stub answer with this value, written as JSON.
func (s ToolStub) Return(v any) ToolStub {
	raw := chat.JSON(v)
	return s.Do(func(context.Context, json.RawMessage) (any, error) { return raw, nil })
}

// Fail makes the tool answer with an error that the agent sees.
func (s ToolStub) Fail(message string) ToolStub {
	return s.Do(func(context.Context, json.RawMessage) (any, error) { return nil, errors.New(message) })
}

// Do makes the stub answer with what f returns; its error is the tool's, which the agent sees. f gets the arguments as
// JSON and may be called from several goroutines when cases run side by side.
func (s ToolStub) Do(f func(ctx context.Context, args json.RawMessage) (any, error)) ToolStub {
	s.do = f
	return s
}

// CallTool answers the call if it is this stub's.
func (s ToolStub) CallTool(ctx context.Context, call chat.ToolCall) (*chat.ToolResult, error) {
	if s.name == "" || !match.Tool(s.name, call.Name) {
		return nil, nil
	}
	if s.want != nil {
		args := call.Args
		if len(args) == 0 {
			args = json.RawMessage("{}")
		}
		if !s.want.Subset("args", args).OK() {
			return nil, nil
		}
	}
	value, err := s.do(ctx, call.Args)
	if err != nil {
		return &chat.ToolResult{Content: chat.JSON(err.Error()), IsError: true}, nil
	}
	content, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("the stub's answer, a %T, cannot be written as JSON: %w", value, err)
	}
	return &chat.ToolResult{Content: content}, nil
}

// Validate reports a stub without a tool.
func (s ToolStub) Validate() error {
	if strings.TrimSpace(s.name) == "" {
		return errors.New(`a stub has no tool name; make it with agenttest.Stub("lookup")`)
	}
	if s.err != nil {
		return fmt.Errorf("stub of %q: With: %w", s.name, s.err)
	}
	return nil
}
