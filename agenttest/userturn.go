package agenttest

import (
	"encoding/json"
	"slices"

	"github.com/agenttest/go/agenttest/chat"
)

// UserTurn is one turn of a script: what the user says, and what is expected of the agent's answer. It is an immutable
// value: each method returns a changed copy, so a turn can be shared between cases.
type UserTurn struct {
	input   chat.Message
	answer  *answer
	options chat.Options
	expects []expectation
	source  chat.Source
}

// expectation is an assertion with the place and the list it was declared in.
type expectation struct {
	assertion chat.Assertion
	source    chat.Source
	kind      chat.Kind
}

// answer addresses a pending tool call by id or name.
type answer struct {
	call    string
	content json.RawMessage
	isError bool
}

// User returns a turn in which the user says text.
func User(text string) UserTurn {
	return UserTurn{input: chat.UserMessage(text), source: chat.Caller(0)}
}

// Answer returns a turn in which the user answers a tool call that the agent left pending, such as a confirmation it
// asked for, instead of speaking. The call is named by its id or by the tool's name; the result is written as JSON
// (see chat.JSON). The case fails when no such call is pending.
func Answer(call string, result any) UserTurn {
	return UserTurn{
		input:  chat.Message{Role: chat.RoleUser},
		answer: &answer{call: call, content: chat.JSON(result)},
		source: chat.Caller(0),
	}
}

// Attach adds attachments by their source: "file://receipt.jpg" is read when the case is played, from the directory of
// the test (see [Case.FilesFrom]) and never from outside it; other URIs are handed to the agent as they are.
func (u UserTurn) Attach(sources ...string) UserTurn {
	for _, source := range sources {
		u = u.AttachAs(chat.Attachment{URI: source})
	}
	return u
}

// AttachAs adds an attachment whose type, name or data are given by hand. A "file://" URI without data is read as
// [UserTurn.Attach] says.
func (u UserTurn) AttachAs(a chat.Attachment) UserTurn {
	u.input.Attachments = append(slices.Clip(u.input.Attachments), a)
	return u
}

// Options sets options for this turn; they are put over those of the case, setting by setting.
func (u UserTurn) Options(o Options) UserTurn {
	u.options = u.options.Merge(ownOptions(o))
	return u
}

// Expect adds assertions on the answer. All assertions of a turn are run; when one did not pass, the conversation ends
// after the turn, unless the case says [Case.KeepGoing].
func (u UserTurn) Expect(assertions ...Assertion) UserTurn {
	return u.expect(chat.KindExpect, declaredAt(u.source), assertions)
}

// Require adds assertions on the answer that the rest of the turn depends on: when one did not pass, the assertions
// after it are not run.
func (u UserTurn) Require(assertions ...Assertion) UserTurn {
	return u.expect(chat.KindRequire, declaredAt(u.source), assertions)
}

// At says where the turn was written, for cases that come from files. Assertions added afterwards are reported there
// too, instead of at the line that calls Expect.
func (u UserTurn) At(s chat.Source) UserTurn {
	u.source = s
	return u
}

func (u UserTurn) expect(kind chat.Kind, at chat.Source, assertions []Assertion) UserTurn {
	u.expects = addExpectations(u.expects, kind, at, assertions)
	return u
}

// declaredAt returns the place in a file that a turn or case was given, or else the line of the user that calls the
// method which calls this.
func declaredAt(given chat.Source) chat.Source {
	if given.File != "" {
		return given
	}
	return chat.Caller(1)
}

func addExpectations(list []expectation, kind chat.Kind, source chat.Source, assertions []Assertion) []expectation {
	list = slices.Clip(list)
	for _, a := range assertions {
		at := source
		if placed, ok := a.(interface{ Source() chat.Source }); ok && !placed.Source().IsZero() {
			at = placed.Source()
		}
		list = append(list, expectation{assertion: a, source: at, kind: kind})
	}
	return list
}
