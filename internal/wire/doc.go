// Package wire is the JSON in which agents in other programs are asked and answer: one object for a request, one for
// its response. The adapters for commands and for HTTP share it; docs/protocol.md is its description for people who
// write agents.
//
//	x := wire.Exchange{ID: 1, Request: req}
//	line, err := x.Encode()
//	…
//	resp, err := x.Decode(reply)
//
// Requests grow: an agent must ignore fields that it does not know. Replies are read strictly: a field that is unknown
// is an error, since what it was meant to say would be lost, and a lost tool call lets "never called" pass. What an
// agent has to say beside the protocol goes into "data" or "metadata". [Exchange.IgnoreUnknown] is for services that
// cannot be changed; it still refuses a name that is nearly one of the protocol's.
//
// A null is the same as a field that is not there, and so is a plain false in "awaiting_input" or "completed", because
// serialised objects carry both without meaning them.
package wire
