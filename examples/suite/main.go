// Command suite is the command line of agenttest around this example's own agents.
//
//	go run ./examples/suite -i examples/suite/cases/expense -o report.html
package main

import "github.com/agenttest/go/agenttest/cli"

func main() {
	cli.Main(cli.Config{Agents: agents(), Scripts: scripts(), Target: "assistants.expense"})
}
