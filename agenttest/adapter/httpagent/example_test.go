package httpagent_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/adapter/httpagent"
	"github.com/agenttest/go/assert"
)

func Example() {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, `{"content": "How much was it?", "awaiting_input": true}`)
	}))
	defer service.Close()

	agent := httpagent.New(service.URL+"/chat").Header("Authorization", "Bearer "+"key")
	res := agenttest.Play(context.Background(), agent, agenttest.Single("I have an expense", assert.Contains("How much")))
	fmt.Println(res.Status, res.Turns[0].State().Awaiting)
	// Output: passed true
}
