//go:build !unix

// Package ptytest runs programs at a real pseudo-terminal, for tests of what a person at it sees and types. There is none
// on this system.
package ptytest
