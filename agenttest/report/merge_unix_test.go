//go:build unix

package report_test

import (
	"os"
	"syscall"
	"testing"

	"github.com/agenttest/go/agenttest/report"
)

func TestMergeReadsPipes(t *testing.T) {
	t.Chdir(t.TempDir())
	files := shards(t, 2, all()...)
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- os.WriteFile("pipe", text, 0) }()
	var piped, plain outputs
	if _, err := report.Merge([]string{"pipe", files[1]}, piped.writers()...); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if _, err := report.Merge(files, plain.writers()...); err != nil {
		t.Error(err)
	}
	wantOutputs(t, &piped, &plain)
}
