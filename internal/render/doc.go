// Package render turns what agents, users and judges said into text that is safe to print: nothing in it can draw on a
// terminal, forge a line of go test, or break the encoding of the output.
package render
