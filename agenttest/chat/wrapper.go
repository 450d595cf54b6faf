package chat

// Wrapper is an [Agent] that adds something to another one, such as a limit or a record, and shows which. What the
// other can do beside answering (a Reset, a Close) is found through it by [As], so a wrapper need not repeat it.
//
// A wrapper of a [PerRun] agent has to be one itself and to wrap what it makes: nothing else would be added to the
// agents of a run. The engine refuses one that is not.
type Wrapper interface {
	Agent
	// Unwrap returns the agent that is wrapped.
	Unwrap() Agent
}

// As returns the agent as a T if it is one, else the first of the agents it wraps that is (see [Wrapper]), and reports
// whether there is one. T is an optional interface of agents, such as [Resetter]. A nil agent is none.
func As[T any](agent Agent) (T, bool) {
	for agent != nil {
		if t, ok := agent.(T); ok {
			return t, true
		}
		w, ok := agent.(Wrapper)
		if !ok {
			break
		}
		agent = w.Unwrap()
	}
	var none T
	return none, false
}
