package command

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

// tailSize is how much of standard error is kept.
const tailSize = 8 << 10

// tail keeps the end of what is written to it. The zero value is ready for use.
type tail struct {
	mu      sync.Mutex
	kept    []byte
	dropped int
}

// Write keeps the end of b. It always succeeds.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b...)
	if len(t.kept) > 2*tailSize {
		cut := len(t.kept) - tailSize
		t.dropped += cut
		t.kept = append(t.kept[:0], t.kept[cut:]...)
	}
	return len(b), nil
}

// String returns the end, indented, from the beginning of a line where there is one; empty when nothing was written.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept, dropped := t.kept, t.dropped
	if cut := len(kept) - tailSize; cut > 0 {
		kept, dropped = kept[cut:], dropped+cut
	}
	if dropped > 0 {
		start := 0
		if nl := bytes.IndexByte(kept[:len(kept)/2], '\n'); nl >= 0 {
			start = nl + 1
		}
		for start < len(kept) && !utf8.RuneStart(kept[start]) {
			start++
		}
		kept, dropped = kept[start:], dropped+start
	}
	text := strings.TrimSpace(strings.ToValidUTF8(string(kept), "\uFFFD"))
	if text == "" {
		return ""
	}
	text = "    " + strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\n    ")
	if dropped > 0 {
		text = fmt.Sprintf("    … (%d bytes before this)\n", dropped) + text
	}
	return text
}
