package agenttest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/assert"
)

// The reason an agent gives when its time is over is kept, unless it only says that its time is over.
func TestWhatAnAgentSaysOfItsTimeout(t *testing.T) {
	for _, test := range []struct {
		reason string
		err    func(ctx context.Context) error
		kept   bool
	}{
		{"an error of its own", func(context.Context) error { return errors.New("the database is locked") }, true},
		{"the context's", func(ctx context.Context) error { return ctx.Err() }, false},
		{"the context's in other words", func(ctx context.Context) error { return fmt.Errorf("post: %w", ctx.Err()) }, false},
	} {
		agent := agenttest.AgentFunc(func(ctx context.Context, _ *agenttest.Request) (*agenttest.Response, error) {
			<-ctx.Done()
			return nil, test.err(ctx)
		})
		res := agenttest.Play(t.Context(), agent, agenttest.Single("hello", assert.Contains("x")).Timeout(10*time.Millisecond))
		if res.Error != "timeout after 10ms" {
			t.Errorf("%s: got the error %q", test.reason, res.Error)
		}
		if got := strings.Contains(strings.Join(res.Notes, "\n"), "the database is locked"); got != test.kept || !test.kept && len(res.Notes) > 0 {
			t.Errorf("%s: got the notes %q", test.reason, res.Notes)
		}
	}
}

// brokenAgent was built wrongly and says so.
type brokenAgent struct{ agenttest.AgentFunc }

func (brokenAgent) Validate() error { return errors.New("no address; give it one") }

func TestAnAgentThatWasBuiltWronglyIsAUsageError(t *testing.T) {
	res := agenttest.Play(t.Context(), brokenAgent{}, agenttest.Single("hello", assert.Contains("x")))
	if res.Status != agenttest.Errored || !strings.Contains(res.Error, "no address; give it one") || len(res.Turns) > 0 {
		t.Errorf("got %s: %q", res.Status, res.Error)
	}
}
