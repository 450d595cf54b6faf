//go:build !unix

package command

import (
	"os"
	"os/exec"
)

func separate(*exec.Cmd) {}

// terminate kills the program: there is no signal that asks it to exit.
func terminate(p *os.Process) { _ = p.Kill() }

func killGroup(*os.Process) {}
