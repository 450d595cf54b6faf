//go:build unix

package command

import (
	"os"
	"os/exec"
	"syscall"
)

// separate gives the program a process group of its own, so that what it starts can be ended with it, and an interrupt
// from the terminal reaches the tests first.
func separate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// terminate asks the program, and what it started, to exit.
func terminate(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGTERM) }

// killGroup kills what is left of the program's group. The number of a group is not given away while anybody is in it,
// so right after the exit of the program this reaches its own descendants or nobody.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
