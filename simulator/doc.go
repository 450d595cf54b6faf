// Package simulator plays the user of a conversation: a model, a script, a function, or a human at the terminal.
//
// A [Simulator] is asked for the user's next [Move] whenever the case has no turn of its own to send. It sees the
// [State] of the conversation and says something, answers a pending tool call, or declares that the user's goal is
// achieved:
//
//	simulator.Agent(model, simulator.Persona("New employee"), simulator.Goal("Submit a $3500 travel expense"))
//	simulator.Script("I want to submit an expense", "Business travel, $3500", "Yes, confirm")
//	simulator.Func(func(ctx context.Context, s *simulator.State) (simulator.Move, error) { … })
//	simulator.Human()
//
// Whatever goes wrong in a simulator is its own fault and never the agent's: an error ends the case as errored.
//
// # A model as the user
//
// [Agent] asks a model, which is a chat.Agent like the one under test. The model speaks as the user, so that the roles
// are turned round for it: the agent's words come as user messages, what the user said before as assistant messages.
// Only what was said is turned round. What happened beside it is told in square brackets, always in a user message, so
// that the model cannot take it for its own words: [the assistant used tools: lookup, refund]. Empty turns are left out,
// neighbours of one role are merged, and the instructions come first as a system message.
//
// The model replies with one JSON object, as structured data or anywhere in its text:
//
//	{"input": "The amount is $500", "goal_achieved": false, "reasoning": "the assistant asked for it"}
//
// "message" is understood for "input". A text without such an object is what the user says. Fields of a wrong type are
// errors and not guessed at; words inside the input mean nothing to the conversation, whatever they are. A reply that
// says nothing, or breaks off inside the object, is asked for once more.
//
// The request carries options.skip.history, a session of its own and, in its metadata, test_mode "simulator", test_id,
// session_id, persona, goal, turn_number (of the turn to come), turn_count, max_turns (0 is no bound), tool_results (the
// last result of each tool by name) and last_response, so that a platform's own simulator agent needs none of our
// instructions.
//
// # A human as the user
//
// [Human] asks at the terminal that controls the process, not on standard input, which go test closes. When there is
// none the error wraps [ErrNoTerminal], for which a case is skipped.
package simulator
