// Package coffee is a barista that takes one coffee order, the agent of this example.
package coffee

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/agenttest/go/agenttest"
)

var (
	drinks = []string{"espresso", "latte", "cappuccino"}
	sizes  = []string{"small", "medium", "large"}
	milks  = []string{"oat", "soy", "whole"}
)

// Barista answers from the history alone, as a stateless model does, so one value serves any number of guests.
type Barista struct{}

// Respond takes the order one question at a time.
func (Barista) Respond(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	said := ""
	asked := false
	for _, m := range req.Messages() {
		switch m.Role {
		case "user":
			said += " " + strings.ToLower(m.Text)
		case "assistant":
			asked = strings.Contains(m.Text, "Shall I confirm")
		}
	}
	drink, size, milk := pick(said, drinks), pick(said, sizes), pick(said, milks)
	switch {
	case drink == "":
		return agenttest.Reply("Welcome! What would you like to order: an espresso, a latte or a cappuccino?").Asking(""), nil
	case size == "":
		return agenttest.Reply(fmt.Sprintf("A %s, with pleasure. Which size: small, medium or large?", drink)).Asking(""), nil
	case milk == "" && drink != "espresso":
		return agenttest.Reply("Which milk: oat, soy or whole?").Asking(""), nil
	case !asked:
		return agenttest.Reply(fmt.Sprintf("One %s. Shall I confirm the order?", name(drink, size, milk))).Asking("yes or no"), nil
	case !strings.Contains(strings.ToLower(req.Text()), "yes"):
		return agenttest.Reply("Then tell me what to change.").Asking(""), nil
	}
	order := map[string]any{"drink": drink, "size": size, "milk": milk}
	return agenttest.Reply(fmt.Sprintf("Your %s is on its way. Thank you!", name(drink, size, milk))).
		WithCalls(agenttest.Call("place_order", order).Returning(map[string]any{"number": 42})).
		WithData(map[string]any{"order": order}).
		Completed(), nil
}

func name(drink, size, milk string) string {
	if milk == "" {
		return size + " " + drink
	}
	return size + " " + drink + " with " + milk + " milk"
}

// pick returns the last word of the list that was said.
func pick(said string, list []string) string {
	words := strings.FieldsFunc(said, func(r rune) bool { return r < 'a' || r > 'z' })
	for _, word := range slices.Backward(words) {
		if slices.Contains(list, word) {
			return word
		}
	}
	return ""
}
