package httpagent

import (
	"cmp"
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// blank stands for what is not shown.
const blank = "[hidden]"

// redactor blanks secrets in a text.
type redactor struct{ *strings.Replacer }

func (r *redactor) hide(text string) string { return r.Replace(text) }

// openHeaders are the headers whose values are no secrets.
var openHeaders = map[string]bool{"Accept": true, "Accept-Language": true, "Content-Type": true, "Host": true, "User-Agent": true}

// secrets returns what blanks all that may be a secret in the address and the headers, in all the forms in which a
// service or a library may repeat it.
func (a Agent) secrets() *redactor {
	var all []string
	add := func(texts ...string) {
		for _, s := range texts {
			// Blanking very short texts would hide the message and not the secret.
			if s = strings.TrimSpace(s); len(s) >= 4 {
				all = append(all, s, url.QueryEscape(s), url.PathEscape(s), strings.ReplaceAll(s, "/", `\/`))
			}
		}
	}
	for _, h := range a.headers {
		if openHeaders[http.CanonicalHeaderKey(h.name)] {
			continue
		}
		add(h.value)
		if _, credentials, ok := strings.Cut(h.value, " "); ok { // Bearer …
			add(credentials)
		}
		for part := range strings.SplitSeq(h.value, ";") { // a cookie
			_, value, _ := strings.Cut(part, "=")
			add(value)
		}
	}
	if u, err := url.Parse(a.address); err == nil {
		if u.User != nil {
			password, _ := u.User.Password()
			add(u.User.String(), u.User.Username(), password,
				base64.StdEncoding.EncodeToString([]byte(u.User.Username()+":"+password)))
		}
		add(u.RawQuery, u.Fragment)
		for _, values := range u.Query() {
			add(values...)
		}
		for segment := range strings.SplitSeq(u.Path, "/") {
			if !word(segment) {
				add(segment)
			}
		}
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) }) // the longest first
	var pairs []string
	for _, s := range slices.Compact(all) {
		pairs = append(pairs, s, blank)
	}
	return &redactor{strings.NewReplacer(pairs...)}
}

// shown returns an address without user, query and fragment, and without the parts of its path that may be keys.
func shown(u *url.URL) string {
	parts := strings.Split(u.Path, "/")
	for i, p := range parts {
		if !word(p) {
			parts[i] = "…"
		}
	}
	return u.Scheme + "://" + u.Host + strings.Join(parts, "/")
}

// word reports whether a part of a path is one that people name things by, such as "chat" or "v1", and no key.
func word(part string) bool {
	odd := func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '_' && r != '.' }
	return len(part) <= 3 || len(part) <= 24 && !strings.ContainsFunc(part, odd)
}
