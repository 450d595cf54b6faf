package assert

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/admission"
	"github.com/agenttest/go/internal/checks"
	"github.com/agenttest/go/internal/render"
)

// sample is one answer of the judge, or why there is none.
type sample struct {
	opinion
	held  bool // passed, and with the score that is wanted
	fault string
	blame chat.Blame
}

// ask puts the question as often as there are samples, all at once, and returns the answers in the order of asking. It
// returns when the context ends: a judge that goes on all the same is left behind.
func (a *AgentAssertion) ask(ctx context.Context, req *chat.Request) []sample {
	type numbered struct {
		i int
		s sample
	}
	results := make(chan numbered, a.samples)
	spans := make([]*admission.Span, a.samples) // what is side by side takes its time once, also where limits put it in a row
	for i := range a.samples {
		ctx, span := admission.Begin(ctx)
		defer span.End() // of one that is left behind
		spans[i] = span
		one := *req
		if a.samples > 1 { // tells the samples apart for whoever records or caches them
			one.SessionID = fmt.Sprintf("%s-%d", req.SessionID, i+1)
			one.Options.Metadata = maps.Clone(one.Options.Metadata)
			one.Options.Metadata["sample"] = i + 1
		}
		go func() {
			s := sample{fault: "the judge ended its goroutine (runtime.Goexit, or FailNow of a test)", blame: chat.BlameJudge}
			defer func() {
				span.End()
				results <- numbered{i, s}
			}()
			s = a.askOnce(ctx, &one)
		}()
	}
	out := make([]sample, a.samples)
	answered := make([]bool, a.samples)
	for range a.samples {
		select {
		case r := <-results:
			out[r.i], answered[r.i] = r.s, true
			continue
		default:
		}
		select {
		case r := <-results:
			out[r.i], answered[r.i] = r.s, true
		case <-ctx.Done():
			for i := range out {
				if !answered[i] {
					out[i] = late(ctx, spans[i])
				}
			}
			return out
		}
	}
	return out
}

// late is a sample that the end of the context has cut off.
func late(ctx context.Context, span *admission.Span) sample {
	cause := context.Cause(ctx)
	if what := span.Waiting(); what != "" {
		return sample{fault: "the judge was not asked, the time was over while waiting for " + what + ": " + cause.Error(), blame: chat.BlameHarness}
	}
	if errors.Is(cause, context.Canceled) {
		return sample{fault: "the judge was interrupted: " + cause.Error(), blame: chat.BlameHarness}
	}
	return sample{fault: "the judge gave no answer in time: " + cause.Error(), blame: chat.BlameJudge}
}

func (a *AgentAssertion) askOnce(ctx context.Context, req *chat.Request) (s sample) {
	defer func() {
		if r := recover(); r != nil {
			s = sample{fault: fmt.Sprintf("the judge panicked: %v\n%s", r, checks.Stack()), blame: chat.BlameJudge}
		}
	}()
	judge := a.judge
	if per, ok := judge.(chat.PerRun); ok {
		fresh, err := per.NewRun(ctx)
		switch {
		case err != nil:
			return sample{fault: "no judge could be made: " + err.Error(), blame: chat.BlameJudge}
		case checks.IsNil(fresh):
			return sample{fault: "no judge could be made: NewRun returned nil", blame: chat.BlameJudge}
		}
		judge = fresh
		if closer, ok := chat.As[io.Closer](fresh); ok {
			defer closer.Close() //nolint:errcheck // the answer is in, and nobody could act on it
		}
	}
	r, err := judge.Respond(ctx, req)
	var refused *admission.Refused
	switch {
	case err != nil && ctx.Err() != nil:
		return late(ctx, admission.Of(ctx))
	case errors.As(err, &refused):
		return sample{fault: "the judge was not asked: " + refused.Error(), blame: chat.BlameHarness}
	case err != nil:
		return sample{fault: "judge error: " + err.Error(), blame: chat.BlameJudge}
	case r == nil:
		return sample{fault: "the judge returned neither a response nor an error", blame: chat.BlameJudge}
	}
	o, err := readOpinion(r)
	if err != nil {
		return sample{fault: err.Error(), blame: chat.BlameJudge}
	}
	return a.weigh(o)
}

// weigh applies the threshold.
func (a *AgentAssertion) weigh(o opinion) sample {
	s := sample{opinion: o, held: o.passed}
	if !a.scored {
		return s
	}
	switch {
	case o.badScore != "":
		return sample{fault: fmt.Sprintf("the judge's score: got %s, want a number from 0 to 1", o.badScore), blame: chat.BlameJudge}
	case o.score == nil:
		return sample{fault: fmt.Sprintf("the judge gave no score, and MinScore(%s) needs one; its reason: %s", number(a.min), render.Quote(o.reason)), blame: chat.BlameJudge}
	case !(*o.score >= 0 && *o.score <= 1):
		return sample{fault: fmt.Sprintf("the judge's score: got %s, want a number from 0 to 1", number(*o.score)), blame: chat.BlameJudge}
	}
	s.held = o.passed && *o.score >= a.min
	return s
}

// decide makes one verdict of all samples.
func (a *AgentAssertion) decide(samples []sample) chat.Verdict {
	held, failed := 0, 0
	for _, s := range samples {
		switch {
		case s.fault != "":
		case s.held:
			held++
		default:
			failed++
		}
	}
	status := chat.Errored
	switch n := len(samples); {
	case 2*held > n:
		status = chat.Passed
	case 2*failed >= n: // even if all errored ones had held, there would be no majority
		status = chat.Failed
	}
	out := chat.Verdict{Status: status, Score: meanScore(samples)}
	first := true
	for _, s := range samples {
		// A judge that was asked is to blame before a limit that let others wait behind it.
		blamed := status == chat.Errored && out.Blame == chat.BlameHarness && s.blame == chat.BlameJudge
		if outcome(s) != status || !first && !blamed {
			continue
		}
		first = false
		out.Reason, out.Suggestions = s.text(a), s.suggestions
		switch status {
		case chat.Failed:
			out.Blame = chat.BlameAgent
		case chat.Errored:
			out.Blame, out.Score = s.blame, nil
		default:
			out.Suggestions = nil
		}
	}
	if len(samples) > 1 && status != chat.Passed {
		out.Reason = fmt.Sprintf("%d of %d samples passed, %d failed, %d errored", held, len(samples), failed, len(samples)-held-failed) + a.lines(samples)
	}
	return out
}

func outcome(s sample) chat.Status {
	switch {
	case s.fault != "":
		return chat.Errored
	case s.held:
		return chat.Passed
	default:
		return chat.Failed
	}
}

// text says what a sample came to.
func (s *sample) text(a *AgentAssertion) string {
	switch {
	case s.fault != "":
		return s.fault
	case s.passed && !s.held:
		return fmt.Sprintf("the judge's score: got %s, want at least %s; its reason: %s", number(*s.score), number(a.min), s.reasonText())
	case s.held:
		return s.reason
	default:
		return "the judge says: " + s.reasonText()
	}
}

func (s *sample) reasonText() string {
	if s.reason == "" {
		return "(it gave no reason)"
	}
	return s.reason
}

func (a *AgentAssertion) lines(samples []sample) string {
	var b strings.Builder
	for i, s := range samples {
		fmt.Fprintf(&b, "\nsample %d %s: %s", i+1, outcome(s), render.Short(s.text(a), 400))
	}
	return b.String()
}

// meanScore is the mean of the scores given; nil when there are none.
func meanScore(samples []sample) *float64 {
	sum, n := 0.0, 0
	for _, s := range samples {
		if s.fault == "" && s.score != nil {
			sum += *s.score
			n++
		}
	}
	if n == 0 {
		return nil
	}
	mean := sum / float64(n)
	return &mean
}
