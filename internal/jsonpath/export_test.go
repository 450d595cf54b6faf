package jsonpath

// Step is a step of a path, for the walk that the fuzz target compares with.
type Step struct {
	All, Member bool
	Name        string
	Index       int
}

func (p *Path) Steps() []Step {
	steps := make([]Step, len(p.steps))
	for i, s := range p.steps {
		steps[i] = Step{All: s.kind == wildcard, Member: s.kind == member, Name: s.name, Index: s.index}
	}
	return steps
}
