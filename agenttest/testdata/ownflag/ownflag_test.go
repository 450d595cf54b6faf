// Package ownflag is the test of somebody who has a flag -update of their own; flags_test.go runs it.
package ownflag

import (
	"context"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/detect"
	"github.com/agenttest/go/simulator"
)

var update = flag.Bool("update", false, "a flag that many tests have")

func TestUpdate(t *testing.T) {
	if !*update {
		t.Fatal("the flag did not arrive")
	}
	flag.VisitAll(func(f *flag.Flag) {
		if f.Name != "update" && !strings.HasPrefix(f.Name, "test.") {
			t.Errorf("there is a flag -%s", f.Name)
		}
	})
	if len(os.Args) < 2 {
		t.Errorf("got the arguments %q", os.Args)
	}
	agent := agenttest.Text(func(_ context.Context, _, input string) (string, error) { return "you said " + input, nil })
	agenttest.Run(t, agent, agenttest.Dynamic(simulator.Script("hello"), checkpoint.New("echo", assert.Contains("hello"))).Detect(detect.Hybrid()))
}
