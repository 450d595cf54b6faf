package cli_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/cli"
	"github.com/agenttest/go/agenttest/suite"
	"github.com/agenttest/go/simulator"
)

// The test binary is also the command line, and a program that is an agent: see [command] and [program].
const roleVar = "CLI_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVar) {
	case "main":
		cli.Main(config())
	case "bare":
		cli.Main(cli.Config{Name: "agenttest"})
	case "agent":
		serve()
	default:
		os.Exit(m.Run())
	}
}

// config is a binary with agents of its own.
func config() cli.Config {
	return cli.Config{
		Name:    "mytests",
		Version: "v1.2.3",
		Target:  "echo",
		Agents: suite.Agents{
			"echo":      agenttest.AgentFunc(echo),
			"user":      agenttest.AgentFunc(user),
			"judge":     agenttest.Text(func(_ context.Context, _, _ string) (string, error) { return `{"passed": true, "reason": "fine"}`, nil }),
			"generator": agenttest.AgentFunc(generate),
			"reporter": agenttest.Text(func(_ context.Context, _, document string) (string, error) {
				return fmt.Sprintf("All is well: %t.", strings.Contains(document, `"passed":1`)), nil
			}),
		},
		Scripts: suite.Scripts{
			Simulators: map[string]simulator.Simulator{"user": simulator.Script("one", "two")},
			Generators: map[string]suite.GeneratorFunc{"cases": func(_ context.Context, in suite.GeneratorInput) (any, error) {
				if in.Focus == "nothing" {
					return nil, errors.New("there is nothing to make up")
				}
				return `[{"id": "S1", "input": "hello", "assert": {"type": "contains", "value": "hello"}}]`, nil
			}},
		},
	}
}

// echo repeats what it is told, and does what a few words ask for.
func echo(ctx context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	switch text := req.Text(); {
	case text == "deaf":
		select {}
	case text == "hang":
		<-ctx.Done()
		return nil, ctx.Err()
	case text == "sleep":
		time.Sleep(50 * time.Millisecond)
	case strings.Contains(text, "ask"):
		return agenttest.Reply("Which one?").Asking("a number"), nil
	case text == "connector":
		return agenttest.Reply("the connector is " + req.Options.Connector), nil
	}
	return agenttest.Reply("you said " + req.Text()), nil
}

func user(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	return agenttest.Reply(`{"input": "from the simulator", "goal_achieved": false}`), nil
}

func generate(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	n, _ := strconv.Atoi(fmt.Sprint(req.Options.Metadata["count"]))
	var cases []string
	for i := range n {
		cases = append(cases, fmt.Sprintf(`{"id": "G%d", "input": "case <%d>", "assertions": [{"type": "contains", "value": "case"}]}`, i+1, i+1))
	}
	return agenttest.Reply("Here they are:\n```json\n{\"cases\": [" + strings.Join(cases, ",\n") + "]}\n```"), nil
}

// serve is an agent as a program: it repeats what it is told.
func serve() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		var req struct {
			ID    int `json:"id"`
			Input struct {
				Content string `json:"content"`
			} `json:"input"`
		}
		if err := json.Unmarshal(in.Bytes(), &req); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if req.Input.Content == "die" {
			fmt.Fprintln(os.Stderr, "out of memory, says the program")
			os.Exit(1)
		}
		reply, _ := json.Marshal(map[string]any{"id": req.ID, "content": "the program heard " + req.Input.Content})
		fmt.Printf("%s\n", reply)
	}
}

// outcome is what a command line came to.
type outcome struct {
	status   int
	out, err string
}

// execute runs a command line in this process, with colours and widths that do not depend on where the tests run.
func execute(t *testing.T, cfg cli.Config, args ...string) outcome {
	t.Helper()
	return executeContext(t, t.Context(), cfg, args...)
}

func executeContext(t *testing.T, ctx context.Context, cfg cli.Config, args ...string) outcome {
	t.Helper()
	t.Setenv("NO_COLOR", "1")
	t.Setenv("COLUMNS", "100")
	var out, errs strings.Builder
	status := cli.Run(ctx, args, cli.Streams{Out: &out, Err: &errs}, cfg)
	return outcome{status, out.String(), errs.String()}
}

// inFolder changes into a folder of its own with these files.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
