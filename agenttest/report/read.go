package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/agenttest/go/agenttest/chat"
)

// Read returns the records of a JSONL report in their order. Records may also be spread over several lines, and a
// blank line or a byte order mark is nothing. The first thing that is not a record ends the sequence with an error that
// names its line; one that wraps io.ErrUnexpectedEOF says that the last record is cut off, and all before it are good.
func Read(r io.Reader) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		for at, err := range readPlaces(r) {
			if !yield(at.rec, err) {
				return
			}
		}
	}
}

// place is a record and where it is.
type place struct {
	rec    *Record
	line   int
	offset int64 // of its first byte
	size   int
}

// readPlaces is [Read] with the places of the records.
func readPlaces(r io.Reader) iter.Seq2[place, error] {
	return func(yield func(place, error) bool) {
		lines := &lineCounter{r: r}
		dec := json.NewDecoder(lines)
		for {
			var raw json.RawMessage
			err := dec.Decode(&raw)
			if err == io.EOF {
				return
			}
			at := place{size: len(raw), offset: dec.InputOffset() - int64(len(raw))}
			at.line = lines.at(at.offset)
			at.offset += lines.mark
			if err == nil {
				at.rec, err = decodeRecord(raw)
			} else {
				at.line = lines.at(dec.InputOffset()) + 1
				if dec.InputOffset() == 0 {
					at.line = 1
				}
			}
			if err != nil {
				if errors.Is(err, io.ErrUnexpectedEOF) {
					err = fmt.Errorf("the last record is cut off: %w", err)
				}
				yield(place{}, fmt.Errorf("line %d: %w", at.line, err))
				return
			}
			if !yield(at, nil) {
				return
			}
		}
	}
}

// decodeRecord reads one record. What is no result must not be reported as a case without a status.
func decodeRecord(raw json.RawMessage) (*Record, error) {
	rec := &Record{}
	if err := json.Unmarshal(raw, rec); err != nil {
		return nil, fmt.Errorf("not the record of a result: %w", err)
	}
	switch rec.Status {
	case chat.Passed, chat.Failed, chat.Errored, chat.Skipped:
	case "":
		return nil, errors.New(`not the record of a result: want an object with "status"`)
	default:
		return nil, fmt.Errorf("unknown status %q; want passed, failed, errored or skipped", string(rec.Status))
	}
	var one bytes.Buffer
	if err := json.Compact(&one, bytes.ToValidUTF8(raw, []byte("\uFFFD"))); err != nil {
		return nil, err
	}
	rec.raw = one.Bytes()
	return rec, nil
}

// lineCounter finds the lines of offsets in what is read through it, and takes a byte order mark away.
type lineCounter struct {
	r      io.Reader
	begun  bool
	mark   int64   // bytes of the byte order mark
	offset int64   // bytes passed on
	breaks []int64 // offsets of the line breaks that were not asked for yet
	line   int     // line breaks before those
}

func (l *lineCounter) Read(p []byte) (int, error) {
	if !l.begun {
		l.begun = true
		var mark [3]byte
		n, err := io.ReadFull(l.r, mark[:])
		rest := mark[:n]
		if n == 3 && mark == [3]byte{0xef, 0xbb, 0xbf} {
			rest, l.mark = nil, 3
		}
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return 0, err
		}
		l.r = io.MultiReader(bytes.NewReader(bytes.Clone(rest)), l.r)
	}
	n, err := l.r.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			l.breaks = append(l.breaks, l.offset+int64(i))
		}
	}
	l.offset += int64(n)
	return n, err
}

// at returns the line of an offset, counted from 1. Offsets must not decrease.
func (l *lineCounter) at(offset int64) int {
	for len(l.breaks) > 0 && l.breaks[0] < offset {
		l.breaks = l.breaks[1:]
		l.line++
	}
	return l.line + 1
}
