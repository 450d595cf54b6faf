package golden

import (
	"fmt"
	"hash/fnv"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/agenttest/go/agenttest"
)

// maxName keeps names below what file systems allow.
const maxName = 120

// folderName returns the folder of a test. Different tests have different folders, none inside another, so that
// cleaning one test's goldens leaves those of its subtests alone.
func folderName(test string) string {
	return safe(strings.ReplaceAll(safeKeeping(test, '/'), "/", "~"))
}

// safe shortens a name that is too long, keeping it distinct.
func safe(name string) string {
	if len(name) <= maxName {
		return name
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(name))
	cut := maxName - 17
	for !utf8.RuneStart(name[cut]) {
		cut--
	}
	return fmt.Sprintf("%s-%016x", name[:cut], h.Sum64())
}

// safeKeeping replaces what a file name should not hold by %XX; distinct texts stay distinct.
func safeKeeping(name string, keep rune) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == keep && keep != 0, unicode.IsLetter(r), unicode.IsDigit(r), r == '_', r == '-':
			b.WriteRune(r)
		case r == ' ':
			b.WriteByte('+')
		case r == '.' && i > 0:
			b.WriteRune(r)
		default:
			_, n := utf8.DecodeRuneInString(name[i:])
			for _, c := range []byte(name[i : i+n]) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		}
	}
	return b.String()
}

// calls counts the calls of a test, by name, as long as it runs.
var calls = struct {
	sync.Mutex
	of map[testing.TB]map[string]int
}{of: map[testing.TB]map[string]int{}}

// fileName returns the name of the golden file: that of the case, or else the number of the call in the test. A name
// that comes again gets a number too.
func fileName(t testing.TB, res *agenttest.Result) string {
	name := res.Name
	if name == t.Name() { // the test's own, which Run gives to a case without a name
		name = ""
	}
	calls.Lock()
	defer calls.Unlock()
	names := calls.of[t]
	if names == nil {
		names = map[string]int{}
		calls.of[t] = names
		t.Cleanup(func() {
			calls.Lock()
			defer calls.Unlock()
			delete(calls.of, t)
		})
	}
	names[name]++
	n := names[name]
	switch {
	case name == "":
		return fmt.Sprint(n)
	case n == 1:
		return safe(safeKeeping(name, 0))
	default:
		return safe(safeKeeping(name, 0)) + fmt.Sprintf(".%d", n)
	}
}
