package suite

import (
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/internal/strict"
)

// judge builds the assertion of type "agent".
func (f *fields) judge() chat.Assertion {
	use := f.needed("use")
	criteria := f.Field("criteria")
	options := readOptions(f.Field("options"))
	minScore, samples := f.Field("min_score"), f.Field("samples")
	r, ok := f.reader.ref(use, anAgent)
	if !ok {
		f.good = false
		return nil
	}
	text := criteria.Text()
	f.good = f.good && (!criteria.Present() || criteria.Kind() == strict.KindString)
	a := assert.Agent(f.reader.cfg.Agents[r.id], text).Named(r.id)
	if options != nil {
		if other, ok := options.Metadata["criteria"]; ok && criteria.Present() && other != any(text) {
			criteria.Errorf(`got other criteria in "options.metadata.criteria", want them once`)
		}
		a = a.Options(*options)
	}
	if minScore.Present() {
		a = a.MinScore(minScore.FloatIn(0, 1))
	}
	if samples.Present() {
		n := samples.IntFrom(1)
		f.good = f.good && n > 0
		a = a.Samples(n)
	}
	return a
}

// script builds the assertion of type "script".
func (f *fields) script() chat.Assertion {
	use := f.needed("use")
	metadata := readMetadata(f.Field("options").Object().Field("metadata"))
	r, ok := f.reader.ref(use, aScript)
	if !ok {
		f.good = false
		return nil
	}
	return assert.Script(r.id, f.reader.cfg.Scripts.Assertions[r.id], metadata)
}
