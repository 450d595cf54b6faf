package suite_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/limit"
	"github.com/agenttest/go/agenttest/suite"
)

// The wait of a generator for a limit is in no timeout, and an error that comes of it names the limit.
func TestGeneratorsThatWaitForALimit(t *testing.T) {
	// used returns a registry whose generator is held back by an earlier call.
	used := func(t *testing.T, option limit.Option, hung time.Duration) suite.Config {
		lim := limit.New(option)
		first := lim.Agent(agenttest.Text(func(context.Context, string, string) (string, error) {
			time.Sleep(hung)
			return "", nil
		}))
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		t.Cleanup(cancel)
		go func() { _, _ = first.Respond(ctx, &agenttest.Request{}) }()
		synctest.Wait()
		cfg := registry()
		cfg.Timeout = 2 * time.Minute
		cfg.Agents["gen"] = lim.Agent(agenttest.Text(func(context.Context, string, string) (string, error) { return twoCases, nil }))
		return cfg
	}
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if got := generated(used(t, limit.Every(time.Hour), 0), "agents:gen"); got != "G001 G002" || time.Since(start) != time.Hour {
			t.Errorf("got %s after %s, want the cases after an hour", got, time.Since(start))
		}
	})
	synctest.Test(t, func(t *testing.T) {
		const want = "agents:gen: gave up waiting for the limit of 1 call at once: it is used up by 1 call that did not return within 30s of the end of their time"
		if got := generated(used(t, limit.Concurrent(1), time.Hour), "agents:gen"); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		time.Sleep(time.Hour)
	})
	synctest.Test(t, func(t *testing.T) {
		cfg := used(t, limit.Every(time.Hour), 0)
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Minute, func() { cancel(errors.New("stopped by hand")) })
		for _, err := range suite.All(ctx, "agents:gen", cfg) {
			if want := "agents:gen: gave up waiting for the limit of 1 call every 1h: stopped by hand"; fmt.Sprint(err) != want {
				t.Errorf("got %v, want %s", err, want)
			}
		}
	})
}
