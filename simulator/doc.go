// Package simulator plays the user of a conversation: a model, a script, a function, or a human at the terminal.
package simulator
