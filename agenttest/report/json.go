package report

import (
	"encoding/json"
	"io"
)

// JSON returns a reporter that writes one JSON document: {"run": …, "results": […], "summary": …}, a result to a line.
// It is written as the cases finish, so it is whole only after End; a file that [File] has opened always is.
func JSON(w io.Writer) *Writer { return &Writer{format: &document{w: w, layout: &jsonLayout{}}} }

type jsonLayout struct{ begun bool }

func (*jsonLayout) totalsFirst() bool { return false }

func (*jsonLayout) head(run *Run, _ Summary, _ bool) []byte {
	return append(append([]byte(`{"run":`), encode(run)...), `,"results":[`...)
}

func (*jsonLayout) item(rec *Record) []byte { return append([]byte(",\n"), rec.raw...) }

// place leaves the first item without its comma.
func (l *jsonLayout) place(_ *Record, item []byte) []byte {
	if !l.begun {
		l.begun = true
		return item[1:]
	}
	return item
}

func (*jsonLayout) foot(_ *Run, s Summary) []byte {
	return append(append([]byte("\n],\"summary\":"), encode(s)...), "}\n"...)
}

// encode returns the JSON of a value of this package's own types, in which <, > and & are escaped.
func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil { // only a time beyond the year 9999 can do this
		return []byte("null")
	}
	return data
}
