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
}{}

// A wrong command line plays nothing, writes no file, and exits with a status of its own.
func TestBadCommandLines(t *testing.T) {
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
