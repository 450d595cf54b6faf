//go:build unix

package cli_test

import (
	"os"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/cli"
)

// bad are command lines that cannot be run, each with everything that is said about it. HELP is the advice to read the
// help, and DIR the working directory.
var bad = []struct {
	reason string
	args   []string
	want   string
}{
	{"an unknown flag", []string{"--nope"},
		"unknown flag --nope\nHELP"},
	{"a misspelt flag", []string{"-i", "hello", "--fail-fats"},
		"unknown flag --fail-fats (did you mean --fail-fast?)\nHELP"},
	{"underscores in a flag", []string{"--dry_run"},
		"unknown flag --dry_run (did you mean --dry-run?)\nHELP"},
	{"an unknown short flag", []string{"-x"},
		"unknown flag -x\nHELP"},
	{"a long flag with one dash", []string{"-input", "cases.jsonl"},
		"got -input, want --input with two dashes\nHELP"},
	{"a long flag with one dash and a value", []string{"-run=P1", "-i", "cases.jsonl"},
		"got -run, want --run with two dashes\nHELP"},
	{"short flags run together", []string{"-vz"},
		"unknown flag -z\nHELP"},
	{"a flag without its value", []string{"-i"},
		"--input: want a value after it: file\nHELP"},
	{"a long flag without its value", []string{"--timeout"},
		"--timeout: want a value after it: duration\nHELP"},
	{"a timeout without a unit", []string{"-i", "cases.jsonl", "--timeout", "30"},
		"--timeout: got \"30\", want a duration above 0, as in 30s or 2m\nHELP"},
	{"a timeout of nothing", []string{"-i", "cases.jsonl", "--timeout", "0s"},
		"--timeout: got \"0s\", want a duration above 0, as in 30s or 2m\nHELP"},
	{"a timeout below nothing", []string{"-i", "cases.jsonl", "--timeout=-1s"},
		"--timeout: got \"-1s\", want a duration above 0, as in 30s or 2m\nHELP"},
	{"no worker", []string{"-i", "cases.jsonl", "--parallel", "0"},
		"--parallel: got \"0\", want a number, 1 or more\nHELP"},
	{"workers in words", []string{"-i", "cases.jsonl", "--parallel", "many"},
		"--parallel: got \"many\", want a number, 1 or more\nHELP"},
	{"a pattern that is none", []string{"-i", "cases.jsonl", "--run", "("},
		"--run: got \"(\", want a regular expression: error parsing regexp: missing closing ): `(`\nHELP"},
	{"a pattern that matches nothing", []string{"-i", "cases.jsonl", "--run", "^Q"},
		"--run: '^Q' matches no id of a case; there are P1\nHELP"},
	{"a pattern that matches nothing in a dry run", []string{"-i", "cases.jsonl", "--run", "^Q", "--dry-run"},
		"--run: '^Q' matches no id of a case; there are P1\nHELP"},
	{"a word for a flag that has none", []string{"-i", "cases.jsonl", "--fail-fast=perhaps"},
		"--fail-fast: got \"perhaps\", want nothing, true or false\nHELP"},
	{"an unknown policy for missing inputs", []string{"-i", "cases.jsonl", "--on-missing-input", "fial"},
		"--on-missing-input: got \"fial\", want one of skip, fail, end (did you mean \"fail\"?)\nHELP"},
	{"an unknown policy for skips", []string{"-i", "cases.jsonl", "--on-skip", "skip"},
		"--on-skip: got \"skip\", want one of show, fail\nHELP"},
	{"an unknown colour", []string{"-i", "cases.jsonl", "--color", "red"},
		"--color: got \"red\", want one of auto, always, never\nHELP"},
	{"a person and nobody", []string{"-i", "cases.jsonl", "--interactive", "--skip-interactive"},
		"--skip-interactive cannot stand beside --interactive\nHELP"},
	{"nobody to talk with the agent", []string{"--skip-interactive"},
		"there is no input, so a person would talk with the agent, but --skip-interactive is set; want -i\nHELP"},
	{"an unknown agent", []string{"-i", "cases.jsonl", "-n", "ehco"},
		"--name: unknown agent \"ehco\" (did you mean \"echo\"?); want echo, generator, judge, reporter, user, exec:PROGRAM or http://ADDRESS\nHELP"},
	{"an agent's reference without an id", []string{"-i", "cases.jsonl", "-n", "agents:"},
		"--name: unknown agent \"agents:\"; want echo, generator, judge, reporter, user, exec:PROGRAM or http://ADDRESS\nHELP"},
	{"a script as the agent", []string{"-i", "cases.jsonl", "-n", "scripts:user"},
		"--name: unknown agent \"scripts:user\"; want echo, generator, judge, reporter, user, exec:PROGRAM or http://ADDRESS\nHELP"},
	{"a program that is not there", []string{"-i", "cases.jsonl", "-n", "exec:./nope"},
		"--name: the program cannot be run: exec: \"./nope\": stat ./nope: no such file or directory\nHELP"},
	{"a program that is not in PATH", []string{"-i", "cases.jsonl", "-n", "exec:no-such-program --key secret"},
		"--name: the program cannot be run: exec: \"no-such-program\": executable file not found in $PATH\nHELP"},
	{"a program that cannot be run", []string{"-i", "cases.jsonl", "-n", "exec:./program.txt"},
		"--name: the program cannot be run: exec: \"./program.txt\": permission denied\nHELP"},
	{"no program", []string{"-i", "cases.jsonl", "-n", "exec: "},
		"--name: got \"exec: \", want a program, as in \"exec:python3 agent.py\"\nHELP"},
	{"a quote that is not closed", []string{"-i", "cases.jsonl", "-n", "exec:python3 'agent.py"},
		"--name: the quote ' is not closed\nHELP"},
	{"an address without a host", []string{"-i", "cases.jsonl", "-n", "http:///chat"},
		"--name: httpagent.New: this is no address of a service; want one such as \"http://127.0.0.1:8080/chat\"\nHELP"},
	{"an address of another kind", []string{"-i", "cases.jsonl", "-n", "ftp://example.org/"},
		"--name: unknown agent \"ftp://example.org/\"; want echo, generator, judge, reporter, user, exec:PROGRAM or http://ADDRESS\nHELP"},
	{"a further agent without an id", []string{"-i", "cases.jsonl", "--agent", "exec:./judge"},
		"--agent: got \"exec:./judge\", want an id and a program or an address, as in workers.test.judge=http://127.0.0.1:9000/judge\nHELP"},
	{"a further agent without a place", []string{"-i", "cases.jsonl", "--agent", "judge"},
		"--agent: got \"judge\", want an id and a program or an address, as in workers.test.judge=http://127.0.0.1:9000/judge\nHELP"},
	{"a further agent of another kind", []string{"-i", "cases.jsonl", "--agent", "judge=python3 judge.py"},
		"--agent judge: got \"python3 judge.py\", want \"exec:PROGRAM\" or \"http://ADDRESS\"\nHELP"},
	{"a further agent twice", []string{"-i", "cases.jsonl", "--agent", "a=http://127.0.0.1:1/", "--agent", "a=http://127.0.0.1:2/"},
		"--agent: \"a\" is given twice\nHELP"},
	{"a header without a name", []string{"-i", "cases.jsonl", "-n", "http://127.0.0.1:1/", "--header", "secret"},
		"--header: want \"Name: value\", as in \"Authorization: Bearer KEY\", or \"ID=Name: value\" for an --agent\nHELP"},
	{"a header with a name that is none", []string{"-i", "cases.jsonl", "-n", "http://127.0.0.1:1/", "--header", "a b: secret"},
		"--header: want \"Name: value\", as in \"Authorization: Bearer KEY\", or \"ID=Name: value\" for an --agent\nHELP"},
	{"a header for an agent that is no service", []string{"-i", "cases.jsonl", "--header", "Authorization: secret"},
		"--header: the agent under test is no service, want --name http://ADDRESS\nHELP"},
	{"a header for a program", []string{"-i", "cases.jsonl", "--agent", "a=exec:cat", "--header", "a=X: secret"},
		"--agent a: a program takes no --header\nHELP"},
	{"a header for nobody", []string{"-i", "cases.jsonl", "--header", "a=X: secret"},
		"--header: got a header for \"a\", want the id of an --agent that is a service\nHELP"},
	{"an unknown simulator", []string{"-i", "cases.jsonl", "--simulator", "usr"},
		"--simulator: unknown agent \"usr\" (did you mean \"user\"?); want echo, generator, judge, reporter, user, exec:PROGRAM or http://ADDRESS\nHELP"},
	{"an unknown script as the simulator", []string{"-i", "cases.jsonl", "--simulator", "scripts:usr"},
		"--simulator: unknown script \"usr\" (did you mean \"user\"?); want user\nHELP"},
	{"an unknown reporter", []string{"-i", "cases.jsonl", "--report", "agents:reportr"},
		"--report: unknown agent \"agents:reportr\" (did you mean \"reporter\"?); want echo, generator, judge, reporter, user, exec:PROGRAM or http://ADDRESS\nHELP"},
	{"a report without an ending", []string{"-i", "cases.jsonl", "-o", "report"},
		"--output: report file \"report\": got the ending \"\", want .jsonl, .json, .html, .xml or .md\nHELP"},
	{"a report with an unknown ending", []string{"-i", "cases.jsonl", "-o", "report.pdf"},
		"--output: report file \"report.pdf\": got the ending \".pdf\", want .jsonl, .json, .html, .xml or .md\nHELP"},
	{"a report where a file is a folder", []string{"-i", "cases.jsonl", "-o", "cases.jsonl/report.html"},
		"--output: report file: mkdir cases.jsonl: not a directory"},
	{"a report that is a folder", []string{"-i", "cases.jsonl", "-o", "folder/../folder.html/x.txt"},
		"--output: report file \"folder/../folder.html/x.txt\": got the ending \".txt\", want .jsonl, .json, .html, .xml or .md\nHELP"},
	{"a report in the place of the cases", []string{"-i", "cases.jsonl", "-o", "cases.jsonl"},
		"--output: cases.jsonl is to be written, but it is read, too (as cases.jsonl); want another file\nHELP"},
	{"a report among the cases", []string{"-i", ".", "-o", "./report.json"},
		"--output: ./report.json would be read as cases the next time, since . is an input; want another directory\nHELP"},
	{"a dry run with a page", []string{"-i", "cases.jsonl", "--dry-run", "-o", "page.html"},
		"--output: got \"page.html\", want the ending .jsonl: a dry run writes the cases, and no report\nHELP"},
	{"a dry run with two files", []string{"-i", "cases.jsonl", "--dry-run", "-o", "a.jsonl", "-o", "b.jsonl"},
		"--output: got 2 files, want one: a dry run writes the cases to it\nHELP"},
	{"a file that is not there", []string{"-i", "casse.jsonl"},
		`no file matches "casse.jsonl", looked for in DIR (did you mean "cases.jsonl"?); to send it to the agent as a message, write -i 'message:casse.jsonl'`},
	{"a path that is not there", []string{"-i", "folder/cases"},
		`no file matches "folder/cases", looked for in DIR; to send it to the agent as a message, write -i 'message:folder/cases'`},
	{"a pattern of no file", []string{"-i", "*.json"},
		`no file matches "*.json", looked for in DIR; to send it to the agent as a message, write -i 'message:*.json'`},
	{"a folder without cases", []string{"-i", "folder"},
		"folder: no case file in this directory; looked for *.jsonl, *.ndjson and *.json, not in directories below it"},
	{"a file without cases", []string{"-i", "folder/notes.txt"},
		"folder/notes.txt:1:1: got nothing, want an object"},
	{"an argument that is nothing", []string{"cases"},
		"got the argument 'cases', want a file or a directory that exists; to send it to the agent as a message, write -i 'message:cases'\nHELP"},
	{"an argument that is a message", []string{"Hello there"},
		"got the argument 'Hello there', want a file or a directory that exists; to send it to the agent as a message, write -i 'message:Hello there'\nHELP"},
	{"a misspelt command", []string{"mrege"},
		"got the argument 'mrege', want a file or a directory that exists (did you mean the command merge?)\nHELP"},
	{"a shard that is none", []string{"-i", "cases.jsonl", "--shard", "2"},
		`--shard: got "2", want the number of this shard and of all, such as "2/8", or "auto"`},
	{"a shard beyond the last", []string{"-i", "cases.jsonl", "--shard", "9/8"},
		`--shard: got "9/8", want the number of this shard and of all, such as "2/8", or "auto": shards count from 1, so the last is 8/8`},
	{"shard zero", []string{"-i", "cases.jsonl", "--shard", "0/8"},
		`--shard: got "0/8", want the number of this shard and of all, such as "2/8", or "auto": shards count from 1, so the first is 1/8`},
	{"timings that are not there", []string{"-i", "cases.jsonl", "--shard", "1/2", "--timings", "nope.jsonl"},
		"--timings: open nope.jsonl: no such file or directory, looked for in DIR; want the JSONL report of an earlier run, the same for all shards"},
	{"an unknown generator", []string{"-i", "agents:gnerator?count=2"},
		`agents:gnerator: unknown agent "gnerator" (did you mean "generator"?); want one of echo, generator, judge, reporter, user`},
	{"an unknown script that generates", []string{"-i", "scripts:csaes"},
		`scripts:csaes: unknown script "csaes" (did you mean "cases"?); want one of cases`},
	{"a generator without an id", []string{"-i", "agents:"},
		`agents:: got "agents:", want an id`},
	{"parameters that are none", []string{"-i", "agents:generator?count=%zz"},
		`agents:generator: the parameters "count=%zz" cannot be read: invalid URL escape "%zz"; want them as in "?count=10&focus=edge-cases"`},
	{"a generator that makes up nothing", []string{"-i", "agents:generator"},
		"agents:generator: cases: the list of cases is empty"},
	{"a generator that fails", []string{"-i", "scripts:cases?focus=nothing"},
		"scripts:cases: the generator failed: there is nothing to make up"},
	{"the same id in two inputs", []string{"-i", "cases.jsonl", "-i", "./cases.jsonl"},
		`cases.jsonl:1: duplicate id "P1", first used at cases.jsonl:1`},
	{"an empty message", []string{"-i", "message:"},
		"the message is empty, want what the user says"},
	{"a mistyped folder", []string{"-i", "foldr"},
		`no file matches "foldr", looked for in DIR (did you mean "folder"?); to send it to the agent as a message, write -i 'message:foldr'`},
	{"a file of another kind", []string{"-i", "cases.txt"},
		`no file matches "cases.txt", looked for in DIR; to send it to the agent as a message, write -i 'message:cases.txt'`},
	{"standard input as other programs have it", []string{"-i", "-"},
		`no file matches "-", looked for in DIR; standard input is /dev/stdin`},
	{"two messages", []string{"-i", "Hello there", "-i", "message:Hi"},
		"--input: got 2 messages, want one; a conversation of several turns stands in a file\nHELP"},
	{"timings and no shard", []string{"-i", "cases.jsonl", "--timings", "cases.jsonl"},
		"--timings divides the cases into shards, want --shard, too\nHELP"},
	{"a good report beside a bad one", []string{"-i", "cases.jsonl", "-o", "good.html", "-o", "bad.pdf"},
		"--output: report file \"bad.pdf\": got the ending \".pdf\", want .jsonl, .json, .html, .xml or .md\nHELP"},
	{"an empty input", []string{"-i", ""},
		"--input: got an empty text, want a file, a directory, a pattern, a message, agents:ID or scripts:ID\nHELP"},
	{"a shell that is none", []string{"completion", "tcsh"},
		"completion: got \"tcsh\", want one of bash, fish, powershell, zsh\nHELP"},
	{"nothing to merge", []string{"merge"},
		"merge: want the JSONL reports to join, as in shards/*.jsonl\nHELP"},
	{"a report to merge that is not there", []string{"merge", "shard-1.jsonl"},
		"merge: there is no file shard-1.jsonl\nHELP"},
	{"a report to merge of another kind", []string{"merge", "folder/notes.txt"},
		"merge: got folder/notes.txt, want JSONL reports, made with -o FILE.jsonl\nHELP"},
	{"a report in the place of its parts", []string{"merge", "-o", "cases.jsonl", "cases.jsonl"},
		"--output: cases.jsonl is to be written, but it is read, too (as cases.jsonl); want another file\nHELP"},
	{"a misspelt flag of merge", []string{"merge", "--ouput", "x.html", "cases.jsonl"},
		"unknown flag --ouput (did you mean --output?)\nHELP"},
}

// A wrong command line plays nothing, writes no file, and exits with a status of its own.
func TestBadCommandLines(t *testing.T) {
	if len(bad) < 60 {
		t.Fatalf("the table has %d rows, want all of them", len(bad))
	}
	for _, tt := range bad {
		t.Run(tt.reason, func(t *testing.T) {
			inFolder(t, map[string]string{"cases.jsonl": passing, "folder/notes.txt": "nothing", "program.txt": "no program"})
			got := execute(t, config(), tt.args...)
			dir, err := os.Getwd()
			if err != nil {
				t.Fatal(err)
			}
			want := "mytests: " + strings.NewReplacer("HELP", "Run 'mytests --help' for how to use it.", "DIR", dir).Replace(tt.want) + "\n"
			if got.status != cli.ExitUsage || got.out != "" || got.err != want {
				t.Errorf("%q: got exit status %d and\n%s\nwant\n%s\nand nothing but\n%s", tt.args, got.status, got.err, want, got.out)
			}
			if entries, err := os.ReadDir("."); err != nil || len(entries) != 3 {
				t.Errorf("the folder holds %v, %v, want the three files it had", entries, err)
			}
		})
	}
}
