package wire

import (
	"github.com/agenttest/go/agenttest/chat"
)

// Protocol is the version of the protocol, sent with each request. It changes when an agent that follows the old one
// would misunderstand the new one; fields that may be ignored are added without that.
const Protocol = 1

// Exchange is one request and what is needed to read its response.
type Exchange struct {
	// ID numbers the request. A reply that repeats it as "id" must repeat this one.
	ID      int64
	Request *chat.Request
	// NoHistory leaves the history out of what is sent.
	NoHistory bool
	// IgnoreUnknown lets a reply have fields that are unknown, unless their name is nearly that of a field which the
	// reply does not have.
	IgnoreUnknown bool
}

// Reported is the error that a reply itself tells in its field "error".
type Reported struct{ Text string }

// Error returns the agent's own words.
func (e *Reported) Error() string { return e.Text }
