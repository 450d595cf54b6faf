package agenttest_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/agenttest/go"

// TestImports keeps the order of the house: which package may stand on which.
func TestImports(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", `{{.ImportPath}}: {{join .Deps " "}}`, module+"/...").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	deps := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		pkg, list, _ := strings.Cut(strings.TrimSpace(line), ": ")
		deps[pkg] = strings.Fields(list)
	}
	if len(deps) < 10 {
		t.Fatalf("found %d packages, want the whole module", len(deps))
	}
	ground := []string{"agenttest/chat", "assert", "checkpoint", "detect", "simulator"}
	for pkg, on := range deps {
		short := strings.TrimPrefix(pkg, module+"/")
		for _, dep := range on {
			ours, isOurs := strings.CutPrefix(dep, module+"/")
			third := !isOurs && strings.Contains(strings.SplitN(dep, "/", 2)[0], ".")
			switch {
			case short == "agenttest/chat" && (isOurs || third || dep == "testing"):
				t.Errorf("%s imports %s; the ground floor stands on the standard library alone, without testing", short, dep)
			case under(short, ground) && isOurs && (ours == "agenttest" || strings.HasPrefix(ours, "agenttest/") && ours != "agenttest/chat"):
				t.Errorf("%s imports %s; it must stand on agenttest/chat and internal alone", short, ours)
			case under(short, ground[2:]) && isOurs && under(ours, ground[1:]) && ours != short && !(short == "checkpoint" && ours == "assert"):
				t.Errorf("%s imports %s; only checkpoint may use assert", short, ours)
			case strings.HasPrefix(short, "internal/") && isOurs && !strings.HasPrefix(ours, "internal/") && ours != "agenttest/chat":
				t.Errorf("%s imports %s; a mechanism knows nothing but agenttest/chat", short, ours)
			case short == "agenttest" && isOurs && strings.HasPrefix(ours, "agenttest/") && ours != "agenttest/chat":
				t.Errorf("agenttest imports %s, which stands on it", ours)
			case short == "agenttest/limit" && isOurs && !strings.HasPrefix(ours, "internal/") && ours != "agenttest/chat":
				t.Errorf("%s imports %s; limits know nothing but agenttest/chat", short, ours)
			case strings.HasPrefix(dep, "golang.org/x/time") && short != "agenttest/limit" && !slices.Contains(on, module+"/agenttest/limit"):
				t.Errorf("%s imports %s; only agenttest/limit may", short, dep)
			case strings.Contains(dep, "sebdah/goldie") && short != "agenttest/golden" && !strings.HasPrefix(short, "examples/"):
				t.Errorf("%s imports goldie, which registers the flag -update; only agenttest/golden may", short)
			case strings.Contains(dep, "spf13/") && !under(short, []string{"agenttest/cli", "agenttest/cmd", "examples"}):
				t.Errorf("%s imports %s; only the command line may read flags", short, dep)
			case strings.Contains(dep, "stretchr/testify") && short != "agenttest/golden":
				t.Errorf("%s imports testify outside of tests", short)
			}
		}
	}
}

func under(pkg string, list []string) bool {
	for _, p := range list {
		if pkg == p || strings.HasPrefix(pkg, p+"/") {
			return true
		}
	}
	return false
}
