package strict_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/agenttest/go/internal/strict"
)

func TestErrorText(t *testing.T) {
	tests := []struct {
		err  strict.Error
		want string
	}{
		{strict.Error{File: "c.jsonl", Line: 12, Column: 4, Path: "turns[2].input", Message: "m"}, "c.jsonl:12: turns[2].input: m"},
		{strict.Error{File: "c.jsonl", Line: 12, Message: "m"}, "c.jsonl:12: m"},
		{strict.Error{File: "c.jsonl", Message: "m"}, "c.jsonl: m"},
		{strict.Error{Line: 3, Path: "a", Message: "m"}, "line 3: a: m"},
		{strict.Error{Message: "m"}, "m"},
	}
	for _, tt := range tests {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestErrorsAreSortedByPlace(t *testing.T) {
	errs := strict.Errors{
		{File: "b", Line: 1, Message: "fifth"},
		{File: "a", Line: 10, Message: "fourth"},
		{File: "a", Line: 2, Column: 9, Message: "second"},
		{File: "a", Line: 2, Column: 9, Message: "third, noted later at the same place"},
		{File: "a", Line: 2, Column: 8, Message: "first"},
	}
	const want = "a:2: first\na:2: second\na:2: third, noted later at the same place\na:10: fourth\nb:1: fifth"
	if got := errs.Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if errs[0].Message != "fifth" {
		t.Error("printing changed the order of the list")
	}
	if all := errs.Unwrap(); len(all) != 5 || all[0].Error() != "a:2: first" {
		t.Errorf("got %v", all)
	}
}

func TestNoErrorsAreNoError(t *testing.T) {
	var errs strict.Errors
	errs.Add(nil)
	errs.Add(strict.Errors(nil).Err())
	if err := errs.Err(); err != nil {
		t.Errorf("got %v, want nil", err)
	}
}

func TestErrorsAdd(t *testing.T) {
	cause := fmt.Errorf("open x: %w", fs.ErrNotExist)
	var errs strict.Errors
	errs.Add(strict.Errors{{Line: 2, Message: "two"}, {Line: 3, Message: "three"}})
	errs.Add(&strict.Error{Line: 1, Message: "one"})
	errs.Add(cause)
	if want := "open x: file does not exist\nline 1: one\nline 2: two\nline 3: three"; errs.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", errs, want)
	}
	if !errors.Is(errs.Err(), fs.ErrNotExist) {
		t.Error("the cause is lost")
	}
}
