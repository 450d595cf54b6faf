// Package chat is the ground floor: the messages of a conversation, the agent that answers them, the record of each
// turn, and the assertion that judges it.
//
// A conversation is a [Transcript] of [Turn]s. A turn is one message of the user and everything the agent did before
// the user speaks again; since agents run tools, one turn may hold several messages: assistant, tool, assistant.
// [Response] therefore carries an ordered list of messages, with [Response.Text] and [Response.ToolCalls] to read the
// usual parts.
//
// An [Agent] is anything that answers a [Request] with a [Response]. The simplest one is a function:
//
//	echo := chat.Text(func(ctx context.Context, session, input string) (string, error) {
//		return "you said " + input, nil
//	})
//
// An [Assertion] judges a [View] of the conversation and answers with a [Verdict]. A verdict has three values: passed,
// failed, and errored, which is neither: the judge could not judge. Every verdict that is not a pass names who is to
// blame for it.
//
// The package uses the standard library only and never imports testing; everything else in this module stands on it.
package chat
