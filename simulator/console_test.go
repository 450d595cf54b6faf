package simulator_test

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agenttest/go/simulator"
)

// wrapped is a simulator that asks another one.
type wrapped struct{ simulator.Simulator }

func (w wrapped) Unwrap() simulator.Simulator { return w.Simulator }

func TestOneConversationHasTheTerminal(t *testing.T) {
	here, there := net.Pipe()
	defer here.Close()
	defer there.Close()
	own := simulator.Human(simulator.Terminal(here))
	for _, c := range []struct {
		reason        string
		first, second simulator.Simulator
		waits         bool
	}{
		{"two people at the terminal of the process", simulator.Human(), simulator.Human(simulator.Timeout(time.Hour)), true},
		{"one of them wrapped", wrapped{wrapped{simulator.Human()}}, simulator.Human(), true},
		{"the same at a terminal of their own", own, own, true},
		{"at two terminals", own, simulator.Human(), false},
		{"who is no person", simulator.Human(), simulator.Script("hi"), false},
		{"nobody", simulator.Human(), nil, false},
	} {
		t.Run(c.reason, func(t *testing.T) {
			_, release, err := simulator.Hold(t.Context(), c.first)
			if err != nil {
				t.Fatal(err)
			}
			later, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			stopped := errors.New("stopped by hand")
			if c.waits {
				cancel(stopped)
			}
			_, releaseSecond, err := simulator.Hold(later, c.second)
			if releaseSecond(); errors.Is(err, stopped) != c.waits {
				t.Errorf("got the error %v while the first has it, want one: %t", err, c.waits)
			}
			const want = "interrupted while waiting for the terminal, at which one conversation is played at a time: stopped by hand"
			if c.waits && err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
			release()
			if _, release, err = simulator.Hold(t.Context(), c.second); err != nil {
				t.Errorf("got %v, want no error after the first has given it free", err)
			}
			release()
		})
	}
}

func TestWhatIsHeldIsHeldOnce(t *testing.T) {
	held, release, err := simulator.Hold(t.Context(), simulator.Human())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	again, releaseAgain, err := simulator.Hold(held, wrapped{simulator.Human()})
	if err != nil || again != held {
		t.Errorf("got the error %v, want the context that has the terminal already", err)
	}
	releaseAgain() // it is still the first one's
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := simulator.Hold(done, simulator.Human()); err == nil {
		t.Error("the terminal was given free by who did not take it")
	}
}

func TestTheWaitForTheTerminalEndsWhenItIsFree(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		human := simulator.HumanAt(func() (io.ReadWriteCloser, error) { return nil, errors.New("none") }, time.Minute)
		_, release, err := simulator.Hold(t.Context(), human)
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Hour, release)
		start := time.Now()
		_, release, err = simulator.Hold(t.Context(), human)
		if waited := time.Since(start); err != nil || waited != time.Hour {
			t.Errorf("waited %s and got the error %v, want an hour", waited, err)
		}
		release()
	})
}

// What somebody types after a question was given up is no answer to the next one, whoever asks it.
func TestPeopleShareWhatIsKnownOfTheTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		typed := make(chan string)
		human := simulator.Human(simulator.Terminal(&plainTerminal{Reader: &lateLines{typed: typed}}), simulator.Timeout(time.Second))
		if _, err := human.Next(t.Context(), after()); !errors.Is(err, simulator.ErrHumanTimeout) {
			t.Fatalf("got %v, want a timeout", err)
		}
		typed <- "too late\n"
		synctest.Wait()
		time.AfterFunc(time.Minute, func() { typed <- "in time\n" })
		move, err := simulator.Patient(human, time.Hour).Next(t.Context(), after())
		if err != nil || move.Input != "in time" {
			t.Errorf("got %q and the error %v", move.Input, err)
		}
	})
}

// lateLines is a terminal whose reads cannot be interrupted.
type lateLines struct {
	typed chan string
	rest  strings.Reader
}

func (l *lateLines) Read(p []byte) (int, error) {
	if l.rest.Len() == 0 {
		l.rest.Reset(<-l.typed)
	}
	return l.rest.Read(p)
}
