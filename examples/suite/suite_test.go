package main

import (
	"testing"

	"github.com/agenttest/go/agenttest/suite"
)

func TestExpense(t *testing.T) {
	suite.Run(t, "cases/expense", suite.Config{Agents: agents(), Scripts: scripts(), Target: "assistants.expense"})
}

func TestCoffee(t *testing.T) {
	suite.Run(t, "cases/coffee", suite.Config{Agents: agents(), Scripts: scripts(), Target: "assistants.coffee"})
}
