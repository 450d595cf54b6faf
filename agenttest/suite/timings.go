package suite

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// timings are how long cases took in an earlier run, in milliseconds by their ids.
type timings struct {
	ms   map[string]float64
	mean float64
}

// readTimings reads the JSONL report of an earlier run. Of a case that is in it more than once the last record counts.
func readTimings(path string) (*timings, error) {
	f, err := os.Open(path)
	if err != nil {
		where := ""
		if wd, wdErr := os.Getwd(); wdErr == nil && !filepath.IsAbs(path) {
			where = ", looked for in " + wd
		}
		return nil, fmt.Errorf("%w%s; want the JSONL report of an earlier run, the same for all shards", err, where)
	}
	defer f.Close()
	t := &timings{ms: map[string]float64{}}
	dec := json.NewDecoder(bufio.NewReaderSize(f, 1<<16))
	for n := 1; ; n++ {
		var record struct {
			ID         string   `json:"id"`
			DurationMS *float64 `json:"duration_ms"`
		}
		err := dec.Decode(&record)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: record %d: %w; want the JSONL report of an earlier run", path, n, err)
		}
		if record.ID != "" && record.DurationMS != nil {
			t.ms[record.ID] = max(*record.DurationMS, 0)
		}
	}
	if len(t.ms) == 0 {
		return nil, fmt.Errorf(`%s: there is no record with "id" and "duration_ms" in it; want the JSONL report of an earlier run`, path)
	}
	// Summed in the order of the ids: in another order the last digit may differ, and with it the shards.
	for _, id := range sortedIDs(t.ms) {
		t.mean += t.ms[id] / float64(len(t.ms))
	}
	return t, nil
}

// of returns how long a case is expected to take.
func (t *timings) of(id string) float64 {
	if ms, ok := t.ms[id]; ok {
		return ms
	}
	return t.mean
}
