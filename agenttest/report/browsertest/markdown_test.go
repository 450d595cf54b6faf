package browsertest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	xhtml "golang.org/x/net/html"

	"github.com/agenttest/go/agenttest/report"
)

// own are the elements that the Markdown report itself is made of.
var own = map[string]bool{
	"html": true, "head": true, "body": true, "h2": true, "p": true, "code": true, "pre": true, "details": true, "summary": true,
	"table": true, "thead": true, "tbody": true, "tr": true, "th": true, "td": true, "strong": true,
}

// TestMarkdownOfHostileText renders the Markdown report as GitHub does, raw HTML included, and looks for anything that
// the report did not put there itself.
func TestMarkdownOfHostileText(t *testing.T) {
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	for _, attack := range []string{
		"</summary></details><script>alert(1)</script>", "```\n</details>\n\n# gone\n", "~~~~~~~~\n<b>", "````````````\nout", "| a | b |\n|--|--|\n| c", "<img src=x>",
		"[x](javascript:alert(1))", "![x](http://e.example/x.png)", "http://e.example www.e.example me@e.example", "*a* _b_ **c** ~~d~~ `e`", "# h\n- l\n1. n\n> q\n***",
		"&lt;b&gt; &#60;b&#62; &amp;", "\\<b> \\`", "a\r\n\r\n<b>b", "</code><b>", "```text", "[^1]: x", "<!-- ", "-->", "- [ ] task", "   ", "\x00\x1b[2J", "@everyone #1",
	} {
		var records []*report.Record
		for rec, err := range report.Read(strings.NewReader(strings.ReplaceAll(template, "TEXT", string(jsonString(attack))))) {
			if err != nil {
				t.Fatal(err)
			}
			records = append(records, rec)
		}
		r := run(1)
		r.Agent, r.Input, r.Shard = attack, attack, attack
		var text, page bytes.Buffer
		w := report.Markdown(&text)
		if err := w.Begin(r); err != nil {
			t.Fatal(err)
		}
		if err := w.Add(records[0]); err != nil {
			t.Fatal(err)
		}
		if err := w.End(); err != nil {
			t.Fatal(err)
		}
		if err := md.Convert(text.Bytes(), &page); err != nil {
			t.Fatal(err)
		}
		doc, err := xhtml.Parse(&page)
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		tree := ""
		for n := range doc.Descendants() {
			switch n.Type {
			case xhtml.CommentNode:
				t.Errorf("%q became a comment", attack)
			case xhtml.ElementNode:
				count[n.Data]++
				if !own[n.Data] {
					t.Errorf("%q made an element %s", attack, n.Data)
				}
				if n.Data == "pre" {
					for c := range n.Descendants() {
						if c.Type == xhtml.TextNode {
							tree += c.Data
						}
					}
				}
			}
		}
		if count["details"] != 2 || count["pre"] != 1 || count["table"] != 2 || count["h2"] != 1 || count["summary"] != 2 {
			t.Errorf("%q: the report has %v", attack, count)
		}
		if !strings.HasPrefix(tree, "► [") || !strings.Contains(tree, "Result: FAILED (agent)") {
			t.Errorf("%q: the conversation is not whole:\n%s", attack, tree)
		}
	}
}
