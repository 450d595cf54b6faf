package command

import (
	"context"
	"errors"
	"io"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/wire"
)

// once asks a process that is started for this request.
func (a Agent) once(ctx context.Context, req *chat.Request) (*chat.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	x := a.exchange(1, req)
	body, err := x.Encode()
	if err != nil {
		return nil, err
	}
	var output []byte
	var outputErr error
	p, err := a.start(func(p *process, stdout io.Reader) {
		if output, outputErr = readAll(stdout, a.replyLimit()); outputErr != nil {
			p.kill() // it may write forever
		}
	})
	if err != nil {
		return nil, err
	}
	go func() { // ends with the process: its end closes the pipe
		_, _ = p.stdin.Write(body) // a program need not read what it does not need
		_ = p.stdin.Close()
	}()
	select {
	case <-p.done:
	case <-ctx.Done():
		p.stop(hurry)
		return nil, p.failf("did not answer turn %d in time: %w", req.Turn, context.Cause(ctx))
	}
	switch {
	case errors.Is(outputErr, errTooLong):
		return nil, p.tooLong()
	case outputErr != nil:
		return nil, p.failf("did not answer turn %d: %w", req.Turn, outputErr)
	}
	resp, err := x.Decode(output)
	switch {
	case errors.As(err, new(*wire.Reported)):
		return nil, err
	case p.err != nil:
		return nil, p.failf("failed (%s) in turn %d; what it wrote is not used", p.status(), req.Turn)
	case err != nil:
		return nil, p.failf("gave a bad reply in turn %d: %w", req.Turn, err)
	}
	return resp, nil
}
