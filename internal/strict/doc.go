// Package strict reads the files people write by hand (cases, plans, worlds) and the lines programs write (adapters)
// so that no mistake in them goes unseen: nothing is guessed, nothing is ignored, and every complaint names the place.
//
// It has two halves. The lower one turns text into a tree of [Node]s that know where they stand. [Decoder] reads JSON,
// one object after another, from a stream of any length; [ParseJSON] reads a single document. Other syntaxes join by
// building the same nodes: all that the upper half needs is their exported fields.
//
// The upper half turns a tree into Go values. A reader is a function of a [Value]; it opens the object and takes the
// fields it knows, and reads like a list of them:
//
//	func readTurn(v strict.Value) turn {
//		o := v.Object()
//		return turn{
//			Line:    o.Line(),
//			Input:   o.Required("input").Text(),
//			Timeout: o.Field("timeout").Duration(),
//			Checks:  strict.OneOrList(o.Field("assertions", "assert"), readCheck),
//			Tags:    strict.List(o.Field("tags"), strict.Value.Text),
//		}
//	}
//
//	for turn, err := range strict.All(strict.NewDecoder(f, "turns.jsonl"), readTurn) { … }
//
// A field that is absent gives the zero value. A field of the wrong kind gives the zero value and an error. A field
// that nobody asked for is an error as well, without any call for it: each object that was opened is compared with
// what was taken from it when the reader returns. All problems of a value are reported together as [Errors], sorted by
// where they stand:
//
//	cases.jsonl:12: turns[2].input: got the number 3, want a string
//	cases.jsonl:14: turns[2]: unknown field "assertons" (did you mean "assertions"?)
//
// # The JSON that is read
//
// RFC 8259, and nothing beside it but what case files need: lines that hold only a comment beginning with //, between
// values and between the lines of one value, and a byte order mark at the start. Each value begins on a line of its
// own and may go over several. Rejected are also what encoding/json lets through: repeated keys, invalid UTF-8, halves
// of surrogate pairs, text after a value.
//
// After a syntax error reading goes on at the next line that can begin a value, so that one run reports the mistakes
// of the whole file. That is the next line that begins with the bracket of a value no further to the right than the
// broken one did; what lies between is not looked at, since what it would say is mostly nonsense.
//
// # Memory
//
// One value is in memory at a time, with its source text. Nodes that [Decoder.Next] and [ParseJSON] return do not change
// and may be kept as long as one likes; they keep that source text, whose memory their strings share. [All] uses the
// nodes of one value again for the next. What a reader gets from a Value is its own: see [Value.Text].
package strict
