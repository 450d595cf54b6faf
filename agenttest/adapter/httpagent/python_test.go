package httpagent_test

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/adapter/httpagent"
	"github.com/agenttest/go/assert"
)

// The service that docs/protocol.md shows is tested as it stands there, but for its port.
func TestPythonServiceOfTheManual(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	manual, err := os.ReadFile("../../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(manual), "## A service")
	_, text, _ := strings.Cut(rest, "```python\n")
	text, _, ok := strings.Cut(text, "```\n")
	if !ok || !strings.Contains(text, "8080") {
		t.Fatal("docs/protocol.md shows no service in Python on port 8080")
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	_ = free.Close()
	_, port, _ := net.SplitHostPort(address)

	var said bytes.Buffer
	service := exec.Command(python, "-c", strings.ReplaceAll(text, "8080", port))
	service.Stdout, service.Stderr = &said, &said
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = service.Process.Kill()
		_ = service.Wait()
		if t.Failed() {
			t.Logf("the service said:\n%s", &said)
		}
	}()
	agent := httpagent.New("http://" + address + "/chat").Retries(10) // until it listens
	agenttest.Run(t, agent, agenttest.Static(
		agenttest.User("one").Expect(assert.Equals("You said one after [].")),
		agenttest.User("two").Expect(assert.Equals("You said two after ['one'].")),
	).Timeout(time.Minute))
}
