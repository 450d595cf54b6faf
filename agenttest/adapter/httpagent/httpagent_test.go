package httpagent_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/adapter/httpagent"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
)

// TestMain finds connections that outlive their conversations.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve starts a service for the test and returns its address.
func serve(t *testing.T, f http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(f)
	t.Cleanup(s.Close)
	return s.URL
}

// writing returns a service that answers everything with this body.
func writing(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }
}

// ask returns what the agent says, or its error with the service's address as HOST.
func ask(ctx context.Context, a chat.Agent, host string) string {
	resp, err := a.Respond(ctx, &chat.Request{SessionID: "s", Turn: 1, Input: chat.UserMessage("Hi")})
	if err != nil {
		return "error: " + strings.ReplaceAll(err.Error(), strings.TrimPrefix(host, "http://"), "HOST")
	}
	return resp.Text()
}

func equal(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

type request struct {
	Protocol int    `json:"protocol"`
	ID       int    `json:"id"`
	Session  string `json:"session_id"`
	Turn     int    `json:"turn"`
	Input    struct {
		Content     string `json:"content"`
		ToolResults []struct {
			Content any `json:"content"`
		} `json:"tool_results"`
	} `json:"input"`
	History []json.RawMessage `json:"history"`
}

// answering returns a service that answers requests with what f returns, as JSON.
func answering(t *testing.T, f func(req request) any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var req request
		if err := json.NewDecoder(r.Body).Decode(&req); err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("got %s with %q and the body's error %v", r.Method, r.Header.Get("Content-Type"), err)
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(f(req))
	}
}

type object = map[string]any

// The service remembers each conversation by its session.
func TestConversation(t *testing.T) {
	var mu sync.Mutex
	turns := map[string]int{}
	url := serve(t, answering(t, func(req request) any {
		mu.Lock()
		defer mu.Unlock()
		turns[req.Session]++
		return object{"id": req.ID, "session_id": req.Session, "completed": true,
			"content": fmt.Sprintf("%d: you said %s after %d messages", turns[req.Session], req.Input.Content, len(req.History))}
	}))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			res := agenttest.Play(t.Context(), httpagent.New(url), agenttest.Static(
				agenttest.User("one").Expect(assert.Equals("1: you said one after 0 messages")),
				agenttest.User("two").Expect(assert.Equals("2: you said two after 2 messages")),
			))
			if res.Status != agenttest.Passed {
				t.Error(res.Status, res.Error)
			}
		})
	}
	all.Wait()
}

func TestToolsAreStubbed(t *testing.T) {
	url := serve(t, answering(t, func(req request) any {
		if len(req.Input.ToolResults) > 0 {
			return object{"content": fmt.Sprintf("It costs %v.", req.Input.ToolResults[0].Content)}
		}
		return object{"tool_calls": []any{object{"id": "c1", "name": "price", "args": object{"sku": 7}}}}
	}))
	agenttest.Run(t, httpagent.New(url), agenttest.Single("How much?",
		assert.Contains("It costs 35."), assert.ToolCalled("price").With(object{"sku": 7}),
	).Tools(agenttest.Stub("price").Return(35)))
}

func TestHeaders(t *testing.T) {
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprintf(w, `{"content": "%s %s %s"}`, r.Header.Get("Authorization"), r.Host, r.Header.Get("X-Tenant"))
	})
	a := httpagent.New(url).Header("Authorization", "Bearer one").Header("host", "agent.test")
	b := a.Header("X-Tenant", "t").Header("authorization", "Bearer two") // and a is as it was
	equal(t, ask(t.Context(), a, url), "Bearer one agent.test ")
	equal(t, ask(t.Context(), b, url), "Bearer two agent.test t")
}

// The content type of a reply that can be read does not matter, nor whether it is compressed.
func TestLeniency(t *testing.T) {
	for _, kind := range []string{"", "text/plain", "text/html; charset=utf-8", "nonsense;;"} {
		url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = []string{kind}
			w.Header().Set("Content-Encoding", "gzip")
			w.WriteHeader(http.StatusCreated)
			z := gzip.NewWriter(w)
			_, _ = io.WriteString(z, "{\n  \"content\": \"Hello\"\n}\n")
			_ = z.Close()
		})
		equal(t, ask(t.Context(), httpagent.New(url), url), "Hello")
	}
}

func TestWithoutHistory(t *testing.T) {
	url := serve(t, answering(t, func(req request) any { return object{"content": fmt.Sprint(len(req.History))} }))
	req := &chat.Request{Turn: 2, History: []chat.Message{chat.UserMessage("a"), chat.AssistantMessage("b")}}
	for _, tt := range []struct {
		agent httpagent.Agent
		want  string
	}{{httpagent.New(url), "2"}, {httpagent.New(url).WithoutHistory(), "0"}} {
		resp, err := tt.agent.Respond(t.Context(), req)
		if err != nil || resp.Text() != tt.want {
			t.Errorf("got %q, %v, want %s", resp.Text(), err, tt.want)
		}
	}
}

func TestLargeMessages(t *testing.T) {
	url := serve(t, answering(t, func(req request) any { return object{"content": strings.Repeat("ä", len(req.Input.Content))} }))
	resp, err := httpagent.New(url).Respond(t.Context(), &chat.Request{Input: chat.UserMessage(strings.Repeat("x", 4_000_000))})
	if err != nil || len(resp.Text()) != 8_000_000 {
		t.Errorf("got %d bytes, %v", len(resp.Text()), err)
	}
}

// Everything that is no reply is an error that says what was got and what was wanted.
func TestBadAnswers(t *testing.T) {
	for _, tt := range []struct {
		reason string
		serve  http.HandlerFunc
		want   string
	}{
		{"an error with a text", func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "the \x1b[31mmodel is down", http.StatusServiceUnavailable)
		},
			"error: http://HOST/chat answered turn 1 with status 503 Service Unavailable\n  got: the \\x1b[31mmodel is down"},
		{"an error without a text", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(599) }, "error: http://HOST/chat answered turn 1 with status 599"},
		{"a long error is cut", func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, strings.Repeat("ä", 100_000), http.StatusNotFound)
		},
			"error: http://HOST/chat answered turn 1 with status 404 Not Found\n  got: " + strings.Repeat("ä", 399) + "…"},
		{"another address", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/v2/chat?key=secret", http.StatusPermanentRedirect)
		},
			"error: http://HOST/chat answered turn 1 with status 308 Permanent Redirect; it is at http://HOST/v2/chat, and redirects are not followed: use that address"},
		{"nothing", writing(""), `error: http://HOST/chat gave a bad reply in turn 1: it is empty, want one JSON object such as {"content": "Hello"}`},
		{"a page", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<html>Log in</html>")
		}, `error: http://HOST/chat gave a bad reply in turn 1: want one JSON object such as {"content": "Hello"}` + "\n  got: \"<html>Log in</html>\"\n  content type: \"text/html\""},
		{"a misspelt field", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/problem+json")
			_, _ = io.WriteString(w, `{"content": "?", "awating_input": true}`)
		}, `error: http://HOST/chat gave a bad reply in turn 1: column 18: unknown field "awating_input" (did you mean "awaiting_input"?)` + "\n  got: `{\"content\": \"?\", \"awating_input\": true}`"},
		{"the agent says that it failed", writing(`{"error": "quota exceeded"}`), "error: quota exceeded"},
		{"too much", writing(`{"content": "` + strings.Repeat("x", 1000) + `"}`),
			"error: http://HOST/chat sent a reply of more than 1000 bytes in turn 1; raise the limit with MaxReply if that is right"},
		{"it breaks off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, `{"content": `)
		}, "error: http://HOST/chat broke its reply off in turn 1: unexpected EOF"},
		{"it hangs up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "error: http://HOST/chat did not answer turn 1: EOF"},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			url := serve(t, tt.serve)
			equal(t, ask(t.Context(), httpagent.New(url+"/chat").MaxReply(1000), url), tt.want)
		})
	}
}

func TestNobodyListens(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	res := agenttest.Play(t.Context(), httpagent.New(s.URL), agenttest.Single("Hi", assert.Contains("x")))
	want := "agent error: " + s.URL + " did not answer turn 1: dial tcp " + strings.TrimPrefix(s.URL, "http://")
	if res.Status != agenttest.Failed || res.Blame != chat.BlameAgent || !strings.HasPrefix(res.Error, want) {
		t.Errorf("got %s (%s) %s, want failed with %s", res.Status, res.Blame, res.Error, want)
	}
}

func TestTimeout(t *testing.T) {
	inTurn := make(chan struct{}, 2)
	hanging := func(begin string) string {
		return serve(t, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.ReadAll(r.Body) // only then the end of the connection is noticed
			if begin != "" {
				_, _ = io.WriteString(w, begin)
				w.(http.Flusher).Flush()
			}
			inTurn <- struct{}{}
			<-r.Context().Done()
		})
	}
	for _, begin := range []string{"", `{"content": `} {
		url := hanging(begin)
		ctx, cancel := context.WithCancelCause(t.Context())
		go func() {
			<-inTurn
			cancel(errors.New("enough"))
		}()
		equal(t, ask(ctx, httpagent.New(url), url), "error: http://HOST did not answer turn 1 in time: enough")
	}
	res := agenttest.Play(t.Context(), httpagent.New(hanging("")), agenttest.Single("x", assert.Contains("x")).Timeout(200*time.Millisecond))
	equal(t, res.Error, "timeout after 200ms")
}

// A request is sent once, unless Retries says otherwise; an answer, whatever it is, ends it.
func TestRetries(t *testing.T) {
	for _, tt := range []struct {
		reason                  string
		broken, status, retries int
		wantRequests            int32
		want                    string
	}{
		{"never by itself", 1, 200, 0, 1, "error: http://HOST did not answer turn 1: EOF"},
		{"as often as wanted", 2, 200, 2, 3, "Hello"},
		{"and no more", 3, 200, 2, 3, "error: http://HOST did not answer turn 1: EOF"},
		{"a status is an answer", 0, 500, 2, 1, "error: http://HOST answered turn 1 with status 500 Internal Server Error\n  got: {\"content\": \"Hello\"}"},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			var requests atomic.Int32
			url := serve(t, func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				if int(requests.Add(1)) <= tt.broken {
					panic(http.ErrAbortHandler)
				}
				if !strings.Contains(string(body), `"content":"Hi"`) {
					t.Errorf("got the request %s", body)
				}
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, `{"content": "Hello"}`)
			})
			equal(t, ask(t.Context(), httpagent.New(url).Retries(tt.retries), url), tt.want)
			if n := requests.Load(); n != tt.wantRequests {
				t.Errorf("got %d requests, want %d", n, tt.wantRequests)
			}
		})
	}
}

// transport counts requests.
type transport struct {
	http.RoundTripper
	n atomic.Int32
}

func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	t.n.Add(1)
	return t.RoundTripper.RoundTrip(r)
}

func TestClient(t *testing.T) {
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/old" {
			http.Redirect(w, r, "/new", http.StatusTemporaryRedirect)
			return
		}
		_, _ = io.WriteString(w, `{"content": "Hello"}`)
	})
	own := &transport{RoundTripper: &http.Transport{DisableKeepAlives: true}}
	client := &http.Client{Transport: own}
	agenttest.Run(t, httpagent.New(url).Client(client), agenttest.Single("Hi", assert.Equals("Hello")))
	if own.n.Load() != 1 || client.CheckRedirect != nil {
		t.Errorf("got %d requests through the client, want 1 and the client unchanged", own.n.Load())
	}
	if got := ask(t.Context(), httpagent.New(url+"/old").Client(client), url); !strings.Contains(got, "status 307") {
		t.Errorf("got %s, want the redirect to be an error", got)
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return nil }
	equal(t, ask(t.Context(), httpagent.New(url+"/old").Client(client), url), "Hello")
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return errors.New("stay here") }
	equal(t, ask(t.Context(), httpagent.New(url+"/old").Client(client), url), "error: http://HOST/old did not answer turn 1: stay here")
}

// http.DefaultTransport is neither used nor changed.
func TestDefaultTransport(t *testing.T) {
	before := http.DefaultTransport
	defer func() { http.DefaultTransport = before }()
	counting := &transport{RoundTripper: before}
	http.DefaultTransport = counting // what is none of net/http's own is somebody's tap, and used
	url := serve(t, writing(`{"content": "Hello"}`))
	equal(t, ask(t.Context(), httpagent.New(url), url), "Hello")
	if counting.n.Load() != 1 {
		t.Error("the transport that was put in place of the default one was passed by")
	}
	before.(*http.Transport).CloseIdleConnections()
}

func TestUsage(t *testing.T) {
	for _, tt := range []struct {
		reason string
		agent  httpagent.Agent
		want   string
	}{
		{"nothing", httpagent.New(""), `httpagent.New: this is no address of a service; want one such as "http://127.0.0.1:8080/chat"`},
		{"no scheme", httpagent.New("127.0.0.1:8080"), `httpagent.New: this is no address of a service; want one such as "http://127.0.0.1:8080/chat"`},
		{"another scheme", httpagent.New("ftp://u:secret@h"), `httpagent.New: this is no address of a service; want one such as "http://127.0.0.1:8080/chat"`},
		{"a header without a name", httpagent.New("http://h").Header("", "x"), `httpagent.Header: got the name "", want one such as "Authorization"`},
		{"a header of two lines", httpagent.New("http://h").Header("A", "x\nB: y"), `httpagent.Header: the value of "A" has a line break in it, want one line`},
		{"a negative limit", httpagent.New("http://h").MaxReply(-1), "httpagent.MaxReply: got -1, want a number of bytes above 0, or 0 for the default"},
		{"negative retries", httpagent.New("http://h").Retries(-1), "httpagent.Retries: got -1, want at least 0"},
		{"nothing wrong", httpagent.New("https://h").Header("A", "b"), "<nil>"},
	} {
		t.Run(tt.reason, func(t *testing.T) { equal(t, fmt.Sprint(tt.agent.Validate()), tt.want) })
	}
	res := agenttest.Play(t.Context(), httpagent.New("no address"), agenttest.Single("Hi", assert.Contains("x")))
	if res.Status != agenttest.Errored {
		t.Errorf("got %s, want errored", res.Status)
	}
}
