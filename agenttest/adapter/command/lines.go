package command

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/agenttest/go/internal/render"
)

var errTooLong = errors.New("the line is too long")

// line is one line of output, or the error that ended it.
type line struct {
	text []byte
	next string // what was written together with this line and follows it, quoted; empty when nothing does
	err  error
}

// readLine returns the next line that is not blank. The last one need not end in a line feed.
func readLine(r *bufio.Reader, limit int) line {
	for {
		var text []byte
		for {
			part, err := r.ReadSlice('\n')
			if text = append(text, part...); len(text) > limit {
				return line{err: errTooLong}
			}
			if err == nil {
				break
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				if blank(text) {
					return line{err: err}
				}
				return line{text: bytes.TrimSpace(text)}
			}
		}
		if !blank(text) {
			l := line{text: bytes.TrimSpace(text)}
			if waiting, _ := r.Peek(r.Buffered()); !blank(waiting) {
				l.next = render.Quote(string(bytes.TrimSpace(waiting)))
			}
			return l
		}
	}
}

func blank(b []byte) bool { return len(bytes.TrimSpace(b)) == 0 }

// tooLong says that a reply is larger than the limit.
func (p *process) tooLong() error {
	return p.failf("wrote a reply of more than %d bytes; raise the limit with MaxReply if that is right", p.agent.replyLimit())
}

// readAll returns everything that r has, up to the limit.
func readAll(r io.Reader, limit int) ([]byte, error) {
	all, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	switch {
	case err != nil:
		return all, fmt.Errorf("reading its standard output: %w", err)
	case len(all) > limit:
		return nil, errTooLong
	default:
		return all, nil
	}
}
