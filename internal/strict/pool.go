package strict

// pool hands out values that are needed until a document is decoded, and hands them out again for the next document.
type pool[T any] struct {
	all []*T
	n   int // how many are in use
}

// next returns a zero value.
func (p *pool[T]) next() *T {
	if p.n == len(p.all) {
		p.all = append(p.all, new(T))
	}
	p.n++
	return p.all[p.n-1]
}

// used returns the values in use, in the order in which they were handed out.
func (p *pool[T]) used() []*T { return p.all[:p.n] }

// reset ends the use of all values. Zeroed, they keep no document alive; those of an unusually large one are given back.
func (p *pool[T]) reset() {
	for _, v := range p.used() {
		var zero T
		*v = zero
	}
	if p.n = 0; len(p.all) > keptUpTo {
		p.all = nil
	}
}

// keptUpTo is how many values, and nodes, are kept from one document for the next.
const keptUpTo = 4096
