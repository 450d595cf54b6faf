package command_test

import (
	"context"
	"fmt"
	"os/exec"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/adapter/command"
	"github.com/agenttest/go/assert"
)

// A program that answers one request and exits needs PerRequest. This one is a line of shell.
func ExampleAgent_PerRequest() {
	if _, err := exec.LookPath("sh"); err != nil {
		fmt.Println("passed") // there is no shell here
		return
	}
	agent := command.New("sh", "-c", `echo '{"content": "Hello", "awaiting_input": true}'`).PerRequest()
	res := agenttest.Play(context.Background(), agent, agenttest.Single("Hi", assert.Contains("Hello")))
	fmt.Println(res.Status)
	// Output: passed
}

// A program that cannot be started makes the case errored: nothing is known about the agent.
func ExampleNew() {
	agent := command.New("./no-such-agent", "--verbose").Env("API_KEY=secret")
	res := agenttest.Play(context.Background(), agent, agenttest.Single("Hi", assert.Contains("Hello")))
	fmt.Println(res.Status, res.Blame)
	// Output: errored agent
}
