package agenttest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/simulator"
)

// files makes a directory with these files and returns it.
func files(t *testing.T, contents map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range contents {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// attached returns an agent that keeps the attachments of each turn.
func attached() (agenttest.Agent, *[]chat.Attachment) {
	var got []chat.Attachment
	return replying(func(req *agenttest.Request) *agenttest.Response {
		got = append(got, req.Input.Attachments...)
		return agenttest.Reply("ok")
	}), &got
}

// Attachments reach the agent with their bytes, their name, and what kind of file they are.
func TestAttachments(t *testing.T) {
	const png = "\x89PNG\r\n\x1a\n"
	dir := files(t, map[string]string{
		"receipt.png": png, "sub/notes.txt": "hello", "song.mp3": "x", "film.mp4": "x", "odd.zzz": "\x00\x01", "picture": png, "empty.txt": "",
	})
	tests := []struct {
		turn agenttest.UserTurn
		want string // type, name, media type, bytes
	}{
		{agenttest.User("").Attach("file://receipt.png"), "image receipt.png image/png 8"},
		{agenttest.User("").Attach("file://./receipt.png"), "image receipt.png image/png 8"},
		{agenttest.User("").Attach("file://sub/notes.txt"), "file notes.txt text/plain 5"},
		{agenttest.User("").Attach("file://sub/../sub/notes.txt"), "file notes.txt text/plain 5"},
		{agenttest.User("").Attach("file://song.mp3"), "audio song.mp3 audio/mpeg 1"},
		{agenttest.User("").Attach("file://film.mp4"), "video film.mp4 video/mp4 1"},
		{agenttest.User("").Attach("file://picture"), "image picture image/png 8"},
		{agenttest.User("").Attach("file://odd.zzz"), "file odd.zzz application/octet-stream 2"},
		{agenttest.User("").Attach("file://empty.txt"), "file empty.txt text/plain 0"},
		{agenttest.User("").Attach("https://example.com/cat.jpeg"), "image cat.jpeg image/jpeg 0"},
		{agenttest.User("").AttachAs(chat.Attachment{URI: "file://sub/notes.txt", Type: "receipt", Name: "mine", MIME: "x/y"}), "receipt mine x/y 5"},
		{agenttest.User("").AttachAs(chat.Attachment{Name: "inline.png", Data: []byte("abc")}), "image inline.png image/png 3"},
		{agenttest.User("").AttachAs(chat.Attachment{URI: "file://not-there.png", Data: []byte("abc")}), "image not-there.png image/png 3"},
	}
	for _, tt := range tests {
		agent, got := attached()
		res := play(t, agent, agenttest.Static(tt.turn.Expect(passes("a"))).FilesFrom(dir))
		wantOutcome(t, res, "passed")
		if len(*got) != 1 {
			t.Errorf("%s: got %d attachments", tt.want, len(*got))
			continue
		}
		a := (*got)[0]
		media, _, _ := strings.Cut(a.MIME, ";")
		equal(t, "attachment", fmt.Sprintf("%s %s %s %d", a.Type, a.Name, media, len(a.Data)), tt.want)
	}
}

// Several attachments keep their order, and the record keeps where they are from, without their bytes in reports.
func TestAttachmentsInTheRecord(t *testing.T) {
	dir := files(t, map[string]string{"a.txt": "SECRET-A", "b.txt": "SECRET-B"})
	agent, got := attached()
	res := play(t, agent, agenttest.Static(
		agenttest.User("see").Attach("file://a.txt", "file://b.txt").Attach("file://a.txt"), agenttest.User("and").Attach("file://b.txt"),
	).FilesFrom(dir))
	var texts []string
	for _, a := range *got {
		texts = append(texts, string(a.Data))
	}
	equal(t, "bytes", texts, "[SECRET-A SECRET-B SECRET-A SECRET-B]")
	if raw := record(t, res); strings.Contains(raw, "SECRET") || !strings.Contains(raw, "file://b.txt") {
		t.Errorf("the report holds the bytes or leaves out the source: %s", raw)
	}
}

// Nothing outside the directory can be reached, and everything that cannot be read is said before the agent is asked.
func TestAttachmentsOutOfReach(t *testing.T) {
	outside := files(t, map[string]string{"secret.txt": "SECRET"})
	dir := files(t, map[string]string{"sub/a.txt": "a", "big.bin": ""})
	if err := os.Truncate(filepath.Join(dir, "big.bin"), 100<<20+1); err != nil {
		t.Fatal(err)
	}
	link := func(to, name string) {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil && runtime.GOOS != "windows" {
			t.Fatal(err)
		}
	}
	link(filepath.Join(outside, "secret.txt"), "link.txt")
	link(outside, "dir")
	link("sub", "inside")
	tests := []struct{ uri, want string }{
		{"file://../" + filepath.Base(outside) + "/secret.txt", "the path leads out of"},
		{"file://sub/../../x", "the path leads out of"},
		{"file://" + filepath.ToSlash(outside) + "/secret.txt", "the path leads out of"},
		{"file:///etc/passwd", "the path leads out of"},
		{"file://..", "the path leads out of"},
		{"file://sub", "not a regular file"},
		{"file://", "not a regular file"},
		{"file://nothing.txt", "no such file in " + dir},
		{"file://sub/a.txt/b", "cannot be read"},
		{"file://big.bin", "more than the limit"},
	}
	if runtime.GOOS != "windows" {
		tests = append(tests, []struct{ uri, want string }{
			{"file://link.txt", "cannot be read"},
			{"file://dir/secret.txt", "cannot be read"},
		}...)
	}
	for _, tt := range tests {
		t.Run(tt.uri, func(t *testing.T) {
			agent := &recorder{}
			res := play(t, agent, agenttest.Static(agenttest.User("first"), agenttest.User("see").Attach(tt.uri)).FilesFrom(dir))
			if res.Status != agenttest.Errored || res.Blame != chat.BlameCase || !strings.Contains(res.Error, tt.want) || !strings.Contains(res.Error, "attach_test.go:") {
				t.Errorf("got %s, want %q and the place in it", outcome(res), tt.want)
			}
			if strings.Contains(record(t, res), "SECRET") || len(agent.requests) > 0 {
				t.Error("the file was read, or the agent asked")
			}
		})
	}
	if runtime.GOOS != "windows" {
		wantOutcome(t, play(t, ok, agenttest.Static(agenttest.User("see").Attach("file://inside/a.txt").Expect(passes("a"))).FilesFrom(dir)), "passed")
	}
}

// All attachments that cannot be read are named at once.
func TestAllMissingAttachments(t *testing.T) {
	res := play(t, ok, agenttest.Static(agenttest.User("").Attach("file://one", "file://two"), agenttest.User("").Attach("file://three")).FilesFrom(t.TempDir()))
	for _, name := range []string{"file://one", "file://two", "file://three"} {
		if !strings.Contains(res.Error, name) {
			t.Errorf("%s is not named: %s", name, res.Error)
		}
	}
	res = play(t, ok, agenttest.Static(agenttest.User("").Attach("file://one")).FilesFrom("no such directory"))
	if !strings.Contains(res.Error, "open the directory") {
		t.Errorf("got %s", outcome(res))
	}
}

// The directory is the package's own by default.
func TestAttachmentsFromThePackage(t *testing.T) {
	agent, got := attached()
	wantOutcome(t, play(t, agent, agenttest.Static(agenttest.User("").Attach("file://attach_test.go").Expect(passes("a")))), "passed")
	if len(*got) != 1 || !strings.HasPrefix(string((*got)[0].Data), "package agenttest_test") {
		t.Error("the file was not read")
	}
}

// A simulator's attachments are handed on.
func TestSimulatorAttaches(t *testing.T) {
	agent, got := attached()
	move := simulator.Move{Attachments: []chat.Attachment{{Name: "a.png", Data: []byte("x")}}, GoalAchieved: true}
	wantOutcome(t, play(t, agent, agenttest.Dynamic(user(t, move))), "passed")
	equal(t, "attachments", len(*got), 1)
}
