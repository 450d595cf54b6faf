package httpagent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/internal/wire"
)

const (
	// firstPause and longestPause are what is waited before a request is sent again.
	firstPause   = 100 * time.Millisecond
	longestPause = 2 * time.Second
	// errorBody is how much is read of a body that only explains an error, errorShown how much is shown, in characters.
	errorBody  = 64 << 10
	errorShown = 400
)

// conversation asks the service request after request.
type conversation struct {
	agent  Agent
	client http.Client
	close  func()
	secret *redactor
	asked  atomic.Int64
}

func (a Agent) open() *conversation {
	c := &conversation{agent: a, close: func() {}, secret: a.secrets()}
	if a.client != nil {
		c.client = *a.client
	} else if t, ok := http.DefaultTransport.(*http.Transport); ok {
		own := t.Clone()
		c.client.Transport, c.close = own, own.CloseIdleConnections
	}
	if c.client.CheckRedirect == nil {
		c.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	return c
}

// Close closes the connections.
func (c *conversation) Close() error {
	c.close()
	return nil
}

// Respond asks the service.
func (c *conversation) Respond(ctx context.Context, req *chat.Request) (*chat.Response, error) {
	x := wire.Exchange{ID: c.asked.Add(1), Request: req, NoHistory: c.agent.noHistory, IgnoreUnknown: c.agent.ignoreUnknown}
	body, err := x.Encode()
	if err != nil {
		return nil, err
	}
	answer, err := c.send(ctx, body)
	if err != nil {
		return nil, c.unanswered(ctx, req.Turn, err)
	}
	defer answer.Body.Close()
	if answer.StatusCode/100 != 2 {
		return nil, c.refused(req.Turn, answer)
	}
	limit := c.agent.replyLimit()
	reply, err := io.ReadAll(io.LimitReader(answer.Body, int64(limit)+1))
	switch {
	case len(reply) > limit:
		return nil, c.failf("sent a reply of more than %d bytes in turn %d; raise the limit with MaxReply if that is right", limit, req.Turn)
	case err != nil && ctx.Err() == nil:
		return nil, c.failf("broke its reply off in turn %d: %w", req.Turn, err)
	case err != nil:
		return nil, c.unanswered(ctx, req.Turn, err)
	}
	resp, err := x.Decode(reply)
	if err != nil {
		return nil, c.badReply(x, req.Turn, answer, reply, err)
	}
	return resp, nil
}

// send posts the body, again where that is wanted and there was no answer.
func (c *conversation) send(ctx context.Context, body []byte) (*http.Response, error) {
	pause := firstPause
	for attempt := 0; ; attempt++ {
		answer, err := c.post(ctx, body)
		if err == nil || attempt == c.agent.retries || ctx.Err() != nil {
			return answer, err
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, err
		}
		pause = min(2*pause, longestPause)
	}
}

func (c *conversation) post(ctx context.Context, body []byte) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.agent.address, bytes.NewReader(body))
	if err != nil {
		return nil, plain(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	for _, h := range c.agent.headers {
		if strings.EqualFold(h.name, "Host") {
			r.Host = h.value
			continue
		}
		r.Header.Set(h.name, h.value)
	}
	answer, err := c.client.Do(r)
	if err != nil {
		if answer != nil { // a client's own CheckRedirect has refused
			_ = answer.Body.Close()
		}
		return nil, plain(err)
	}
	return answer, nil
}

// plain returns the error of net/http without the address, which may hold secrets.
func plain(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// unanswered is the error of a request without an answer.
func (c *conversation) unanswered(ctx context.Context, turn int, err error) error {
	if ctx.Err() != nil {
		return c.failf("did not answer turn %d in time: %w", turn, context.Cause(ctx))
	}
	return c.failf("did not answer turn %d: %w", turn, err)
}

// refused is the error of an answer whose status is not 2xx.
func (c *conversation) refused(turn int, answer *http.Response) error {
	body, _ := io.ReadAll(io.LimitReader(answer.Body, errorBody)) // what there is of it
	text := fmt.Sprintf("status %d", answer.StatusCode)
	if name := http.StatusText(answer.StatusCode); name != "" {
		text += " " + name
	}
	if to, err := answer.Location(); err == nil && answer.StatusCode/100 == 3 {
		text += "; it is at " + shown(to) + ", and redirects are not followed: use that address"
	}
	if shown := render.Short(strings.TrimSpace(c.secret.hide(string(body))), errorShown); shown != "" {
		text += "\n  got: " + shown
	}
	return c.failf("answered turn %d with %s", turn, text)
}

// badReply is the error of a reply that cannot be read, or in which the service says that it failed.
func (c *conversation) badReply(x wire.Exchange, turn int, answer *http.Response, reply []byte, err error) error {
	var reported *wire.Reported
	if errors.As(err, &reported) {
		return &wire.Reported{Text: c.secret.hide(reported.Text)}
	}
	// Messages cut what they show, so what must not be shown goes first.
	if hidden := c.secret.hide(string(reply)); hidden != string(reply) {
		if _, again := x.Decode([]byte(hidden)); again != nil {
			err = again
		}
	}
	kind := answer.Header.Get("Content-Type")
	if media, _, _ := mime.ParseMediaType(kind); media != "application/json" && !strings.HasSuffix(media, "+json") && kind != "" {
		return c.failf("gave a bad reply in turn %d: %w\n  content type: %s", turn, err, render.Quote(kind))
	}
	return c.failf("gave a bad reply in turn %d: %w", turn, err)
}

// failure is an error whose text has no secrets. Its causes can be found, but say more.
type failure struct {
	text  string
	cause error
}

func (e *failure) Error() string { return e.text }
func (e *failure) Unwrap() error { return e.cause }

func (c *conversation) failf(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	return &failure{text: c.agent.String() + " " + c.secret.hide(err.Error()), cause: errors.Unwrap(err)}
}
