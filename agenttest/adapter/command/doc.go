// Package command tests an agent that is a program, in any language: it reads one request a line from its standard
// input and writes one reply a line to its standard output, both JSON.
//
//	agent := command.New("python3", "agent.py").Dir("testdata")
//	agenttest.Run(t, agent, agenttest.Single("Hi", assert.Contains("Hello")))
//
// The least that a program has to do is this; docs/protocol.md has every field:
//
//	import json, sys
//
//	for line in sys.stdin:
//	    request = json.loads(line)
//	    reply = {"id": request["id"], "content": "You said " + request["input"]["content"]}
//	    print(json.dumps(reply), flush=True)
//
// # Processes
//
// Every conversation has a process of its own, which answers all its turns; conversations that run side by side share
// nothing. At the end its standard input is closed, upon which it should exit. One that does not within 3 seconds
// ([Agent.Grace]) is terminated, and after the same time again killed. What it has started and left in its process group
// ends with it in any case. Should the test binary itself die, the standard input ends too.
//
// With [Agent.PerRequest] each request has a process of its own instead: a program that reads one request, writes its
// reply and exits.
//
// When the time of a turn or case is over the process is terminated, and killed 200 ms later. Without SIGTERM and
// process groups, as on Windows, the process alone is killed at once.
//
// The [Agent] itself is a value and starts nothing. Used as a judge or simulator, or called directly, its program is
// started for the one call.
//
// # What goes wrong
//
// Logs belong on standard error. Its last 8 kB are shown with every error; anything but replies on standard output is an
// error. So are two lines for one request: the second would pass for the reply to the next one. A line that comes late
// can only be told from that reply by its "id", which programs should therefore repeat from the request; without it, it
// is reported when the conversation ends.
//
// Arguments and environment may hold secrets and are never part of an error.
package command
