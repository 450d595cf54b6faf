package limit

import (
	"context"
	"math"
	"time"

	"golang.org/x/time/rate"
)

// bucket bounds how many calls begin. A token is taken when its call begins, not when it begins to wait: so what a call
// that is given up would have taken is the next one's, and calls that wait for something else as well do not begin
// together with tokens they had saved.
type bucket struct {
	name   string
	tokens *rate.Limiter
	head   chan struct{} // held by the one call that may take the next token; the others queue for it
}

func newBucket(r rate.Limit, burst int, name string) *bucket {
	return &bucket{name: name, tokens: rate.NewLimiter(r, burst), head: make(chan struct{}, 1)}
}

// lead waits to be at the head of the queue and returns what leaves it.
func (b *bucket) lead(ctx context.Context) (leave func(), err error) {
	select {
	case b.head <- struct{}{}:
		return func() { <-b.head }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// missing returns in which time there will be a token, 0 when there is one.
func (b *bucket) missing(now time.Time) time.Duration {
	lack := 1 - b.tokens.TokensAt(now)
	if lack <= 0 {
		return 0
	}
	ns := math.Ceil(lack / float64(b.tokens.Limit()) * float64(time.Second))
	if ns >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(ns)
}

// takeAll waits until all the buckets have a token and takes one of each. The caller leads all the queues.
func takeAll(ctx context.Context, buckets []*bucket) error {
	for {
		now := time.Now()
		var missing time.Duration
		for _, b := range buckets {
			missing = max(missing, b.missing(now))
		}
		if missing == 0 {
			for _, b := range buckets {
				b.tokens.AllowN(now, 1)
			}
			return nil
		}
		timer := time.NewTimer(missing)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return context.Cause(ctx)
		}
	}
}
