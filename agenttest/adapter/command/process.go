package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/agenttest/go/internal/render"
)

const (
	// hurry is how long a program may take to exit after SIGTERM when its time is over: the run it belongs to does not
	// wait much longer itself.
	hurry = 200 * time.Millisecond
	// drain is how long output is still read after the program has exited, where somebody else holds the pipes open.
	drain = time.Second
	// lastWords is how long we wait for the exit of a program that has closed its pipes.
	lastWords = time.Second
)

// process is a running program with its three pipes.
type process struct {
	agent  Agent
	cmd    *exec.Cmd
	stdin  *os.File // to write
	tail   tail     // of standard error
	logged chan struct{}

	exited chan struct{} // the program has ended, and err tells how
	err    error
	done   chan struct{} // its output is read, too, and nothing of ours is left
}

// start starts the program. The function reads its standard output, in a goroutine of its own, until it returns.
func (a Agent) start(read func(p *process, stdout io.Reader)) (*process, error) {
	p := &process{agent: a, logged: make(chan struct{}), exited: make(chan struct{}), done: make(chan struct{})}
	p.cmd = exec.Command(a.program, a.args...)
	p.cmd.Dir = a.dir
	p.cmd.Env = append(p.cmd.Environ(), a.env...)
	separate(p.cmd)

	if info, err := os.Stat(a.dir); a.dir != "" && (err != nil || !info.IsDir()) {
		return nil, fmt.Errorf("cannot start %s: Dir: got %s, want an existing directory", a, render.Quote(a.dir))
	}
	var pipes [6]*os.File // reading and writing ends of standard input, output and error
	for i := 0; i < len(pipes); i += 2 {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(pipes[:i])
			return nil, fmt.Errorf("cannot start %s: %w", a, err)
		}
		pipes[i], pipes[i+1] = r, w
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = pipes[0], pipes[3], pipes[5]
	if err := p.cmd.Start(); err != nil {
		closeAll(pipes[:])
		return nil, a.notStarted(err)
	}
	closeAll([]*os.File{pipes[0], pipes[3], pipes[5]})
	p.stdin = pipes[1]

	var readers sync.WaitGroup
	readers.Go(func() { read(p, pipes[2]) })
	readers.Go(func() {
		defer close(p.logged)
		_, _ = io.Copy(&p.tail, pipes[4])
	})
	go p.watch(&readers, pipes[2], pipes[4])
	return p, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}

// notStarted says why the program could not be started, without its arguments.
func (a Agent) notStarted(err error) error {
	hint := ""
	switch {
	case errors.Is(err, fs.ErrPermission):
		hint = "; is it executable (chmod +x)?"
	case errors.Is(err, exec.ErrNotFound):
		hint = "; install it, or write a path such as ./agent"
	case errors.Is(err, fs.ErrNotExist) && a.dir != "":
		hint = "; a relative path is relative to the directory given with Dir"
	}
	return fmt.Errorf("cannot start %s: %w%s", a, err, hint)
}

// watch waits for the end of the program and clears up after it.
func (p *process) watch(readers *sync.WaitGroup, stdout, stderr *os.File) {
	p.err = p.cmd.Wait()
	killGroup(p.cmd.Process) // what it left behind would hold the pipes open
	close(p.exited)
	_ = p.stdin.Close()
	read := make(chan struct{})
	go func() {
		readers.Wait()
		close(read)
	}()
	select {
	case <-read:
	case <-time.After(drain):
	}
	closeAll([]*os.File{stdout, stderr})
	<-read
	close(p.done)
}

// within reports whether the program ends within d.
func (p *process) within(d time.Duration) bool { return closesWithin(p.exited, d) }

func closesWithin(c <-chan struct{}, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-c:
		return true
	case <-timer.C:
		return false
	}
}

// end closes the standard input of the program and waits for its exit, which it forces in the end. It reports whether
// the program exited by itself.
func (p *process) end() bool {
	_ = p.stdin.Close()
	grace := p.agent.graceTime()
	if p.within(grace) {
		return true
	}
	p.stop(grace)
	return false
}

// stop terminates the program, kills it when it has not exited after the grace, and waits for its exit.
func (p *process) stop(grace time.Duration) {
	if p.running() {
		terminate(p.cmd.Process)
	}
	if !p.within(grace) {
		p.kill()
	}
	<-p.exited
}

func (p *process) kill() {
	if p.running() {
		killGroup(p.cmd.Process)
		_ = p.cmd.Process.Kill()
	}
}

// running reports whether the program has not exited. Once it has, its number may belong to somebody else.
func (p *process) running() bool {
	select {
	case <-p.exited:
		return false
	default:
		return true
	}
}

// status returns how a program that has exited did so: "exit status 1", "signal: killed".
func (p *process) status() string {
	if p.cmd.ProcessState == nil { // it could not be waited for
		return fmt.Sprint(p.err)
	}
	return p.cmd.ProcessState.String()
}

// failf returns an error about the program, with the end of what it wrote to standard error.
func (p *process) failf(format string, args ...any) error {
	if !p.running() {
		closesWithin(p.logged, drain)
	}
	err := fmt.Errorf("%s "+format, append([]any{p.agent}, args...)...)
	if text := p.tail.String(); text != "" {
		return fmt.Errorf("%w\n  its standard error:\n%s", err, text)
	}
	return err
}
