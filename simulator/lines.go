package simulator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/agenttest/go/internal/render"
)

// lineLimit is how long a line may be; nobody types one like it, and a terminal that sends no newline must not fill the
// memory.
const lineLimit = 1 << 20

// lineReader asks for lines, one at a time. The zero value is ready for use.
type lineReader struct {
	rest []byte // read, and not part of a line that was returned
	// gaveUp says that nobody waited for the answer to the last question. One that came all the same is dropped: it is
	// no answer to the next question, which may be another case's.
	gaveUp bool
	// of is the conversation of the last question; told says that the person knows how to end it.
	of   string
	told bool
	// background delivers what a read brings that cannot be interrupted; nil when there is none.
	background chan chunk
}

// chunk is what one read brought.
type chunk struct {
	data []byte
	err  error
}

// reading reports whether a read goes on in the background.
func (l *lineReader) reading() bool { return l.background != nil }

// begin is called before each question with the conversation it is of. What was typed before a conversation's first
// question answers nothing in it, since nobody has seen the question; where the terminal is a pipe or something else that
// a program writes to, it is kept.
func (l *lineReader) begin(conversation string, terminal io.ReadWriter) {
	if conversation == l.of {
		return
	}
	l.of, l.told = conversation, false
	if flushInput(terminal) {
		l.rest = nil
	}
}

// ask writes a prompt and returns the next line without its end. The wait ends after the timeout ([ErrHumanTimeout]) or
// with the context (its cause). The end of input before any character is io.EOF; a terminal that fails is
// [ErrNoTerminal].
func (l *lineReader) ask(ctx context.Context, terminal io.ReadWriter, prompt string, timeout time.Duration) (string, error) {
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, fmt.Errorf("%w within %s", ErrHumanTimeout, render.Duration(timeout)))
	defer cancel()
	read := l.readInBackground
	d, ok := terminal.(deadliner)
	if ok && d.SetDeadline(time.Time{}) == nil {
		read = readNow
	} else {
		d = nil
	}
	if l.gaveUp {
		l.drop(terminal, d)
	}
	line, ended, err := l.wait(ctx, terminal, prompt, d, read)
	if !ended {
		l.leave(terminal, d)
	}
	return line, err
}

// wait writes the prompt and waits for the line. It reports whether that was ended: only Enter takes the terminal to the
// next line.
func (l *lineReader) wait(ctx context.Context, terminal io.ReadWriter, prompt string, d deadliner, read func(context.Context, io.ReadWriter) chunk) (line string, ended bool, err error) {
	if d != nil {
		defer interruptWhenDone(ctx, d)()
	}
	if _, err := io.WriteString(terminal, prompt); err != nil {
		return "", false, l.failed(ctx, err)
	}
	for searched := 0; ; {
		if ctx.Err() != nil {
			return "", false, l.failed(ctx, nil)
		}
		if end := bytes.IndexByte(l.rest[searched:], '\n'); end >= 0 {
			return l.take(searched+end, 1), true, nil
		}
		searched = len(l.rest)
		if searched > lineLimit {
			l.rest = nil
			return "", false, fmt.Errorf("the human's line has more than %d bytes", lineLimit)
		}
		got := read(ctx, terminal)
		l.rest = append(l.rest, got.data...)
		if got.err != nil && len(got.data) == 0 {
			if errors.Is(got.err, io.EOF) && len(l.rest) > 0 && ctx.Err() == nil {
				return l.take(len(l.rest), 0), false, nil // the last line, without an end
			}
			return "", false, l.failed(ctx, got.err)
		}
	}
}

// leave ends the line of a prompt at which nobody has pressed Enter, behind which the next output would stand. What was
// typed of an answer that was given up is dropped: the shell must not get it, nor the next question.
func (l *lineReader) leave(terminal io.ReadWriter, d deadliner) {
	if l.gaveUp {
		flushInput(terminal)
	}
	if d != nil {
		d.SetDeadline(time.Now().Add(patience)) // a terminal may be stopped
		defer d.SetDeadline(time.Time{})
	}
	_, _ = io.WriteString(terminal, "\n") // one that takes no output has other troubles, which are told
}

// patience is how long something at the terminal may take that needs nobody.
const patience = 10 * time.Millisecond

// failed returns why there is no line, which is the context's end before anything it caused.
func (l *lineReader) failed(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		l.gaveUp = true
		return context.Cause(ctx)
	case errors.Is(err, io.EOF):
		return io.EOF
	default:
		return fmt.Errorf("%w: %w", ErrNoTerminal, err)
	}
}

// deadliner is a terminal whose reads and writes can be interrupted.
type deadliner interface{ SetDeadline(time.Time) error }

// interruptWhenDone wakes whoever reads or writes when the context ends. The function it returns puts an end to that.
func interruptWhenDone(ctx context.Context, d deadliner) func() {
	woken := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(woken)
		d.SetDeadline(time.Unix(1, 0)) // a time that is past
	})
	return func() {
		if !stop() {
			<-woken
		}
		d.SetDeadline(time.Time{})
	}
}

// drop forgets what was typed since the last question was given up.
func (l *lineReader) drop(terminal io.ReadWriter, d deadliner) {
	l.gaveUp, l.rest = false, nil
	flushed := flushInput(terminal)
	if d == nil {
		select {
		case <-l.background:
			l.background = nil
		default: // what it will bring is the answer to the question to come
		}
		return
	}
	if flushed {
		return
	}
	// A deadline that is past would not let a read take what is there.
	d.SetDeadline(time.Now().Add(patience))
	for buf := make([]byte, 4096); ; {
		if _, err := terminal.Read(buf); err != nil {
			break
		}
	}
	d.SetDeadline(time.Time{})
}

// take returns the first n bytes of what was read and drops them, with what ends the line.
func (l *lineReader) take(n, end int) string {
	line := strings.TrimSuffix(string(l.rest[:n]), "\r")
	l.rest = bytes.Clone(l.rest[n+end:])
	return strings.ToValidUTF8(line, "\uFFFD")
}

// readNow reads from a terminal that can be interrupted.
func readNow(_ context.Context, terminal io.ReadWriter) chunk {
	buf := make([]byte, 4096)
	n, err := terminal.Read(buf)
	return chunk{buf[:n], err}
}

// readInBackground reads from a terminal that cannot be interrupted. There is one such read at a time: when the wait is
// given up it goes on, and the next wait is for it.
func (l *lineReader) readInBackground(ctx context.Context, terminal io.ReadWriter) chunk {
	if l.background == nil {
		l.background = make(chan chunk, 1)
		go func(to chan<- chunk) { to <- readNow(ctx, terminal) }(l.background)
	}
	select {
	case got := <-l.background:
		l.background = nil
		return got
	case <-ctx.Done():
		return chunk{err: os.ErrDeadlineExceeded}
	}
}
