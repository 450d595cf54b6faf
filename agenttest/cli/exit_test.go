package cli

import (
	"errors"
	"fmt"
	"testing"
)

// Joined errors are told one by one, and each as it words itself.
func TestList(t *testing.T) {
	a, b, c := errors.New("a"), errors.New("b"), errors.New("c")
	sentence := fmt.Errorf("%w, since %w", a, b)
	for _, tt := range []struct {
		reason string
		err    error
		want   []error
	}{
		{"nothing", nil, nil},
		{"one", a, []error{a}},
		{"joined", errors.Join(a, errors.Join(b, nil, c)), []error{a, b, c}},
		{"a sentence about two", errors.Join(sentence, c), []error{sentence, c}},
	} {
		if got := list(tt.err); fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%s: got %q, want %q", tt.reason, got, tt.want)
		}
	}
}
