package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Most of what is wrong is seen in the records, also when what was merged is merged again. That a file was damaged is
// not: what is left of a run looks whole if nobody knows how many cases it had. So the records carry it on.

// damaged notes a problem with a file that its records do not show.
func (j *joined) damaged(in *input, format string, args ...any) {
	problem := fmt.Sprintf(format, args...)
	in.lost = append(in.lost, problem)
	if !j.told[problem] {
		j.problem("%s", problem)
	}
}

// tellAgain notes problems that the records of a run have from an earlier merge.
func (j *joined) tellAgain(p *part, problems []string) {
	for _, problem := range problems {
		if j.told == nil {
			j.told = map[string]bool{}
		}
		if !j.told[problem] && !slices.Contains(j.problems, problem) {
			j.problem("%s", problem)
		}
		j.told[problem] = true
		p.lose(problem)
	}
}

// carry gives the problems of files to the runs that are in them. Where none is left, nobody knows whose they are; shards
// are told by their numbers, so they are those of all other runs.
func (j *joined) carry() {
	for file, in := range j.files {
		for _, problem := range in.lost {
			for _, p := range j.parts {
				if p.extents[file] != nil || in.records == 0 && !p.divided() {
					p.lose(problem)
				}
			}
		}
	}
}

// lose adds a problem, once. Those that a report would not name are left out.
func (p *part) lose(problem string) {
	if len(p.lost) < mostShown && !slices.Contains(p.lost, problem) {
		p.lost = append(p.lost, problem)
	}
}

// carrying returns f for the records of this run, which it gets with what is wrong with it.
func (p *part) carrying(f func(*Record)) func(*Record) {
	if len(p.lost) == 0 {
		return f
	}
	return func(rec *Record) {
		run := Run{}
		if rec.Run != nil {
			run = *rec.Run
		}
		run.Problems = p.lost
		rec.Run = &run
		about := member(rec.raw, "run")
		if len(about) == 0 || about[0] != '{' {
			about = json.RawMessage("{}")
		}
		lost, err := json.Marshal(p.lost)
		if err != nil { // texts always encode
			panic("report: " + err.Error())
		}
		rec.raw = withMember(rec.raw, "run", withMember(about, "problems", lost))
		f(rec)
	}
}

// member returns the value of an object's member; nil when there is none.
func member(object json.RawMessage, name string) json.RawMessage {
	start, end := find(object, name)
	return object[start:end]
}

// withMember returns the object with the member set to a value, in its place or else as the last one.
func withMember(object json.RawMessage, name string, value json.RawMessage) json.RawMessage {
	start, end := find(object, name)
	if end > 0 {
		return slices.Concat(object[:start], value, object[end:])
	}
	more := slices.Concat([]byte(`"`+name+`":`), value, []byte("}"))
	if !bytes.Equal(object, []byte("{}")) {
		more = slices.Concat([]byte(","), more)
	}
	return slices.Concat(object[:len(object)-1], more)
}

// find returns where in a compact object the value of a member is, by the rule of encoding/json: of several the last one
// counts, and letters have no case. Both are 0 when there is none.
func find(object json.RawMessage, name string) (start, end int) {
	dec := json.NewDecoder(bytes.NewReader(object))
	if _, err := dec.Token(); err != nil {
		return 0, 0
	}
	for dec.More() {
		key, _ := dec.Token()
		var value json.RawMessage
		if dec.Decode(&value) != nil { // it was decoded before
			return 0, 0
		}
		if text, ok := key.(string); ok && strings.EqualFold(text, name) {
			end = int(dec.InputOffset())
			start = end - len(value)
		}
	}
	return start, end
}
