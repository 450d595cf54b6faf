// Command agenttest tests LLM agents that are programs or services, in any language.
//
//	agenttest -i cases.jsonl -n 'exec:python3 agent.py' -o report.html
//
// agenttest --help shows all of it. A project whose agents are Go values builds a binary of its own with
// [github.com/agenttest/go/agenttest/cli].
package main

import "github.com/agenttest/go/agenttest/cli"

func main() { cli.Main(cli.Config{}) }
