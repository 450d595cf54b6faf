package chat

import "context"

// Assertion judges a [View] of a conversation. Check may be called from any goroutine and more than once. A panic in
// it is an errored verdict. String returns the assertion as its user wrote it: `Contains("refund")`.
//
// An assertion may also implement
//
//   - [Validator], to report a mistake in how it was built before anything runs,
//   - [Judge], when it asks a model and is therefore run after the others and together with its like,
//   - json.Marshaler, to write itself as case files spell it: {"type": "contains", "value": "refund"}.
type Assertion interface {
	Check(ctx context.Context, v View) Verdict
	String() string
}

// Validator is implemented by what can be built wrongly: Validate returns a usage error, which says what was got, what
// was wanted and what to do, or nil.
type Validator interface {
	Validate() error
}

// Judge is implemented by assertions that may call out to a model. Those that report true are run last, side by side,
// and not at all when a cheaper assertion of the same turn has failed.
type Judge interface {
	CallsModel() bool
}

// CallsModel reports whether the assertion says that it calls out to a model.
func CallsModel(a Assertion) bool {
	j, ok := a.(Judge)
	return ok && j.CallsModel()
}

// Check is the record of one assertion: what was asserted, where it was written and what came out.
type Check struct {
	Assertion Assertion
	// Source is where the assertion was declared.
	Source Source
	// Kind says which list of the case the assertion is from; the zero Kind is the turn's own list.
	Kind Kind
	// Verdict is what came out; meaningless when NotRun is set.
	Verdict Verdict
	// NotRun says why the assertion was not run at all: "an earlier assertion of this turn failed". Empty when it ran.
	NotRun string
}

// Kind tells which of a case's lists an assertion is from.
type Kind uint8

// The lists an assertion can be from.
const (
	KindExpect  Kind = iota // Expect: soft, the other assertions of the turn still run
	KindRequire             // Require: the rest of the turn is skipped
	KindAlways              // Always: holds in every turn
	KindNever               // Never: holds in no turn
	KindFinally             // Finally: judged at the end, over the whole conversation
)

// String returns the name of the method that declares the kind, and for the two soft lists the empty string.
func (k Kind) String() string {
	switch k {
	case KindRequire:
		return "Require"
	case KindAlways:
		return "Always"
	case KindNever:
		return "Never"
	case KindFinally:
		return "Finally"
	default:
		return ""
	}
}

// OK reports whether the assertion ran and passed, or was not run.
func (c *Check) OK() bool { return c.NotRun != "" || c.Verdict.Status == Passed }
