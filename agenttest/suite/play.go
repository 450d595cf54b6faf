package suite

import (
	"context"
	"errors"
	"fmt"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/internal/strict"
)

// Play plays cases that were loaded, side by side as [Run] does, without a test. It returns the results of all cases that
// were played, in the order of the cases, and an error when not all of them were played, when the configuration cannot be
// used, or when a report could not be written. Given all cases it plays those of its shard; what it plays is told to
// Config.Reporters. What [Shard] has picked is played as it is, and told as that shard; when Config.Shard names another
// one, that is an error, and so is what was picked for several. (Of a shard that has no case nobody knows the total.)
//
// When ctx ends, the cases under way are ended and are errored ("interrupted: …"), and no further case is begun, nor one
// that waits for the terminal or for an agent that plays one conversation at a time; the error is a [*NotPlayedError] that
// wraps the context's cause. Config.FailFast ends the run without such an error. Check and OnSkip are for tests and mean
// nothing here. The environment is asked for what Config leaves open.
func Play(ctx context.Context, cases []Loaded, cfg Config) ([]*agenttest.Result, error) {
	s, mine, err := cfg.playable(cases)
	if err != nil {
		return nil, err
	}
	cases = mine.cases
	info := agenttest.RunInfo{Agent: cfg.targetID(), Input: cfg.Input, Cases: len(cases), Shard: mine.shard, Total: mine.total}
	if err := cfg.begin(info); err != nil {
		return nil, err
	}
	r := &playRun{ctx: ctx, cfg: &cfg, cases: cases, results: make([]*agenttest.Result, len(cases))}
	each(s.workers, len(cases), r.alone, r.play)
	results := make([]*agenttest.Result, 0, r.tally.played)
	for _, res := range r.results {
		if res != nil {
			results = append(results, res)
		}
	}
	err = nil
	if len(r.tally.left) > 0 && ctx.Err() != nil {
		err = &NotPlayedError{Cases: r.tally.left, Cause: context.Cause(ctx)}
	}
	return results, errors.Join(err, cfg.end())
}

// Shard returns the cases that [Play] plays of these: those of Config.Shard, or all of them. Play and Shard take what
// Shard returns as it is, and do not divide it again. The error is the one that Play would return before the first case,
// so that what must not be lost, such as the report of an earlier run, can be left alone until then.
func Shard(cases []Loaded, cfg Config) ([]Loaded, error) {
	_, mine, err := cfg.playable(cases)
	return mine.cases, err
}

// playable returns how and which of these cases are to be played, or all that is in the way.
func (c *Config) playable(cases []Loaded) (settings, part, error) {
	var errs strict.Errors
	c.check(&errs)
	s, err := c.settings(false)
	errs.Add(err)
	errs.Add(distinct(cases))
	errs.Add(s.shard.divides(cases))
	var mine part
	if len(errs) == 0 {
		mine, err = s.shard.part(cases)
		errs.Add(err)
	}
	return s, mine, errs.Err()
}

// playRun is a suite that is played without a test.
type playRun struct {
	ctx     context.Context //nolint:containedctx // the context of the run this is
	cfg     *Config
	cases   []Loaded
	results []*agenttest.Result // nil where a case was not played
	tally   tally
}

// alone reports whether a person takes part, of whom there is one.
func (r *playRun) alone(i int) bool { return r.cases[i].Interactive() }

func (r *playRun) play(i int) {
	l := &r.cases[i]
	ctx, release, err := agenttest.Hold(r.ctx, l.Agent, l.Case)
	defer release()
	if err != nil || r.ctx.Err() != nil || r.cfg.FailFast && r.tally.failed() {
		r.tally.leave(l.ID)
		return
	}
	res := agenttest.Play(ctx, l.Agent, r.cfg.observed(l.Case))
	r.results[i] = res
	r.tally.add(res)
}

// NotPlayedError says that a run was broken off before all cases were played.
type NotPlayedError struct {
	// Cases are the ids of the cases that were not begun.
	Cases []string
	// Cause is why.
	Cause error
}

// Error names the cause and the first of many cases.
func (e *NotPlayedError) Error() string {
	return fmt.Sprintf("%s not played: %v: %s", render.Count(len(e.Cases), "case"), e.Cause, listed(e.Cases))
}

// Unwrap returns the cause.
func (e *NotPlayedError) Unwrap() error { return e.Cause }

// distinct returns an error when two of the cases have the same id, which reports and shards tell them apart by.
func distinct(cases []Loaded) error {
	var errs strict.Errors
	seen := make(map[string]*Loaded, len(cases))
	for i := range cases {
		l := &cases[i]
		if other := seen[l.ID]; other != nil {
			errs = append(errs, &strict.Error{Message: fmt.Sprintf("%s: duplicate id %q, first used at %s", l.Source, l.ID, other.Source)})
			continue
		}
		seen[l.ID] = l
	}
	return errs.Err()
}
