package suite

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/render"
	"github.com/agenttest/go/internal/strict"
)

// Loaded is a case of a file, ready to be played: agenttest.Play(ctx, l.Agent, l.Case).
type Loaded struct {
	// ID is the case's id, and Name its name, which may be empty.
	ID, Name string
	// Source is the file, as the pattern led to it, and the line on which the case begins.
	Source chat.Source
	// Case is the case itself, with everything set that file and configuration say.
	Case agenttest.Case
	// Agent is the agent under test.
	Agent agenttest.Agent

	interactive bool // a person takes part
}

// Load returns the cases of the files that the pattern matches, in the order of the files' names and of their lines. The
// pattern is the path of a file, or has the syntax of [filepath.Match].
//
// The error lists every mistake of all files and of the configuration, one a line, each with the file and the line:
//
//	testdata/expense.jsonl:3: turns[1].assertions[0].use: unknown agent "validater" (did you mean "validator"?); …
//
// Then no cases are returned. A pattern that matches no file, and files without any case, are errors too. Nothing is
// played, and no agent or script is called.
func Load(pattern string, cfg Config) ([]Loaded, error) {
	l := newLoader(cfg)
	paths, err := matches(pattern)
	if err != nil {
		l.errs.Add(err)
		return l.result()
	}
	for _, path := range paths {
		l.file(path)
	}
	if len(l.blocks) == 0 && len(l.errs) == 0 {
		l.errs.Add(fmt.Errorf("there is no case in %s", listed(paths)))
	}
	return l.result()
}

// matches returns the files that a pattern stands for.
func matches(pattern string) ([]string, error) {
	paths := []string{pattern}
	if _, err := os.Stat(pattern); err != nil {
		if paths, err = filepath.Glob(pattern); err != nil {
			return nil, fmt.Errorf("the pattern %q cannot be read: %w", pattern, err)
		}
	}
	if len(paths) > 0 {
		return paths, nil
	}
	where := ""
	if wd, err := os.Getwd(); err == nil && !filepath.IsAbs(pattern) {
		where = ", looked for in " + wd
	}
	return nil, fmt.Errorf("no file matches %q%s", pattern, where)
}

// loader collects cases and mistakes.
type loader struct {
	*reader
	target agenttest.Agent
	blocks [][]Loaded // cases are large: growing one slice of a hundred thousand would copy them again and again
	errs   strict.Errors
}

func newLoader(cfg Config) *loader {
	l := &loader{reader: newReader(&cfg)}
	cfg.check(&l.errs)
	l.target, _ = cfg.target()
	return l
}

// file reads the cases of one file.
func (l *loader) file(path string) {
	f, err := os.Open(path)
	if err == nil {
		defer f.Close()
		var info os.FileInfo
		if info, err = f.Stat(); err == nil && info.IsDir() {
			err = fmt.Errorf("is a directory, want files, as in %q", filepath.Join(path, "*.jsonl"))
		}
	}
	if err != nil {
		l.errs = append(l.errs, &strict.Error{File: path, Message: strings.TrimPrefix(err.Error(), "open "+path+": "), Err: err})
		return
	}
	l.read(f, path)
}

// read reads the cases of a stream, which is called by this name.
func (l *loader) read(r io.Reader, file string) {
	l.files.in(cmp.Or(l.cfg.Root, filepath.Dir(file)))
	for spec, err := range strict.All(strict.NewDecoder(r, file), l.readCase) {
		if err != nil {
			l.errs.Add(err)
			continue
		}
		if len(l.errs) > 0 {
			continue // nothing will be played
		}
		l.add(Loaded{ID: spec.ID, Name: spec.Name, Source: spec.source, Case: l.build(&spec), Agent: l.target, interactive: spec.human != nil})
	}
}

func (l *loader) add(c Loaded) {
	last := len(l.blocks) - 1
	if last < 0 || len(l.blocks[last]) == cap(l.blocks[last]) {
		l.blocks = append(l.blocks, make([]Loaded, 0, 1<<min(4+len(l.blocks), 10)))
		last++
	}
	l.blocks[last] = append(l.blocks[last], c)
}

// result returns the cases, or all mistakes.
func (l *loader) result() ([]Loaded, error) {
	l.files.close()
	if err := l.errs.Err(); err != nil {
		return nil, err
	}
	return slices.Concat(l.blocks...), nil
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
