package suite

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/admission"
	"github.com/agenttest/go/internal/checks"
	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/internal/strict"
)

// generate reads the cases of a generator.
func (l *loader) generate(input string) {
	g, err := l.cfg.generator(input)
	if err != nil || l.wrong { // a call may cost money, and nothing will be played
		l.mistake(err)
		return
	}
	text, err := g.ask(l.ctx, l.cfg, l.target)
	if err != nil {
		l.mistake(g.named(err))
		return
	}
	l.keep = true
	l.files.in(cmp.Or(l.cfg.Root, "."))
	l.readGenerated(g, text)
}

// named returns an error, or a list, as one of this generator.
func (g *generator) named(err error) error {
	list, ok := err.(strict.Errors)
	if !ok {
		list = strict.Errors{{Message: oneLine(err), Err: err}}
	}
	for _, e := range list {
		e.File = g.ref.String()
	}
	return list
}

// ask returns the JSON in which the generator gives its cases.
func (g *generator) ask(ctx context.Context, cfg *Config, target chat.Agent) (string, error) {
	limit := cmp.Or(cfg.Timeout, agenttest.DefaultTimeout)
	ctx, stop := admission.WithTimeout(ctx, limit,
		fmt.Errorf("timeout after %s; suite.Config.Timeout gives it more", render.Duration(limit)))
	defer stop()
	if err := g.in.describe(ctx, target); err != nil {
		return "", err
	}
	if g.script {
		return g.askScript(ctx, cfg.Scripts.Generators[g.id])
	}
	session := "generator-" + rand.Text()
	req := &chat.Request{
		SessionID: session,
		Turn:      1,
		Input:     chat.UserMessage(prompt(&g.in, cfg, g.id)),
		Options:   chat.Options{Skip: map[string]bool{chat.SkipHistory: true}, Metadata: g.in.metadata(session)},
	}
	resp, err := guarded(ctx, func(ctx context.Context) (*chat.Response, error) {
		resp, err := cfg.Agents[g.id].Respond(ctx, req)
		return resp, failed(err)
	})
	if err != nil {
		return "", err
	}
	return replied(resp)
}

// askScript returns what a Go function gives, as JSON.
func (g *generator) askScript(ctx context.Context, f GeneratorFunc) (string, error) {
	return guarded(ctx, func(ctx context.Context) (string, error) {
		v, err := f(ctx, g.in)
		if err != nil {
			return "", failed(err)
		}
		var text []byte
		switch v := v.(type) {
		case nil:
		case string:
			text = []byte(v)
		case []byte:
			text = v
		case json.RawMessage:
			text = v
		default:
			if text, err = json.Marshal(v); err != nil {
				return "", fmt.Errorf("what it returned cannot be written as JSON: %w", err)
			}
		}
		if text = bytes.TrimSpace(text); len(text) == 0 || string(text) == "null" {
			return "", errors.New("it returned nothing, want " + generatedForm)
		}
		return string(text), nil
	})
}

// failed returns the generator's own error as one of ours. That a limit did not let it be called is not its own.
func failed(err error) error {
	var refused *admission.Refused
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused):
		return err
	}
	return fmt.Errorf("the generator failed: %w", err)
}

// guarded returns what f returns. When f panics, ends its goroutine, or does not come back soon after the end of ctx,
// it returns an error that says so; f is then left behind.
func guarded[T any](ctx context.Context, f func(context.Context) (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		a := answer{err: errors.New("it ended its goroutine (runtime.Goexit, or FailNow or Skip of a test)")}
		defer func() {
			if r := recover(); r != nil {
				a.err = fmt.Errorf("panic: %v%s", r, panickedAt())
			}
			done <- a
		}()
		value, err := f(ctx)
		a = answer{value, err}
	}()
	select {
	case a := <-done:
		return a.value, interrupted(ctx, a.err)
	case <-ctx.Done():
	}
	select { // what is interrupted may still say what it was about
	case a := <-done:
		return a.value, interrupted(ctx, a.err)
	case <-time.After(500 * time.Millisecond):
		var none T
		return none, interrupted(ctx, errors.New("it did not return when its context ended; the call was abandoned"))
	}
}

// interrupted returns the error of a call with the cause for which its context has ended, if it has.
func interrupted(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	cause := context.Cause(ctx)
	if what := admission.Of(ctx).Waiting(); what != "" {
		return &admission.Refused{What: what, Err: cause}
	}
	if errors.Is(err, ctx.Err()) || errors.Is(err, cause) {
		return cause
	}
	return fmt.Errorf("%w (%w)", cause, err)
}

// panickedAt returns the place of the panic under way.
func panickedAt() string {
	for line := range strings.Lines(checks.Stack()) {
		if at := strings.TrimSpace(line); strings.Contains(at, ".go:") {
			return " (" + at + ")"
		}
	}
	return ""
}
