package command_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"github.com/agenttest/go/agenttest/adapter/command"
)

// The programs of these tests are the test binary itself, which plays the one that this variable names.
const playing = "COMMAND_TEST_AGENT"

func TestMain(m *testing.M) {
	name, ok := os.LookupEnv(playing)
	if !ok {
		goleak.VerifyTestMain(m)
	}
	program, ok := programs[name]
	if !ok {
		fmt.Fprintf(os.Stderr, "there is no program %q\n", name)
		os.Exit(9)
	}
	program()
	os.Exit(0)
}

// agent returns the agent that is the program of this name.
func agent(name string) command.Agent {
	// Built with -race, it would sleep for a second before it exits.
	return command.New(os.Args[0]).Env(playing+"="+name, "GORACE=atexit_sleep_ms=0")
}

type request struct {
	Protocol int            `json:"protocol"`
	ID       int            `json:"id"`
	Session  string         `json:"session_id"`
	Turn     int            `json:"turn"`
	Input    message        `json:"input"`
	History  []message      `json:"history"`
	Options  map[string]any `json:"options"`
}

type message struct {
	Role        string           `json:"role"`
	Content     string           `json:"content"`
	ToolResults []map[string]any `json:"tool_results"`
}

var stdin = bufio.NewReaderSize(os.Stdin, 1<<20)

// next reads a request; false at the end of standard input.
func next() (req request, ok bool) {
	line, err := stdin.ReadBytes('\n')
	if err == io.EOF && len(line) == 0 {
		return req, false
	}
	if err := json.Unmarshal(line, &req); err != nil {
		fmt.Fprintln(os.Stderr, "bad request:", err)
		os.Exit(8)
	}
	return req, true
}

// say writes a reply of this text.
func say(format string, args ...any) {
	text, _ := json.Marshal(fmt.Sprintf(format, args...))
	fmt.Printf("{\"content\": %s}\n", text)
}

func hang() { select {} }

// answering returns a program that answers each request with what f prints.
func answering(f func(req request)) func() {
	return func() {
		for {
			req, ok := next()
			if !ok {
				return
			}
			f(req)
		}
	}
}

// echo counts what it has answered.
var echo = func() {
	served := 0
	answering(func(req request) {
		served++
		say("%d: you said %s after %d messages", served, req.Input.Content, len(req.History))
	})()
}

var programs = map[string]func(){
	"echo": echo,
	"where": answering(func(req request) {
		dir, _ := os.Getwd()
		say("%s %s", dir, os.Getenv("COMMAND_TEST_VALUE"))
	}),
	"tools": answering(func(req request) {
		if len(req.Input.ToolResults) > 0 {
			fmt.Printf(`{"id": %d, "content": "It costs %v.", "completed": true}`+"\n", req.ID, req.Input.ToolResults[0]["content"])
			return
		}
		fmt.Println(`{"tool_calls": [{"id": "c1", "name": "price", "args": {"sku": 7}}], "finish_reason": "tool_calls"}`)
	}),
	"asks": answering(func(req request) {
		fmt.Println(`{"content": "How much?", "awaiting_input": true, "input_hint": "a number"}`)
	}),
	"reports": answering(func(req request) {
		if req.Turn == 1 {
			fmt.Println(`{"error": "quota exceeded"}`)
			return
		}
		say("better now")
	}),
	"typo":    answering(func(req request) { fmt.Println(`{"content": "How much?", "awating_input": true}`) }),
	"garbage": answering(func(req request) { fmt.Println("Loading the model …") }),
	"crash": func() {
		next()
		say("Hello")
		next()
		fmt.Fprintln(os.Stderr, "Traceback (most recent call last):\n  KeyError: 'amount'")
		os.Exit(3)
	},
	"leaves":       func() { next(); say("Bye") },
	"unterminated": func() { next(); fmt.Print(`{"content": "Bye"}`) },
	"partial":      func() { next(); fmt.Print(`{"content": "By`) },
	"silent":       func() { next() },
	"twice":        answering(func(req request) { fmt.Print("{\"content\": \"Hel\"}\n{\"content\": \"Hello\"}\n") }),
	"again": answering(func(req request) {
		say("first")
		say("second")
	}),
	"banner": func() {
		say("I am ready")
		echo()
	},
	"late": func() { // answers the first request twice, and says so
		next()
		fmt.Println(`{"id": 1, "content": "one"}`)
		next()
		fmt.Println(`{"id": 1, "content": "one again"}`)
		hang()
	},
	"endless": func() {
		next()
		for {
			if _, err := os.Stdout.WriteString(strings.Repeat("x", 1000)); err != nil {
				return
			}
		}
	},
	"loud": answering(func(req request) {
		fmt.Fprint(os.Stderr, strings.Repeat("a line of a log\n", 500_000))
		say("done")
	}),
	"eager": func() { // has written all of a large reply before it reads the rest of a large request
		_, _ = stdin.ReadByte()
		say("%s", strings.Repeat("ä", 2_000_000))
		_, _ = stdin.ReadBytes('\n')
		answering(func(req request) { say("and %d more", len(req.Input.Content)) })()
	},
	"deaf": func() {
		next()
		_ = os.Stdin.Close()
		say("I have heard enough")
		hang()
	},
	"mute": func() {
		next()
		_ = os.Stdout.Close()
		hang()
	},
	"hangs": func() {
		next()
		fmt.Fprintln(os.Stderr, "waiting for the database")
		hang()
	},
	"stubborn": func() {
		signal.Ignore(syscall.SIGTERM)
		next()
		hang()
	},
	"stays": func() {
		next()
		say("Hello")
		hang()
	},
	"fails at the end": func() {
		echo()
		fmt.Fprintln(os.Stderr, "cannot save")
		os.Exit(4)
	},
	"parent": func() { // leaves a child behind that holds its pipes
		next()
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), playing+"=child")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(7)
		}
		next() // answered by the child
	},
	"child": func() {
		conn, err := net.Dial("tcp", os.Getenv("COMMAND_TEST_VALUE"))
		if err != nil {
			os.Exit(6)
		}
		defer conn.Close()
		say("I am the child")
		hang()
	},
	"once": func() {
		req, _ := next()
		rest, _ := io.ReadAll(stdin)
		fmt.Printf("{\n  \"content\": \"%s, %d, %d left\"\n}\n", req.Input.Content, len(req.History), len(rest))
	},
	"once, failing": func() {
		next()
		say("All is well")
		fmt.Fprintln(os.Stderr, "cannot save")
		os.Exit(1)
	},
	"reads nothing": func() { say("Hello") },
}
