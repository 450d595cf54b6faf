package suite

// onFullRun keeps what is to be called after a full run; see [caseTest.OnFullRun].
func (r *testRun) onFullRun(key any, f func(test string, cases []string) []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.after == nil {
		r.after = map[any]func(test string, cases []string) []string{}
	}
	if r.after[key] == nil {
		r.after[key] = f
	}
}

// fullRun is called when the test has ended. If nothing was left out and everything is green, it is known of what lies
// beside the cases, such as golden files, whether it still belongs to one.
func (r *testRun) fullRun() {
	t := r.t
	if filtered() || t.Failed() || r.shard.divided() || r.tally.played < len(r.cases) {
		return
	}
	names := make([]string, len(r.cases))
	for i := range r.cases {
		names[i] = t.Name() + "/" + subtestName(r.cases[i].ID)
	}
	for _, f := range r.after {
		for _, line := range f(t.Name(), names) {
			say(t, t.Name()+": "+line)
		}
	}
}
