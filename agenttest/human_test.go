package agenttest_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/simulator"
)

// terminal is a terminal at which somebody types these lines and then ends the input.
type terminal struct {
	io.Reader
	shown bytes.Buffer
}

func (t *terminal) Write(p []byte) (int, error) { return t.shown.Write(p) }

func typing(lines string) (simulator.Simulator, *terminal) {
	t := &terminal{Reader: strings.NewReader(lines)}
	return simulator.Human(simulator.Terminal(t)), t
}

// inputs tells what was said in each turn, and by whom.
func inputs(res *agenttest.Result) string {
	var all []string
	for _, t := range res.Turns {
		all = append(all, fmt.Sprintf("%s: %s", t.InputSource, t.Input.Text))
	}
	return strings.Join(all, ", ")
}

// A human may override any turn of a script; what the turn expects holds for their words too.
func TestHumanOverridesTheScript(t *testing.T) {
	tests := []struct {
		reason, typed, want, inputs string
	}{
		{"Enter sends what was planned", "\n\n\n", "passed", "static: one, static: two, static: three"},
		{"other words replace it", "\nsomething else\n\n", "passed", "static: one, human: something else, static: three"},
		{"the same words are the script's", "\ntwo\n\n", "passed", "static: one, static: two, static: three"},
		{"the end of input leaves the rest to the script", "mine\n", "passed", "human: mine, static: two, static: three"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			human, screen := typing(tt.typed)
			var log []string
			expect := func(name string) agenttest.Assertion { return verdict(&log, name, chat.Pass()) }
			res := play(t, saying("reply one", "reply two", "reply three"), agenttest.Static(
				agenttest.User("one").Expect(expect("a")), agenttest.User("two").Expect(expect("b")), agenttest.User("three").Expect(expect("c")),
			).Interactive(human))
			wantOutcome(t, res, tt.want)
			equal(t, "inputs", inputs(res), tt.inputs)
			equal(t, "asserted", log, "[a b c]")
			for _, shown := range []string{`"one"`, "reply one", `"two"`} {
				if !strings.Contains(screen.shown.String(), shown) {
					t.Errorf("the terminal did not show %s:\n%s", shown, &screen.shown)
				}
			}
		})
	}
}

// A human may stand in for the simulator in any turn.
func TestHumanStandsInForTheSimulator(t *testing.T) {
	c := agenttest.Dynamic(simulator.Script("one", "two", "three"), at("turn 3"))
	human, _ := typing("\nmine\n\n")
	res := play(t, &recorder{}, c.Interactive(human))
	wantOutcome(t, res, "passed")
	equal(t, "inputs", inputs(res), "simulated: one, human: mine, simulated: three")

	// A goal that the simulator declared with words that were never said is not achieved.
	human, _ = typing("but wait\n")
	res = play(t, &recorder{}, agenttest.Dynamic(user(t, reached("bye"), reached("bye now"))).Interactive(human))
	wantOutcome(t, res, "passed")
	equal(t, "inputs", inputs(res), "human: but wait, simulated: bye now")
}

// With neither script nor simulator left, a human is asked while the agent waits.
func TestHumanIsAskedWhenTheAgentWaits(t *testing.T) {
	human, _ := typing("\n3500\nyes\n")
	agent := replying(func(req *agenttest.Request) *agenttest.Response {
		if req.Turn < 3 {
			return agenttest.Reply("What amount?").Asking("e.g. $3500")
		}
		return agenttest.Reply("Filed.")
	})
	res := play(t, agent, agenttest.Static(agenttest.User("file it").Expect(assert.Contains("amount"))).Interactive(human))
	wantOutcome(t, res, "passed")
	equal(t, "inputs", inputs(res), "static: file it, human: 3500, human: yes")
}

// A human alone may lead a dynamic case; the checkpoints decide.
func TestHumanLeadsADynamicCase(t *testing.T) {
	for reason, c := range map[string]func(simulator.Simulator) agenttest.Case{
		"as the simulator": func(human simulator.Simulator) agenttest.Case { return agenttest.Dynamic(human, at("turn 2")) },
		"instead of one": func(human simulator.Simulator) agenttest.Case {
			return agenttest.Dynamic(nil, at("turn 2")).Interactive(human)
		},
	} {
		t.Run(reason, func(t *testing.T) {
			human, _ := typing("one\ntwo\nthree\n")
			res := play(t, &recorder{}, c(human))
			wantOutcome(t, res, "passed")
			equal(t, "inputs", inputs(res), "human: one, human: two")

			human, _ = typing("one\n")
			res = play(t, &recorder{}, c(human))
			wantOutcome(t, res, "failed (agent): missing checkpoints: turn 2")
			wantNote(t, res, "the human gave no more input")

			human, _ = typing("")
			wantOutcome(t, play(t, &recorder{}, c(human)), "skipped: the human gave no input")

			human, _ = typing("one\ntwo\nthree\n")
			wantOutcome(t, play(t, &recorder{}, c(human).MaxTurns(1)), "failed (agent): max turns (1) exceeded: missing checkpoints: turn 2")
		})
	}
}

// Where there is nobody to ask, the case is skipped with the reason.
func TestNobodyToAsk(t *testing.T) {
	nobody := func(err error) simulator.Simulator {
		return thinking{0, func(*simulator.State) (simulator.Move, error) { return simulator.Move{}, err }}
	}
	static := agenttest.Static(agenttest.User("one").Expect(passes("a")))
	dynamic := agenttest.Dynamic(simulator.Script("one"), at("ok"))
	for reason, c := range map[string]agenttest.Case{"static": static, "dynamic": dynamic} {
		t.Run(reason, func(t *testing.T) {
			res := play(t, ok, c.Interactive(nobody(fmt.Errorf("%w: /dev/tty: no such device", simulator.ErrNoTerminal))))
			wantOutcome(t, res, "skipped: no terminal: /dev/tty: no such device")
			res = play(t, ok, c.Interactive(nobody(simulator.ErrHumanTimeout)))
			equal(t, "status", res.Status, "skipped")
			res = play(t, ok, c.Interactive(nobody(io.ErrUnexpectedEOF)))
			wantOutcome(t, res, "errored (harness): human input: unexpected EOF")
		})
	}
}

// A human who does not answer at all costs the human's time, not the case's.
func TestHumanTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asleep := &terminal{Reader: readerFunc(func([]byte) (int, error) {
			<-t.Context().Done()
			return 0, io.EOF
		})}
		start := time.Now()
		res := play(t, ok, hello.Interactive(simulator.Human(simulator.Terminal(asleep), simulator.Timeout(time.Hour))).Timeout(time.Second))
		equal(t, "status", res.Status, "skipped")
		if !strings.Contains(res.SkipReason, "did not answer") {
			t.Errorf("got the reason %q", res.SkipReason)
		}
		equal(t, "waited", time.Since(start), time.Hour)
	})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// An interrupt ends the wait for a human too.
func TestHumanInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		human := thinking{time.Hour, func(*simulator.State) (simulator.Move, error) { return says("too late"), nil }}
		time.AfterFunc(time.Minute, cancel)
		wantOutcome(t, agenttest.Play(ctx, ok, hello.Interactive(human)), "errored (harness): interrupted: context canceled")
	})
}

// Cases at one terminal are played one after another; the wait is not their time.
func TestOneCaseAtATimeHasTheTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var playing atomic.Int32
		slow := agenttest.AgentFunc(func(context.Context, *agenttest.Request) (*agenttest.Response, error) {
			if n := playing.Add(1); n != 1 {
				t.Errorf("%d conversations at once", n)
			}
			defer playing.Add(-1)
			time.Sleep(time.Minute)
			return agenttest.Reply("done"), nil
		})
		human, _ := typing("")
		c := hello.Interactive(human).Timeout(90 * time.Second)
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				res := agenttest.Play(t.Context(), slow, c)
				wantOutcome(t, res, "passed")
				equal(t, "duration", res.Duration, time.Minute)
			})
		}
		all.Wait()

		_, release, err := simulator.Hold(t.Context(), human)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Hour, cancel)
		wantOutcome(t, agenttest.Play(ctx, slow, c),
			"errored (harness): interrupted while waiting for the terminal, at which one conversation is played at a time: context canceled")
	})
}

// A person leads a conversation that has to come to nothing for as long as they like.
func TestHumanLeadsAConversation(t *testing.T) {
	human, screen := typing(strings.Repeat("more\n", 30))
	res := play(t, replying(func(*agenttest.Request) *agenttest.Response { return agenttest.Reply("Done.").Completed() }), agenttest.Dynamic(nil).Interactive(human))
	wantOutcome(t, res, "passed")
	wantNote(t, res, "the human gave no more input")
	equal(t, "turns", len(res.Turns), 30)
	if strings.Contains(screen.shown.String(), " of 20") {
		t.Errorf("the terminal shows a bound:\n%s", &screen.shown)
	}
	human, _ = typing("")
	wantOutcome(t, play(t, ok, agenttest.Dynamic(nil).Interactive(human)), "skipped: the human gave no input")
	human, _ = typing("more\nmore\n")
	wantOutcome(t, play(t, ok, agenttest.Dynamic(human).MaxTurns(1)), "failed (agent): max turns (1) exceeded")
}
