package agenttest

import "time"

// RunInfo says what is played in a run of many cases, to those who report it. The zero value is a run of which nothing
// is known.
type RunInfo struct {
	// ID tells this run's records from those of others; empty means a random one.
	ID string `json:"id,omitempty"`
	// Agent is the id of the agent under test, and Input where the cases are from, as its user wrote it.
	Agent string `json:"agent,omitempty"`
	Input string `json:"input,omitempty"`
	// Cases is how many cases this run is going to play; 0 when it is not known.
	Cases int `json:"cases,omitempty"`
	// Shard is this run's part of a whole, as "2/8", and Total the number of cases in all parts together; empty and 0
	// when the run is not divided.
	Shard string `json:"shard,omitempty"`
	Total int    `json:"total,omitempty"`
	// Start is when the run began; the zero time means now.
	Start time.Time `json:"start,omitzero"`
	// Problems are what is wrong with the run as a whole, such as a shard that is missing from the report of all. A run
	// that has any is not complete, whatever became of its cases. In a record they are what was lost of its file, which
	// whoever joins reports has to tell again.
	Problems []string `json:"problems,omitempty"`
}
