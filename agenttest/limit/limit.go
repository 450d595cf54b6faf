package limit

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
)

// Limiter is a budget of calls, which all agents share that its Agent method returns. Its methods may be called from
// several goroutines. The zero value sets no limit, which is an error, as a nil one is.
type Limiter struct {
	order    uint64 // in which several are locked, so that no two calls wait for each other
	slots    *slots
	bucket   *bucket
	mistakes []error

	mu     sync.Mutex // of what changes in slots and bucket, too
	queue  []*call    // the oldest first
	claims []*call
}

// New returns a limiter with these limits, of which there must be at least one. What is wrong with them is kept and
// reported by [Limiter.Validate], which is asked before anything is played: a limit that is a mistake is never no limit.
func New(options ...Option) *Limiter {
	var s settings
	for _, o := range options {
		if o == nil {
			s.mistake("limit.New: an option is nil; leave it out")
			continue
		}
		o(&s)
	}
	switch {
	case s.burst > 0 && s.rate == 0 && len(s.mistakes) == 0:
		s.mistake("limit.Burst: there is no rate; add limit.PerMinute or limit.Every")
	case s.given == 0:
		s.mistake("%s", nothing)
	}
	l := &Limiter{order: rand.Uint64(), mistakes: s.mistakes}
	if len(s.mistakes) > 0 {
		return l
	}
	if s.concurrent > 0 {
		l.slots = newSlots(s.concurrent)
	}
	if s.rate > 0 {
		l.bucket = newBucket(s.rate, max(s.burst, 1), s.rateName)
	}
	return l
}

const nothing = "limit.New: no limit is given; want limit.Concurrent, limit.PerMinute or limit.Every"

// Validate returns what is wrong with the limits, nil when nothing is.
func (l *Limiter) Validate() error {
	switch {
	case l == nil:
		return errors.New("the limiter is nil; make one with limit.New")
	case len(l.mistakes) > 0:
		return errors.Join(l.mistakes...)
	case l.slots == nil && l.bucket == nil:
		return errors.New(nothing)
	}
	return nil
}

// Agent returns the agent with each of its calls held back until the limiter admits it. Of an agent that makes one for
// each run, such as agenttest.EachRun, all that it makes share the limiter. An agent may be given to several limiters,
// one around the other, and its calls are then admitted by all of them at once.
//
// Everything else the agent can do is found through the limiter (see [chat.As]): its Reset and Close are not limited.
func (l *Limiter) Agent(agent chat.Agent) chat.Agent { return wrap([]*Limiter{l}, agent) }

// Option is a limit for [New]. Each may be given once.
type Option func(*settings)

type settings struct {
	concurrent, burst int
	rate              rate.Limit
	rateName          string
	given             int // limits, right or wrong
	mistakes          []error
}

func (s *settings) mistake(format string, args ...any) {
	s.mistakes = append(s.mistakes, fmt.Errorf(format, args...))
}

// Concurrent lets at most n calls be under way at once. A call that ignores the end of its time is under way until it
// returns. When that is so of all n, half a minute after the end of their time, no further call is made: each is an error.
func Concurrent(n int) Option {
	return func(s *settings) {
		s.given++
		switch {
		case n < 1:
			s.mistake("limit.Concurrent: got %d, want how many calls may be under way at once, 1 or more", n)
		case s.concurrent > 0:
			s.mistake("limit.Concurrent: got it twice, %d and %d, want it once", s.concurrent, n)
		default:
			s.concurrent = n
		}
	}
}

// PerMinute lets n calls begin in a minute, evenly spaced but for a [Burst]: every second for 60, every two minutes for 0.5.
func PerMinute(n float64) Option {
	return func(s *settings) {
		s.given++
		if !(n/60 > 0) || math.IsInf(n, 0) {
			s.mistake("limit.PerMinute: got %s, want how many calls may begin in a minute, a number above 0", number(n))
			return
		}
		s.setRate(rate.Limit(n/60), "the limit of "+counted(n)+" a minute")
	}
}

// Every lets a call begin every d, but for a [Burst].
func Every(d time.Duration) Option {
	return func(s *settings) {
		s.given++
		if d <= 0 {
			s.mistake("limit.Every: got %s, want the time from the beginning of a call to that of the next, above 0", d)
			return
		}
		s.setRate(rate.Every(d), "the limit of 1 call every "+render.Duration(d))
	}
}

func (s *settings) setRate(r rate.Limit, name string) {
	if s.rate > 0 {
		s.mistake("limit.New: got two rates, %s and %s, want one", s.rateName, name)
		return
	}
	s.rate, s.rateName = r, name
}

// Burst lets up to n calls begin at once where fewer were made before than the rate allows, and at the start; 1 without it.
// In any stretch of time at most n calls begin beside those of the rate.
func Burst(n int) Option {
	return func(s *settings) {
		s.given++
		switch {
		case n < 1:
			s.mistake("limit.Burst: got %d, want how many calls may begin at once, 1 or more", n)
		case s.burst > 0:
			s.mistake("limit.Burst: got it twice, %d and %d, want it once", s.burst, n)
		default:
			s.burst = n
		}
	}
}

func counted(n float64) string {
	if n == 1 {
		return "1 call"
	}
	return number(n) + " calls"
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
