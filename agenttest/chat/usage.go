package chat

// Usage is what the model calls of one turn, or of a whole conversation, consumed. A nil *Usage means that it is not
// known, which is not the same as nothing.
type Usage struct {
	// InputTokens is the total input, cached tokens included.
	InputTokens int64 `json:"input_tokens"`
	// OutputTokens is the total output, reasoning included.
	OutputTokens     int64 `json:"output_tokens"`
	CacheReadTokens  int64 `json:"cache_read_tokens,omitempty"`
	CacheWriteTokens int64 `json:"cache_write_tokens,omitempty"`
	ReasoningTokens  int64 `json:"reasoning_tokens,omitempty"`
	// Calls is the number of model calls.
	Calls int `json:"calls,omitempty"`
	// CostUSD is the cost in US dollars; nil when it is not known.
	CostUSD *float64 `json:"cost_usd,omitempty"`
}

// TotalTokens returns input plus output tokens.
func (u *Usage) TotalTokens() int64 { return u.InputTokens + u.OutputTokens }

// Add returns the sum of two usages. A nil on either side makes the sum unknown (nil), and a cost that is unknown on
// either side makes the summed cost unknown: a total that leaves parts out would read as a small one.
func (u *Usage) Add(v *Usage) *Usage {
	if u == nil || v == nil {
		return nil
	}
	sum := &Usage{
		InputTokens:      u.InputTokens + v.InputTokens,
		OutputTokens:     u.OutputTokens + v.OutputTokens,
		CacheReadTokens:  u.CacheReadTokens + v.CacheReadTokens,
		CacheWriteTokens: u.CacheWriteTokens + v.CacheWriteTokens,
		ReasoningTokens:  u.ReasoningTokens + v.ReasoningTokens,
		Calls:            u.Calls + v.Calls,
	}
	if u.CostUSD != nil && v.CostUSD != nil {
		cost := *u.CostUSD + *v.CostUSD
		sum.CostUSD = &cost
	}
	return sum
}

// TotalUsage returns the usage of all turns together, nil when one of them is unknown or there are none.
func TotalUsage(turns []*Turn) *Usage {
	var total *Usage
	for i, t := range turns {
		if t.Response == nil || t.Response.Usage == nil {
			return nil
		}
		if i == 0 {
			total = t.Response.Usage
			continue
		}
		total = total.Add(t.Response.Usage)
	}
	return total
}
