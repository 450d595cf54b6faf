package golden

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/agenttest/go/agenttest"
)

// scrub replaces what a pattern matches, or its first group, by a numbered name.
type scrub struct {
	pattern *regexp.Regexp
	name    string
	accept  func(match string) bool // nil accepts all
}

// builtin are the patterns of what differs from run to run whatever the agent does.
var builtin = []scrub{
	{name: "id", pattern: regexp.MustCompile(`(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`)},
	// Random identifiers with a prefix, as APIs make them: call_9fK2…, chatcmpl-AbC….
	{name: "id", pattern: regexp.MustCompile(`\b[A-Za-z]{2,12}[_-][A-Za-z0-9]{14,}\b`), accept: mixed},
	// Without a prefix: 26 characters of base 32 (ULID), 20 and more of mixed hexadecimal.
	{name: "id", pattern: regexp.MustCompile(`\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b`)},
	{name: "id", pattern: regexp.MustCompile(`\b[0-9a-f]{20,}\b`), accept: mixed},
	{name: "time", pattern: regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z\b|[+-]\d{2}:?\d{2}\b)?`)},
	{name: "time", pattern: regexp.MustCompile(`"(?:[a-z_]*_at|timestamp|time|created|updated)": ?(\d{10}(?:\d{3})?(?:\.\d+)?)\b`)},
	// Not in minutes, hours or days: an agent that books half an hour must not be taken for one that took it.
	{name: "duration", pattern: regexp.MustCompile(`"(?:[a-z_]*_)?(?:duration|elapsed|latency|took)(?:_[mµun]?s|_sec[a-z]*|_(?:milli|micro|nano)[a-z]*)?": ?(\d+(?:\.\d+)?)\b`)},
	{name: "duration", pattern: regexp.MustCompile(`\b(?:\d+h)?(?:\d+m)?\d+(?:\.\d+)?(?:ns|µs|us|ms|s)\b`), accept: notDecade},
}

// notDecade reports whether a duration is none of "the 1990s".
func notDecade(s string) bool { return len(s) != len("1990s") || strings.ContainsAny(s, ".hmnµu") }

// mixed reports whether a word holds both letters and digits, as random identifiers do and plain words do not.
func mixed(s string) bool {
	if _, after, ok := strings.Cut(strings.ReplaceAll(s, "-", "_"), "_"); ok {
		s = after
	}
	return strings.ContainsAny(s, "0123456789") && strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// normalise replaces what differs from run to run: what the user's patterns say first, then the session and the
// identifiers the transcript itself knows, then what looks like an identifier, a time or a duration.
func normalise(s string, res *agenttest.Result, scrubs []scrub) string {
	n := &names{given: map[string]string{}, count: map[string]int{}}
	for _, sc := range scrubs {
		s = n.replace(s, sc)
	}
	if res.SessionID != "" {
		s = strings.ReplaceAll(s, res.SessionID, "<session>")
	}
	if known := knownIDs(res); len(known) > 0 {
		s = n.replace(s, scrub{name: "id", pattern: words, accept: func(word string) bool { return known[word] }})
	}
	for _, sc := range builtin {
		s = n.replace(s, sc)
	}
	return s
}

// words matches what can be an identifier.
var words = regexp.MustCompile(`[A-Za-z0-9_.:-]{8,}`)

// knownIDs returns the identifiers of calls and messages that are long enough not to be words.
func knownIDs(res *agenttest.Result) map[string]bool {
	ids := map[string]bool{}
	add := func(id string) {
		if len(id) >= 8 && strings.ContainsAny(id, "0123456789") {
			ids[id] = true
		}
	}
	for _, t := range res.Turns {
		for _, m := range t.Messages() {
			add(m.ID)
			for _, c := range m.ToolCalls {
				add(c.ID)
			}
		}
	}
	return ids
}

// names gives the same name to the same value, numbered by kind in the order of first appearance.
type names struct {
	given map[string]string
	count map[string]int
}

func (n *names) replace(s string, sc scrub) string {
	var b strings.Builder
	last := 0
	for _, at := range sc.pattern.FindAllStringSubmatchIndex(s, -1) {
		from, to := at[0], at[1]
		if len(at) >= 4 && at[2] >= 0 {
			from, to = at[2], at[3]
		}
		if from < last || from == to || sc.accept != nil && !sc.accept(s[from:to]) {
			continue
		}
		b.WriteString(s[last:from])
		b.WriteString(n.name(sc.name, s[from:to]))
		last = to
	}
	b.WriteString(s[last:])
	return b.String()
}

func (n *names) name(kind, value string) string {
	key := kind + "\x00" + value
	if name, ok := n.given[key]; ok {
		return name
	}
	n.count[kind]++
	name := fmt.Sprintf("<%s-%d>", kind, n.count[kind])
	n.given[key] = name
	return name
}
