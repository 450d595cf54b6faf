// Package jsonx finds JSON in free text, as models write it: after a sentence, inside a fence, between remarks.
//
// Only whole objects and arrays count, and a text that is one JSON value altogether. Nothing is guessed: text that
// merely looks like JSON (single quotes, trailing commas, comments) is no JSON, and no word of the prose around it
// means anything. Where several values stand in the text, the last one of the wanted shape is the answer: models think
// aloud first and conclude last.
//
//	raw, ok := jsonx.Last(reply, func(raw json.RawMessage) bool { return jsonx.Has(raw, "passed") })
//
// The search takes linear time whatever the text is.
package jsonx
