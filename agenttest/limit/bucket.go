package limit

import (
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
}

func newBucket(r rate.Limit, burst int, name string) *bucket {
	return &bucket{name: name, tokens: rate.NewLimiter(r, burst)}
}

// missing returns in which time there will be a token, 0 when there is one. A nil bucket has as many as one wants.
func (b *bucket) missing(now time.Time) time.Duration {
	if b == nil {
		return 0
	}
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
