// Package cli is the command line of agenttest as a function, so that a project builds its own binary around its own
// agents:
//
//	func main() {
//		cli.Main(cli.Config{
//			Agents: suite.Agents{
//				"assistants.expense":    expense.New(),
//				"workers.test.user-sim": userModel,
//				"workers.test.judge":    judgeModel,
//			},
//			Target: "assistants.expense",
//		})
//	}
//
//	mytests -i 'cases/*.jsonl' -o report.html
//
// The ready binary, cmd/agenttest, has no agents of its own: it tests programs and services.
//
//	agenttest -i cases.jsonl -n 'exec:python3 agent.py' --agent workers.test.judge=http://127.0.0.1:9000/judge
//
// # Agents
//
// An agent is named by its id in [Config.Agents], or is a program or a service that speaks the protocol of
// docs/protocol.md: "exec:PROGRAM ARGUMENT…" or "http://HOST/PATH". The words of a program are separated by white space;
// quotes and backslashes keep them together as in a shell, and nothing else of a shell is there.
//
// # Input
//
// What -i is given is
//
//	agents:ID?count=10      an agent that makes up cases; any parameters are passed on
//	scripts:ID?count=10     a function of Config.Scripts.Generators that does
//	message:TEXT            one message to the agent
//	cases.jsonl, cases/     a file or a directory that exists
//	cases/*.jsonl           a pattern
//	any other text          one message to the agent
//
// A text that looks like a path (it has a path separator or a pattern's character in it, or ends as case files do) is
// never taken for a message: when there is no such file, that is an error. Without any input a person talks with the
// agent.
//
// # Exit status
//
//	0    every case passed or was skipped
//	1    a case failed, or was skipped under --on-skip=fail
//	2    the command line, the configuration, or a case file is wrong, or a report could not be written
//	3    a case errored, and none failed
//	130  interrupted; 143 by SIGTERM
//
// An interrupt ends the cases under way, writes the reports and exits. A second one exits at once.
package cli
