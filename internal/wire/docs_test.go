package wire_test

import (
	"os"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/wire"
)

// The replies that docs/protocol.md shows are replies, and the error it shows is the error.
func TestManual(t *testing.T) {
	manual, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	x := wire.Exchange{ID: 2, Request: &chat.Request{SessionID: "4KQ2…"}}
	replies := 0
	for i, block := range strings.Split(string(manual), "```json\n") {
		block, _, _ = strings.Cut(block, "```\n")
		isReply := strings.Contains(block, `"content"`) || strings.Contains(block, `"messages"`)
		if i == 0 || !isReply || strings.Contains(block, `"protocol"`) || strings.HasPrefix(block, `{"role"`) {
			continue
		}
		replies++
		if _, err := x.Decode([]byte(block)); err != nil {
			t.Errorf("%s%v", block, err)
		}
	}
	if replies != 3 {
		t.Errorf("got %d replies in the manual, want 3", replies)
	}

	_, bad, _ := strings.Cut(string(manual), "got: `")
	bad, _, _ = strings.Cut(bad, "`\n")
	_, err = x.Decode([]byte(bad))
	if err == nil {
		t.Fatalf("%s is no bad reply", bad)
	}
	want, _, _ := strings.Cut(err.Error(), "\n")
	if !strings.Contains(string(manual), want) {
		t.Errorf("the manual does not show the error %s", want)
	}
}
