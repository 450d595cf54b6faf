// Package expense is a small expense assistant, the agent that this example tests. It keeps real state for each
// conversation, calls its own tools, and says when it waits for the user; only the language model is replaced by rules,
// so that the example runs anywhere.
package expense

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/agenttest/go/agenttest"
)

// ApprovalLimit is the amount above which a manager has to approve an expense.
const ApprovalLimit = 10_000

// Expense is one expense report.
type Expense struct {
	Type      string `json:"type,omitempty"`
	Amount    int    `json:"amount,omitempty"`
	When      string `json:"when,omitempty"`
	PO        string `json:"po,omitempty"`
	Status    string `json:"status"`
	Reference string `json:"reference,omitempty"`
}

// Assistant answers expense questions. It may serve many conversations at once.
type Assistant struct {
	mu       sync.Mutex
	sessions map[string]*Expense
	filed    int
}

// New returns an assistant without any reports.
func New() *Assistant { return &Assistant{sessions: map[string]*Expense{}} }

// Respond answers one message of the user.
func (a *Assistant) Respond(_ context.Context, req *agenttest.Request) (*agenttest.Response, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	e := a.sessions[req.SessionID]
	if e == nil {
		e = &Expense{Status: "new"}
		a.sessions[req.SessionID] = e
	}
	resp := a.answer(e, req.Text())
	return resp.WithData(map[string]any{"expense": e}), nil
}

var (
	amount   = regexp.MustCompile(`\$([0-9][0-9,]*)`)
	order    = regexp.MustCompile(`PO-\d+`)
	dayWords = []string{"yesterday", "today", "last night", "this morning"}
	kinds    = map[string][]string{
		"travel":    {"travel", "flight", "hotel"},
		"meals":     {"dinner", "lunch", "meal"},
		"equipment": {"equipment", "laptop"},
	}
)

func (a *Assistant) answer(e *Expense, text string) *agenttest.Response {
	words := strings.ToLower(text)
	if strings.Contains(words, "how do i") {
		return agenttest.Reply("Tell me what you spent and on what, and keep the receipt: I file the report, and your manager approves it before the end of the month.")
	}
	if e.Status == "draft" && confirms(words) {
		return a.submit(e)
	}
	read(e, text, words)
	switch {
	case e.Type == "":
		return agenttest.Reply("What type of expense would you like to submit: travel, meals or equipment?").Asking("the type of expense")
	case e.Amount == 0:
		return agenttest.Reply("How much was it?").Asking("an amount, e.g. $3500")
	case e.Amount > ApprovalLimit && e.PO == "":
		e.Status = "needs_approval"
		return agenttest.Reply("This requires manager approval. Please provide the PO number.").
			WithCalls(agenttest.Call("get_policy", map[string]any{"amount": e.Amount}).Returning(map[string]any{"approval": "manager"})).
			Asking("a PO number, e.g. PO-1234")
	case e.Type == "meals" && e.When == "":
		return agenttest.Reply("When was it?").Asking("a day")
	case e.Status != "draft":
		e.Status = "draft"
		return agenttest.Reply(fmt.Sprintf("I have prepared the report: $%d for %s. Shall I submit it?", e.Amount, e.Type)).
			WithCalls(agenttest.Call("create_expense", e.arguments()).Returning(map[string]any{"status": "draft"})).
			Asking("yes or no")
	default:
		return agenttest.Reply("Shall I submit it?").Asking("yes or no")
	}
}

func (e *Expense) arguments() map[string]any {
	args := map[string]any{"type": e.Type, "amount": e.Amount}
	if e.When != "" {
		args["when"] = e.When
	}
	if e.PO != "" {
		args["po"] = e.PO
	}
	return args
}

func (a *Assistant) submit(e *Expense) *agenttest.Response {
	a.filed++
	e.Status = "submitted"
	e.Reference = fmt.Sprintf("EXP-2025-%03d", a.filed)
	return agenttest.Reply("Expense submitted. Reference: " + e.Reference).
		WithCalls(agenttest.Call("submit_expense", nil).Returning(map[string]any{"reference": e.Reference})).
		Completed()
}

// read takes what the user said of the expense.
func read(e *Expense, text, words string) {
	for kind, signs := range kinds {
		for _, sign := range signs {
			if strings.Contains(words, sign) {
				e.Type = kind
			}
		}
	}
	if m := amount.FindStringSubmatch(text); m != nil {
		if n, err := strconv.Atoi(strings.ReplaceAll(m[1], ",", "")); err == nil {
			e.Amount = n
		}
	}
	if po := order.FindString(text); po != "" {
		e.PO = po
	}
	for _, day := range dayWords {
		if strings.Contains(words, day) {
			e.When = day
		}
	}
}

func confirms(words string) bool {
	return strings.Contains(words, "yes") || strings.Contains(words, "confirm")
}
