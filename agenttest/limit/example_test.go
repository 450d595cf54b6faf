package limit_test

import (
	"context"
	"fmt"
	"sync"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/limit"
	"github.com/agenttest/go/assert"
)

// One limiter for everything that a provider serves: here the agent and the judge of ten cases that are played side by
// side, of which at most two are called at once.
func Example() {
	var mu sync.Mutex
	calls, most := 0, 0
	served := func(answer string) agenttest.Agent {
		return agenttest.Text(func(context.Context, string, string) (string, error) {
			mu.Lock()
			calls++
			most = max(most, calls)
			mu.Unlock()
			defer func() {
				mu.Lock()
				calls--
				mu.Unlock()
			}()
			return answer, nil
		})
	}

	provider := limit.New(limit.Concurrent(2), limit.PerMinute(60_000), limit.Burst(10))
	agent := provider.Agent(served("Your order has been shipped."))
	judge := provider.Agent(served(`{"passed": true, "reason": "It says where the order is."}`))

	c := agenttest.Single("Where is my order?", assert.Agent(judge, "says where the order is"))
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			if res := agenttest.Play(context.Background(), agent, c); !res.Passed() {
				fmt.Println(res.Error)
			}
		})
	}
	all.Wait()
	fmt.Println("more than two at once:", most > 2)
	// Output:
	// more than two at once: false
}

// A limit that is a mistake is reported before anything is played.
func ExampleLimiter_Validate() {
	provider := limit.New(limit.PerMinute(0))
	agent := provider.Agent(agenttest.Text(func(_ context.Context, _, input string) (string, error) { return input, nil }))
	fmt.Println(agenttest.Play(context.Background(), agent, agenttest.Single("Hello")).Error)
	// Output:
	// the agent: limit.PerMinute: got 0, want how many calls may begin in a minute, a number above 0
}
