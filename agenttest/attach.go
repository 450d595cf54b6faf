package agenttest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
)

// attachmentLimit bounds one attachment.
const attachmentLimit = 100 << 20

// readFiles reads the "file://" attachments of all turns from the case's directory, each once. Nothing outside the
// directory can be reached, by "..", by an absolute path or by a symbolic link.
func (c *Case) readFiles() (map[string][]byte, error) {
	var files map[string][]byte
	var root *os.Root
	var problems []error
	for i := range c.turns {
		for _, a := range c.turns[i].input.Attachments {
			name, ok := strings.CutPrefix(a.URI, "file://")
			if !ok || a.Data != nil {
				continue
			}
			if _, done := files[a.URI]; done {
				continue
			}
			if root == nil {
				dir := c.files
				if dir == "" {
					dir = "."
				}
				var err error
				if root, err = os.OpenRoot(dir); err != nil {
					return nil, fmt.Errorf("attachments: open the directory they are read from: %w", err)
				}
				defer root.Close()
				files = map[string][]byte{}
			}
			data, err := readFile(root, name)
			if err != nil {
				problems = append(problems, fmt.Errorf("%sattachment %q: %w", prefix(c.turns[i].source), a.URI, err))
				continue
			}
			files[a.URI] = data
		}
	}
	return files, errors.Join(problems...)
}

func readFile(root *os.Root, name string) ([]byte, error) {
	dir, err := filepath.Abs(root.Name())
	if err != nil {
		dir = root.Name()
	}
	clean := filepath.FromSlash(path.Clean(name))
	if !filepath.IsLocal(clean) {
		return nil, fmt.Errorf("the path leads out of %s; want a file below it, or set the directory with FilesFrom (suite.Config.Root for case files)", dir)
	}
	info, err := root.Stat(clean) // before it is opened, which would wait for the writer of a pipe
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("no such file in %s; paths are relative to that directory, which FilesFrom (suite.Config.Root for case files) sets", dir)
	case err != nil:
		return nil, fmt.Errorf("cannot be read from %s: %w", dir, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("is not a regular file in %s", dir)
	case info.Size() > attachmentLimit:
		return nil, fmt.Errorf("has %d bytes, more than the limit of %d", info.Size(), attachmentLimit)
	}
	f, err := root.Open(clean)
	if err != nil {
		return nil, fmt.Errorf("cannot be read from %s: %w", dir, err)
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, attachmentLimit+1))
}

// attach gives the message's attachments their bytes, kind and name, in a list of its own.
func (p *player) attach(m *chat.Message) {
	if len(m.Attachments) == 0 {
		return
	}
	list := make([]chat.Attachment, len(m.Attachments))
	copy(list, m.Attachments)
	for i := range list {
		a := &list[i]
		if data, ok := p.files[a.URI]; ok && a.Data == nil {
			a.Data = data
		}
		if a.Name == "" {
			a.Name = path.Base(strings.TrimPrefix(a.URI, "file://"))
		}
		if a.MIME == "" {
			a.MIME = mime.TypeByExtension(path.Ext(a.Name))
			if a.MIME == "" && a.Data != nil {
				a.MIME = http.DetectContentType(a.Data)
			}
		}
		if a.Type == "" {
			a.Type = attachmentType(a.MIME)
		}
	}
	m.Attachments = list
}

func attachmentType(mediaType string) string {
	switch kind, _, _ := strings.Cut(mediaType, "/"); kind {
	case "image", "audio", "video":
		return kind
	default:
		return "file"
	}
}

// prefix returns "file.go:12: " for a known place.
func prefix(s chat.Source) string {
	if at := s.String(); at != "" {
		return at + ": "
	}
	return ""
}
