//go:build unix

// Package ptytest runs programs at a real pseudo-terminal, for tests of what a person at it sees and types.
package ptytest

import (
	"bytes"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// Prompt is what stands before the place where a person types.
const Prompt = "you    > "

// Run runs a program with a pseudo-terminal as its controlling terminal and standard input, and as its standard output
// and error where cmd sets none. Whenever the program prompts, the next of the answers is typed, as it is. Run returns
// what stood on the terminal and how the program ended. Where no terminal is to be had the test is skipped.
func Run(t *testing.T, cmd *exec.Cmd, answers ...string) (screen string, err error) {
	t.Helper()
	master, terminal, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal to be had here: %v", err)
	}
	defer master.Close()
	cmd.Stdin = terminal
	if cmd.Stdout == nil {
		cmd.Stdout = terminal
	}
	if cmd.Stderr == nil {
		cmd.Stderr = terminal
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	terminal.Close()
	var seen bytes.Buffer
	var reading sync.WaitGroup
	reading.Go(func() {
		chunk := make([]byte, 4096)
		asked := 0
		for {
			n, err := master.Read(chunk)
			seen.Write(chunk[:n])
			for asked < len(answers) && strings.Count(seen.String(), Prompt) > asked {
				_, _ = master.WriteString(answers[asked])
				asked++
			}
			if err != nil { // the terminal is gone with its last process
				return
			}
		}
	})
	err = cmd.Wait()
	_ = master.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
	reading.Wait()
	return seen.String(), err
}
