package suite

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/internal/strict"
)

// Load returns the cases of an input, in the order of the files' names and of their lines; see the package documentation
// for what an input may be. A generator is called with no other limit than Config.Timeout, or 5 minutes.
//
// The error lists every mistake of all files and of the configuration, one a line, each with the file and the line:
//
//	testdata/expense.jsonl:3: turns[1].assertions[0].use: unknown agent "validater" (did you mean "validator"?); …
//
// Then no cases are returned. An input that leads to no file, and files without any case, are errors too. Nothing is
// played, and no agent or script but a generator is called.
func Load(input string, cfg Config) ([]Loaded, error) {
	return load(context.Background(), input, cfg)
}

func load(ctx context.Context, input string, cfg Config) ([]Loaded, error) {
	var c collection
	newLoader(ctx, cfg, c.add).load(input)
	return c.result()
}

// All returns the cases of an input as [Load] does, one after another: they are read as the loop asks for them, and none
// is kept, so that a file may have more cases than fit into memory. These cases can be written again
// ([Loaded.MarshalJSON]).
//
// Each mistake is yielded at its place, with the zero Loaded, and reading goes on. After the first one only further
// mistakes are yielded: the cases are still checked, but nobody will play them. When ctx ends, its cause is the last
// error.
func All(ctx context.Context, input string, cfg Config) iter.Seq2[Loaded, error] {
	return func(yield func(Loaded, error) bool) {
		l := newLoader(ctx, cfg, yield)
		l.keep = true
		l.load(input)
	}
}

// loader reads cases and hands them on.
type loader struct {
	*reader
	ctx    context.Context //nolint:containedctx // the context of the loading this is
	target agenttest.Agent
	keep   bool                     // what is loaded can be written again
	yield  func(Loaded, error) bool // false when it wants no more
	over   bool                     // it wants no more
	wrong  bool                     // a mistake was found
	found  bool                     // a case was found, good or bad
	// improvised says that a model has made the cases.
	improvised bool
}

func newLoader(ctx context.Context, cfg Config, yield func(Loaded, error) bool) *loader {
	l := &loader{reader: newReader(&cfg), ctx: ctx, yield: yield}
	l.target, _ = cfg.target()
	return l
}

// load reads the configuration and the cases of an input.
func (l *loader) load(input string) {
	defer l.files.close()
	var errs strict.Errors
	l.cfg.check(&errs)
	l.mistake(errs.Err())
	l.input(input)
}

// mistake hands on the mistakes that an error lists, one by one.
func (l *loader) mistake(err error) {
	list := []error{err}
	if all, ok := err.(strict.Errors); ok {
		list = all.Unwrap()
	}
	for _, err := range list {
		if err == nil || l.over {
			return
		}
		l.wrong = true
		l.over = !l.yield(Loaded{}, err)
	}
}

// add hands on what reading one case has come to. It reports whether reading goes on.
func (l *loader) add(spec *caseSpec, err error) bool {
	l.found = true
	switch {
	case l.ctx.Err() != nil:
		l.mistake(fmt.Errorf("reading stopped: %w", context.Cause(l.ctx)))
		l.over = true
	case err != nil:
		l.mistake(err)
	case !l.wrong: // otherwise nothing will be played
		l.over = !l.yield(l.loaded(spec), nil)
	}
	return !l.over
}

// read reads the cases of a stream, which is called by this name.
func (l *loader) read(r io.Reader, file string) {
	l.files.in(cmp.Or(l.cfg.Root, filepath.Dir(file)))
	for spec, err := range strict.All(strict.NewDecoder(r, file), l.readCase) {
		if !l.add(&spec, err) {
			return
		}
	}
}

// collection keeps cases and mistakes.
type collection struct {
	blocks [][]Loaded // cases are large: growing one slice of a hundred thousand would copy them again and again
	errs   strict.Errors
}

func (c *collection) add(l Loaded, err error) bool {
	if err != nil {
		c.errs.Add(err)
		return true
	}
	last := len(c.blocks) - 1
	if last < 0 || len(c.blocks[last]) == cap(c.blocks[last]) {
		c.blocks = append(c.blocks, make([]Loaded, 0, 1<<min(4+len(c.blocks), 10)))
		last++
	}
	c.blocks[last] = append(c.blocks[last], l)
	return true
}

// result returns the cases, or all mistakes.
func (c *collection) result() ([]Loaded, error) {
	if err := c.errs.Err(); err != nil {
		return nil, err
	}
	return slices.Concat(c.blocks...), nil
}

// problems returns the mistakes that an error of [Load] lists, ready to be printed, and how many they are.
func problems(err error) (text string, n int) {
	list := []error{err}
	if all, ok := err.(strict.Errors); ok {
		list = all.Unwrap()
	}
	lines := make([]string, len(list))
	for i, one := range list {
		lines[i] = render.Line(one.Error())
	}
	return strings.Join(lines, "\n"), len(lines)
}
