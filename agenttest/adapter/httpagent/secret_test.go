package httpagent_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/adapter/httpagent"
)

// No secret that was given is part of an error, wherever the service repeats it.
func TestSecretsAreNeverPrinted(t *testing.T) {
	secrets := []string{"sk-live-4711", "hunter22", "T0KEN/x+y==", "q-8-key", "bot123:AAHk", "cookie-value", "dXNlci1rZXk6aHVudGVyMjI="}
	guarded := func(url string) httpagent.Agent {
		url = strings.Replace(url, "http://", "http://user-key:hunter22@", 1) + "/bot123:AAHk/chat?api_key=q-8-key&other=T0KEN%2Fx%2By%3D%3D"
		return httpagent.New(url).Header("Authorization", "Bearer sk-live-4711").Header("X-Api-Key", "T0KEN/x+y==").
			Header("Cookie", "session=cookie-value; a=b").MaxReply(10_000)
	}
	everything := func(r *http.Request) string {
		return fmt.Sprintf("%s %v %s %s", r.URL, r.Header, r.URL.Query(), strings.ReplaceAll(r.Header.Get("X-Api-Key"), "/", `\/`))
	}
	for _, tt := range []struct {
		reason string
		serve  http.HandlerFunc
	}{
		{"in the body of an error", func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, everything(r), http.StatusInternalServerError)
		}},
		{"in a redirect", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", r.URL.String())
			w.WriteHeader(http.StatusMovedPermanently)
		}},
		{"in garbage", func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, everything(r)) }},
		{"in a bad reply, cut in the middle", func(w http.ResponseWriter, r *http.Request) {
			_, _ = fmt.Fprintf(w, `{"content": true, "awaiting_input": "%s%s"}`, strings.Repeat("x", 35), r.Header.Get("Authorization"))
		}},
		{"in an error of the agent", func(w http.ResponseWriter, r *http.Request) {
			_, _ = fmt.Fprintf(w, `{"error": %q}`, everything(r))
		}},
		{"in the content type", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/"+r.URL.Query().Get("api_key"))
		}},
		{"in a reply that is too long", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, strings.Repeat(everything(r), 1000))
		}},
		{"without an answer", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			url := serve(t, tt.serve)
			got := ask(t.Context(), guarded(url), url)
			if !strings.HasPrefix(got, "error: ") {
				t.Fatalf("got %s, want an error", got)
			}
			for _, s := range append(secrets, "sk-live", "user-key") {
				if strings.Contains(got, s) {
					t.Errorf("got %s, which has the secret %q", got, s)
				}
			}
		})
	}
	s := httptest.NewServer(nil)
	s.Close()
	got := ask(t.Context(), guarded(s.URL), s.URL)
	if want := "error: http://HOST/…/chat did not answer turn 1: dial tcp HOST"; !strings.HasPrefix(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := fmt.Sprint(httpagent.New("https://u:p@h:1/v1/agents/8f14e45fceea167a/chat?key=x#y")); got != "https://h:1/v1/agents/…/chat" {
		t.Errorf("got %s", got)
	}
}
