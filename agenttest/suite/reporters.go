package suite

import (
	"errors"
	"time"

	"github.com/agenttest/go/agenttest"
)

// Reporter makes a report of one run. Begin is called once before the first case, Observe for every event of every case
// and from several goroutines at once, and End once after the last one, also when the run was broken off. Those of
// package agenttest/report are such.
type Reporter interface {
	Begin(agenttest.RunInfo) error
	agenttest.Observer
	End() error
}

// begin begins all reports. When one cannot be begun, those before it are ended.
func (c *Config) begin(info agenttest.RunInfo) error {
	info.Start = time.Now()
	for i, r := range c.Reporters {
		err := r.Begin(info)
		if err == nil {
			continue
		}
		for _, begun := range c.Reporters[:i] {
			err = errors.Join(err, begun.End())
		}
		return err
	}
	return nil
}

// end ends all reports and returns their errors.
func (c *Config) end() error {
	var errs []error
	for _, r := range c.Reporters {
		errs = append(errs, r.End())
	}
	return errors.Join(errs...)
}

// observed returns the case with all observers of the suite.
func (c *Config) observed(one agenttest.Case) agenttest.Case {
	for _, o := range c.Observers {
		one = one.Observe(o)
	}
	for _, r := range c.Reporters {
		one = one.Observe(r)
	}
	return one
}
