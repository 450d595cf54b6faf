package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/internal/wire"
)

// conversation is a process that answers request after request.
type conversation struct {
	p     *process
	lines chan line     // what the program writes
	quit  chan struct{} // closed when nobody waits for lines any more
	turn  chan struct{} // holds a token while a request is under way

	// These belong to whoever has the turn.
	asked   int64      // how many requests there were
	written chan error // tells when the last of them was written whole; nil when that was told
	broken  error      // why nothing is asked any more
	late    bool       // it was stopped because its time was over

	stopping sync.WaitGroup
	closing  sync.Once
	closeErr error
	extra    int    // lines that answer nothing
	first    string // the first of them
}

// open starts the program and listens to it.
func (a Agent) open() (*conversation, error) {
	c := &conversation{lines: make(chan line, 1), quit: make(chan struct{}), turn: make(chan struct{}, 1)}
	p, err := a.start(c.listen)
	if err != nil {
		return nil, err
	}
	c.p = p
	return c, nil
}

// listen hands on what the program writes, line by line, and from the end of the conversation on counts it.
func (c *conversation) listen(p *process, stdout io.Reader) {
	r := bufio.NewReaderSize(stdout, 64<<10)
	for {
		l := readLine(r, p.agent.replyLimit())
		select {
		case c.lines <- l:
		case <-c.quit:
			c.count(l)
		}
		if l.err != nil {
			break
		}
	}
	_, _ = io.Copy(io.Discard, r) // a program that cannot write may not see that it is to exit
}

// count notes a line that answers nothing.
func (c *conversation) count(l line) {
	if l.err != nil {
		return
	}
	if c.extra++; c.extra == 1 {
		c.first = render.Quote(string(l.text))
	}
}

// Respond asks the program. After an error other than one that the program itself reports, it is not asked again.
func (c *conversation) Respond(ctx context.Context, req *chat.Request) (*chat.Response, error) {
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-c.quit:
		return nil, c.closed()
	}
	select {
	case <-c.quit:
		return nil, c.closed()
	default:
	}
	if c.broken != nil {
		return nil, fmt.Errorf("%s is not asked any more after an error: %w", c.p.agent, c.broken)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	x := c.p.agent.exchange(c.asked+1, req)
	body, err := x.Encode()
	if err != nil {
		return nil, err
	}
	c.asked++
	reply, err := c.ask(ctx, req.Turn, body)
	if err != nil {
		c.broken = err
		return nil, err
	}
	resp, err := x.Decode(reply)
	if err != nil && !errors.As(err, new(*wire.Reported)) {
		err = c.p.failf("gave a bad reply in turn %d: %w", req.Turn, err)
		c.broken = err
	}
	return resp, err
}

// ask writes the request and returns the line that answers it.
func (c *conversation) ask(ctx context.Context, turn int, body []byte) ([]byte, error) {
	if c.written != nil { // an answer was given before the question was read to its end
		select {
		case err := <-c.written:
			if err != nil {
				return nil, c.deaf(turn, err)
			}
		case <-ctx.Done():
			return nil, c.tooLate(ctx, turn)
		case <-c.quit:
			return nil, c.closed()
		}
	}
	select {
	case l := <-c.lines:
		if l.err != nil {
			return nil, c.gone(turn, l.err)
		}
		return nil, c.p.failf("wrote a line before it was asked in turn %d; want one line for each request, and logs on standard error\n  got: %s", turn, render.Quote(string(l.text)))
	default:
	}
	written := make(chan error, 1)
	c.written = written
	go func() { // ends when the program reads the request or exits, or its standard input is closed
		_, err := c.p.stdin.Write(body)
		written <- err
	}()
	for {
		select {
		case l := <-c.lines:
			switch {
			case l.err != nil:
				return nil, c.gone(turn, l.err)
			case l.next != "":
				return nil, c.p.failf("wrote more than one line for turn %d; want one line for each request, and logs on standard error\n  got:  %s\n  then: %s",
					turn, render.Quote(string(l.text)), l.next)
			}
			return l.text, nil
		case err := <-written:
			c.written, written = nil, nil
			if err != nil {
				return nil, c.deaf(turn, err)
			}
		case <-ctx.Done():
			return nil, c.tooLate(ctx, turn)
		case <-c.quit:
			return nil, c.closed()
		}
	}
}

func (c *conversation) closed() error {
	return fmt.Errorf("%s is not asked any more: its conversation was closed", c.p.agent)
}

// gone is the error of a program whose output has ended.
func (c *conversation) gone(turn int, err error) error {
	switch {
	case errors.Is(err, errTooLong):
		return c.p.tooLong()
	case !c.p.within(lastWords):
		return c.p.failf("closed its standard output before it answered turn %d", turn)
	default:
		return c.exited(turn)
	}
}

// deaf is the error of a program that does not read its request.
func (c *conversation) deaf(turn int, err error) error {
	if c.p.within(lastWords) {
		return c.exited(turn)
	}
	return c.p.failf("did not read the request of turn %d to its end: %w", turn, err)
}

func (c *conversation) exited(turn int) error {
	hint := ""
	if c.p.err == nil {
		hint = "; it must go on until its standard input ends, or be run with PerRequest"
	}
	return c.p.failf("exited (%s) before it answered turn %d%s", c.p.status(), turn, hint)
}

// tooLate stops the program, without waiting for it, because its time is over.
func (c *conversation) tooLate(ctx context.Context, turn int) error {
	c.late = true
	c.stopping.Go(func() { c.p.stop(hurry) })
	return c.p.failf("did not answer turn %d in time: %w", turn, context.Cause(ctx))
}

// Close ends the program and returns what was wrong with its end: lines that answer nothing, an exit that had to be
// forced, an exit status other than 0. After an error of Respond there is nothing more to say, except of a program whose
// time was over: what it wrote to standard error. Close may be called more than once and returns the same each time.
func (c *conversation) Close() error {
	c.closing.Do(func() {
		close(c.quit)
		willing := true
		c.turn <- struct{}{} // a request that is still under way ends now
		defer func() { <-c.turn }()
		if c.late {
			c.stopping.Wait()
		} else {
			willing = c.p.end()
		}
		<-c.p.done
		select {
		case l := <-c.lines:
			c.count(l)
		default:
		}
		c.closeErr = c.farewell(willing)
	})
	return c.closeErr
}

func (c *conversation) farewell(willing bool) error {
	switch {
	case c.late:
		return c.p.failf("was stopped in the middle of a turn")
	case c.broken != nil:
		return nil
	case c.extra > 0:
		return c.saidMore()
	case !willing:
		return c.p.failf("did not exit within %s after its standard input was closed and had to be stopped", render.Duration(c.p.agent.graceTime()))
	case c.p.err != nil:
		return c.p.failf("failed (%s) after its last reply", c.p.status())
	}
	return nil
}

// saidMore returns the error of lines that answer nothing, for a conversation that is closed.
func (c *conversation) saidMore() error {
	if c.extra == 0 || c.broken != nil {
		return nil
	}
	return c.p.failf("wrote %d more than the %d that it was asked for; want one line for each request\n  got: %s", c.extra, c.asked, c.first)
}
