package strict

import (
	"strconv"
	"strings"
	"unicode"
)

// step is one step of the path from a document to a value in it.
type step struct {
	up     *step  // what the value is in; nil for the document itself
	node   *Node  // nil when there is no such value
	key    string // its name in an object
	index  int    // its place in an array
	inList bool
}

// path returns the whole path: "turns[2].input", and "" for the document itself.
func (s *step) path() string {
	switch {
	case s.up == nil:
		return ""
	case s.inList:
		return s.up.path() + "[" + strconv.Itoa(s.index) + "]"
	default:
		return joinPath(s.up.path(), s.key)
	}
}

// place returns the line and column of the node, or of the nearest thing around it that is there.
func (s *step) place() (line, column int) {
	for ; s != nil; s = s.up {
		if s.node != nil {
			return s.node.Line, s.node.Column
		}
	}
	return 0, 0
}

// joinPath returns the path of the member key of what path leads to. A key that is no plain name is quoted.
func joinPath(path, key string) string {
	odd := func(r rune) bool {
		return r != '_' && r != '-' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}
	if key == "" || strings.ContainsFunc(key, odd) {
		return path + "[" + quote(key) + "]"
	}
	key = shorten(key)
	if path == "" {
		return key
	}
	return path + "." + key
}
