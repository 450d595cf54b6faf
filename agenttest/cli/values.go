package cli

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"github.com/agenttest/go/internal/render"
)

// duration is the value of a flag that is a length of time above 0; 0 when it is not given.
type duration time.Duration

func (d *duration) Set(text string) error {
	v, err := time.ParseDuration(text)
	if err != nil || v <= 0 {
		return errors.New(`want a duration above 0, as in 30s or 2m`)
	}
	*d = duration(v)
	return nil
}

func (d *duration) String() string {
	if *d == 0 {
		return ""
	}
	return render.Duration(time.Duration(*d))
}

func (*duration) Type() string { return "duration" }

// count is the value of a flag that is a number above 0; 0 when it is not given.
type count int

func (c *count) Set(text string) error {
	v, err := strconv.Atoi(text)
	if err != nil || v < 1 {
		return errors.New("want a number, 1 or more")
	}
	*c = count(v)
	return nil
}

func (c *count) String() string {
	if *c == 0 {
		return ""
	}
	return strconv.Itoa(int(*c))
}

func (*count) Type() string { return "n" }

// pattern is the value of a flag that is a regular expression; it matches everything when it is not given.
type pattern struct{ re *regexp.Regexp }

func (p *pattern) Set(text string) error {
	re, err := regexp.Compile(text)
	if err != nil {
		return fmt.Errorf("want a regular expression: %w", err)
	}
	p.re = re
	return nil
}

func (p *pattern) String() string {
	if p.re == nil {
		return ""
	}
	return p.re.String()
}

func (*pattern) Type() string { return "regexp" }

func (p *pattern) matches(text string) bool { return p.re == nil || p.re.MatchString(text) }
