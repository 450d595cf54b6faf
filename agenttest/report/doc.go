// Package report tells what became of a run: on the console as a tree for people to read, as JSONL and JSON for
// programs, as JUnit XML for CI systems, as Markdown for the summary of a CI job, as one HTML page to look at, and in
// the words of an agent of your own.
//
//	page, err := report.File("out/report.html")
//	…
//	reports := report.All(report.Console(os.Stdout, report.ConsoleOptions{}), page)
//	err = reports.Begin(report.Run{Agent: "assistants.expense", Input: "cases/*.jsonl", Cases: len(cases)})
//	… // play the cases with Observe(reports)
//	err = reports.End()
//
// # Reporters
//
// A [Reporter] is an observer of the engine's events that also knows where a run begins and ends. [Console], [JSONL],
// [JSON], [JUnit], [Markdown], [HTML] and [Agent] return one that writes to an io.Writer, [File] chooses by the ending of
// a path, and [All] joins several. A type of your own with three methods is one, too. They may be told of cases from
// several goroutines at once, and of one run each.
//
// # Records
//
// Everything is written from a [Record], which is the JSON of an agenttest.Result decoded again. [Read] reads those of a
// JSONL report, for programs that look at results:
//
//	for rec, err := range report.Read(file) {
//		…
//	}
//
// A line of the JSONL is the JSON of the result with one field more: "run" says which run, agent, input and shard it is
// of, and how many cases this run and all shards together have. Each line says this of itself, so there is no header:
// lines can be put together in any order, and what is missing can be found.
//
// # Several machines
//
// [Merge] makes one report in every format from the JSONL reports of a run's shards, or of several runs:
//
//	err := report.CheckOutputs([]string{"report.html"}, files) // before they are opened, which empties them
//	…
//	page, err := report.File("report.html")
//	…
//	sum, err := report.Merge(files, page, report.Console(os.Stdout, report.ConsoleOptions{}))
//
// It is the same report as that of a run of all cases, provided that all of them are there. A shard or a case that is
// missing or double is an error, and is named in the report: on the console, in Markdown and on the page above the
// totals, in JUnit as an errored test case, in JSON as "problems" of the "run". A JSONL report that was merged keeps what
// its lines say of their runs, so it can be merged again.
//
// A shard without a case leaves an empty file or none. That it had no case is seen from the others, which then have all
// cases between them.
//
// # When a run is killed
//
// Reports are written as the cases finish. A JSONL file holds a whole line for each case that has finished. The other
// files that [File] opens are a whole document at any moment: each case is written over the document's end together
// with a new end, and totals at the top are written over in their place. Until the run has come to its end with all its
// cases each of them says that it has not: "complete": false in JSON, a remark at the top of the page and of Markdown,
// and in JUnit an errored test case, "(the whole run)". To a pipe, JSON and HTML are written piece by piece, and JUnit
// and Markdown, which begin with totals, at the end. A page that is cut off shows the cases that are in it.
//
// # Errors
//
// The first error of an output, such as a full disk or a broken pipe, ends that report and no other. Err tells it at
// once, and End returns it. What did not fit into a file is taken back, so that the file stays whole.
//
// # Hostile text
//
// What agents, users and judges say is untrusted. On the console, in JUnit and in Markdown, control characters, invalid
// UTF-8 and characters that reorder text are shown as escapes; in Markdown no text is markup. The HTML page holds all
// text as JSON, its script only ever sets texts, and its Content-Security-Policy lets nothing else run and nothing be
// loaded.
package report
