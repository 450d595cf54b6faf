package suite

import (
	"fmt"
	"os"
	"strconv"

	"github.com/agenttest/go/internal/strict"
)

// The environment variables that say how a suite is run.
const (
	parallelVar    = "AGENTTEST_PARALLEL"
	onSkipVar      = "AGENTTEST_ON_SKIP"
	interactiveVar = "AGENTTEST_INTERACTIVE"
)

// DefaultConcurrency is how many cases are played at once where nothing else is said.
const DefaultConcurrency = 16

// SkipPolicy says what a skipped case means for the test.
type SkipPolicy string

// The policies for skipped cases.
const (
	SkipShown SkipPolicy = "show" // a skipped case is a skipped subtest, and the test says so; the default
	SkipFails SkipPolicy = "fail" // a skipped case fails its subtest
)

func (p SkipPolicy) problem() string {
	switch p {
	case "", SkipShown, SkipFails:
		return ""
	}
	return fmt.Sprintf("got %q, want %q or %q%s", string(p), SkipShown, SkipFails, strict.Hint(string(p), []string{string(SkipShown), string(SkipFails)}))
}

// settings are how a suite is run, as Config and the environment say together.
type settings struct {
	workers int
	onSkip  SkipPolicy
	shard   shard
}

// settings asks the environment, where the word of Config is not the last one. What of both wins is the word of who is
// nearer to the run: the environment for a test, which was written long before, and Config for a program, which has read
// its own command line.
func (c *Config) settings(environmentWins bool) (settings, error) {
	var errs strict.Errors
	pick := func(name, field, own string) (value, from string) {
		env := os.Getenv(name)
		if own != "" && (!environmentWins || env == "") {
			return own, "suite.Config." + field
		}
		return env, name
	}
	own := ""
	if c.Concurrency > 0 {
		own = strconv.Itoa(c.Concurrency)
	}
	s := settings{workers: DefaultConcurrency}
	if text, from := pick(parallelVar, "Concurrency", own); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			errs = append(errs, &strict.Error{Message: fmt.Sprintf("%s: got %q, want how many cases are played at once, 1 or more", from, text)})
		}
		s.workers = n
	}
	if c.Interactive {
		s.workers = 1 // there is one terminal
	}
	if on, err := strconv.ParseBool(os.Getenv(interactiveVar)); err == nil && on && environmentWins {
		s.workers = 1 // agenttest.Run lets a person take part in every case
		if c.SkipInteractive {
			errs = append(errs, &strict.Error{Message: interactiveVar + ": a person takes part in every case, but suite.Config.SkipInteractive skips such cases; want one of them"})
		}
	}
	policy, from := pick(onSkipVar, "OnSkip", string(c.OnSkip))
	s.onSkip = SkipPolicy(policy)
	if problem := s.onSkip.problem(); problem != "" && s.onSkip != c.OnSkip {
		errs = append(errs, &strict.Error{Message: from + ": " + problem})
	}
	s.shard = c.shard(pick, &errs)
	return s, errs.Err()
}

// shard returns the part of the suite that is to be played.
func (c *Config) shard(pick func(name, field, own string) (value, from string), errs *strict.Errors) shard {
	text, from := pick(shardVar, "Shard", c.Shard)
	part, err := parseShard(text, os.Getenv)
	if err != nil {
		*errs = append(*errs, &strict.Error{Message: from + ": " + err.Error(), Err: err})
	}
	path, from := pick(timingsVar, "Timings", c.Timings)
	if path == "" || !part.divided() {
		return part
	}
	if part.timings, err = readTimings(path); err != nil {
		*errs = append(*errs, &strict.Error{Message: from + ": " + err.Error(), Err: err})
	}
	return part
}
