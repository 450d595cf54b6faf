package suite

import "sync"

// each calls f for 0 to n-1, in this order and by as many goroutines at once as there are workers, but of those that are
// alone one at a time: the workers that would wait for it go on with others. It returns when all calls have. It reports
// whether each call returned: one that ended its goroutine, as FailNow of another test does, lets no further one begin.
func each(workers, n int, alone func(i int) bool, f func(i int)) bool {
	q := &queue{n: n, alone: alone}
	var wg sync.WaitGroup
	for range min(workers, n) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			whole := false
			defer func() {
				if !whole {
					q.close()
				}
			}()
			for {
				i, alone, ok := q.next()
				if !ok {
					break
				}
				f(i)
				if alone {
					q.release()
				}
			}
			whole = true
		}()
	}
	wg.Wait()
	return !q.closed
}

// queue hands out 0 to n-1.
type queue struct {
	n     int
	alone func(i int) bool

	mu     sync.Mutex
	heads  [2]int // the next one of those that are not alone, and of those that are, or one before it
	busy   bool   // one that is alone is out
	closed bool
}

// next returns the next one and whether it is alone, which has to be released then. With none left, or none that may be
// handed out, ok is false: whoever has the one that is alone takes the next of its kind.
func (q *queue) next() (i int, alone, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	free, single := q.head(0), q.head(1)
	switch {
	case q.closed:
		return 0, false, false
	case !q.busy && single < free:
		q.heads[1]++
		q.busy = true
		return single, true, true
	case free < q.n:
		q.heads[0]++
		return free, false, true
	default:
		return 0, false, false
	}
}

// head returns the next one of a kind, n when there is none.
func (q *queue) head(kind int) int {
	for q.heads[kind] < q.n && q.alone(q.heads[kind]) != (kind == 1) {
		q.heads[kind]++
	}
	return q.heads[kind]
}

// release says that the one that is alone has returned.
func (q *queue) release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.busy = false
}

// close lets nothing more be handed out.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
}
