package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"

	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/internal/render"
)

// dryRun lists the cases and writes them where --output says so. They go through one after another, since they may be
// many, unless they are divided into shards.
func (c *run) dryRun(ctx context.Context, inputs []string, cfg suite.Config) (err error) {
	file, err := c.newCaseFile()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.close(err == nil)) }()
	out := bufio.NewWriter(c.to.Out)
	defer func() { err = errors.Join(err, out.Flush()) }()
	cases := c.matching(ctx, inputs, cfg)
	if cfg.Shard != "" || os.Getenv("AGENTTEST_SHARD") != "" {
		cases = ofShard(cases, cfg)
	}
	var errs []error
	n, unchecked := 0, 0
	for l, err := range cases {
		if err != nil {
			errs = append(errs, err)
			continue
		}
		n++
		if l.ChecksNothing() {
			unchecked++
		}
		if _, err := fmt.Fprintln(out, listing(&l)); err != nil {
			return err
		}
		if err := file.add(l); err != nil {
			return err
		}
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	summary := fmt.Sprintf("\n%s, none was played", render.Count(n, "test case"))
	if unchecked > 0 {
		summary += fmt.Sprintf("; %d of them check nothing", unchecked)
	}
	if file != nil {
		summary += "; written to " + c.flags.outputs[0]
	}
	_, err = fmt.Fprintln(out, summary)
	return err
}

// ofShard returns the cases of the shard. It takes all of them to know which these are.
func ofShard(cases iter.Seq2[suite.Loaded, error], cfg suite.Config) iter.Seq2[suite.Loaded, error] {
	return func(yield func(suite.Loaded, error) bool) {
		var all []suite.Loaded
		whole := true
		for l, err := range cases {
			if err != nil {
				whole = false
				if !yield(l, err) {
					return
				}
				continue
			}
			all = append(all, l)
		}
		if !whole {
			return
		}
		mine, err := suite.Shard(all, cfg)
		if err != nil {
			yield(suite.Loaded{}, err)
			return
		}
		for _, l := range mine {
			if !yield(l, nil) {
				return
			}
		}
	}
}

// listing returns the line that shows a case.
func listing(l *suite.Loaded) string {
	line := "► " + render.Line(l.String())
	if l.ChecksNothing() {
		line += "  (checks nothing: it passes whenever the agent answers)"
	}
	return line
}
