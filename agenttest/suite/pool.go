package suite

import (
	"sync"
	"sync/atomic"
)

// each calls f for 0 to n-1, in this order and by as many goroutines at once as there are workers. It returns when all
// calls have. It reports whether each call returned: one that ended its goroutine, as FailNow of another test does,
// lets no further one begin.
func each(workers, n int, f func(i int)) bool {
	var (
		next   atomic.Int64
		broken atomic.Bool
		wg     sync.WaitGroup
	)
	for range min(workers, n) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			whole := false
			defer func() {
				if !whole {
					broken.Store(true)
				}
			}()
			for !broken.Load() {
				i := int(next.Add(1)) - 1
				if i >= n {
					break
				}
				f(i)
			}
			whole = true
		}()
	}
	wg.Wait()
	return !broken.Load()
}
